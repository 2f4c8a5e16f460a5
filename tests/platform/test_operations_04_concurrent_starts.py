"""Complaint 4: servers that start at once migrate once; a second one on an SQLite file is refused by name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.platform.store.database import Database
from tests.platform import migrations
from tests.platform.conftest import WITH_POSTGRES
from tests.platform.processes import OPEN, Program
from tests.support.postgres import Postgres

SERVERS = 8


@pytest.mark.skipif(not WITH_POSTGRES, reason="several servers need PostgreSQL: nox -s platform")
@pytest.mark.timeout(600)  # eight processes import the platform at once
@pytest.mark.parametrize("old", [False, True], ids=["empty", "old"])
async def test_eight_servers_started_together_migrate_once(tmp_path: Path, postgres: Postgres, old: bool):
    """On an empty database and on one that is behind, one process migrates and all get ready; one makes the owner."""
    url = postgres.database()
    if old:
        database = Database.open(url)
        await database.migrate(to="0001")
        await migrations.fill(database, "0001")
        await database.close()
    environment = {"OSMOSIS_PLATFORM_DATABASE_URL": url, "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(tmp_path / "keys")}
    programs = [await Program.start(OPEN, str(tmp_path / "data"), env=environment) for _ in range(SERVERS)]
    try:
        lines = await asyncio.gather(*(program.line() for program in programs))
        ends = await asyncio.gather(*(program.end() for program in programs))
    finally:
        for program in programs:
            await program.kill()
    assert [status for status, _ in ends] == [0] * SERVERS, ends
    parts = [line.split() for line in lines]
    assert all(part[0] == "ready" for part in parts)
    assert sum(part[1] == "None" for part in parts) == (0 if old else 1)
    assert sum(part[2] == "True" for part in parts) == (0 if old else 1)


async def test_second_process_on_an_sqlite_file_is_refused_and_names_the_first(tmp_path: Path):
    """The error names the pid; when the first is killed, the file is free at once."""
    data = tmp_path / "data"
    first = await Program.start(OPEN, str(data), env={})
    try:
        assert (await first.line()).startswith("ready")
        with pytest.raises(ConflictError, match=f"in use by process {first.process.pid}"):
            Database.open(f"sqlite:///{data / 'platform.sqlite3'}")
    finally:
        await first.kill()
    again = Database.open(f"sqlite:///{data / 'platform.sqlite3'}")
    await again.migrate()
    await again.close()
