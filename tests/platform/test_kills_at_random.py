"""kill -9 at random moments of writing: what was acknowledged is there, and the database is sound.

A few kills by default; `OSMOSIS_KILLS=200` for many.
"""

from __future__ import annotations

import asyncio
import os
import random

import pytest
from sqlalchemy import text

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import audit as rows
from tests.platform.processes import Program

KILLS = int(os.environ.get("OSMOSIS_KILLS", "3"))

WRITE = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit

async def main():
    async with Platform.open(load_settings(Path(sys.argv[1]))) as platform:
        print("ready", flush=True)
        async def client(number):
            for count in range(100_000):
                name = f"{sys.argv[2]}-{number}-{count}"
                async with platform.write() as unit:
                    for half in ("one", "two"):
                        await audit.record_system(unit, "test.kill", target=name, details={"half": half})
                print(name, flush=True)
        await asyncio.gather(*(client(number) for number in range(4)))

asyncio.run(main())
"""
"""Four clients that write pairs and say what was committed."""


@pytest.mark.timeout(60 + 60 * KILLS)
async def test_nothing_acknowledged_is_lost_and_nothing_is_half_written(settings: Settings):
    """After each kill every pair that was acknowledged is whole, and no pair is half there."""
    seed = random.randrange(1 << 30)
    choice = random.Random(seed)
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
    }
    acknowledged: set[str] = set()
    for kill in range(KILLS):
        program = await Program.start(WRITE, str(settings.data), str(kill), env=environment)
        assert await program.line() == "ready"
        reading = asyncio.create_task(_lines(program))
        await asyncio.sleep(choice.uniform(0.02, 0.6))
        program.process.kill()
        acknowledged |= set(await reading)
        await program.process.wait()
    assert acknowledged
    async with Platform.open(settings) as platform:
        async with platform.read() as unit:
            found = await rows.entries(unit, None, limit=10_000_000, before=None, action="test.kill")
        halves: dict[str, set[str]] = {}
        for entry in found:
            halves.setdefault(entry.target or "", set()).add(entry.details["half"])
        assert acknowledged <= set(halves), f"seed {seed}"
        assert all(each == {"one", "two"} for each in halves.values()), f"seed {seed}"
        if platform.database.path is not None:
            async with platform.database.snapshot() as connection:
                assert (await connection.execute(text("PRAGMA integrity_check"))).scalar_one() == "ok"


async def _lines(program: Program) -> list[str]:
    """Whole lines until the process is gone: one cut short by the kill was not acknowledged."""
    assert program.process.stdout is not None
    data = await program.process.stdout.read()
    return [line.decode() for line in data.split(b"\n")[:-1]]
