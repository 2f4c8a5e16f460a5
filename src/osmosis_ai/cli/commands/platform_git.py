"""``osmosis platform git``: the repository that a workspace has its rollouts from."""

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.git import ask_git, find_worktree, without_credentials
from osmosis_ai.cli.commands.named_workspace import workspace_name, workspace_to_connect
from osmosis_ai.cli.commands.session import AllOption, LimitOption, Session, check_paging, git_identity, page_of
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import Column, DetailResult, ListResult, OperationResult
from osmosis_ai.platform_client.connection import PAGE_LIMIT, Connection
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.git import (
    connect_git,
    disconnect_git,
    get_git_connection,
    list_git_branches,
    list_git_syncs,
    renew_git_hook,
    sync_git,
)
from osmosis_contract.models import (
    Empty,
    GitBranchList,
    GitConnection,
    GitConnectionState,
    GitConnectRequest,
    GitHook,
    GitSyncList,
    NewGitConnection,
)

NoWaitOption = Annotated[bool, Parameter(help="Do not wait until the repository was read.")]

_AT_REST = (GitConnectionState.READY, GitConnectionState.BLOCKED)
_PAUSE_SEC = 0.5
_LONGEST_SEC = 600.0
_SHA = 12
_BRANCHES = [
    Column("name", "Branch"),
    Column("commit_sha", "Commit", words=lambda sha: str(sha)[:_SHA]),
    Column("rollout_count", "Rollouts", numeric=True),
    Column("last_synced_at", "Read"),
    Column("deleted_at", "Deleted"),
]
_SYNCS = [
    Column("started_at", "When"),
    Column("branch", "Branch"),
    Column("commit_sha", "Commit", words=lambda sha: str(sha)[:_SHA]),
    Column("trigger", "Asked for by"),
    Column("status", "State"),
    Column("rollout_count", "Rollouts", numeric=True),
    Column("message", "Message"),
]


def git_connect(
    url: Annotated[
        str | None,
        Parameter(
            metavar="URL",
            help="Where the repository is: https, ssh, USER@HOST:PATH, or a folder of the platform's machine that its"
            " operator allows. The origin of the repository around you if left out.",
        ),
    ] = None,
    /,
    *,
    name: Annotated[
        str | None,
        Parameter(metavar="OWNER/NAME", help="What clones name it by: their origin's. The end of URL if left out."),
    ] = None,
    credential: Annotated[
        str | None,
        Parameter(metavar="SECRET", help="A secret of the workspace: a token for https, a private key for ssh."),
    ] = None,
    no_wait: NoWaitOption = False,
    console: InjectedConsole,
) -> OperationResult:
    """Connect a repository to the workspace.

    The platform reads the rollouts of each branch, now and after every push that its host tells it of: have it post
    pushes to the address that is printed once. Owners and admins may. Store a credential first, with
    `osmosis secret set NAME --scope workspace`.

        osmosis platform git connect
        osmosis platform git connect https://github.com/acme/agents.git
        osmosis platform git connect git@host:acme/a.git --credential DEPLOY_KEY
    """
    given, wanted_name = url or _origin(), name
    if wanted_name is None and url is None:
        wanted_name = git_identity(Path())
    with Session(console).log_in() as connection:
        workspace = workspace_to_connect(connection, console)
        console.status(f"Connecting {given}")
        made = connection.call(
            connect_git.sync_detailed,
            NewGitConnection,
            workspace=workspace,
            body=GitConnectRequest.model_validate(
                {"url": given, **omit_none(repo_full_name=wanted_name, credential=credential)}
            ),
        )
        console.status("Waiting until the platform has read it")
        found = made.connection if no_wait else wait_until_read(connection, workspace, made.connection)
    here = git_identity(Path())
    if here is not None and here != found.repo_full_name:
        console.warning(
            "REPOSITORY_NAME",
            f"The origin of the repository around you is {here}, and this one is connected as {found.repo_full_name}:"
            " commands typed here do not find its workspace. Connect it with --name, or type --workspace.",
        )
    blocked = found.state is GitConnectionState.BLOCKED
    return OperationResult(
        operation="platform.git.connect",
        status="partial" if blocked else "success",
        resource=NewGitConnection(connection=found, hook_url=made.hook_url).to_wire(),
        message=_message(found, workspace),
        facts=[("Push hook, shown this once", made.hook_url)],
        next_steps=_after_blocked(found, console.program) if blocked else [f"{console.program} rollout list"],
    )


def git_show(*, console: InjectedConsole) -> DetailResult:
    """Show the repository of the workspace, and whether the platform can read it.

    osmosis platform git show
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        found = connection.call(get_git_connection.sync_detailed, GitConnection, workspace=workspace)
    fields = [
        ("URL", found.url),
        ("Workspace", workspace),
        ("State", found.state.value),
        ("Problem", found.blocked_message),
        ("Default branch", found.default_branch),
        ("Credential", found.credential),
        ("Last read", found.last_synced_at),
        ("Connected", found.connected_at),
    ]
    shown = [(label, value) for label, value in fields if value is not None]
    return DetailResult(title=found.repo_full_name, data=found.to_wire(), fields=shown)


def git_sync(*, no_wait: NoWaitOption = False, console: InjectedConsole) -> OperationResult:
    """Have the platform read the repository now.

    Every branch, without a push. With --no-wait the history says later what became of it.

        osmosis platform git sync
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        console.status("Asking the platform" if no_wait else "Waiting until the platform has read the repository")
        found = read_again(connection, workspace, wait=not no_wait)
    return OperationResult(
        operation="platform.git.sync",
        status="partial" if found.state is GitConnectionState.BLOCKED else "success",
        resource=found.to_wire(),
        message="The platform reads the repository." if no_wait else _message(found, workspace),
        next_steps=[
            f"{console.program} platform git history",
            *(_after_blocked(found, console.program) if found.state is GitConnectionState.BLOCKED else []),
        ],
    )


def git_branches(
    *, limit: LimitOption = PAGE_LIMIT, everything: AllOption = False, console: InjectedConsole
) -> ListResult:
    """List the branches that the platform has read, with the commit of each.

    osmosis platform git branches
    """
    check_paging(limit, everything=everything)
    with Session(console).log_in() as connection:
        pages = connection.listing(
            list_git_branches.sync_detailed,
            GitBranchList,
            limit=None if everything else limit,
            workspace=workspace_name(connection, console),
        )
    return ListResult(page=page_of(pages, [each.to_wire() for page in pages for each in page.branches], _BRANCHES))


def git_history(
    *,
    branch: Annotated[str | None, Parameter(metavar="NAME", help="Of this branch alone.")] = None,
    limit: LimitOption = PAGE_LIMIT,
    everything: AllOption = False,
    console: InjectedConsole,
) -> ListResult:
    """List what the platform read and when, the newest first.

    osmosis platform git history --limit 10
    """
    check_paging(limit, everything=everything)
    with Session(console).log_in() as connection:
        pages = connection.listing(
            list_git_syncs.sync_detailed,
            GitSyncList,
            limit=None if everything else limit,
            workspace=workspace_name(connection, console),
            **omit_none(branch=branch),
        )
    return ListResult(page=page_of(pages, [each.to_wire() for page in pages for each in page.syncs], _SYNCS))


def git_new_hook(*, console: InjectedConsole) -> OperationResult:
    """Give the push hook another address.

    The one before no longer works. Give the new one to the repository's host; it is printed once.

        osmosis platform git new-hook
    """
    with Session(console).log_in() as connection:
        made = connection.call(
            renew_git_hook.sync_detailed, GitHook, workspace=workspace_name(connection, console), body=Empty()
        )
    return OperationResult(
        operation="platform.git.new_hook",
        resource=made.to_wire(),
        message="The push hook has another address; the one before no longer works.",
        facts=[("Push hook, shown this once", made.hook_url)],
    )


def git_disconnect(*, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Disconnect the repository from the workspace.

    Its rollouts go from the lists. Runs that used it keep what they recorded.

        osmosis platform git disconnect --yes
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        found = connection.call(get_git_connection.sync_detailed, GitConnection, workspace=workspace)
        summary = {"Repository": found.url, "Workspace": workspace}
        console.confirm("Disconnect the repository?", summary=summary, yes=yes)
        connection.call(disconnect_git.sync_detailed, type(None), workspace=workspace)
    return OperationResult(
        operation="platform.git.disconnect",
        resource=found.to_wire(),
        message=f"{found.repo_full_name} is no longer connected to {workspace}.",
    )


def read_again(connection: Connection, workspace: str, *, wait: bool) -> GitConnection:
    """Has the repository read; how it stands afterwards, or now without `wait`."""

    def newest() -> str | None:
        page = connection.call(list_git_syncs.sync_detailed, GitSyncList, workspace=workspace, limit=1, offset=0)
        return page.syncs[0].id if page.syncs else None

    before = newest()
    connection.call(sync_git.sync_detailed, Empty, workspace=workspace, body=Empty())
    deadline = time.monotonic() + _LONGEST_SEC
    while wait and newest() == before and time.monotonic() < deadline:
        time.sleep(_PAUSE_SEC)
    found = connection.call(get_git_connection.sync_detailed, GitConnection, workspace=workspace)
    return wait_until_read(connection, workspace, found) if wait else found


def wait_until_read(connection: Connection, workspace: str, found: GitConnection) -> GitConnection:
    """The connection once it was read, or cannot be; after ten minutes as it is then."""
    deadline = time.monotonic() + _LONGEST_SEC
    while found.state not in _AT_REST and time.monotonic() < deadline:
        time.sleep(_PAUSE_SEC)
        found = connection.call(get_git_connection.sync_detailed, GitConnection, workspace=workspace)
    return found


def _after_blocked(found: GitConnection, program: str) -> list[str]:
    """What to type about a repository that cannot be read."""
    again = f"{program} platform git sync"
    if found.blocked_code == "REPOSITORY_EMPTY":
        return ["git push", again]
    is_folder = found.url.startswith(("/", "file:"))
    if found.blocked_code == "REPOSITORY_UNREACHABLE" and found.credential is None and not is_folder:
        return [
            f"{program} secret set NAME --scope workspace",
            f"{program} platform git disconnect",
            f"{program} platform git connect {found.url} --credential NAME",
        ]
    if found.credential is not None:
        return [f"{program} secret set {found.credential} --scope workspace", again]
    return [again]


def _message(found: GitConnection, workspace: str) -> str:
    name = f"{found.repo_full_name} is connected to {workspace}"
    if found.state is GitConnectionState.BLOCKED:
        return f"{name}, and cannot be read: {found.blocked_message}"
    if found.state is GitConnectionState.READY:
        return f"{name}, and was read."
    return f"{name}. The platform is still reading it."


def _origin() -> str:
    """The address of the origin around this directory, without credentials. Raises OsmosisError without one."""
    root = find_worktree(Path())
    found = None if root is None else ask_git(root, "remote", "get-url", "origin")
    if not found:
        raise OsmosisError(
            "There is no git repository with an origin here.",
            hint="Give the URL of the repository, or add the remote: git remote add origin URL",
        )
    return without_credentials(found)
