"""Queries on workspaces, their members and invitations, and on which workspaces a person has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update

from osmosis_ai.platform.store.pages import Page, page_of
from osmosis_ai.platform.store.prepared import Prepared
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import GitConnection, Invitation, Membership, User, Workspace
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "JoinedWorkspace",
    "MemberOf",
    "MemberRow",
    "change_invitation",
    "change_role",
    "change_workspace",
    "count_owners",
    "delete_workspace",
    "has_open_invitation",
    "invitation",
    "invitation_by_hash",
    "invitations",
    "joined_workspaces",
    "member",
    "members",
    "membership_by_git",
    "membership_by_name",
    "remove_member",
    "workspace_by_id",
    "workspace_by_name",
]


@dataclass(frozen=True, slots=True)
class JoinedWorkspace:
    """A workspace that a person is a member of."""

    id: str
    name: str
    role: str
    repository: str | None
    """`owner/repo` of the connected repository."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member with the account."""

    user_id: str
    email: str
    name: str
    role: str
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class MemberOf:
    """A person's place in a workspace."""

    workspace_id: str
    workspace_name: str
    role: str


_MEMBERSHIPS = select(Workspace.id, Workspace.name, Membership.role).join(
    Membership, Membership.workspace_id == Workspace.id
)
_BY_NAME = Prepared(
    across_workspaces(
        _MEMBERSHIPS.where(Workspace.name == bindparam("name"), Membership.user_id == bindparam("member_id")),
        reason="a header names the workspace of a member",
    )
)
_BY_GIT = Prepared(
    across_workspaces(
        _MEMBERSHIPS.join(GitConnection, GitConnection.workspace_id == Workspace.id).where(
            GitConnection.full_name == bindparam("full_name"), Membership.user_id == bindparam("member_id")
        ),
        reason="a header names the repository of a member's workspace",
    )
)
_JOINED = Prepared(
    across_workspaces(
        select(Workspace.id, Workspace.name, Membership.role, GitConnection.full_name)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .outerjoin(GitConnection, GitConnection.workspace_id == Workspace.id)
        .where(Membership.user_id == bindparam("member_id"))
        .order_by(Workspace.name),
        reason="the memberships of one person",
    )
)


async def membership_by_name(unit: Unit, user_id: str, name: str) -> MemberOf | None:
    """A person's place in the workspace of that name; None also where there is no such workspace."""
    found = await unit.fetch(_BY_NAME, name=name, member_id=user_id)
    return MemberOf(*found[0]) if found else None


async def membership_by_git(unit: Unit, user_id: str, full_name: str) -> MemberOf | None:
    """A person's place in the workspace whose repository is `owner/repo`, in lower case."""
    found = await unit.fetch(_BY_GIT, full_name=full_name, member_id=user_id)
    return MemberOf(*found[0]) if found else None


async def workspace_by_name(unit: Unit, name: str) -> Workspace | None:
    """The workspace of that name."""
    return await unit.first(select(Workspace).where(Workspace.name == name))


async def workspace_by_id(unit: Unit, workspace_id: str) -> Workspace | None:
    """The workspace of that id."""
    return await unit.first(select(Workspace).where(Workspace.id == workspace_id))


async def joined_workspaces(unit: Unit, user_id: str) -> Sequence[JoinedWorkspace]:
    """The workspaces of a person, by name."""
    return [JoinedWorkspace(*row) for row in await unit.fetch(_JOINED, member_id=user_id)]


async def change_workspace(unit: Unit, workspace_id: str, **values: object) -> None:
    """Sets columns of a workspace."""
    await unit.change(update(Workspace).where(Workspace.id == workspace_id).values(**values))


async def delete_workspace(unit: Unit, workspace_id: str) -> None:
    """Removes a workspace, and with it all that it owns."""
    await unit.change(delete(Workspace).where(Workspace.id == workspace_id), long=True)


async def member(unit: Unit, scope: WorkspaceScope, user_id: str) -> Membership | None:
    """A person's membership."""
    return await unit.first(scope.select(Membership).where(Membership.user_id == user_id))


async def members(unit: Unit, scope: WorkspaceScope) -> Sequence[MemberRow]:
    """Every member, by address."""
    statement = scope.select_columns(
        Membership, User.id, User.email, User.name, Membership.role, Membership.created_at
    ).join(User, User.id == Membership.user_id)
    return [MemberRow(*row) for row in await unit.rows(statement.order_by(User.email))]


async def count_owners(unit: Unit, scope: WorkspaceScope) -> int:
    """How many owners the workspace has. On PostgreSQL the workspace is locked until the transaction ends."""
    await unit.first(select(Workspace).where(Workspace.id == scope.workspace_id).with_for_update())
    return await unit.count(scope.select_columns(Membership, func.count()).where(Membership.role == "owner"))


async def change_role(unit: Unit, scope: WorkspaceScope, user_id: str, role: str) -> None:
    """Gives a member another role."""
    await unit.change(scope.update(Membership).where(Membership.user_id == user_id).values(role=role))


async def remove_member(unit: Unit, scope: WorkspaceScope, user_id: str) -> None:
    """Ends a membership."""
    await unit.change(scope.delete(Membership).where(Membership.user_id == user_id))


async def invitations(unit: Unit, scope: WorkspaceScope, limit: int, offset: int) -> Page[Invitation]:
    """The invitations that can still be accepted, the newest first."""
    statement = scope.select(Invitation).where(
        Invitation.accepted_at.is_(None), Invitation.revoked_at.is_(None), Invitation.expires_at > unit.now
    )
    return await page_of(unit, statement.order_by(Invitation.created_at.desc(), Invitation.id), limit, offset)


async def invitation(unit: Unit, scope: WorkspaceScope, invitation_id: str) -> Invitation | None:
    """An invitation of the workspace, whatever its state."""
    return await unit.first(scope.select(Invitation).where(Invitation.id == invitation_id))


async def invitation_by_hash(unit: Unit, token_hash: str) -> Invitation | None:
    """The invitation whose token has that hash, whatever its state and workspace."""
    statement = select(Invitation).where(Invitation.token_hash == token_hash)
    return await unit.first(across_workspaces(statement, reason="the token names the invitation"))


async def has_open_invitation(unit: Unit, email: str) -> bool:
    """Whether any workspace has an invitation for that address, in lower case, that can still be accepted."""
    statement = select(Invitation).where(
        Invitation.email == email,
        Invitation.accepted_at.is_(None),
        Invitation.revoked_at.is_(None),
        Invitation.expires_at > unit.now,
    )
    found = await unit.first(across_workspaces(statement.limit(1), reason="the invitations of one address"))
    return found is not None


async def change_invitation(unit: Unit, scope: WorkspaceScope, invitation_id: str, **values: object) -> bool:
    """Sets columns of an invitation that is still open; False where it no longer is."""
    statement = scope.update(Invitation).where(
        Invitation.id == invitation_id, Invitation.accepted_at.is_(None), Invitation.revoked_at.is_(None)
    )
    return await unit.change(statement.values(**values)) == 1
