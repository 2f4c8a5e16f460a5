"""The platform's workspace of a repository, for commands that work without a platform too."""

import os
from pathlib import Path

from osmosis_ai.cli.commands.auth import membership
from osmosis_ai.cli.commands.session import git_identity
from osmosis_ai.platform_client.address import active_url, require_secure
from osmosis_ai.platform_client.connection import Connection, Scope
from osmosis_ai.platform_client.credentials import Credentials
from osmosis_ai.platform_client.login import find_login
from osmosis_contract.clients.platform.api.sign_in import verify
from osmosis_contract.models import VerifyResponse

_PATIENCE_SEC = 5.0


def linked_workspace(root: Path) -> dict[str, object] | None:
    """``{id, name, role}``; None where the folder's repository has no identity or no workspace.

    Makes no call without a login. Raises OsmosisError for everything that is in the way; warns of nothing.
    """
    identity = git_identity(root)
    if identity is None:
        return None
    url = active_url(os.environ)
    require_secure(url, os.environ, _ignore)
    login = find_login(os.environ, Credentials(os.environ, _ignore), url)
    with Connection(url, token=login.token, warn=_ignore, timeout_sec=_PATIENCE_SEC) as connection:
        verified = connection.call(verify.sync_detailed, VerifyResponse, **Scope(git=identity).headers())
    found = membership(verified)
    return None if found is None else found.to_wire()


def _ignore(_code: str | None, _message: str) -> None:
    """No warning: the command does not depend on the platform."""
