"""Complaint 6: a migration that locks a large table for minutes. No reader waits for ours longer than a moment.

A few thousand rows by default; `OSMOSIS_MIGRATED_ROWS=1000000` for as many as the complaint's.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import MetaData, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import AuditEntry
from tests.platform import migrations

ROWS = int(os.environ.get("OSMOSIS_MIGRATED_ROWS", "3000"))
RELEASED = sorted(path.stem for path in migrations.RELEASED.glob("*.json"))
BATCH = 1000
NEW_IN_0007 = {"run_imports", "run_import_files", "usage_entries", "workspace_budgets"}


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database.open(database_url)
    yield database
    await database.close()


CHANGE_A_TABLE = [("0006", "0007"), ("0008", "0009")]
"""The revisions that need a table for themselves, each after the one before it."""
STRETCHES = [
    *((revision, "0006") for revision in RELEASED if revision < "0006"),
    ("0007", "0008"),
    ("0009", "head"),
]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("revision", "to"), STRETCHES)
async def test_revisions_that_change_no_table_run_beside_a_reader_of_every_table(
    database: Database, revision: str, to: str
):
    """A reader that has read every table, and has not ended, holds no revision up; and what it reads next is the same.

    A revision that needs a table for itself would wait for this reader, and every later reader for it.
    """
    await database.migrate(to=revision)
    await migrations.fill(database, revision)
    await _many_entries(database)
    async with database.snapshot() as reader:
        numbers = await _numbers_of(reader)
        before = await numbers()
        async with asyncio.timeout(600):
            await database.migrate(to=to)
        assert await numbers() == before


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("before_it", "revision"), CHANGE_A_TABLE)
async def test_a_revision_that_changes_a_table_waits_for_a_reader_and_holds_no_other_one_up(
    database: Database, before_it: str, revision: str
):
    """Others read every table while it waits, and with the reader's end it is through."""
    await database.migrate(to=before_it)
    await migrations.fill(database, before_it)
    async with database.snapshot() as reader:
        numbers = await _numbers_of(reader)
        before = await numbers()
        migrating = asyncio.create_task(database.migrate(to=revision))
        for _ in range(10):
            async with asyncio.timeout(60), _another(database, reader) as other:
                assert await (await _numbers_of(other))() == before
            await asyncio.sleep(0.3)
        assert await numbers() == before
    async with asyncio.timeout(600):
        assert (await migrating).after == revision


@asynccontextmanager
async def _another(database: Database, reader: AsyncConnection) -> AsyncIterator[AsyncConnection]:
    """Another reader; on SQLite, where a test's one connection for reading is taken, the same."""
    if reader.dialect.name == "sqlite":
        yield reader
        return
    async with database.snapshot() as other:
        yield other


async def _numbers_of(connection: AsyncConnection) -> Callable[[], Awaitable[list[int]]]:
    """What gives the number of rows of every table that there was before imports."""
    metadata = MetaData()
    await connection.run_sync(metadata.reflect)
    tables = [table for table in metadata.sorted_tables if table.name not in {"alembic_version", *NEW_IN_0007}]

    async def numbers() -> list[int]:
        return [(await connection.execute(select(func.count()).select_from(table))).scalar_one() for table in tables]

    return numbers


async def _many_entries(database: Database) -> None:
    async with database.write() as unit:
        values = {
            "workspace_id": None,
            "at": unit.now,
            "actor_id": None,
            "actor": "system",
            "action": "test.many",
            "target": None,
            "address": None,
            "request_id": None,
            "details": {},
        }
        for start in range(0, ROWS, BATCH):
            await unit.execute(AuditEntry.__table__.insert().values([values] * min(BATCH, ROWS - start)))
