"""What every command about a platform begins with: its address, the login, and the workspace of the call."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError, WorkspaceRequiredError
from osmosis_ai.base.git import describe_worktree, folder_identity
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.results import Column, Page
from osmosis_ai.cli.framework.usage import UsageError
from osmosis_ai.platform_client.address import active_url, require_secure
from osmosis_ai.platform_client.connection import PAGE_LIMIT, Connection, Scope
from osmosis_ai.platform_client.credentials import Credentials
from osmosis_ai.platform_client.login import find_login

LimitOption = Annotated[int, Parameter(help="How many to show, at most 50.")]
AllOption = Annotated[bool, Parameter(name="--all", help="Show all of them.")]

_MOST_LINES = 200
_REDACTED = "[REDACTED]"


class Session:
    """The platform that a command talks to: at `url`, else as the environment has it. Raises OsmosisError where its
    address cannot be used."""

    def __init__(self, console: Console, url: str | None = None) -> None:
        self.console = console
        self.url = active_url(os.environ) if url is None else url
        require_secure(self.url, os.environ, console.warning)
        self.credentials = Credentials(os.environ, console.warning)

    def connect(self, token: str | None) -> Connection:
        """A connection with that token, or without one."""
        return Connection(self.url, token=token, warn=self.console.warning)

    def log_in(self) -> Connection:
        """A connection with the token of the environment or the saved one. Raises LoginRequiredError without."""
        return self.connect(find_login(os.environ, self.credentials, self.url).token)


@dataclass(frozen=True, slots=True)
class Place:
    """The workspace of a call, and what an envelope says of where it came from."""

    scope: Scope
    context: Mapping[str, object]


def named_place(console: Console) -> Place:
    """The workspace that ``--workspace`` names, else that of the repository. Raises WorkspaceRequiredError without."""
    if console.workspace is None:
        return repository_place()
    return Place(Scope(workspace=console.workspace), {"workspace": {"name": console.workspace}})


def repository_place(folder: Path | None = None) -> Place:
    """The workspace of the repository around a folder, the current directory if none is given.

    Raises WorkspaceRequiredError outside a workspace directory or without an origin remote, OsmosisError for one that
    lacks directories.
    """
    workspace = Workspace.find(folder or Path())
    workspace.require_directories()
    git = describe_worktree(workspace.root)
    identity = _identity(git)
    if git is None or identity is None:
        raise WorkspaceRequiredError(
            f"The workspace {workspace.root} is not in a git repository whose origin is OWNER/NAME.",
            hint="Add the remote that a workspace of the platform is connected to, or name one with --workspace.",
            details={"path": str(workspace.root)},
        )
    context = {"git": {**git, "identity": identity}, "workspace_directory": str(workspace.root)}
    return Place(Scope(git=identity.lower()), context)


def config_context(place: Place, root: Path) -> dict[str, object]:
    """What an envelope says of a config in a workspace directory: its repository too, where `--workspace` is given."""
    git = describe_worktree(root)
    repository = {} if git is None else {"git": {**git, "identity": _identity(git)}}
    return {**repository, "workspace_directory": str(root), **place.context}


def page_of(answers: Sequence[Any], items: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> Page:
    """The items of a platform's pages as one page, which goes on where the last of them does."""
    last = answers[-1]
    return Page(
        items=items,
        columns=columns,
        total_count=last.total_count,
        has_more=last.has_more,
        next_offset=last.next_offset,
    )


def without_values[T](values: Collection[str], call: Callable[[], T]) -> T:
    """What the call gives. No error of it repeats a value that was sent."""
    try:
        return call()
    except OsmosisError as error:
        error.details = {key: shown for key, shown in error.details.items() if isinstance(shown, str | int)}

        def without(text: str) -> str:
            for value in values:
                text = text.replace(value, _REDACTED)
            return text

        raise error.with_text(without) from None


def check_lines(limit: int) -> None:
    """Raise UsageError for a number of lines that no page of a log has."""
    if not 1 <= limit <= _MOST_LINES:
        raise UsageError(f"--limit: {limit} is not allowed; it takes a whole number from 1 to {_MOST_LINES}.")


def git_identity(folder: Path) -> str | None:
    """The repository of a folder as the platform knows it; None where there is none."""
    identity = _identity(describe_worktree(folder))
    return None if identity is None else identity.lower()


def _identity(git: Mapping[str, object] | None) -> str | None:
    """OWNER/NAME of the origin; of one that is a folder, the last two parts of its path."""
    if git is None:
        return None
    identity, url = git["identity"], git["remote_url"]
    if isinstance(identity, str):
        return identity
    return folder_identity(url) if isinstance(url, str) else None


def check_paging(limit: int, *, everything: bool) -> None:
    """Raise UsageError for a limit outside 1 to 50, OsmosisError for one beside ``--all``."""
    if not 1 <= limit <= PAGE_LIMIT:
        raise UsageError(f"--limit: {limit} is not allowed; it takes a whole number from 1 to {PAGE_LIMIT}.")
    if everything and limit != PAGE_LIMIT:
        raise OsmosisError("--all and --limit exclude each other.", hint="Give one of the two.")
