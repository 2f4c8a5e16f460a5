"""Queries on the outbox, and on leases of work that one process does at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update

from osmosis_ai.platform.store.prepared import Prepared
from osmosis_ai.platform.store.tables import Lease, OutboxEntry
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "add",
    "change",
    "claim",
    "counts",
    "due_kinds",
    "give_lease_back",
    "lease_is_held",
    "remove_finished",
    "take_lease",
]

_DUE_KINDS = Prepared(
    select(OutboxEntry.kind)
    .where(OutboxEntry.finished_at.is_(None), OutboxEntry.available_at <= bindparam("due_at"))
    .distinct()
)


async def add(unit: Unit, entry_id: str, kind: str, payload: dict[str, Any], available_at: datetime) -> None:
    """Adds an entry."""
    await unit.insert(
        OutboxEntry,
        {
            "id": entry_id,
            "kind": kind,
            "payload": payload,
            "attempts": 0,
            "created_at": unit.now,
            "available_at": available_at,
            "finished_at": None,
            "failed": False,
            "last_error": None,
        },
    )


async def claim(
    unit: Unit, until: datetime, limit: int, *, kinds: Sequence[str] = (), others: bool = False
) -> Sequence[OutboxEntry]:
    """Entries of these kinds, or with `others` of all but these, that may be tried now, the oldest first.

    No other worker gets them before `until`.
    """
    of_kinds = OutboxEntry.kind.not_in(kinds) if others else OutboxEntry.kind.in_(kinds)
    statement = (
        select(OutboxEntry)
        .where(OutboxEntry.finished_at.is_(None), OutboxEntry.available_at <= unit.now, of_kinds)
        .order_by(OutboxEntry.available_at, OutboxEntry.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    entries = await unit.all(statement)
    claimed = update(OutboxEntry).where(OutboxEntry.id.in_([entry.id for entry in entries]))
    await unit.change(claimed.values(available_at=until, attempts=OutboxEntry.attempts + 1))
    return entries


async def due_kinds(unit: Unit) -> Sequence[str]:
    """The kinds of the entries that may be tried now."""
    return [row[0] for row in await unit.fetch(_DUE_KINDS, due_at=unit.now)]


async def change(unit: Unit, entry_id: str, **values: Any) -> None:
    """Sets columns of an entry that is not finished."""
    statement = update(OutboxEntry).where(OutboxEntry.id == entry_id, OutboxEntry.finished_at.is_(None))
    await unit.change(statement.values(**values))


async def counts(unit: Unit) -> tuple[int, int]:
    """How many entries wait, and how many were given up."""
    waiting = select(func.count()).select_from(OutboxEntry).where(OutboxEntry.finished_at.is_(None))
    failed = select(func.count()).select_from(OutboxEntry).where(OutboxEntry.failed.is_(True))
    return await unit.count(waiting), await unit.count(failed)


async def remove_finished(unit: Unit, before: datetime) -> int:
    """Removes entries that were finished before that time; how many."""
    return await unit.change(delete(OutboxEntry).where(OutboxEntry.finished_at < before), long=True)


async def take_lease(unit: Unit, name: str, holder: str, until: datetime) -> bool:
    """Takes a lease, or renews one's own; False where another process has it."""
    if await unit.insert(Lease, {"name": name, "holder": holder, "until": until}, ignore_existing=True):
        return True
    free = update(Lease).where(Lease.name == name, (Lease.until <= unit.now) | (Lease.holder == holder))
    return await unit.change(free.values(holder=holder, until=until)) == 1


async def lease_is_held(unit: Unit, name: str) -> bool:
    """Whether a process has the lease now."""
    return await unit.first(select(Lease).where(Lease.name == name, Lease.until > unit.now)) is not None


async def give_lease_back(unit: Unit, name: str, holder: str) -> None:
    """Gives a lease back before it ends."""
    await unit.change(delete(Lease).where(Lease.name == name, Lease.holder == holder))
