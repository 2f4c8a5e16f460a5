"""Queries on the audit trail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, delete, func, select

from osmosis_ai.platform.store.tables import AuditEntry, AuditRetention
from osmosis_ai.platform.store.unit import Unit

__all__ = ["allow_removal", "any_before", "count", "entries", "entries_statement", "remove_before"]


def entries_statement(
    workspace_id: str | None, limit: int, before: int | None = None, action: str | None = None
) -> Select[AuditEntry]:
    """The newest `limit` entries of a workspace, or of the platform itself, older than entry `before`, of an action.

    It walks an index from its end, so that its cost does not depend on how many entries there are.
    """
    of_workspace = (
        AuditEntry.workspace_id.is_(None) if workspace_id is None else AuditEntry.workspace_id == workspace_id
    )
    statement = select(AuditEntry).where(of_workspace)
    if action is not None:
        statement = statement.where(AuditEntry.action == action)
    if before is not None:
        statement = statement.where(AuditEntry.id < before)
    return statement.order_by(AuditEntry.id.desc()).limit(limit)


async def entries(
    unit: Unit, workspace_id: str | None, *, limit: int, before: int | None, action: str | None
) -> Sequence[AuditEntry]:
    """The newest entries, the newest first. See `entries_statement`."""
    return await unit.all(entries_statement(workspace_id, limit, before, action))


async def any_before(unit: Unit, before: datetime) -> bool:
    """Whether there is an entry from before that time."""
    return await unit.first(select(AuditEntry.id).where(AuditEntry.at < before).order_by(AuditEntry.at)) is not None


async def allow_removal(unit: Unit, before: datetime) -> None:
    """Records that entries from before that time may be removed. The database refuses to remove any other."""
    await unit.insert(AuditRetention, {"remove_before": before, "at": unit.now})


async def remove_before(unit: Unit, before: datetime, batch: int) -> int:
    """Removes at most `batch` entries from before that time, the oldest first; how many that were."""
    oldest = select(AuditEntry.id).where(AuditEntry.at < before).order_by(AuditEntry.at).limit(batch)
    return await unit.change(delete(AuditEntry).where(AuditEntry.id.in_(oldest.scalar_subquery())), long=True)


async def count(unit: Unit) -> int:
    """How many entries there are."""
    return await unit.count(select(func.count()).select_from(AuditEntry))
