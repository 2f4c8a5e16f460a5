"""Complaint 2: an SQLite that may lose commits when two connections reset the WAL is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.database import Database


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 0), (3, 51, 2)])
def test_versions_with_the_bug_are_refused(version):
    """From 3.7.0 to 3.51.2, but for the two older lines that have the fix."""
    with pytest.raises(OsmosisError, match="WAL-reset"):
        sqlite.check_version(version)


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 53, 4), (4, 0, 0)])
def test_versions_without_the_bug_are_accepted(version):
    """3.51.3 and later, 3.50.7, 3.44.6, and what is older than WAL."""
    sqlite.check_version(version)


async def test_opening_a_database_checks_the_version(tmp_path: Path, monkeypatch):
    """With such a version no database is opened, and no file is made."""
    monkeypatch.setattr(sqlite, "SQLITE_VERSION", (3, 40, 1))
    with pytest.raises(OsmosisError, match=r"3\.40\.1"):
        Database.open(f"sqlite:///{tmp_path / 'new' / 'platform.sqlite3'}")
    assert not (tmp_path / "new").exists()


async def test_version_in_use_is_the_one_checked(tmp_path: Path):
    """Connections run on the SQLite whose version was checked, in WAL, with an fsync at every commit."""
    database = Database.open(f"sqlite:///{tmp_path / 'platform.sqlite3'}")
    async with database.connection() as connection:
        found = (await connection.execute(text("SELECT sqlite_version()"))).scalar_one()
        assert tuple(map(int, found.split("."))) == sqlite.SQLITE_VERSION
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1
    await database.close()
