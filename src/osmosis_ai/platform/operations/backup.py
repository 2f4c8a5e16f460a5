"""Backup and restore: one consistent state of the database, and every file that it names. Never the keys.

    manifest.json   version, schema, kind of database, time, and the SHA-256 of every other file
    platform.sqlite3 or database.dump
    blobs/

A backup is taken while the server works. The database comes first: a file is written before the row that names it, and
while a backup is taken none is removed, so that every file the copied database names is there to be copied.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url

from osmosis_ai import __version__
from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.platform.blobs.folder import FolderStore
from osmosis_ai.platform.blobs.opening import open_store
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import outbox as outbox_rows
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.migrate import head_revision

__all__ = ["KEEP_FILES", "Backup", "Restored", "backup", "restore"]

KEEP_FILES = "keep-files"
"""The lease that holds the removal of files off while a backup is taken."""

_MANIFEST = "manifest.json"
_SQLITE = "platform.sqlite3"
_DUMP = "database.dump"
_BLOBS = "blobs"
_FORMAT = 1
_LONGEST = timedelta(hours=24)
_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was taken."""

    path: Path
    schema: str
    files: int
    size: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was restored."""

    schema: str
    created_at: str
    version: str
    files: int


async def backup(platform: Platform, target: Path) -> Backup:
    """Takes a backup into a new or empty folder. What is there at the end is complete and on the disk.

    Raises ConflictError for a folder that is not empty, OsmosisError where pg_dump is missing or fails.
    """
    partial = await asyncio.to_thread(_prepare, target)
    holder = new_id("ses")
    async with platform.write() as unit:
        if not await outbox_rows.take_lease(unit, KEEP_FILES, holder, unit.now + _LONGEST):
            raise ConflictError("another backup is being taken.", hint="Wait for it to end.")
        await audit.record_system(unit, "backup.create", actor="operator", target=str(target))
        created_at = unit.now
    try:
        await _copy_database(platform.database, partial)
        if platform.settings.blobs_in_folder:
            await asyncio.to_thread(_copy_blobs, platform.settings.blobs_path, partial / _BLOBS)
        else:
            await _take_blobs(platform.blobs, partial / _BLOBS)
        manifest = {
            "format": _FORMAT,
            "version": __version__,
            "schema": head_revision(),
            "database": platform.database.dialect,
            "created_at": wire_time(created_at),
        }
        return await asyncio.to_thread(_finish, partial, target, manifest)
    except BaseException:
        await asyncio.to_thread(shutil.rmtree, partial, ignore_errors=True)
        raise
    finally:
        async with platform.write() as unit:
            await outbox_rows.give_lease_back(unit, KEEP_FILES, holder)


async def restore(source: Path, settings: Settings) -> Restored:
    """Puts a backup in the place of nothing: the database must be empty and the folder of files, too.

    A server that is running, or anything that is there already, is refused with ConflictError; a backup that is
    incomplete or was changed, with OsmosisError. The key file is not in a backup: put it in its place.
    """
    manifest = await asyncio.to_thread(_read_manifest, source)
    url = make_url(settings.database_url)
    if manifest["database"] != url.get_backend_name():
        raise OsmosisError(
            f"the backup is of {manifest['database']}, and the settings name {url.get_backend_name()}.",
            hint="Give a database of that kind.",
        )
    if settings.blobs_in_folder:
        await asyncio.to_thread(_check_folder, settings.blobs_path)
    else:
        await _check_store(settings.blobs_url)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(_restore_sqlite, source / _SQLITE, settings.sqlite_path)
    else:
        await _restore_postgres(source / _DUMP, settings, url)
    if settings.blobs_in_folder:
        await asyncio.to_thread(_copy_blobs, source / _BLOBS, settings.blobs_path)
    else:
        await _send_blobs(source / _BLOBS, settings.blobs_url)
    return Restored(manifest["schema"], manifest["created_at"], manifest["version"], len(manifest["files"]))


async def _copy_database(database: Database, folder: Path) -> None:
    if database.path is not None:
        await asyncio.to_thread(copy_sqlite, database.path, folder / _SQLITE)
    else:
        await _run_postgres(
            "pg_dump", ["--format=custom", "--no-owner", "--no-acl", f"--file={folder / _DUMP}"], database.url
        )


def copy_sqlite(path: Path, target: Path) -> None:
    """A copy of one state of a SQLite file that others are writing to, checked and on the disk."""
    with (
        contextlib.closing(sqlite.driver.connect(f"file:{path}?mode=ro", uri=True)) as source,
        contextlib.closing(sqlite.driver.connect(str(target))) as copy,
    ):
        source.execute("PRAGMA busy_timeout = 30000")
        source.backup(copy)  # all pages in one step: one read transaction, that no writer can restart
        copy.execute("PRAGMA journal_mode = DELETE")
        problems = [row[0] for row in copy.execute("PRAGMA quick_check")]
    if problems != ["ok"]:
        raise OsmosisError(f"the copy of the database is damaged: {problems[0]}.", hint="Run: osmosis platform doctor")
    _sync_file(target)


def _restore_sqlite(source: Path, target: Path) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    ownership = sqlite.FileOwnership.take(target)
    try:
        for path in (target, *(target.with_name(target.name + end) for end in ("-wal", "-shm", "-journal"))):
            if path.exists():
                raise ConflictError(
                    f"{path} exists.", hint="A backup is restored to where nothing is. Move it away first."
                )
        partial = target.with_name(f"{target.name}.restoring")
        shutil.copyfile(source, partial)
        _check_sqlite(partial)
        _sync_file(partial)
        partial.replace(target)
    finally:
        ownership.release()


def _check_sqlite(path: Path) -> None:
    with contextlib.closing(sqlite.driver.connect(str(path))) as connection:
        problems = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    if problems != ["ok"] or orphans:
        raise OsmosisError("the database in the backup is damaged.", hint="Use an older backup.")


async def _restore_postgres(dump: Path, settings: Settings, url: URL) -> None:
    database = Database.open(settings.database_url)
    try:
        async with database.connection() as connection:
            tables = await connection.scalar(
                text("SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()")
            )
    finally:
        await database.close()
    if tables:
        raise ConflictError(
            "the database has tables.", hint="A backup is restored to an empty database. Create another."
        )
    arguments = [
        "--no-owner",
        "--no-acl",
        "--exit-on-error",
        "--single-transaction",
        f"--dbname={url.database}",
        str(dump),
    ]
    await _run_postgres("pg_restore", arguments, url)


async def _run_postgres(program: str, arguments: Sequence[str], url: URL) -> None:
    """Runs a program of PostgreSQL's with the URL in its environment, where no other account sees the password."""
    found = shutil.which(program)
    if found is None:
        raise OsmosisError(
            f"{program} is not installed.", hint="Install PostgreSQL's client programs, of the server's version."
        )
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PGHOST": str(url.query.get("host") or url.host or ""),
        "PGPORT": str(url.port or url.query.get("port") or ""),
        "PGUSER": url.username or "",
        "PGPASSWORD": str(url.password or ""),
        "PGDATABASE": url.database or "",
        "PGSSLMODE": str(url.query.get("sslmode") or ""),
    }
    process = await asyncio.create_subprocess_exec(
        found,
        *arguments,
        env={name: value for name, value in environment.items() if value},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode != 0:
        lines = errors.decode("utf-8", "replace").strip().splitlines()
        raise OsmosisError(
            f"{program} failed: {lines[-1] if lines else process.returncode}.", hint="See the server's log."
        )


def _prepare(target: Path) -> Path:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ConflictError(f"{target} is not an empty folder.", hint="Name a new folder for each backup.")
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700, parents=True)
    return partial


def _copy_blobs(source: Path, target: Path) -> None:
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for root, folders, names in os.walk(source):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        inside = target / Path(root).relative_to(source)
        inside.mkdir(mode=0o700, exist_ok=True)
        for name in names:
            with contextlib.suppress(FileNotFoundError):  # a row that named it was removed before the copy
                shutil.copyfile(Path(root, name), inside / name)
                _sync_file(inside / name)


async def _take_blobs(store: BlobStore, target: Path) -> None:
    """Copies what an object store has into a folder."""
    copy = FolderStore(target)
    async for blob in store.listing():
        with contextlib.suppress(BlobMissingError):  # a row that named it was removed before the copy
            await copy.put(blob.key, store.get(blob.key), at_most=blob.size)


async def _check_store(url: str) -> None:
    async with open_store(url) as store:
        async for _ in store.listing():
            raise ConflictError(
                "the object store is not empty.", hint="A backup is restored to where nothing is. Name another prefix."
            )


async def _send_blobs(source: Path, url: str) -> None:
    """Puts a folder's files into an object store."""
    kept = FolderStore(source)
    async with open_store(url) as store:
        async for blob in kept.listing():
            await store.put(blob.key, kept.get(blob.key), at_most=blob.size)


def _finish(partial: Path, target: Path, manifest: dict[str, Any]) -> Backup:
    files = {str(path.relative_to(partial)): _sha256(path) for path in sorted(partial.rglob("*")) if path.is_file()}
    size = sum((partial / name).stat().st_size for name in files)
    (partial / _MANIFEST).write_text(json.dumps({**manifest, "files": files}, indent=2) + "\n")
    _sync_file(partial / _MANIFEST)
    if target.exists():
        target.rmdir()
    partial.replace(target)
    _sync_file(target.parent)
    return Backup(target, manifest["schema"], len(files), size)


def _read_manifest(source: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((source / _MANIFEST).read_text())
        files: dict[str, str] = manifest["files"]
        if manifest["format"] != _FORMAT:
            raise OsmosisError("the backup was taken by a newer version.", hint="Install that version.")
    except (OSError, ValueError, KeyError, TypeError):
        raise OsmosisError(f"{source} is not a complete backup.", hint="Name the folder that `backup` made.") from None
    for name, digest in files.items():
        path = source / name
        if not path.is_file() or _sha256(path) != digest:
            raise OsmosisError(f"{path} is missing or was changed since the backup.", hint="Use another copy of it.")
    return manifest


def _check_folder(blobs: Path) -> None:
    if blobs.is_dir() and any(path.is_file() for path in blobs.rglob("*")):
        raise ConflictError(
            f"{blobs} is not empty.", hint="A backup is restored to where nothing is. Move it away first."
        )


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _sync_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
