"""Queries on connected repositories, their branches, catalogues and syncs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select

from osmosis_ai.platform.store.pages import Page, page_of
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import BranchRollout, GitBranch, GitConnection, Rollout, SyncRecord
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "RolloutRow",
    "branch",
    "branch_rollout",
    "branches",
    "change_branch",
    "change_connection",
    "change_record",
    "connection",
    "connection_by_hook",
    "connections",
    "due_connections",
    "full_name_in_use",
    "open_records",
    "remove_connection",
    "remove_history",
    "replace_catalogue",
    "rollout",
    "rollouts",
    "sync_records",
]


@dataclass(frozen=True, slots=True)
class RolloutRow:
    """A rollout as a branch has it."""

    id: str
    name: str
    created_at: datetime
    in_branch: BranchRollout


async def connection(unit: Unit, scope: WorkspaceScope) -> GitConnection | None:
    """The workspace's repository."""
    return await unit.first(scope.select(GitConnection))


async def connection_by_hook(unit: Unit, hook_hash: str) -> GitConnection | None:
    """The repository whose push hook's token has that hash."""
    statement = select(GitConnection).where(GitConnection.hook_hash == hook_hash)
    return await unit.first(across_workspaces(statement, reason="the hook's token names the repository"))


async def full_name_in_use(unit: Unit, full_name: str) -> bool:
    """Whether a workspace, any one, is connected to a repository of that name."""
    statement = select(GitConnection).where(GitConnection.full_name == full_name)
    return await unit.first(across_workspaces(statement, reason="the name leads to one workspace")) is not None


async def due_connections(unit: Unit, limit: int) -> Sequence[GitConnection]:
    """Repositories that are to be looked at by now, the longest due first."""
    statement = select(GitConnection).where(GitConnection.poll_at <= unit.now).order_by(GitConnection.poll_at)
    return await unit.all(across_workspaces(statement.limit(limit), reason="the poller looks at every repository"))


async def connections(unit: Unit) -> Sequence[GitConnection]:
    """Every connected repository."""
    return await unit.all(across_workspaces(select(GitConnection), reason="the operator's status and clean-up"))


async def change_connection(unit: Unit, scope: WorkspaceScope, **values: Any) -> bool:
    """Sets columns of the connection; False where there is none any more."""
    return await unit.change(scope.update(GitConnection).values(**values)) == 1


async def remove_connection(unit: Unit, scope: WorkspaceScope) -> None:
    """Removes the connection and all branches with their catalogues. Rollouts keep their identity; history stays."""
    await unit.change(scope.delete(BranchRollout), long=True)
    await unit.change(scope.delete(GitBranch), long=True)
    await unit.change(scope.delete(GitConnection))


async def branches(unit: Unit, scope: WorkspaceScope) -> Sequence[GitBranch]:
    """Every branch, also one that was deleted, by name."""
    return await unit.all(scope.select(GitBranch).order_by(GitBranch.name))


async def branch(unit: Unit, scope: WorkspaceScope, name: str) -> GitBranch | None:
    """The branch of that name, also one that was deleted."""
    return await unit.first(scope.select(GitBranch).where(GitBranch.name == name))


async def change_branch(unit: Unit, scope: WorkspaceScope, branch_id: str, **values: Any) -> None:
    """Sets columns of a branch."""
    await unit.change(scope.update(GitBranch).where(GitBranch.id == branch_id).values(**values))


async def replace_catalogue(
    unit: Unit, scope: WorkspaceScope, branch_id: str, rollouts: Sequence[tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    """Gives a branch these rollouts: of each, the values of a new Rollout, if there is none, and a BranchRollout."""
    await unit.change(scope.delete(BranchRollout).where(BranchRollout.branch_id == branch_id), long=True)
    names = {values["name"] for values, _ in rollouts}
    known = {row.name: row.id for row in await unit.all(scope.select(Rollout).where(Rollout.name.in_(names)))}
    for values, in_branch in rollouts:
        rollout_id = known.get(values["name"])
        if rollout_id is None:
            await unit.insert(Rollout, values, scope=scope)
            rollout_id = values["id"]
        await unit.insert(BranchRollout, {**in_branch, "rollout_id": rollout_id, "branch_id": branch_id}, scope=scope)


async def rollout(unit: Unit, scope: WorkspaceScope, name: str) -> Rollout | None:
    """The rollout of that name, on whichever branch it is or was."""
    return await unit.first(scope.select(Rollout).where(Rollout.name == name))


async def branch_rollout(unit: Unit, scope: WorkspaceScope, branch_id: str, name: str) -> BranchRollout | None:
    """The rollout of that name, as a branch has it."""
    return await unit.first(
        scope.select(BranchRollout).where(BranchRollout.branch_id == branch_id, BranchRollout.name == name)
    )


async def rollouts(unit: Unit, scope: WorkspaceScope, branch_id: str, *, limit: int, offset: int) -> Page[RolloutRow]:
    """The rollouts of a branch, by name."""
    page = await page_of(
        unit, scope.select(BranchRollout).where(BranchRollout.branch_id == branch_id).order_by(BranchRollout.name),
        limit, offset,
    )  # fmt: skip
    wanted = scope.select(Rollout).where(Rollout.id.in_([row.rollout_id for row in page.items]))
    found = {row.id: row for row in await unit.all(wanted)}
    return page.map(lambda row: RolloutRow(row.rollout_id, row.name, found[row.rollout_id].created_at, row))


async def sync_records(
    unit: Unit, scope: WorkspaceScope, *, branch_name: str | None, limit: int, offset: int
) -> Page[SyncRecord]:
    """The syncs of the workspace, or of one branch, the newest first."""
    statement = scope.select(SyncRecord)
    if branch_name is not None:
        statement = statement.where(SyncRecord.branch == branch_name)
    return await page_of(unit, statement.order_by(SyncRecord.started_at.desc(), SyncRecord.id), limit, offset)


async def open_records(unit: Unit, scope: WorkspaceScope) -> Sequence[SyncRecord]:
    """Syncs that were never finished."""
    return await unit.all(scope.select(SyncRecord).where(SyncRecord.finished_at.is_(None)))


async def change_record(unit: Unit, scope: WorkspaceScope, record_id: str, **values: Any) -> None:
    """Sets columns of a sync."""
    await unit.change(scope.update(SyncRecord).where(SyncRecord.id == record_id).values(**values))


async def remove_history(unit: Unit, before: datetime) -> int:
    """Removes syncs that were finished before that time, of every workspace; how many."""
    statement = delete(SyncRecord).where(SyncRecord.finished_at < before)
    return await unit.change(across_workspaces(statement, reason="retention"), long=True)
