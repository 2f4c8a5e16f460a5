"""The rollouts of a workspace, as its branches have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import ResourceNotFoundError
from osmosis_ai.platform.store import git as rows
from osmosis_ai.platform.store.git import RolloutRow
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.unit import Unit

__all__ = ["SyncedRollout", "listing"]


@dataclass(frozen=True, slots=True)
class SyncedRollout:
    """A rollout of a branch."""

    id: str
    name: str
    description: str | None
    last_synced_at: datetime
    last_synced_commit_sha: str
    repo_full_name: str
    created_at: datetime
    problems: Sequence[str]
    """Why it cannot be run; empty for one that can."""
    configs: Sequence[str]
    """The config files that name it."""


async def listing(unit: Unit, member: Member, *, branch: str | None, limit: int, offset: int) -> Page[SyncedRollout]:
    """The rollouts of a branch, the default branch if none is named, by name.

    Empty before the first sync. Raises ResourceNotFoundError for a branch that does not exist, and where the workspace
    has no repository.
    """
    member.require("rollout.read")
    scope = unit.in_workspace(member.workspace_id)
    connection = await rows.connection(unit, scope)
    if connection is None:
        raise ResourceNotFoundError("The workspace has no repository.", code="GIT_REPOSITORY_NOT_CONNECTED")
    name = branch or connection.default_branch
    found = None if name is None else await rows.branch(unit, scope, name)
    if found is None or found.deleted_at is not None:
        if branch is None:
            return Page([], 0, None)
        raise ResourceNotFoundError("The repository has no such branch, or it was not synced yet.", field="branch")
    page = await rows.rollouts(unit, scope, found.id, limit=limit, offset=offset)
    return page.map(lambda row: _rollout(row, connection.full_name))


def _rollout(row: RolloutRow, full_name: str) -> SyncedRollout:
    in_branch = row.in_branch
    return SyncedRollout(
        id=row.id,
        name=row.name,
        description=in_branch.description,
        last_synced_at=in_branch.synced_at,
        last_synced_commit_sha=in_branch.commit_sha,
        repo_full_name=full_name,
        created_at=row.created_at,
        problems=tuple(in_branch.details.get("problems", ())),
        configs=tuple(in_branch.details.get("configs", ())),
    )
