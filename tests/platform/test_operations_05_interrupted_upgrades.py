"""Complaint 5: an upgrade that was killed is finished by the next start; a newer database is refused."""

from __future__ import annotations

import contextlib
import signal
from pathlib import Path

import pytest
from sqlalchemy import text

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.store import migrate, sqlite
from osmosis_ai.platform.store.database import Database
from tests.platform import migrations
from tests.platform.processes import Program

MIGRATE = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.store import migrate
from osmosis_ai.platform.store.database import Database

async def main():
    migrate.SCRIPTS = Path(sys.argv[2])
    database = Database.open(sys.argv[1])
    await database.migrate()
    await database.close()

asyncio.run(main())
"""


async def test_killed_inside_a_revision_the_next_start_finishes(database_url: str, tmp_path: Path):
    """Half of a revision is never seen: the next start runs it from its beginning, and every row is there."""
    database = Database.open(database_url)
    await database.migrate()
    before = await migrations.fill(database, "0001")
    await database.close()
    scripts = migrations.with_revision(tmp_path, migrations.KILLED)
    killed = await Program.start(MIGRATE, database_url, str(scripts), env={"OSMOSIS_TEST_KILL": "1"})
    assert (await killed.end())[0] == -signal.SIGKILL
    database = Database.open(database_url)
    async with database.connection() as connection:
        assert await migrations.counts(connection) == before
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == migrate.head_revision()
    await database.close()
    finishing = await Program.start(MIGRATE, database_url, str(scripts), env={})
    status, errors = await finishing.end()
    assert status == 0, errors
    database = Database.open(database_url)
    async with database.connection() as connection:
        after = await migrations.counts(connection)
        assert after == {**before, "later": 0}
        assert await migrations.foreign_key_problems(connection) == []
    await database.close()


async def test_killed_at_every_start_an_empty_database_is_still_migrated(database_url: str, tmp_path: Path):
    """A first start that dies in its second revision leaves the first one done, and a later start finishes."""
    scripts = migrations.with_revision(tmp_path, migrations.KILLED)
    for _ in range(2):
        killed = await Program.start(MIGRATE, database_url, str(scripts), env={"OSMOSIS_TEST_KILL": "1"})
        assert (await killed.end())[0] == -signal.SIGKILL
    finishing = await Program.start(MIGRATE, database_url, str(scripts), env={})
    status, errors = await finishing.end()
    assert status == 0, errors


async def test_database_of_a_newer_version_is_refused(database_url: str):
    """A revision that the code does not know is named, and nothing is changed."""
    database = Database.open(database_url)
    await database.migrate()
    async with database.connection() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '7777'"))
        await connection.commit()
    with pytest.raises(OsmosisError, match="7777"):
        await database.migrate()
    with pytest.raises(OsmosisError, match="7777"):
        await database.require_current()
    await database.close()


async def test_copy_is_made_before_a_migration_when_there_is_room(tmp_path: Path, monkeypatch):
    """A SQLite file with data is copied first; without room for that nothing is begun."""
    path = tmp_path / "platform.sqlite3"
    database = Database.open(f"sqlite:///{path}")
    assert (await database.migrate()).copy is None
    await migrations.fill(database, "0001")
    monkeypatch.setattr(migrate, "SCRIPTS", migrations.with_revision(tmp_path, migrations.REBUILD))
    usage = migrate.shutil.disk_usage(tmp_path)
    monkeypatch.setattr(migrate.shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(OsmosisError, match="1000 are free"):
        await database.migrate()
    monkeypatch.setattr(migrate.shutil, "disk_usage", lambda _: usage)
    done = await database.migrate()
    await database.close()
    assert done.copy is not None
    with contextlib.closing(sqlite.driver.connect(str(done.copy))) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert copy.execute("SELECT count(*) FROM users").fetchone()[0] > 0
        assert "added" not in {row[1] for row in copy.execute("PRAGMA table_info(users)")}
