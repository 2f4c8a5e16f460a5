"""The doctor: what is wrong with a platform, and what to do about it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from sqlalchemy import text

from osmosis_ai.platform.blobs.port import BlobStoreError
from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.compute.port import ComputeError, Pool
from osmosis_ai.platform.compute.requests import unisolated
from osmosis_ai.platform.operations.findings import Found
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.store_check import check_store
from osmosis_ai.platform.pool_settings import PoolSettings
from osmosis_ai.platform.services import blobs, keys
from osmosis_ai.platform.store import git as git_rows
from osmosis_ai.platform.store import outbox as outbox_rows
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.migrate import head_revision

__all__ = ["Check", "examine", "public_url_warning"]

_LISTED = 20
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    status: Literal["ok", "warning", "failed"]
    message: str
    hint: str | None = None


async def examine(platform: Platform) -> Sequence[Check]:
    """Every check. They change nothing, but send a file and remove it; on a large database they take a while."""
    checks = [await _database(platform), *await _secrets(platform), *await _files(platform), _disk(platform)]
    beside = [await _git(platform), await _outbox(platform), _address(platform), *await _provider(platform)]
    return [*checks, *beside, *await _transfers(platform), *await _pools(platform)]


def public_url_warning(public_url: str) -> str | None:
    """What will not work with this address, or None."""
    parts = urlsplit(public_url)
    if parts.scheme == "https" or (parts.hostname or "") in _LOOPBACK:
        return None
    return (
        "public_url is plain HTTP and not loopback: tokens and passwords travel in clear, published clients ask for"
        " OSMOSIS_ALLOW_INSECURE_PLATFORM_URL=1, and refuse to upload or download files at all"
    )


async def _database(platform: Platform) -> Check:
    schema = f"{platform.database.dialect}, schema {head_revision()}"
    if platform.database.path is None:
        await platform.database.ping()
        return Check("database", "ok", schema)
    async with platform.database.snapshot() as connection:
        problems = [row[0] for row in await connection.execute(text("PRAGMA integrity_check"))]
        orphans = len((await connection.execute(text("PRAGMA foreign_key_check"))).all())
    if problems != ["ok"] or orphans:
        found = problems[0] if problems != ["ok"] else f"{orphans} rows refer to rows that do not exist"
        return Check("database", "failed", f"{platform.database.path}: {found}", "Restore a backup.")
    version = ".".join(map(str, sqlite.SQLITE_VERSION))
    return Check("database", "ok", f"{schema}, SQLite {version}, no damage found")


async def _secrets(platform: Platform) -> list[Check]:
    try:
        found = await keys.unreadable(platform.database, platform.keyring)
    except Exception as error:
        return [Check("secrets", "failed", f"the key file cannot be used: {error}", "Put the key file in its place.")]
    if not found:
        return [Check("secrets", "ok", f"every secret can be read; active key {platform.keyring.keys.active}")]
    hint = "Put the key file of this platform in its place, or write the secret again."
    listed = [
        Check("secrets", "failed", f"{each.workspace}/{each.name} ({each.scope}): {each.reason}", hint)
        for each in found[:_LISTED]
    ]
    if len(found) > _LISTED:
        listed.append(Check("secrets", "failed", f"and {len(found) - _LISTED} more", hint))
    return listed


async def _files(platform: Platform) -> list[Check]:
    """The store, and where that answers, whether its files are those that the database names."""
    checked = [_check("store", found) for found in await check_store(platform)]
    if checked[-1].status == "failed":
        return checked
    try:
        return [*checked, await _named_files(platform)]
    except BlobStoreError as error:
        return [*checked, Check("files", "failed", f"the store's files cannot be listed: {error}", "See its log.")]


async def _named_files(platform: Platform) -> Check:
    found = await blobs.sweep(platform.database, platform.blobs, remove=False)
    message = f"{len(found.missing)} rows without a file, {found.unnamed} files without a row"
    if found.missing:
        listed = ", ".join(found.missing[:_LISTED])
        return Check("files", "failed", f"{message}: {listed}", "Restore those files from a backup.")
    if found.unnamed:
        return Check("files", "warning", message, "Run: osmosis platform gc (files younger than a day are kept).")
    return Check("files", "ok", message)


def _disk(platform: Platform) -> Check:
    free = platform.capacity.free()
    message = f"{free // (1024 * 1024)} MiB free in {platform.settings.data}"
    if platform.capacity.is_low():
        return Check("disk", "failed", f"{message}: uploads and submissions are refused", "Free some room.")
    return Check("disk", "ok", message)


async def _git(platform: Platform) -> Check:
    if shutil.which("git") is None:
        return Check("git", "failed", "git is not installed: no repository is synced", "Install git.")
    process = await asyncio.create_subprocess_exec("git", "--version", stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    async with platform.read() as unit:
        connected = await git_rows.connections(unit)
    version = output.decode("utf-8", "replace").strip()
    blocked = [row for row in connected if row.state == "blocked"]
    if blocked:
        named = "; ".join(f"{row.full_name}: {row.blocked_message}" for row in blocked[:_LISTED])
        return Check(
            "git", "warning", f"{len(blocked)} of {len(connected)} repositories block: {named}", "See each one."
        )
    return Check("git", "ok", f"{version}, {len(connected)} repositories connected")


async def _outbox(platform: Platform) -> Check:
    async with platform.read() as unit:
        waiting, failed = await outbox_rows.counts(unit)
    message = f"{waiting} waiting, {failed} given up"
    return Check("outbox", "warning" if failed else "ok", message, "See the server's log." if failed else None)


async def _transfers(platform: Platform) -> list[Check]:
    from osmosis_ai.platform.operations.transfer_check import check_transfers  # its HTTP client, only when asked

    may_not_run = not platform.is_serving and platform.transfers is platform.urls
    return [_check("transfers", each, may_not_run=may_not_run) for each in await check_transfers(platform)]


async def _provider(platform: Platform) -> list[Check]:
    """The OpenID provider, where the settings name one."""
    settings = platform.settings
    if settings.oidc is None:
        return []
    from osmosis_ai.platform.operations.openid_check import check_provider  # its libraries, where there is a provider

    return [_check("oidc", each) for each in await check_provider(settings.oidc, settings.public_url)]


def _check(name: str, found: Found, *, may_not_run: bool = False) -> Check:
    """What was found, as a check; `may_not_run` where it may be that the server just does not run now."""
    if found.ok:
        return Check(name, "ok", found.message, found.hint)
    is_warning = found.advisory or (found.unreachable and may_not_run)
    return Check(name, "warning" if is_warning else "failed", found.message, found.hint)


async def _pools(platform: Platform) -> Sequence[Check]:
    """Each pool, by a small job that a node of it runs."""
    settings = platform.settings
    async with open_pools(settings.pools, settings.jobs) as pools:
        return await asyncio.gather(*(_pool(each, pools[each.name]) for each in settings.pools))


async def _pool(settings: PoolSettings, pool: Pool) -> Check:
    name = f"pool {settings.name}"
    try:
        health = await pool.check()
    except ComputeError as error:
        return Check(name, "failed", str(error), f"Correct [pools.{settings.name}], or start what it names.")
    message = f"{settings.engine}, {health.version}, {health.slots} at a time, {health.auth}"
    refusal = None
    if health.isolation_problem is not None and not settings.trusted:
        refusal = unisolated(settings, health.isolation_problem)
    warnings = [*([] if refusal is None else [refusal]), *health.warnings]
    message += ", trusted" if settings.trusted else ", user code is isolated" if refusal is None else ""
    if warnings:
        return Check(name, "warning", message, " ".join(f"{each[:1].upper()}{each[1:]}." for each in warnings))
    return Check(name, "ok", message)


def _address(platform: Platform) -> Check:
    url = platform.settings.public_url
    warning = public_url_warning(url)
    if warning is not None:
        return Check("public_url", "warning", f"{url}: {warning}", "Serve it by TLS, or behind a proxy that does.")
    return Check("public_url", "ok", url)
