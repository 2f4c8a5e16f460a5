"""SQLite as the platform needs it: one that does not lose commits, one process a file, one writer.

Importing this module puts `pysqlite3` in the place of `sqlite3`, so that aiosqlite and SQLAlchemy use the SQLite that
comes with it: the one that Python links to is most often older. It must be imported before aiosqlite is.
"""

from __future__ import annotations

import fcntl
import os
import sys
from pathlib import Path
from typing import Any, Self

import pysqlite3

from osmosis_ai.base.errors import ConflictError, OsmosisError

__all__ = ["SQLITE_VERSION", "FileOwnership", "check_version", "configure_connection", "driver"]

if "aiosqlite" not in sys.modules:
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2

driver: Any = pysqlite3
"""The module that is used instead of `sqlite3`."""

SQLITE_VERSION: tuple[int, ...] = tuple(int(part) for part in pysqlite3.sqlite_version.split("."))

_FIRST_WITH_BUG = (3, 7, 0)
_FIXED_IN = ((3, 44, 6), (3, 50, 7), (3, 51, 3))


def check_version(version: tuple[int, ...] | None = None) -> None:
    """Raises OsmosisError where this SQLite may lose committed writes when two connections reset the WAL at once."""
    version = SQLITE_VERSION if version is None else version
    fixed = (
        version < _FIRST_WITH_BUG
        or version >= _FIXED_IN[-1]
        or any(version[:2] == release[:2] and version >= release for release in _FIXED_IN)
    )
    import aiosqlite

    if not fixed:
        raise OsmosisError(
            f"SQLite {'.'.join(map(str, version))} can lose committed writes (the WAL-reset bug).",
            hint="Install pysqlite3 0.6.1 or later, or use PostgreSQL. Fixed in 3.51.3, 3.50.7 and 3.44.6.",
        )
    if aiosqlite.sqlite_version != pysqlite3.sqlite_version:
        raise OsmosisError(
            f"aiosqlite was imported before the platform and uses SQLite {aiosqlite.sqlite_version}.",
            hint="Import osmosis_ai.platform.store.sqlite first in this process.",
        )


def configure_connection(connection: Any, *, read_only: bool, wait: bool = True) -> None:
    """Prepares a new connection: WAL, an fsync at every commit, foreign keys, and no BEGIN of the driver's.

    Without `wait` a statement that meets another process's lock fails at once.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 30000",
        "temp_store = MEMORY",
        *(("query_only = ON",) if read_only else ()),
        *(() if wait else ("busy_timeout = 0",)),
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class FileOwnership:
    """That this process, and no other, works on a database file; it ends with the process, however that ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, database: Path) -> Self:
        """Takes the file for this process. Raises ConflictError naming the process that has it."""
        path = database.with_name(database.name + ".lock")
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            raise ConflictError(
                f"{database} is in use by process {pid}.",
                hint="One server works on a SQLite file. Stop that process, or use PostgreSQL for several servers.",
                details={"pid": pid},
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        return cls(descriptor)

    def release(self) -> None:
        """Gives the file up. The lock's file stays: removing it could free another process's lock."""
        if self._descriptor >= 0:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = -1
