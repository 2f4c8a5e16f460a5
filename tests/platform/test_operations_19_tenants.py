"""Complaint 19: nothing of another workspace is reached by its id, and no statement runs without a workspace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import delete, func, insert, select, union_all, update

import osmosis_ai.platform
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import AccessDeniedError, ResourceNotFoundError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, datasets, members, rollouts, secrets, workspaces
from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.scope import UnscopedStatementError, across_workspaces
from osmosis_ai.platform.store.tables import (
    BranchRollout,
    EnvironmentSecret,
    GitConnection,
    Invitation,
    Membership,
    User,
    WorkspaceOwned,
)
from tests.platform.conftest import add_member

PACKAGE = Path(osmosis_ai.platform.__file__).parent
OWNED = sorted(
    (mapper.class_ for mapper in Base.registry.mappers if issubclass(mapper.class_, WorkspaceOwned)),
    key=lambda entity: entity.__name__,
)


@pytest.mark.parametrize("entity", OWNED, ids=lambda entity: entity.__name__)
async def test_no_statement_on_rows_of_workspaces_runs_without_a_workspace(platform: Platform, entity):
    """Selected, counted, joined, in a subquery or a union, changed, removed or added: refused before it is sent."""
    statements = [
        select(entity),
        select(entity.id),
        select(func.count()).select_from(entity),
        select(User).where(User.id.in_(select(entity.workspace_id))),
        select(User).join(entity, entity.id == User.id),
        union_all(select(User.id), select(entity.id)),
        update(entity).values(id="x"),
        delete(entity),
        insert(entity).values(id="x"),
        insert(entity.__table__).values(id="x"),
        update(User).values(name=select(entity.id).limit(1).scalar_subquery()),
    ]
    for statement in statements:
        with pytest.raises(UnscopedStatementError):
            async with platform.write() as unit:
                await unit.execute(statement)


async def test_row_of_a_workspace_is_not_added_without_one(platform: Platform):
    """`insert` asks for the scope of a workspace's row, and for none of any other."""
    async with platform.write() as unit:
        with pytest.raises(ValueError, match="needs a workspace"):
            await unit.insert(Membership, {})
        with pytest.raises(ValueError, match="needs no workspace"):
            await unit.insert(User, {}, scope=unit.in_workspace("wsp_x"))


def test_looking_across_workspaces_is_done_in_the_store_alone_and_says_why():
    """Outside `store` nothing imports it, and each use there gives a reason."""
    uses = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bacross_workspaces\b|osmosis_workspace", path.read_text())
    }
    assert {use.split("/")[0] for use in uses} == {"store"}
    with pytest.raises(ValueError, match="reason"):
        across_workspaces(select(User), reason="")


DATASET_CALLS = (
    datasets.detail,
    datasets.delete,
    datasets.abort,
    lambda unit, member, dataset: datasets.rename(unit, member, dataset, "new"),
    lambda unit, member, dataset: datasets.log(unit, member, dataset, limit=1, direction="older", cursor=None),
    lambda unit, member, dataset: datasets.current_file(unit, unit.in_workspace(member.workspace_id), dataset),
)


async def test_ids_of_another_workspace_answer_as_ids_that_never_existed(
    platform: Platform, owner: Member, other: Member
):
    """The error has the same type, message, code and field for both."""
    async with platform.write() as unit:
        stranger = await add_member(unit, other, "stranger@example.org", "member")
        theirs = await members.invite(unit, other, email="new@example.org", role="member")
        await secrets.put(unit, other, platform.keyring, name="THEIRS", value="v", scope="workspace")

    files = platform.database, platform.blobs, platform.transfers, platform.capacity
    theirs_set, _ = await datasets.create(*files, other, name="theirs", size=10, extension="jsonl")

    async def refusal(call) -> tuple[object, ...]:
        with pytest.raises((ResourceNotFoundError, AccessDeniedError)) as refused:
            async with platform.write() as unit:
                await call(unit)
        error = refused.value
        return type(error), error.message, error.code, error.field, error.extra

    async def existing_blob() -> str:
        async def content():
            yield b"x"

        row = await blobs.put(platform.database, platform.blobs, platform.capacity, other, content(), at_most=10)
        return row.id

    pairs = [
        (
            lambda unit: members.change_role(unit, owner, stranger.actor.user_id, "admin"),
            lambda unit: members.change_role(unit, owner, "usr_never", "admin"),
        ),
        (
            lambda unit: members.remove(unit, owner, stranger.actor.user_id),
            lambda unit: members.remove(unit, owner, "usr_never"),
        ),
        (
            lambda unit: members.revoke_invitation(unit, owner, theirs.invitation.id),
            lambda unit: members.revoke_invitation(unit, owner, "inv_never"),
        ),
        (
            lambda unit: secrets.delete(unit, owner, name="THEIRS", scope="workspace"),
            lambda unit: secrets.delete(unit, owner, name="NEVER", scope="workspace"),
        ),
        (
            lambda unit: workspaces.resolve(unit, owner.actor, git=None, name="other"),
            lambda unit: workspaces.resolve(unit, owner.actor, git=None, name="never"),
        ),
        (
            lambda unit: workspaces.resolve(unit, owner.actor, git="theirs/repo", name=None),
            lambda unit: workspaces.resolve(unit, owner.actor, git="never/repo", name=None),
        ),
        *(
            (
                lambda unit, call=call: call(unit, owner, theirs_set.id),
                lambda unit, call=call: call(unit, owner, "dst_x"),
            )
            for call in DATASET_CALLS
        ),
        (
            lambda unit: rollouts.listing(unit, owner, branch="theirs", limit=1, offset=0),
            lambda unit: rollouts.listing(unit, owner, branch="never", limit=1, offset=0),
        ),
    ]
    for theirs_call, never in pairs:
        assert await refusal(theirs_call) == await refusal(never)
    blob_id = await existing_blob()
    for name in (blob_id, "blb_never"):
        with pytest.raises(ResourceNotFoundError, match="no such file"):
            await blobs.delete(platform.database, owner, name)


async def test_lists_show_only_what_is_the_workspaces(platform: Platform, owner: Member, other: Member):
    """Members, invitations and secrets of another workspace are in no list, nor in its count."""
    async with platform.write() as unit:
        await members.invite(unit, other, email="new@example.org", role="member")
        await secrets.put(unit, other, platform.keyring, name="THEIRS", value="v", scope="workspace")
        await secrets.put(unit, other, platform.keyring, name="THEIRS", value="v", scope="user")
    async with platform.read() as unit:
        assert [row.email for row in await members.listing(unit, owner)] == ["owner@localhost"]
        assert (await members.invitations(unit, owner, limit=50, offset=0)).total_count == 0
        assert (await secrets.listing(unit, owner, scope="all", limit=50, offset=0)).total_count == 0


async def test_personal_secrets_are_seen_by_their_person_alone(platform: Platform, owner: Member):
    """Another member of the same workspace, an owner too, neither sees nor deletes them."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
        await secrets.put(unit, member, platform.keyring, name="MINE", value="v", scope="user")
        assert (await secrets.listing(unit, member, scope="user", limit=50, offset=0)).total_count == 1
        assert (await secrets.listing(unit, owner, scope="all", limit=50, offset=0)).total_count == 0
        with pytest.raises(ResourceNotFoundError):
            await secrets.delete(unit, owner, name="MINE", scope="user")


def test_every_table_with_a_workspace_is_owned():
    """A table that refers to workspaces inherits from WorkspaceOwned; only the audit trail outlives its workspace."""
    named = {
        mapper.class_.__name__
        for mapper in Base.registry.mappers
        if "workspace_id" in mapper.local_table.columns and not issubclass(mapper.class_, WorkspaceOwned)
    }
    assert named == {"AuditEntry"}
    assert {BranchRollout, EnvironmentSecret, GitConnection, Invitation} <= set(OWNED)
