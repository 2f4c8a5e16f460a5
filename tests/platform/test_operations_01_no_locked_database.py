"""Complaint 1: no request sees a locked database, however many read and then write at once.

Three seconds by default; `OSMOSIS_SOAK_SECONDS=60` for the whole minute.
"""

from __future__ import annotations

import asyncio
import os

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, audit, workspaces
from osmosis_ai.platform.store import audit as audit_rows
from tests.platform.conftest import actor_of

CLIENTS = 64
SECONDS = float(os.environ.get("OSMOSIS_SOAK_SECONDS", "3"))


async def test_64_clients_that_read_and_then_write_see_no_lock_and_lose_no_write(platform: Platform, owner):
    """Every transaction commits, and what was committed is there: reads go on beside the writes."""
    deadline = asyncio.get_running_loop().time() + SECONDS
    async with platform.read() as unit:
        before = await audit_rows.count(unit)

    async def client() -> int:
        done = 0
        while done == 0 or asyncio.get_running_loop().time() < deadline:
            async with platform.write() as unit:
                account = await accounts.by_email(unit, owner.actor.email)
                await workspaces.joined(unit, owner.actor)
                await audit.record(unit, actor_of(account), "test.write")
            async with platform.read() as unit:
                await workspaces.joined(unit, owner.actor)
            done += 1
        return done

    written = sum(await asyncio.gather(*(client() for _ in range(CLIENTS))))
    async with platform.read() as unit:
        assert await audit_rows.count(unit) == before + written
