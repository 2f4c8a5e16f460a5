"""Workspaces, and which one a request is about."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from osmosis_ai.platform.access.actors import Actor, Member
from osmosis_ai.platform.access.roles import Role
from osmosis_ai.platform.errors import (
    AccessDeniedError,
    InvalidRequestError,
    Issue,
    ResourceNotFoundError,
    StateConflictError,
)
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.store import workspaces as rows
from osmosis_ai.platform.store.tables import Membership, Workspace
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.platform.store.workspaces import JoinedWorkspace

__all__ = [
    "JoinedWorkspace",
    "WorkspaceDetail",
    "add",
    "check_name",
    "create",
    "delete",
    "detail",
    "joined",
    "resolve",
    "resolve_git",
    "update",
]

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_GIT = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9._-]+")
_RESERVED = frozenset(
    {"api", "device", "health", "healthz", "join", "link", "login", "logout", "metrics", "readyz", "settings", "static"}
    | {
        "account",
        "admin",
        "assets",
        "new",
        "oidc",
        "operator",
        "sign-in",
        "sign-out",
        "tokens",
        "users",
        "v1",
        "workspaces",
    }
)
"""Names that pages of the platform itself have."""


@dataclass(frozen=True, slots=True)
class WorkspaceDetail:
    """A workspace, as its members see it."""

    id: str
    name: str
    timezone: str
    created_at: datetime
    role: Role


def check_name(name: str) -> None:
    """Raises InvalidRequestError for a name that a workspace cannot have."""
    if not _NAME.fullmatch(name) or name in _RESERVED:
        problem = "must be 1 to 63 lower-case letters, digits and inner hyphens, and not a name that the platform uses"
        raise InvalidRequestError("The workspace's name is not valid.", field="name", issues=[Issue("name", problem)])


async def joined(unit: Unit, actor: Actor) -> Sequence[JoinedWorkspace]:
    """The workspaces of the person, by name."""
    return await rows.joined_workspaces(unit, actor.user_id)


async def resolve(unit: Unit, actor: Actor, *, git: str | None, name: str | None) -> Member:
    """The workspace that a request's scope headers name, X-Osmosis-Git and X-Osmosis-Workspace, with the person's role.

    Raises InvalidRequestError for both headers, for none, and for a malformed one; AccessDeniedError, the same whether
    there is no such workspace or the person is not a member.
    """
    if git is not None and name is not None:
        raise InvalidRequestError(
            "Send X-Osmosis-Git or X-Osmosis-Workspace, not both.", code="WORKSPACE_SCOPE_HEADER_CONFLICT"
        )
    if git is not None:
        return await resolve_git(unit, actor, git)
    if name is None:
        raise InvalidRequestError("X-Osmosis-Git or X-Osmosis-Workspace is required.", code="GIT_SCOPE_HEADER_REQUIRED")
    found = await rows.membership_by_name(unit, actor.user_id, name)
    if found is None:
        raise AccessDeniedError("No workspace of that name is yours.", code="WORKSPACE_SCOPE_HEADER_ACCESS_DENIED")
    return _member(actor, found)


async def resolve_git(unit: Unit, actor: Actor, git: str) -> Member:
    """The workspace that the repository `owner/repo` is connected to, in any case. Raises as `resolve` does."""
    full_name = git.strip().lower()
    if not _GIT.fullmatch(full_name):
        raise InvalidRequestError("X-Osmosis-Git is not OWNER/REPO.", code="GIT_SCOPE_HEADER_INVALID")
    found = await rows.membership_by_git(unit, actor.user_id, full_name)
    if found is None:
        raise AccessDeniedError(
            "No workspace of yours is connected to that repository.", code="GIT_SCOPE_HEADER_ACCESS_DENIED"
        )
    return _member(actor, found)


async def create(unit: Unit, actor: Actor, name: str) -> Member:
    """A new workspace, whose owner the person is. Raises InvalidRequestError, StateConflictError for a name in use."""
    workspace_id = await add(unit, name, owner_id=actor.user_id)
    await audit.record(unit, actor, "workspace.create", workspace_id=workspace_id, target=workspace_id)
    return Member(actor, workspace_id, name, "owner")


async def add(unit: Unit, name: str, *, owner_id: str) -> str:
    """A new workspace with an owner; its id. The caller records it."""
    check_name(name)
    workspace_id = new_id("wsp")
    values = {"id": workspace_id, "name": name, "timezone": "UTC", "created_at": unit.now}
    if not await unit.insert(Workspace, values, ignore_existing=True):
        raise StateConflictError(f"A workspace is named {name} already.", field="name")
    await unit.insert(
        Membership,
        {"id": new_id("mbr"), "user_id": owner_id, "role": "owner", "created_at": unit.now},
        scope=unit.in_workspace(workspace_id),
    )
    return workspace_id


async def detail(unit: Unit, member: Member) -> WorkspaceDetail:
    """The workspace itself."""
    found = await rows.workspace_by_id(unit, member.workspace_id)
    if found is None:
        raise ResourceNotFoundError("The workspace was deleted.")
    return WorkspaceDetail(found.id, found.name, found.timezone, found.created_at, member.role)


async def update(
    unit: Unit, member: Member, *, name: str | None = None, timezone: str | None = None
) -> WorkspaceDetail:
    """Changes what is given. Raises InvalidRequestError; StateConflictError for a name in use; AccessDeniedError."""
    member.require("workspace.update")
    values: dict[str, object] = {}
    if name is not None and name != member.workspace_name:
        check_name(name)
        if await rows.workspace_by_name(unit, name) is not None:
            raise StateConflictError(f"A workspace is named {name} already.", field="name")
        values["name"] = name
    if timezone is not None:
        if timezone not in zoneinfo.available_timezones():
            raise InvalidRequestError(
                "The time zone is not known.",
                field="timezone",
                issues=[Issue("timezone", "must be a name such as UTC")],
            )
        values["timezone"] = timezone
    if values:
        await rows.change_workspace(unit, member.workspace_id, **values)
        await audit.record(
            unit,
            member.actor,
            "workspace.update",
            workspace_id=member.workspace_id,
            target=member.workspace_id,
            details=values,
        )
    return await detail(unit, member)


async def delete(unit: Unit, member: Member) -> None:
    """Removes the workspace and all that it owns. Its audit entries stay. Raises AccessDeniedError but for owners."""
    member.require("workspace.delete")
    details = {"name": member.workspace_name}
    await audit.record(
        unit,
        member.actor,
        "workspace.delete",
        workspace_id=member.workspace_id,
        target=member.workspace_id,
        details=details,
    )
    await rows.delete_workspace(unit, member.workspace_id)


def _member(actor: Actor, found: rows.MemberOf) -> Member:
    return Member(actor, found.workspace_id, found.workspace_name, cast("Role", found.role))
