"""Complaint 3: a migration that rebuilds a table keeps every row of the tables that refer to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

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


@pytest.mark.parametrize("revision", RELEASED)
async def test_an_upgraded_workspace_knows_how_many_runs_it_has(database: Database, revision: str):
    """Those that were there before are counted."""
    await database.migrate(to=revision)
    await migrations.fill(database, revision)
    await database.migrate()
    async with database.connection() as connection:
        runs = "SELECT count(*) FROM managed_runs WHERE workspace_id = workspaces.id"
        found = (await connection.execute(text(f"SELECT run_count, ({runs}) FROM workspaces"))).all()
    assert found
    assert all(kept == counted for kept, counted in found)
    assert any(kept for kept, _ in found) == (revision >= "0005")


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
    await database.migrate(to=migrate.head_revision())
    async with database.connection() as connection:
        found = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), Base.metadata)
        )
    assert found == []


async def test_new_database_has_the_schema_that_the_migrations_give(database: Database):
    """It is made in one step: the same tables, columns, keys, checks, indexes and triggers, whatever their order."""
    await database.migrate()
    async with database.connection() as connection:
        made = await connection.run_sync(_described)
        await connection.run_sync(_emptied)
        await connection.commit()
    await database.migrate(to=migrate.head_revision())
    async with database.connection() as connection:
        migrated = await connection.run_sync(_described)
    assert made == migrated
    assert made["triggers"]


def _described(connection: Connection) -> dict[str, Any]:
    """All that the database says of its schema, in a form that two databases can be compared by."""
    inspector = inspect(connection)
    described: dict[str, Any] = {"triggers": _triggers(connection), "revision": _rows(connection, "alembic_version")}
    for table in inspector.get_table_names():
        described[table] = {
            "columns": _sorted(inspector.get_columns(table)),
            "primary key": _plain(inspector.get_pk_constraint(table)),
            "foreign keys": _sorted(inspector.get_foreign_keys(table)),
            "unique": _sorted(inspector.get_unique_constraints(table)),
            "checks": _sorted(inspector.get_check_constraints(table)),
            "indexes": _sorted(inspector.get_indexes(table)),
        }
    return described


def _sorted(found: Sequence[Any]) -> list[str]:
    return sorted(repr(_plain(each)) for each in found)


def _plain(value: Any) -> Any:
    """The same whichever objects say it: conditions of indexes are clauses."""
    if isinstance(value, dict):
        return sorted((key, _plain(inner)) for key, inner in value.items())
    return str(value)


def _rows(connection: Connection, table: str) -> list[Any]:
    return [tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))]


def _triggers(connection: Connection) -> list[Any]:
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"))
    else:
        found = connection.execute(
            text(
                "SELECT tgname, pg_get_triggerdef(t.oid), prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid "
                "WHERE NOT tgisinternal ORDER BY tgname"
            )
        )
    return [tuple(row) for row in found]


def _emptied(connection: Connection) -> None:
    """Removes everything."""
    if connection.dialect.name == "sqlite":
        for (trigger,) in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            connection.execute(text(f"DROP TRIGGER {trigger}"))
        Base.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    else:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
