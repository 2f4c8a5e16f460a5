"""Command results about a platform. Generated from the specification; do not edit."""

from typing import Annotated, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Maybe, Only
from pydantic import ConfigDict, Field

from .cli_results import GitContext, NamedWorkspace, WorkspaceMembership
from .platform_auth import PlatformUser
from .platform_common import Timestamp


class LoginSource(ContractEnum):
    """`token`: given by the user; `device`: granted by the device-code flow."""

    TOKEN = "token"
    DEVICE = "device"


class TokenStore(ContractEnum):
    """`file`: the credentials file, of mode 600; `keyring`: the keyring of the system."""

    FILE = "file"
    KEYRING = "keyring"


class TokenSource(ContractEnum):
    """`environment`: OSMOSIS_TOKEN; `file` and `keyring`: a saved login."""

    ENVIRONMENT = "environment"
    FILE = "file"
    KEYRING = "keyring"


class AuthLogoutResult(ContractModel):
    """The resource of `auth.logout`. The operation's status is `noop` when no login was saved; `revoked` is then
    left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    logged_in: Annotated[bool, Field(description="Whether commands are still logged in, because OSMOSIS_TOKEN is set.")]
    revoked: Annotated[
        Maybe[bool], Field(description="Whether the platform no longer accepts the token that was saved.")
    ] = None
    env_token_set: Annotated[Maybe[bool], Field(description="Whether OSMOSIS_TOKEN is set.")] = None
    persistent_login: Annotated[bool, Field(description="Whether a login is saved after the command.")]
    effective_source: Annotated[
        TokenSource | None, Field(description="Where later commands take their token from. Null when they have none.")
    ]
    platform_url: Annotated[str, Field(description="Address of the platform, normalized.", min_length=1)]


class AccountSource(ContractEnum):
    """`credentials`: a saved login; `environment`: OSMOSIS_TOKEN."""

    CREDENTIALS = "credentials"
    ENVIRONMENT = "environment"


class CommandSecretScope(ContractEnum):
    """`workspace`: for every member; `personal`: for one person in that workspace, and used in preference."""

    WORKSPACE = "workspace"
    PERSONAL = "personal"


class AuthLoginResult(ContractModel):
    """The resource of `auth.login`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="E-mail address of the account.", min_length=1)]
    name: Annotated[str | None, Field(description="Name of the person, or null when the platform has none.")]
    expires_at: Annotated[Timestamp, Field(description="When the token ends.")]
    platform_url: Annotated[str, Field(description="Address of the platform, normalized.", min_length=1)]
    workspace: Annotated[
        WorkspaceMembership | None, Field(description="Always null; a login is not bound to a workspace.")
    ]
    source: Annotated[LoginSource, Field(description="Where the token came from.")]
    verified: Annotated[bool, Field(description="Whether the platform accepted the token.")]
    saved: Annotated[bool, Field(description="Whether the login is stored.")]
    token_store: Annotated[TokenStore, Field(description="Where the token is stored.")]


class AuthAccount(ContractModel):
    """The account a command acts for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[str, Field(description="E-mail address of the account.", min_length=1)]
    name: Annotated[str | None, Field(description="Name of the person, or null when the platform has none.")]
    expires_at: Annotated[Timestamp | None, Field(description="When the token ends. Null for one that does not end.")]
    platform_url: Annotated[str, Field(description="Address of the platform, normalized.", min_length=1)]
    source: Annotated[AccountSource, Field(description="The kind of source of the token.")]
    effective_source: Annotated[TokenSource, Field(description="Where the token was taken from.")]
    persistent_login: Annotated[bool, Field(description="Whether a login is saved for the platform.")]
    token_id: Annotated[
        Maybe[str],
        Field(description="Identity of the token. Left out when the platform does not name it.", min_length=1),
    ] = None


class AuthWhoamiData(ContractModel):
    """The data of `auth whoami`. The members beside `account` and `workspace` repeat those of `account`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    account: Annotated[AuthAccount, Field(description="The account.")]
    email: Annotated[str, Field(description="E-mail address of the account.", min_length=1)]
    name: Annotated[str | None, Field(description="Name of the person, or null when the platform has none.")]
    expires_at: Annotated[Timestamp | None, Field(description="When the token ends. Null for one that does not end.")]
    platform_url: Annotated[str, Field(description="Address of the platform, normalized.", min_length=1)]
    source: Annotated[AccountSource, Field(description="The kind of source of the token.")]
    effective_source: Annotated[TokenSource, Field(description="Where the token was taken from.")]
    persistent_login: Annotated[bool, Field(description="Whether a login is saved for the platform.")]
    workspace: Annotated[
        WorkspaceMembership | None,
        Field(description="The workspace of the repository around the current directory. Null when there is none."),
    ]


class SecretRecord(ContractModel):
    """A secret, without its value."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the secret.", min_length=1)]
    name: Annotated[str, Field(description="Name of the secret.")]
    scope: Annotated[CommandSecretScope | None, Field(description="Whose it is. Null when the platform does not say.")]
    created_at: Annotated[Timestamp, Field(description="When it was first stored.")]
    updated_at: Annotated[Timestamp, Field(description="When its value was last written.")]
    creator_name: Annotated[str | None, Field(description="Who stored it first.")]
    updater_name: Annotated[str | None, Field(description="Who wrote its value last.")]


class SecretSetResult(ContractModel):
    """The resource of `secret.set`, the secret with the context of the call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the secret.", min_length=1)]
    name: Annotated[str, Field(description="Name of the secret.")]
    scope: Annotated[CommandSecretScope | None, Field(description="Whose it is. Null when the platform does not say.")]
    created_at: Annotated[Timestamp, Field(description="When it was first stored.")]
    updated_at: Annotated[Timestamp, Field(description="When its value was last written.")]
    creator_name: Annotated[str | None, Field(description="Who stored it first.")]
    updater_name: Annotated[str | None, Field(description="Who wrote its value last.")]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class SecretDeleteResult(ContractModel):
    """The resource of `secret.delete`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Name of the secret.", min_length=1)]
    scope: Annotated[CommandSecretScope, Field(description="Whose it was.")]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class RolloutRecord(ContractModel):
    """A rollout that the platform found in a branch."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the rollout.", min_length=1)]
    name: Annotated[str, Field(description="Name of its directory.")]
    description: Annotated[str | None, Field(description="What its project says of it.")]
    repo_full_name: Annotated[str | None, Field(description="The repository as `owner/name`.")]
    last_synced_commit_sha: Annotated[str | None, Field(description="The commit it was read from.")]
    last_synced_at: Annotated[Timestamp | None, Field(description="When it was last read.")]
    created_at: Annotated[Timestamp, Field(description="When it was first seen.")]


class StoredLogin(ContractModel):
    """A login. Also required: `access_token` with the store `file`, `keyring_account` with the store `keyring`, and
    neither with the other."""

    model_config = ConfigDict(
        extra="forbid",
    )
    version: Annotated[Annotated[Literal[2], Only()], Field(description="Version of the entry's form.")]
    access_token: Annotated[Maybe[str], Field(description="The token, with the store `file`.", min_length=1)] = None
    keyring_account: Annotated[
        Maybe[str],
        Field(
            description="The account under the service `osmosis-cli` of the keyring, with the store `keyring`.",
            min_length=1,
        ),
    ] = None
    token_type: Annotated[Literal["Bearer"], Field(description="How the token is sent.")]
    expires_at: Annotated[Timestamp, Field(description="When the token ends.")]
    created_at: Annotated[Timestamp, Field(description="When the login was saved.")]
    user: Annotated[PlatformUser, Field(description="The account.")]
    token_id: Annotated[
        Maybe[str],
        Field(description="Identity of the token. Left out when the platform does not name it.", min_length=1),
    ] = None
    platform_url: Annotated[str, Field(description="Address of the platform, normalized.", min_length=1)]
    token_store: Annotated[TokenStore, Field(description="Where the token is.")]


class CredentialsFile(ContractModel):
    """The file `~/.config/osmosis/credentials.json`: mode 600, in a directory of mode 700. Published versions read
    and write it too."""

    model_config = ConfigDict(
        extra="forbid",
    )
    version: Annotated[Annotated[Literal[2], Only()], Field(description="Version of the file's form.")]
    platforms: Annotated[
        dict[str, StoredLogin], Field(description="One login per platform, by its normalized address.")
    ]
