"""Migrations for tests: the released ones, with further revisions added in a folder that a test owns."""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import DateTime, LargeBinary, MetaData, Table, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from osmosis_ai.platform.store import migrate
from osmosis_ai.platform.store.database import Database

RELEASED = Path(__file__).parent / "released"

REBUILD = """
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade() -> None:
    recreate = "always" if op.get_context().dialect.name == "sqlite" else "never"
    for name in ("users", "workspaces"):
        with op.batch_alter_table(name, recreate=recreate) as table:
            table.add_column(sa.Column("added", sa.String(10), nullable=True))
"""

KILLED = """
import os
import signal

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("users", sa.Column("added", sa.String(10), nullable=True))
    op.execute("UPDATE users SET added = 'half'")
    if os.environ.get("OSMOSIS_TEST_KILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
"""


def with_revision(folder: Path, source: str) -> Path:
    """A copy of the released scripts with one more revision after the newest."""
    scripts = folder / "scripts"
    shutil.copytree(migrate.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "r9001_test.py").write_text(source.replace("{head}", migrate.head_revision()))
    return scripts


async def fill(database: Database, revision: str) -> dict[str, int]:
    """Fills a database of a released schema with the rows kept of it; how many each table has."""
    rows: dict[str, list[dict[str, Any]]] = json.loads((RELEASED / f"{revision}.json").read_text())
    async with database.connection() as connection:
        tables = await _tables(connection)
        for name, items in rows.items():
            for item in items:
                await connection.execute(tables[name].insert().values(_values(tables[name], item)))
        await connection.commit()
        return await counts(connection)


async def counts(connection: AsyncConnection) -> dict[str, int]:
    """How many rows each table has."""
    found = {}
    for name, table in (await _tables(connection)).items():
        found[name] = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
    found.pop("alembic_version", None)
    return found


async def foreign_key_problems(connection: AsyncConnection) -> list[Any]:
    """Rows that refer to none; PostgreSQL has none by itself."""
    if connection.dialect.name != "sqlite":
        return []
    return list((await connection.execute(text("PRAGMA foreign_key_check"))).all())


async def _tables(connection: AsyncConnection) -> dict[str, Table]:
    metadata = MetaData()
    await connection.run_sync(metadata.reflect)
    return dict(metadata.tables)


def _values(table: Table, item: dict[str, Any]) -> dict[str, Any]:
    """Values of JSON as the columns of this database take them."""
    made = {}
    for key, value in item.items():
        kind = table.c[key].type
        if isinstance(value, str) and isinstance(kind, DateTime):
            made[key] = datetime.fromisoformat(value)
        elif isinstance(value, str) and isinstance(kind, LargeBinary):
            made[key] = bytes.fromhex(value)
        else:
            made[key] = value
    return made
