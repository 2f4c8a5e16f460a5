"""Git connections. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import RepositoryName, Timestamp


class GitCredentialKind(ContractEnum):
    """How the platform authenticates to the repository's host: `none`, `ssh_key` (an OpenSSH private key) or `https_token` (a user name and token)."""

    NONE = "none"
    SSH_KEY = "ssh_key"
    HTTPS_TOKEN = "https_token"


class GitConnectRequest(ContractModel):
    """A repository to connect. The credential is stored encrypted and never shown."""

    model_config = ConfigDict(
        extra="forbid",
    )
    url: Annotated[
        str,
        Field(
            description="Where it is: `https`, `ssh`, the scp-like form, or the absolute path of a bare repository below a folder that the server's configuration allows.",
            max_length=2048,
            min_length=1,
        ),
    ]
    repo_full_name: Annotated[
        Maybe[RepositoryName],
        Field(
            description="The repository as clones name it in `X-Osmosis-Git`; by default the last two parts of the URL's path."
        ),
    ] = None
    credential_kind: Annotated[GitCredentialKind, Field(description="How to authenticate.")] = GitCredentialKind.NONE
    username: Annotated[
        Maybe[str],
        Field(
            description="The user name for an `https_token`; `x-access-token` by default.", max_length=255, min_length=1
        ),
    ] = None
    credential: Annotated[Maybe[str], Field(description="The key or token.", max_length=65536, min_length=1)] = None
    known_hosts: Annotated[
        Maybe[str],
        Field(
            description="Host keys to accept for ssh, in the form of a known_hosts file.",
            max_length=65536,
            min_length=1,
        ),
    ] = None
    poll_interval_s: Annotated[
        Maybe[Integer], Field(description="Seconds between polls; 300 by default.", ge=30, le=86400)
    ] = None


class GitConnectionState(ContractEnum):
    """Whether the repository can be used. `ready`; `never_synced`; `unreachable` (the host does not answer); `access_denied` (it refuses the credential); `empty` (no branch); `not_found`. All but `ready` block runs."""

    READY = "ready"
    NEVER_SYNCED = "never_synced"
    UNREACHABLE = "unreachable"
    ACCESS_DENIED = "access_denied"
    EMPTY = "empty"
    NOT_FOUND = "not_found"


class GitConnection(ContractModel):
    """A workspace's repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    url: Annotated[str, Field(description="Where it is, without credentials.")]
    repo_full_name: Annotated[RepositoryName, Field(description="The repository as clones name it.")]
    credential_kind: Annotated[GitCredentialKind, Field(description="How the platform authenticates.")]
    default_branch: Annotated[str | None, Field(description="Its default branch; null until it was synced.")]
    state: Annotated[GitConnectionState, Field(description="Whether it can be used.")]
    state_detail: Annotated[str | None, Field(description="What is wrong and what to do, when something is.")]
    poll_interval_s: Annotated[Integer, Field(description="Seconds between polls.", ge=0)]
    last_synced_at: Annotated[Timestamp | None, Field(description="When it was last read.")]
    created_at: Annotated[Timestamp, Field(description="When it was connected.")]
    hook_url: Annotated[str, Field(description="Where the host should post pushes.")]
    hook_secret: Annotated[
        Maybe[str],
        Field(description="What those posts are signed with; only in the answer that connected the repository."),
    ] = None


class GitSyncStatus(ContractEnum):
    """Where a sync stands."""

    PENDING = "pending"
    SYNCING = "syncing"
    SUCCESS = "success"
    FAILED = "failed"


class GitSyncTrigger(ContractEnum):
    """What asked for a sync."""

    CONNECT = "connect"
    PUSH = "push"
    POLL = "poll"
    MANUAL = "manual"


class GitSyncRequest(ContractModel):
    """What to sync."""

    model_config = ConfigDict(
        extra="forbid",
    )
    branch: Annotated[
        Maybe[str], Field(description="One branch; all of them when it is left out.", max_length=255, min_length=1)
    ] = None


class GitSyncProblem(ContractModel):
    """Something in the repository that keeps a rollout from being used."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="Where it is.")]
    message: Annotated[str, Field(description="What is wrong and what to do.")]


class GitSync(ContractModel):
    """One reading of a branch."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    branch: Annotated[str | None, Field(description="The branch; null while all of them are asked for.")]
    status: Annotated[GitSyncStatus, Field(description="Where it stands.")]
    trigger: Annotated[GitSyncTrigger, Field(description="What asked for it.")]
    commit_sha: Annotated[str | None, Field(description="The commit that was read.")]
    author: Annotated[str | None, Field(description="Who wrote that commit.")]
    message: Annotated[str | None, Field(description="The first line of its message.")]
    rollout_count: Annotated[Integer, Field(description="Rollouts that were found.", ge=0)]
    problems: Annotated[list[GitSyncProblem], Field(description="What kept others from being used.")]
    error: Annotated[str | None, Field(description="Why the sync failed.")]
    created_at: Annotated[Timestamp, Field(description="When it was asked for.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")]
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")]


class GitSyncList(ContractModel):
    """A page of the history, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    syncs: Annotated[list[GitSync], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class GitBranch(ContractModel):
    """A branch of the repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.")]
    commit_sha: Annotated[str, Field(description="The commit that was last read.")]
    is_default: Annotated[bool, Field(description="Whether it is the default branch.")]
    rollout_count: Annotated[Integer, Field(description="Its rollouts.", ge=0)]
    last_synced_at: Annotated[Timestamp | None, Field(description="When it was last read.")]


class GitBranchList(ContractModel):
    """A page of branches, ordered by name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    branches: Annotated[list[GitBranch], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class GitPush(ContractModel):
    """A push as the host reports it. Members beside these are ignored."""

    ref: Annotated[
        Maybe[str], Field(description="What was pushed; all branches are synced when it is left out.", max_length=1024)
    ] = None
    after: Annotated[Maybe[str], Field(description="The commit it points at now.", max_length=64)] = None
    deleted: Annotated[Maybe[bool], Field(description="Whether it is gone.")] = None
