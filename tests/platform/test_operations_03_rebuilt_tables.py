"""Complaint 3: a migration that rebuilds a table keeps every row of the tables that refer to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from osmosis_ai.platform.store import migrate
from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.database import Database
from tests.platform import migrations

RELEASED = sorted(path.stem for path in migrations.RELEASED.glob("*.json"))


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database.open(database_url)
    yield database
    await database.close()


@pytest.mark.parametrize("revision", RELEASED)
async def test_every_released_schema_keeps_its_rows_up_to_the_present_one(database: Database, revision: str):
    """A filled database of each released schema has the same number of rows in every table afterwards."""
    await database.migrate(to=revision)
    before = await migrations.fill(database, revision)
    assert all(before.values()), [name for name, count in before.items() if not count]
    await database.migrate()
    async with database.connection() as connection:
        after = await migrations.counts(connection)
        assert {name: after[name] for name in before} == before
        assert await migrations.foreign_key_problems(connection) == []


async def test_rebuilding_a_table_deletes_none_of_its_children(database: Database, tmp_path: Path, monkeypatch):
    """SQLite rebuilds a table by dropping it; what refers to it with ON DELETE CASCADE stays."""
    await database.migrate()
    before = await migrations.fill(database, RELEASED[-1])
    monkeypatch.setattr(migrate, "SCRIPTS", migrations.with_revision(tmp_path, migrations.REBUILD))
    assert (await database.migrate()).after == "9001"
    async with database.connection() as connection:
        assert await migrations.counts(connection) == before
        assert await migrations.foreign_key_problems(connection) == []


async def test_every_released_schema_has_rows_kept():
    """There is a file of rows for each revision of the scripts."""
    scripts = {script.stem for script in (migrate.SCRIPTS / "versions").glob("r*.py")}
    assert {name[1:5] for name in scripts} == set(RELEASED)


async def test_migrations_give_the_schema_that_the_code_has(database: Database):
    """Nothing differs between the tables as declared and as migrated."""
    await database.migrate()
    async with database.connection() as connection:
        found = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), Base.metadata)
        )
    assert found == []
