"""Workspaces, members, roles and invitations."""

from __future__ import annotations

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.access.roles import ACTIONS, ROLES, may
from osmosis_ai.platform.errors import (
    AccessDeniedError,
    InvalidRequestError,
    ResourceNotFoundError,
    StateConflictError,
)
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit, members, sign_in, workspaces
from tests.platform.conftest import HOME, ManualClock, add_member, add_person


@pytest.fixture
async def admin(platform: Platform, owner: Member) -> Member:
    async with platform.write() as unit:
        return await add_member(unit, owner, "admin@example.org", "admin")


def test_each_role_may_do_what_the_next_may():
    """The roles are in an order, and the table is complete."""
    for action, least in ACTIONS.items():
        allowed = [may(role, action) for role in ROLES]
        assert allowed == sorted(allowed, reverse=True)
        assert may(least, action)


async def test_scope_headers_name_one_workspace_or_are_refused(platform: Platform, owner: Member):
    """Both, none and a malformed one are invalid; an unknown one and someone else's are denied alike."""
    async with platform.read() as unit:
        for git, name, code in (
            ("a/b", "main", "WORKSPACE_SCOPE_HEADER_CONFLICT"),
            (None, None, "GIT_SCOPE_HEADER_REQUIRED"),
            ("nonsense", None, "GIT_SCOPE_HEADER_INVALID"),
        ):
            with pytest.raises(InvalidRequestError) as invalid:
                await workspaces.resolve(unit, owner.actor, git=git, name=name)
            assert invalid.value.code == code
        for git, name, code in (
            ("a/b", None, "GIT_SCOPE_HEADER_ACCESS_DENIED"),
            (None, "never", "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED"),
        ):
            with pytest.raises(AccessDeniedError) as denied:
                await workspaces.resolve(unit, owner.actor, git=git, name=name)
            assert denied.value.code == code


async def test_workspace_is_made_renamed_and_deleted(platform: Platform, owner: Member, admin: Member):
    """Whoever makes one owns it; a name is used once; only owners delete; its audit entries outlive it."""
    async with platform.write() as unit:
        made = await workspaces.create(unit, admin.actor, "second")
        assert made.role == "owner"
        with pytest.raises(StateConflictError):
            await workspaces.create(unit, owner.actor, "second")
        with pytest.raises(StateConflictError):
            await workspaces.update(unit, made, name="main")
        changed = await workspaces.update(unit, made, name="renamed", timezone="Asia/Kolkata")
        assert (changed.name, changed.timezone) == ("renamed", "Asia/Kolkata")
    async with platform.write() as unit:
        with pytest.raises(AccessDeniedError):
            await workspaces.delete(unit, admin)
        await workspaces.delete(unit, made)
    async with platform.read() as unit:
        assert [row.name for row in await workspaces.joined(unit, admin.actor)] == ["main"]
        assert [entry.action for entry in (await audit.newest(unit, made, limit=9)).entries] == [
            "workspace.delete",
            "workspace.update",
            "workspace.create",
        ]


@pytest.mark.parametrize("name", ["", "Upper", "-a", "a-", "a" * 64, "sp ace", "é", "api", "a/b", "healthz"])
async def test_names_that_a_workspace_cannot_have(platform: Platform, owner: Member, name: str):
    """Lower-case ASCII that fits a header and an address, and no name that the platform's own pages have."""
    async with platform.write() as unit:
        with pytest.raises(InvalidRequestError):
            await workspaces.create(unit, owner.actor, name)


async def test_only_owners_make_and_unmake_owners_and_one_stays(platform: Platform, owner: Member, admin: Member):
    """An admin changes members and admins; the last owner neither steps down nor leaves."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
        await members.change_role(unit, admin, member.actor.user_id, "admin")
        with pytest.raises(AccessDeniedError):
            await members.change_role(unit, admin, member.actor.user_id, "owner")
        with pytest.raises(AccessDeniedError):
            await members.change_role(unit, admin, owner.actor.user_id, "member")
        with pytest.raises(AccessDeniedError):
            await members.remove(unit, admin, owner.actor.user_id)
        for refused in (
            lambda: members.change_role(unit, owner, owner.actor.user_id, "admin"),
            lambda: members.remove(unit, owner, owner.actor.user_id),
        ):
            with pytest.raises(StateConflictError):
                await refused()
        await members.change_role(unit, owner, admin.actor.user_id, "owner")
        await members.remove(unit, owner, owner.actor.user_id)
    async with platform.read() as unit:
        assert await workspaces.joined(unit, owner.actor) == []
        with pytest.raises(AccessDeniedError):
            await workspaces.resolve(unit, owner.actor, git=None, name="main")


async def test_invitation_makes_an_account_and_a_link(platform: Platform, owner: Member):
    """A person without an account accepts, sets a password by the link they get, and is a member."""
    async with platform.write() as unit:
        made = await members.invite(unit, owner, email="New@Example.org", role="admin")
    async with platform.read() as unit:
        shown = await members.find_invitation(unit, made.token)
    assert (shown.workspace_name, shown.email, shown.has_account) == ("main", "new@example.org", False)
    async with platform.write() as unit:
        link = await members.accept(unit, made.token, None, HOME)
    assert link is not None
    signed_in = await sign_in.by_link(platform.database, link, "a long password", HOME)
    async with platform.write() as unit:
        assert [(row.name, row.role) for row in await workspaces.joined(unit, signed_in.actor)] == [("main", "admin")]
        with pytest.raises(ResourceNotFoundError):
            await members.accept(unit, made.token, None, HOME)


async def test_invitation_is_for_its_address_alone(platform: Platform, owner: Member, other: Member):
    """Someone signed in with another address does not use it; the right person does."""
    async with platform.write() as unit:
        made = await members.invite(unit, owner, email="ada@example.org", role="member")
        ada = await add_person(unit, "ada@example.org")
        with pytest.raises(StateConflictError):
            await members.accept(unit, made.token, other.actor, HOME)
        assert await members.accept(unit, made.token, ada, HOME) is None
        assert [row.name for row in await workspaces.joined(unit, ada)] == ["main"]
        with pytest.raises(StateConflictError):
            await members.invite(unit, owner, email="ada@example.org", role="member")


async def test_invitation_ends_with_its_time_and_when_taken_back(
    platform: Platform, owner: Member, admin: Member, clock: ManualClock
):
    """Both answer as one that never was; admins invite, but not owners."""
    async with platform.write() as unit:
        taken = await members.invite(unit, admin, email="a@example.org", role="member")
        late = await members.invite(unit, admin, email="b@example.org", role="member")
        with pytest.raises(AccessDeniedError):
            await members.invite(unit, admin, email="c@example.org", role="owner")
        assert (await members.invitations(unit, admin, limit=50, offset=0)).total_count == 2
        await members.revoke_invitation(unit, admin, taken.invitation.id)
    clock.advance(days=7)
    async with platform.read() as unit:
        for token in (taken.token, late.token, "osm_inv_nonsense"):
            with pytest.raises(ResourceNotFoundError):
                await members.find_invitation(unit, token)
        assert (await members.invitations(unit, admin, limit=50, offset=0)).total_count == 0
