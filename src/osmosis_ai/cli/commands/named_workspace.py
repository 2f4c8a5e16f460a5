"""The name of the workspace that a command is about: what the platform's newer calls have in their path."""

from pathlib import Path

from osmosis_ai.base.errors import WorkspaceRequiredError
from osmosis_ai.cli.commands.auth import verify_in_repository
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.platform_client.connection import Connection
from osmosis_contract.clients.platform.api.sign_in import list_cli_workspaces
from osmosis_contract.models import WorkspaceList


def workspace_name(connection: Connection, console: Console) -> str:
    """The name that ``--workspace`` gives, else that of the repository's workspace. Raises WorkspaceRequiredError."""
    if console.workspace is not None:
        return console.workspace
    found = verify_in_repository(connection, Path()).workspace
    if found is None:
        raise WorkspaceRequiredError(
            "No workspace of the platform is connected to this repository.",
            hint=f"Name one: {console.program} --workspace NAME …, or connect the repository:"
            f" {console.program} --workspace NAME platform git connect",
        )
    return found.name


def workspace_to_connect(connection: Connection, console: Console) -> str:
    """The name that ``--workspace`` gives, else that of the one workspace that the account has."""
    if console.workspace is not None:
        return console.workspace
    names = [each.name for each in connection.call(list_cli_workspaces.sync_detailed, WorkspaceList).workspaces]
    if len(names) != 1:
        which = f"You are in {len(names)}: {', '.join(names)}." if names else "You are in none."
        raise WorkspaceRequiredError(
            f"It has to be said which workspace gets the repository. {which}",
            hint=f"Name it: {console.program} --workspace NAME platform git connect",
        )
    return names[0]
