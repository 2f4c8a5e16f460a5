"""A platform for the tests of the contract: on SQLite in a temporary folder, with people of every role."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from osmosis_ai.platform.access.roles import ROLES
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.pool_settings import DEFAULT_POOL
from osmosis_ai.platform.services import accounts, members, tokens, workspaces
from osmosis_ai.platform.settings import load_settings

WORKSPACE = "main"


class PlatformOnStart:
    """An ASGI application that opens its platform when the server starts it, in the server's own event loop.

    From then on `tokens` has a token of each role in the workspace `main`.
    """

    def __init__(self, folder: Path, *, database_url: str | None = None) -> None:
        overrides = {"secrets.key_file": str(folder / "secrets.keys"), "database.url": database_url}
        settings = load_settings(folder / "data", environment={}, overrides=overrides)
        self.settings = replace(settings, pools=(replace(DEFAULT_POOL, trusted=True),))
        self.tokens: dict[str, str] = {}
        self.app: Any = None
        self._open = contextlib.AsyncExitStack()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        await receive()
        platform = await self._open.enter_async_context(Platform.open(self.settings))
        platform.resolve_host = _somewhere
        await self._add_people(platform)
        self.app = create_platform_app(platform)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._open.aclose()
        await send({"type": "lifespan.shutdown.complete"})

    async def _add_people(self, platform: Platform) -> None:
        async with platform.write() as unit:
            owner = await accounts.by_email(unit, "owner@localhost")
            workspace_id = (await unit_workspace(unit, owner)).id
            for role in ROLES:
                person = owner if role == "owner" else await accounts.add(unit, email=f"{role}@example.org")
                await members.add(unit, workspace_id, person.id, role)
                made = await tokens.issue(unit, person.id, name="tests", origin="personal", days=1)
                self.tokens[role] = made.text


async def _somewhere(host: str, port: int) -> Sequence[str]:
    """A public address for every name, without a look-up. Nothing is ever sent there: no webhook is delivered here."""
    return ["93.184.215.14"]


async def unit_workspace(unit: Any, owner: accounts.Account) -> workspaces.JoinedWorkspace:
    """The workspace of the first owner."""
    from osmosis_ai.platform.store.workspaces import joined_workspaces

    return (await joined_workspaces(unit, owner.id))[0]
