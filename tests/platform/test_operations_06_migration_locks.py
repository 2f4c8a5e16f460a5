"""Complaint 6: a migration that locks a large table for minutes. Ours take no lock that a reader waits for.

A few thousand rows by default; `OSMOSIS_MIGRATED_ROWS=1000000` for as many as the complaint's.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import MetaData, func, select

from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import AuditEntry
from tests.platform import migrations

ROWS = int(os.environ.get("OSMOSIS_MIGRATED_ROWS", "3000"))
RELEASED = sorted(path.stem for path in migrations.RELEASED.glob("*.json"))
BATCH = 1000


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database.open(database_url)
    yield database
    await database.close()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("revision", RELEASED[:-1])
async def test_revisions_after_the_first_run_beside_a_reader_of_every_table(database: Database, revision: str):
    """A reader that has read every table, and has not ended, holds no revision up; and what it reads next is the same.

    A revision that needs a table for itself would wait for this reader for ever, and every later reader for it.
    """
    await database.migrate(to=revision)
    await migrations.fill(database, revision)
    await _many_entries(database)
    async with database.snapshot() as reader:
        metadata = MetaData()
        await reader.run_sync(metadata.reflect)
        tables = [table for table in metadata.sorted_tables if table.name != "alembic_version"]

        async def numbers() -> list[int]:
            return [(await reader.execute(select(func.count()).select_from(table))).scalar_one() for table in tables]

        before = await numbers()
        async with asyncio.timeout(600):
            await database.migrate()
        assert await numbers() == before


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
