"""The audit trail: who did what, when and from where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.store import audit as rows
from osmosis_ai.platform.store.tables import AuditEntry
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Entry", "EntryPage", "newest", "record", "record_system"]

_LONGEST = 320


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry."""

    id: int
    at: datetime
    actor_id: str | None
    actor: str
    action: str
    target: str | None
    address: str | None
    request_id: str | None
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Entries, the newest first, and the cursor of the next older page."""

    entries: Sequence[Entry]
    next_before: int | None


async def record(
    unit: Unit,
    actor: Actor,
    action: str,
    *,
    workspace_id: str | None = None,
    target: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Records that a person did something, in the transaction that does it."""
    who = (actor.user_id, actor.email, actor.origin)
    await _add(unit, who, action, workspace_id=workspace_id, target=target, details=details)


async def record_system(
    unit: Unit,
    action: str,
    *,
    actor: str = "system",
    origin: Origin | None = None,
    workspace_id: str | None = None,
    target: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Records what the platform did by itself, its operator at the machine, or someone without a credential."""
    who = (None, actor, origin or Origin())
    await _add(unit, who, action, workspace_id=workspace_id, target=target, details=details)


async def newest(
    unit: Unit, member: Member, *, limit: int, before: int | None = None, action: str | None = None
) -> EntryPage:
    """A page of the workspace's entries, the newest first; of one action if named. Raises AccessDeniedError."""
    member.require("audit.read")
    found = await rows.entries(unit, member.workspace_id, limit=limit, before=before, action=action)
    entries = [_entry(row) for row in found]
    return EntryPage(entries, entries[-1].id if len(entries) == limit else None)


async def _add(
    unit: Unit,
    who: tuple[str | None, str, Origin],
    action: str,
    *,
    workspace_id: str | None,
    target: str | None,
    details: Mapping[str, Any] | None,
) -> None:
    actor_id, actor, origin = who
    await unit.insert(
        AuditEntry,
        {
            "workspace_id": workspace_id,
            "at": unit.now,
            "actor_id": actor_id,
            "actor": actor,
            "action": action,
            "target": None if target is None else target[:_LONGEST],
            "address": origin.address,
            "request_id": origin.request_id,
            "details": dict(details or {}),
        },
    )


def _entry(row: AuditEntry) -> Entry:
    return Entry(
        row.id, row.at, row.actor_id, row.actor, row.action, row.target, row.address, row.request_id, row.details
    )
