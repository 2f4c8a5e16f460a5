"""Bringing a database to the schema of this version: one process at a time, all of it or nothing of it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.store import new_schema, sqlite

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = ["Migration", "copy_before", "head_revision", "require_current", "upgrade"]

SCRIPTS = Path(__file__).parent / "migrations"
_OWN_SCRIPTS = SCRIPTS
_REVISION = re.compile(r'^(revision|down_revision) = "(\w+)"$', re.MULTILINE)
_ADVISORY_LOCK = 0x6F736D6F736973  # "osmosis"
_ROOM_FACTOR = 2
_LOCK_NOT_AVAILABLE = "55P03"
_LOCK_PAUSE_SEC, _READERS_SEC = 1.0, 600.0


@dataclass(frozen=True, slots=True)
class Migration:
    """What was done: the revision before, None for an empty database, the one now, and the copy made first."""

    before: str | None
    after: str
    copy: Path | None = None


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, with the connection it has to use."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def head_revision() -> str:
    """The revision of this version's schema."""
    revisions = _revisions()
    (head,) = revisions.keys() - set(revisions.values())
    return head


async def upgrade(engine: AsyncEngine, path: Path | None, *, to: str = "head") -> Migration:
    """Runs what is missing up to revision `to`. On PostgreSQL an advisory lock holds other processes off meanwhile.

    An empty database gets the newest schema in one step. A SQLite file that has data is copied first, beside itself,
    when there is room for that. Every revision is one transaction: killed inside one, the next start runs it from its
    beginning. Raises OsmosisError for a database of a newer version and for too little room.
    """
    async with _exclusive(engine), engine.connect() as connection:
        before = await connection.run_sync(new_schema.current_revision)
        await connection.rollback()
        head = head_revision()
        _check_known(before)
        if before == head:
            return Migration(before, head)
        if before is None and to == "head" and await _made_new(connection, head):
            return Migration(None, head)
        copy = await asyncio.to_thread(copy_before, path, before) if path is not None and before is not None else None
        if connection.dialect.name == "sqlite":
            # A table is rebuilt by dropping the old one, and with foreign keys on that would delete what refers to it.
            await _pragma(connection, "foreign_keys = OFF")
        try:
            await _run_beside_readers(connection, to)
        finally:
            if connection.dialect.name == "sqlite":
                await _pragma(connection, "foreign_keys = ON")
        return Migration(before, await _after(connection), copy)


async def require_current(engine: AsyncEngine) -> Migration:
    """Raises OsmosisError for a database that is empty, or of an older or newer version."""
    async with engine.connect() as connection:
        found = await connection.run_sync(new_schema.current_revision)
        await connection.rollback()
    _check_known(found)
    head = head_revision()
    if found != head:
        what = "is empty" if found is None else f"has schema {found}, and this version needs {head}"
        raise OsmosisError(f"the database {what}.", hint="Start the platform once: osmosis platform serve")
    return Migration(found, head)


async def _after(connection: AsyncConnection) -> str:
    after = await connection.run_sync(new_schema.current_revision)
    await connection.rollback()
    return str(after)


@contextlib.asynccontextmanager
async def _exclusive(engine: AsyncEngine) -> AsyncIterator[None]:
    """Holds an advisory lock in a transaction beside the work: a pooler in transaction mode keeps nothing longer."""
    if engine.dialect.name != "postgresql":
        yield  # the process owns the file
        return
    async with engine.connect() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        yield


async def _pragma(connection: AsyncConnection, pragma: str) -> None:
    """Runs a PRAGMA outside of any transaction: inside one, that of foreign keys has no effect."""
    raw = await connection.get_raw_connection()
    driver_connection: Any = raw.driver_connection
    await driver_connection.execute(f"PRAGMA {pragma}")


async def _made_new(connection: AsyncConnection, head: str) -> bool:
    """Makes the newest schema in a database without any table; False where there are some."""
    if SCRIPTS != _OWN_SCRIPTS or not await connection.run_sync(new_schema.is_empty):
        return False
    await connection.run_sync(lambda sync: new_schema.create_schema(sync, head))
    await connection.commit()
    return True


async def _run_beside_readers(connection: AsyncConnection, to: str) -> None:
    """Runs revisions, and one again that did not get the table it needs for itself: others may read on meanwhile."""
    deadline = time.monotonic() + _READERS_SEC
    while True:
        try:
            await connection.run_sync(lambda sync: _run_scripts(sync, to))
            await connection.commit()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                raise
            await connection.rollback()
            if time.monotonic() > deadline:
                raise OsmosisError(
                    "the database was not brought to this version's schema: something has been reading it for ten"
                    " minutes in one transaction.",
                    hint="Find it in pg_stat_activity, by its xact_start; end it, and start the platform again.",
                ) from None
            await asyncio.sleep(_LOCK_PAUSE_SEC)
        else:
            return


def _run_scripts(connection: Connection, to: str) -> None:
    from alembic import command

    command.upgrade(configuration(connection), to)


def _revisions() -> dict[str, str | None]:
    """Every revision of the scripts, and the one before it. They are read, not imported."""
    found = (dict(_REVISION.findall(path.read_text())) for path in (SCRIPTS / "versions").glob("r*.py"))
    return {names["revision"]: names.get("down_revision") for names in found}


def _check_known(revision: str | None) -> None:
    if revision is not None and revision not in _revisions():
        raise OsmosisError(
            f"the database has schema {revision}, which this version does not know.",
            hint="It was used by a newer version. Install that one, or restore a backup of this one.",
        )


def copy_before(path: Path, revision: str) -> Path:
    """A copy of the database file as it is before a migration, beside it. Raises OsmosisError for too little room."""
    copy = path.with_name(f"{path.name}.before-{revision}")
    needed = path.stat().st_size * _ROOM_FACTOR
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise OsmosisError(
            f"a migration needs {needed} bytes of room in {path.parent}, and {free} are free.",
            hint="Free some room: the copy made first and the changed tables each take as much as the database.",
        )
    partial = copy.with_name(copy.name + ".partial")
    partial.unlink(missing_ok=True)
    with (
        contextlib.closing(sqlite.driver.connect(str(path))) as source,
        contextlib.closing(sqlite.driver.connect(str(partial))) as target,
    ):
        source.backup(target)
    partial.replace(copy)
    return copy
