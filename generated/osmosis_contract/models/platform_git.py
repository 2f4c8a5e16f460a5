"""Git connections. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import RepositoryName, SecretName, Timestamp


class GitConnectRequest(ContractModel):
    """A repository to connect."""

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
    credential: Annotated[
        Maybe[SecretName],
        Field(
            description="The secret of the workspace that authenticates: a token for `https`, an OpenSSH private key for `ssh`."
        ),
    ] = None


class GitConnectionState(ContractEnum):
    """How the connection stands. `pending` and `syncing`: it is about to be read, or being read. `ready`. `blocked`:
    it cannot be read until a person does something; runs that need it are refused."""

    PENDING = "pending"
    SYNCING = "syncing"
    READY = "ready"
    BLOCKED = "blocked"


class GitConnection(ContractModel):
    """A workspace's repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    url: Annotated[str, Field(description="Where it is, without credentials.")]
    repo_full_name: Annotated[RepositoryName, Field(description="The repository as clones name it.")]
    credential: Annotated[SecretName | None, Field(description="The secret that authenticates; null when none does.")]
    default_branch: Annotated[str | None, Field(description="Its default branch; null until it was synced.")]
    state: Annotated[GitConnectionState, Field(description="How it stands.")]
    blocked_code: Annotated[
        str | None,
        Field(
            description="Why it is blocked: `REPOSITORY_UNREACHABLE`, `REPOSITORY_TOO_LARGE`, `REPOSITORY_EMPTY` or `CREDENTIAL_MISSING`."
        ),
    ]
    blocked_message: Annotated[str | None, Field(description="What is wrong and what to do, when it is blocked.")]
    last_synced_at: Annotated[Timestamp | None, Field(description="When it was last read.")]
    connected_at: Annotated[Timestamp, Field(description="When it was connected.")]


class NewGitConnection(ContractModel):
    """A repository that was just connected."""

    model_config = ConfigDict(
        extra="forbid",
    )
    connection: Annotated[GitConnection, Field(description="The connection.")]
    hook_url: Annotated[
        str,
        Field(description="Where the host should post pushes. Whoever knows it can ask for a sync. Shown this once."),
    ]


class GitHook(ContractModel):
    """The push hook of a repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    hook_url: Annotated[str, Field(description="Where the host should post pushes. Shown this once.")]


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


class GitSync(ContractModel):
    """One reading of a branch, or of a repository that could not be read."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    branch: Annotated[str | None, Field(description="The branch; null for a repository that could not be read.")]
    status: Annotated[GitSyncStatus, Field(description="Where it stands.")]
    trigger: Annotated[GitSyncTrigger, Field(description="What asked for it.")]
    commit_sha: Annotated[str | None, Field(description="The commit that was read.")]
    author: Annotated[str | None, Field(description="Who wrote that commit.")]
    subject: Annotated[str | None, Field(description="The first line of its message.")]
    rollout_count: Annotated[Integer, Field(description="Rollouts that were found.", ge=0)]
    problems: Annotated[list[str], Field(description="What in the commit was left out, and why.")]
    message: Annotated[str | None, Field(description="Why the sync failed.")]
    started_at: Annotated[Timestamp, Field(description="When it began.")]
    finished_at: Annotated[Timestamp | None, Field(description="When it ended.")]


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
    last_synced_at: Annotated[Timestamp, Field(description="When it was last read.")]
    deleted_at: Annotated[
        Timestamp | None, Field(description="When it was found to be gone; its rollouts are gone with it.")
    ]


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
    """A push as the host reports it. Nothing in it is relied on: the repository itself is read."""

    ref: Annotated[Maybe[str], Field(description="What was pushed.")] = None
