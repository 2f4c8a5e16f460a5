"""Members of a workspace, and invitations to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.access.roles import ROLES, Role
from osmosis_ai.platform.access.tokens import has_token_form, hash_token, new_token
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import accounts, audit
from osmosis_ai.platform.store import accounts as account_rows
from osmosis_ai.platform.store import workspaces as rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.tables import Invitation, Membership, User
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.platform.store.workspaces import MemberRow

__all__ = [
    "INVITATION_LIFETIME",
    "Invited",
    "MemberRow",
    "NewInvitation",
    "OpenInvitation",
    "accept",
    "add",
    "change_role",
    "find_invitation",
    "invitations",
    "invite",
    "listing",
    "remove",
    "revoke_invitation",
]

INVITATION_LIFETIME = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that can be accepted."""

    id: str
    email: str
    role: Role
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """An invitation that was just made. The token is for its link, and cannot be shown again."""

    token: str
    invitation: OpenInvitation


@dataclass(frozen=True, slots=True)
class Invited:
    """What the person with the link is shown."""

    workspace_name: str
    email: str
    role: Role
    has_account: bool
    """Whether the address has an account that is in use: then its person signs in to accept."""


async def listing(unit: Unit, member: Member) -> Sequence[MemberRow]:
    """Every member, by address."""
    member.require("member.read")
    return await rows.members(unit, unit.in_workspace(member.workspace_id))


async def change_role(unit: Unit, member: Member, user_id: str, role: str) -> None:
    """Gives a member another role.

    Only owners make or unmake owners, and there is always one: StateConflictError otherwise. Raises
    ResourceNotFoundError, InvalidRequestError, AccessDeniedError.
    """
    member.require("member.change_role")
    new = _role(role)
    scope = unit.in_workspace(member.workspace_id)
    present = await rows.member(unit, scope, user_id)
    if present is None:
        raise _no_member()
    if "owner" in {present.role, new}:
        member.require("member.manage_owners")
    if present.role == "owner" and new != "owner":
        await _check_other_owner(unit, member)
    await rows.change_role(unit, scope, user_id, new)
    details = {"from": present.role, "to": new}
    await audit.record(
        unit, member.actor, "member.change_role", workspace_id=member.workspace_id, target=user_id, details=details
    )


async def remove(unit: Unit, member: Member, user_id: str) -> None:
    """Ends one's own membership, or as an admin someone else's. Raises as `change_role` does."""
    scope = unit.in_workspace(member.workspace_id)
    if user_id != member.actor.user_id:
        member.require("member.remove")
    present = await rows.member(unit, scope, user_id)
    if present is None:
        raise _no_member()
    if present.role == "owner":
        if user_id != member.actor.user_id:
            member.require("member.manage_owners")
        await _check_other_owner(unit, member)
    await rows.remove_member(unit, scope, user_id)
    await audit.record(unit, member.actor, "member.remove", workspace_id=member.workspace_id, target=user_id)


async def add(unit: Unit, workspace_id: str, user_id: str, role: str) -> bool:
    """Makes a person a member; False where they are one already. The caller records it."""
    return await unit.insert(
        Membership,
        {"id": new_id("mbr"), "user_id": user_id, "role": _role(role), "created_at": unit.now},
        scope=unit.in_workspace(workspace_id),
        ignore_existing=True,
    )


async def invite(unit: Unit, member: Member, *, email: str, role: str) -> NewInvitation:
    """An invitation for an address. The platform sends no mail: whoever invites passes the link on.

    Raises StateConflictError where the person is a member; only owners invite owners.
    """
    member.require("invitation.manage")
    address, new = accounts.normal_email(email), _role(role)
    if new == "owner":
        member.require("member.manage_owners")
    scope = unit.in_workspace(member.workspace_id)
    user = await account_rows.user_by_email(unit, address)
    if user is not None and await rows.member(unit, scope, user.id) is not None:
        raise StateConflictError(f"{address} is a member already.", field="email")
    token = new_token("inv")
    invitation = OpenInvitation(new_id("inv"), address, new, unit.now, unit.now + INVITATION_LIFETIME)
    await unit.insert(
        Invitation,
        {
            "id": invitation.id,
            "email": address,
            "role": new,
            "token_hash": hash_token(token),
            "invited_by": member.actor.user_id,
            "created_at": invitation.created_at,
            "expires_at": invitation.expires_at,
            "accepted_at": None,
            "revoked_at": None,
        },
        scope=scope,
    )
    details = {"email": address, "role": new}
    await audit.record(
        unit, member.actor, "invitation.create", workspace_id=member.workspace_id, target=invitation.id, details=details
    )
    return NewInvitation(token, invitation)


async def invitations(unit: Unit, member: Member, *, limit: int, offset: int) -> Page[OpenInvitation]:
    """The invitations that can be accepted, the newest first."""
    member.require("invitation.manage")
    found = await rows.invitations(unit, unit.in_workspace(member.workspace_id), limit, offset)
    return found.map(_open)


async def revoke_invitation(unit: Unit, member: Member, invitation_id: str) -> None:
    """Takes an invitation back. Raises ResourceNotFoundError where it cannot be accepted any more."""
    member.require("invitation.manage")
    scope = unit.in_workspace(member.workspace_id)
    if not await rows.change_invitation(unit, scope, invitation_id, revoked_at=unit.now):
        raise ResourceNotFoundError("There is no such invitation.")
    await audit.record(unit, member.actor, "invitation.revoke", workspace_id=member.workspace_id, target=invitation_id)


async def find_invitation(unit: Unit, token: str) -> Invited:
    """What an invitation's link is for. Raises ResourceNotFoundError where it cannot be used."""
    found = await _usable(unit, token)
    workspace = await rows.workspace_by_id(unit, found.workspace_id)
    user = await account_rows.user_by_email(unit, found.email)
    if workspace is None:
        raise _unusable()
    has_account = user is not None and await _is_in_use(unit, user)
    return Invited(workspace.name, found.email, _role(found.role), has_account)


async def accept(unit: Unit, token: str, actor: Actor | None, origin: Origin) -> str | None:
    """Uses an invitation. A person who is signed in joins, and the answer is None.

    Without one, an account is made for the address where it has none that is in use, and the answer is the token of a
    link that sets its password. Raises ResourceNotFoundError for a link that cannot be used;
    StateConflictError where the person is signed in with another address, or has to sign in first.
    """
    found = await _usable(unit, token)
    user = await account_rows.user_by_email(unit, found.email)
    if actor is not None and (user is None or user.id != actor.user_id):
        raise StateConflictError(f"This invitation is for {found.email}; sign out first.", code="WRONG_ACCOUNT")
    if actor is None and user is not None and await _is_in_use(unit, user):
        raise StateConflictError(f"Sign in as {found.email} to accept.", code="SIGN_IN_REQUIRED")
    scope = unit.in_workspace(found.workspace_id)
    if not await rows.change_invitation(unit, scope, found.id, accepted_at=unit.now):
        raise _unusable()
    user_id = user.id if user is not None else (await accounts.add(unit, email=found.email)).id
    await add(unit, found.workspace_id, user_id, found.role)
    await audit.record_system(
        unit,
        "invitation.accept",
        actor=found.email,
        origin=origin,
        workspace_id=found.workspace_id,
        target=found.id,
        details={"role": found.role, "user_id": user_id},
    )
    return None if actor is not None else await accounts.new_link(unit, user_id)


async def _is_in_use(unit: Unit, user: User) -> bool:
    """Whether there is anything that a password would open. Whoever invites has the link, and may not open that."""
    if user.password_hash is not None or user.disabled_at is not None or user.is_operator:
        return True
    return await account_rows.has_identity(unit, user.id) or bool(await rows.joined_workspaces(unit, user.id))


async def _check_other_owner(unit: Unit, member: Member) -> None:
    if await rows.count_owners(unit, unit.in_workspace(member.workspace_id)) <= 1:
        raise StateConflictError("The workspace would be left without an owner.", code="LAST_OWNER")


async def _usable(unit: Unit, token: str) -> Invitation:
    found = await rows.invitation_by_hash(unit, hash_token(token)) if has_token_form(token, "inv") else None
    if found is None or found.accepted_at is not None or found.revoked_at is not None or found.expires_at <= unit.now:
        raise _unusable()
    return found


def _role(text: str) -> Role:
    role = next((each for each in ROLES if each == text), None)
    if role is None:
        issue = Issue("role", f"must be one of {', '.join(ROLES)}")
        raise InvalidRequestError("The role is not known.", field="role", issues=[issue])
    return role


def _open(row: Invitation) -> OpenInvitation:
    return OpenInvitation(row.id, row.email, _role(row.role), row.created_at, row.expires_at)


def _no_member() -> ResourceNotFoundError:
    return ResourceNotFoundError("There is no such member.")


def _unusable() -> ResourceNotFoundError:
    return ResourceNotFoundError(
        "This invitation was used already, was taken back, has expired, or never existed.", code="LINK_NOT_USABLE"
    )
