"""For how long each kind of data is kept. A run of the retention is itself an entry of the audit trail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from osmosis_ai.platform.services import audit, datasets, imports, run_files
from osmosis_ai.platform.settings import Retention
from osmosis_ai.platform.store import accounts, outbox, webhooks
from osmosis_ai.platform.store import audit as audit_rows
from osmosis_ai.platform.store import git as git_rows
from osmosis_ai.platform.store import runs as run_rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Removed", "run"]

_BATCH = 5000
_FEW = 100
_UPLOAD_GRACE = timedelta(hours=1)
"""After its URLs have expired, a part may still be on its way."""


@dataclass(frozen=True, slots=True)
class Removed:
    """How many rows of each kind a run removed."""

    audit: int
    sync_history: int
    sign_in: int
    outbox: int
    webhook: int
    datasets: int
    """Deleted ones, with their files."""
    uploads: int
    """Those that were not finished in time."""
    run_files: int
    """Of runs that ended long ago."""
    run_log_lines: int
    imports: int
    """Of local runs: those that were not finalized in time."""


async def run(database: Database, retention: Retention) -> Removed:
    """Removes what is older than its kind is kept, in batches that no other write waits long for.

    Zero days keep a kind for ever. Nothing is recorded when there was nothing to remove.
    """
    removed = Removed(
        audit=await _audit(database, retention.audit_days),
        sync_history=await _others(database, "sync_history", retention.sync_history_days),
        sign_in=await _others(database, "sign_in", retention.sign_in_days),
        outbox=await _others(database, "outbox", retention.outbox_days),
        webhook=await _others(database, "webhook", retention.webhook_days),
        datasets=await _datasets(database, retention.dataset_days),
        uploads=await _uploads(database),
        run_files=await _run_files(database, retention.run_files_days),
        run_log_lines=await _run_log_lines(database, retention.run_files_days),
        imports=await _imports(database),
    )
    counts = asdict(removed)
    if any(counts.values()):
        async with database.write() as unit:
            await audit.record_system(unit, "retention.run", details={"removed": counts, "days": asdict(retention)})
    return removed


async def _audit(database: Database, days: int) -> int:
    if days == 0:
        return 0
    async with database.write() as unit:
        before = unit.now - timedelta(days=days)
        if not await audit_rows.any_before(unit, before):
            return 0
        await audit_rows.allow_removal(unit, before)
    total = 0
    while True:
        async with database.write() as unit:
            removed = await audit_rows.remove_before(unit, before, _BATCH)
        total += removed
        if removed < _BATCH:
            return total


async def _others(database: Database, kind: str, days: int) -> int:
    if days == 0:
        return 0
    async with database.write() as unit:
        before = unit.now - timedelta(days=days)
        match kind:
            case "sync_history":
                return await git_rows.remove_history(unit, before)
            case "sign_in":
                return await accounts.remove_expired(unit, before)
            case "webhook":
                return await webhooks.remove_old(unit, before)
            case _:
                return await outbox.remove_finished(unit, before)


async def _datasets(database: Database, days: int) -> int:
    return await _in_batches(database, datasets.purge, timedelta(days=days), _FEW) if days else 0


async def _run_files(database: Database, days: int) -> int:
    """The rows first, and after the commit the files: one that cannot be removed is tried again, or swept."""
    return await _in_batches(database, run_files.remove_old, timedelta(days=days), _FEW) if days else 0


async def _run_log_lines(database: Database, days: int) -> int:
    return await _in_batches(database, run_rows.remove_old_lines, timedelta(days=days), _BATCH) if days else 0


async def _imports(database: Database) -> int:
    return await _in_batches(database, imports.drop_expired, _UPLOAD_GRACE, _FEW)


async def _uploads(database: Database) -> int:
    return await _in_batches(database, datasets.cancel_abandoned, _UPLOAD_GRACE, _FEW)


async def _in_batches(
    database: Database, remove: Callable[[Unit, datetime, int], Awaitable[int]], age: timedelta, most: int
) -> int:
    """Removes what is older than `age`, at most so many in a transaction; how many that were."""
    total = 0
    while True:
        async with database.write() as unit:
            removed = await remove(unit, unit.now - age, most)
        total += removed
        if removed < most:
            return total
