"""Queries on usage and budgets."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.store.import_tables import UsageEntry, WorkspaceBudget
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import Blob
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Item", "UsageRow", "add", "budget", "bytes_by_workspace", "cost_of_month", "page", "put", "set_budget"]


@dataclass(frozen=True, slots=True)
class UsageRow:
    """An entry, with the name of its run as long as there is one."""

    entry: UsageEntry
    run_name: str | None


@dataclass(frozen=True, slots=True)
class Item:
    """What a quantity is of."""

    day: str
    kind: str
    run_id: str
    """Empty for what no run used."""
    unit: str

    def columns(self) -> dict[str, str]:
        """Its columns."""
        return {"day": self.day, "kind": self.kind, "run_id": self.run_id, "unit": self.unit}


_UNIQUE = ("workspace_id", "day", "kind", "run_id", "unit")


async def add(unit: Unit, scope: WorkspaceScope, item: Item, quantity: float) -> None:
    """Adds to a quantity, which may be a new one."""
    values = {"id": new_id("usg"), **item.columns(), "quantity": quantity}
    await unit.add_to(UsageEntry, values, unique=_UNIQUE, column="quantity", scope=scope)


async def put(unit: Unit, scope: WorkspaceScope, item: Item, quantity: float) -> None:
    """Sets a quantity."""
    statement = scope.update(UsageEntry).filter_by(**item.columns())
    if not await unit.change(statement.values(quantity=quantity)):
        await add(unit, scope, item, quantity)


async def page(
    unit: Unit, scope: WorkspaceScope, *, since: str | None, until: str | None, limit: int, offset: int
) -> Page[UsageRow]:
    """Usage of the days from `since` to the one before `until`, new days first."""
    named = (ManagedRun.id == UsageEntry.run_id) & (ManagedRun.workspace_id == UsageEntry.workspace_id)
    wanted = scope.select_columns(UsageEntry, UsageEntry, ManagedRun.name).outerjoin(ManagedRun, named)
    counted = scope.select_columns(UsageEntry, func.count())
    if since is not None:
        wanted, counted = wanted.where(UsageEntry.day >= since), counted.where(UsageEntry.day >= since)
    if until is not None:
        wanted, counted = wanted.where(UsageEntry.day < until), counted.where(UsageEntry.day < until)
    order = (UsageEntry.day.desc(), UsageEntry.kind, UsageEntry.run_id, UsageEntry.unit)
    found = await unit.rows(wanted.order_by(*order).limit(limit).offset(offset))
    items = [UsageRow(*row) for row in found]
    total = await unit.count(counted)
    following = offset + len(items)
    return Page(items, total, following if items and following < total else None)


async def cost_of_month(unit: Unit, scope: WorkspaceScope, month: str) -> float:
    """What the workspace's runs cost in a month, `YYYY-MM`, in US dollars."""
    statement = scope.select_columns(UsageEntry, func.sum(UsageEntry.quantity)).where(
        UsageEntry.unit == "usd", UsageEntry.day >= f"{month}-01", UsageEntry.day <= f"{month}-31"
    )
    found = await unit.rows(statement)
    return float(found[0][0] or 0.0)


async def bytes_by_workspace(unit: Unit) -> dict[str, int]:
    """How many bytes the files of each workspace that has some have."""
    statement = select(Blob.workspace_id, func.sum(Blob.size)).group_by(Blob.workspace_id)
    found = await unit.rows(across_workspaces(statement, reason="the storage of every workspace is measured"))
    return {workspace_id: int(size or 0) for workspace_id, size in found}


async def budget(unit: Unit, scope: WorkspaceScope) -> float | None:
    """The workspace's own budget; None where none was set."""
    found = await unit.first(scope.select(WorkspaceBudget))
    return None if found is None else found.usd_per_month


async def set_budget(unit: Unit, scope: WorkspaceScope, usd_per_month: float | None) -> None:
    """Sets the workspace's own budget, or removes it."""
    if usd_per_month is None:
        await unit.change(scope.delete(WorkspaceBudget))
        return
    values = {"usd_per_month": usd_per_month, "updated_at": unit.now}
    if not await unit.change(scope.update(WorkspaceBudget).values(**values)):
        await unit.insert(WorkspaceBudget, {"id": new_id("usg"), **values}, scope=scope)
