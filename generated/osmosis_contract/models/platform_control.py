"""The operator's commands to a running platform. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import Timestamp


class ControlRequest(ContractModel):
    """An operation that the server is to do."""

    model_config = ConfigDict(
        extra="forbid",
    )
    operation: Annotated[
        str,
        Field(
            description="`status`, `stop`, `doctor`, `backup` (`BackupArguments`), `gc`, `rotate-key`, `user.add` (`UserAddArguments`), `user.list` (`UserListArguments`), `user.link`, `user.disable`, `user.enable` and `token.list` (`UserArguments`), `token.create` (`TokenCreateArguments`), `token.revoke` (`TokenRevokeArguments`).",
            max_length=64,
            pattern="^[a-z]+([.-][a-z]+)*$",
        ),
    ]
    arguments: Annotated[
        dict[str, Any], Field(description="What the operation takes; empty where nothing is named beside it.")
    ]


class ControlResult(ContractModel):
    """The operation was done."""

    model_config = ConfigDict(
        extra="forbid",
    )
    result: Annotated[
        dict[str, Any],
        Field(
            description="`PlatformStatus`, `PlatformStopped`, `PlatformDoctorReport`, `PlatformBackup`, `PlatformSweep`, `PlatformKeyRotation`, `PlatformAccountLink` (`user.add`, `user.link`), `PlatformAccountPage` (`user.list`), `PlatformAccountState` (`user.disable`, `user.enable`), `OperatorToken` (`token.create`), `OperatorTokenList` (`token.list`) or `OperatorTokenRevoked` (`token.revoke`)."
        ),
    ]


class ControlError(ContractModel):
    """Why an operation was not done, in words for the person at the terminal."""

    model_config = ConfigDict(
        extra="forbid",
    )
    message: Annotated[str, Field(description="What is wrong.")]
    hint: Annotated[str | None, Field(description="What to do about it.")]
    code: Annotated[
        str,
        Field(
            description="The code of the error, as in an error envelope; `INTERNAL` for what the server's log explains.",
            min_length=1,
        ),
    ]


class BackupArguments(ContractModel):
    """The arguments of `backup`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="The folder to write, absolute; it does not exist.", min_length=1)]


class UserAddArguments(ContractModel):
    """The arguments of `user.add`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="The person's e-mail address.")]
    name: Annotated[str | None, Field(description="Their name; the part before the @ where there is none.")] = None
    operator: Annotated[Maybe[bool], Field(description="Whether they manage the platform's users.")] = None


class UserListArguments(ContractModel):
    """The arguments of `user.list`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    offset: Annotated[Maybe[Integer], Field(description="How many people to pass over.", ge=0)] = None


class UserArguments(ContractModel):
    """The person that an operation is about."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="Their e-mail address.")]


class TokenCreateArguments(ContractModel):
    """The arguments of `token.create`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="The person that the token is for.")]
    name: Annotated[str, Field(description="What the token is called.")]
    days: Annotated[Integer, Field(description="For how many days it is valid.")]


class TokenRevokeArguments(ContractModel):
    """The arguments of `token.revoke`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="The person whose token it is.")]
    id: Annotated[str, Field(description="The token's id.")]


class PlatformStopped(ContractModel):
    """The server was told to stop."""

    process_id: Annotated[Integer, Field(description="The process that the server was.", ge=1)]


class PlatformQuickstart(ContractModel):
    """The resource of `platform.quickstart`: a platform on this machine, and the workspace directory that works with
    it."""

    url: Annotated[str, Field(description="The platform's address.", min_length=1)]
    data: Annotated[str, Field(description="Its data folder.", min_length=1)]
    workspace: Annotated[str, Field(description="The workspace of the platform.", min_length=1)]
    workspace_directory: Annotated[
        str, Field(description="The workspace's directory, a clone of the repository.", min_length=1)
    ]
    repository: Annotated[
        str,
        Field(
            description="The bare repository that the workspace is connected to, the origin of the directory.",
            min_length=1,
        ),
    ]
    rollout: Annotated[
        str | None,
        Field(description="The rollout that was written and pushed; null where the directory was there already."),
    ]
    process_id: Annotated[Integer | None, Field(description="The server's process, where this command started it.")]
    started: Annotated[bool, Field(description="Whether this command started the server; false where it was running.")]
    account: Annotated[
        str,
        Field(
            description="The e-mail address of the account that commands of this person are logged in with.",
            min_length=1,
        ),
    ]


class PlatformStatus(ContractModel):
    """The state of a platform."""

    version: Annotated[str, Field(description="The version of the program.")]
    schema_: Annotated[str, Field(alias="schema", description="The revision of the database's schema.")]
    database: Annotated[str, Field(description="`sqlite` or `postgresql`.")]
    public_url: Annotated[str, Field(description="Where clients reach the platform.")]
    bind: Annotated[str, Field(description="Where it listens.")]
    data: Annotated[str, Field(description="The data folder.")]
    users: Annotated[Integer, Field(description="How many people have an account.", ge=0)]
    audit_entries: Annotated[Integer, Field(description="How many entries the audit trail has.", ge=0)]
    outbox_waiting: Annotated[Integer, Field(description="How many entries of the outbox wait.", ge=0)]
    outbox_given_up: Annotated[Integer, Field(description="How many were tried too often.", ge=0)]
    disk_free_bytes: Annotated[Integer, Field(description="Room on the data folder's disk.", ge=0)]
    disk_low: Annotated[bool, Field(description="Whether uploads and submissions are refused for want of room.")]
    missing_keys: Annotated[
        list[str], Field(description="Keys that secrets are encrypted with and that the key file does not have.")
    ]
    time: Annotated[Timestamp, Field(description="The platform's clock.")]


class PlatformCheckStatus(ContractEnum):
    """How it is."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class PlatformCheck(ContractModel):
    """One thing that the doctor looked at."""

    name: Annotated[str, Field(description="What was looked at.")]
    status: Annotated[PlatformCheckStatus, Field(description="How it is.")]
    message: Annotated[str, Field(description="What was found.")]
    hint: Annotated[str | None, Field(description="What to do about it.")]


class PlatformBackup(ContractModel):
    """A backup that was taken."""

    path: Annotated[str, Field(description="The folder.")]
    schema_: Annotated[str, Field(alias="schema", description="The revision of the database in it.")]
    files: Annotated[Integer, Field(description="How many files it has.", ge=0)]
    size: Annotated[Integer, Field(description="How many bytes they have.", ge=0)]


class PlatformSweep(ContractModel):
    """What `gc` removed and found."""

    mirrors_removed: Annotated[
        Integer, Field(description="Copies of repositories that are not connected any more.", ge=0)
    ]
    rows: Annotated[dict[str, Integer], Field(description="How many rows of each kind were past their retention.")]
    files_removed: Annotated[Integer, Field(description="Files that no row named.", ge=0)]
    files_missing: Annotated[list[str], Field(description="Files that rows name and that are not there.")]
    files_kept: Annotated[
        Integer, Field(description="Files that no row names and that are too young to be removed.", ge=0)
    ]
    files_failed: Annotated[Integer, Field(description="Files that could not be removed.", ge=0)]


class PlatformKeyRotation(ContractModel):
    """What a rotation of the key did."""

    active: Annotated[str, Field(description="The id of the key that is used from now on.")]
    encrypted_again: Annotated[Integer, Field(description="How many secrets were encrypted with it.", ge=0)]
    dropped: Annotated[list[str], Field(description="Ids of keys that nothing needs any more.")]
    kept: Annotated[list[str], Field(description="Ids of keys that secrets still need.")]


class PlatformAccount(ContractModel):
    """A person's account, as operators see it."""

    id: Annotated[str, Field(description="The account's id.")]
    email: Annotated[str, Field(description="The e-mail address, in lower case.")]
    name: Annotated[str, Field(description="The person's name.")]
    operator: Annotated[bool, Field(description="Whether they manage the platform's users.")]
    has_password: Annotated[bool, Field(description="Whether they can sign in with a password.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    disabled_at: Annotated[Timestamp | None, Field(description="When it was disabled; null for one that is not.")]


class PlatformAccountState(ContractModel):
    """An account after an operation."""

    user: Annotated[PlatformAccount, Field(description="The account.")]


class PlatformAccountLink(ContractModel):
    """An account, and a link by which its person sets a password, once."""

    user: Annotated[PlatformAccount, Field(description="The account.")]
    link: Annotated[str, Field(description="The link's address.")]


class PlatformAccountPage(ContractModel):
    """A page of accounts, the oldest first."""

    users: Annotated[list[PlatformAccount], Field(description="The accounts.")]
    next_offset: Annotated[Integer | None, Field(description="Where the next page begins; null on the last.")]


class OperatorToken(ContractModel):
    """A token that was just made. Its text cannot be shown again."""

    token: Annotated[str, Field(description="The token.")]
    id: Annotated[str, Field(description="Its id.")]
    expires_at: Annotated[Timestamp, Field(description="When it ends.")]


class OperatorTokenEntry(ContractModel):
    """A person's token, without its text."""

    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="What it is called.")]
    hint: Annotated[str, Field(description="A few characters of it, by which its person recognizes it.")]
    origin: Annotated[str, Field(description="`personal`, or `device` for that of a device login.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    expires_at: Annotated[Timestamp, Field(description="When it ends.")]
    last_used_at: Annotated[Timestamp | None, Field(description="When it was last known to be used; null for never.")]


class OperatorTokenRevoked(ContractModel):
    """A token that was revoked."""

    id: Annotated[str, Field(description="Its id.")]


class ControlRefusal(ContractModel):
    """The operation was refused, or failed."""

    model_config = ConfigDict(
        extra="forbid",
    )
    error: Annotated[ControlError, Field(description="Why.")]


class PlatformDoctorReport(ContractModel):
    """What the doctor found."""

    checks: Annotated[list[PlatformCheck], Field(description="Every check.")]


class OperatorTokenList(ContractModel):
    """A person's tokens."""

    tokens: Annotated[
        list[OperatorTokenEntry], Field(description="Those that are neither expired nor revoked, the newest first.")
    ]
