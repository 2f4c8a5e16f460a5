"""Units of work: what a prepared statement gives, what a transaction waits for, and what it never holds up."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import IntegrityError

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import StateConflictError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit, secrets, tokens, workspaces
from osmosis_ai.platform.store import accounts, sqlite
from osmosis_ai.platform.store.group_commit import GroupedWriter
from osmosis_ai.platform.store.prepared import Prepared, PreparedInWorkspace
from osmosis_ai.platform.store.scope import UnscopedStatementError
from osmosis_ai.platform.store.tables import ApiToken, EnvironmentSecret, Membership, User, Workspace
from tests.platform.conftest import ManualClock, add_member, add_person

NAMES = PreparedInWorkspace(
    lambda scope: scope.select_columns(EnvironmentSecret, EnvironmentSecret.name).order_by(EnvironmentSecret.name)
)


def test_statement_on_rows_of_workspaces_is_not_prepared_without_a_scope():
    """It is refused when its module is imported, and so is one that is given a scope and does not use it."""
    with pytest.raises(UnscopedStatementError):
        Prepared(select(EnvironmentSecret.name))
    with pytest.raises(UnscopedStatementError):
        PreparedInWorkspace(lambda scope: select(EnvironmentSecret.name))
    with pytest.raises(ValueError, match="scope"):
        PreparedInWorkspace(lambda scope: select(User.name))


async def test_prepared_statement_in_a_workspace_gives_its_rows_alone(platform: Platform, owner: Member):
    """The same statement, in two workspaces: each gives its own."""
    async with platform.write() as unit:
        other = await workspaces.create(unit, owner.actor, "other")
        for member, name in ((owner, "MINE"), (other, "THEIRS")):
            await secrets.put(unit, member, platform.keyring, name=name, value="v", scope="workspace")
    async with platform.read() as unit:
        found = [await unit.fetch_in(unit.in_workspace(member.workspace_id), NAMES) for member in (owner, other)]
    assert [[tuple(row) for row in rows] for rows in found] == [[("MINE",)], [("THEIRS",)]]


async def test_prepared_row_holds_what_the_entity_holds(platform: Platform, owner: Member, clock: ManualClock):
    """Times with an offset, booleans and nulls, the same on both databases."""
    async with platform.write() as unit:
        await tokens.create(unit, owner.actor, name="t", days=1)
    async with platform.read() as unit:
        kept = await unit.first(select(ApiToken).where(ApiToken.name == "t"))
        assert kept is not None
        row = await accounts.token_by_hash(unit, kept.token_hash)
        person = await accounts.user_by_id(unit, owner.actor.user_id)
    assert row is not None
    assert person is not None
    assert (row.id, row.expires_at, row.revoked_at, row.last_used_at) == (kept.id, kept.expires_at, None, None)
    assert row.expires_at.utcoffset() is not None
    assert (row.user_id, row.is_operator, row.disabled_at) == (person.id, True, None)
    assert type(row.is_operator) is bool


async def test_role_and_membership_are_read_for_each_request(platform: Platform, owner: Member):
    """A member who is removed has no workspace in the next transaction, and a prepared statement remembers nothing."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "m@example.org", "member")
    async with platform.write() as unit:
        await unit.change(unit.in_workspace(owner.workspace_id).delete(Membership))
    async with platform.read() as unit:
        assert await workspaces.joined(unit, member.actor) == []


@pytest.mark.parametrize("whole", [True, False], ids=["prepared", "with a default that is computed"])
async def test_refused_row_rolls_the_whole_transaction_back(platform: Platform, owner: Member, whole: bool):
    """What a constraint refuses is a conflict, and nothing of the transaction stays."""

    async def add() -> None:
        async with platform.write() as unit:
            await add_person(unit, "new@example.org")
            values = {"id": "wsp_private", "name": owner.workspace_name, "created_at": unit.now}
            await unit.insert(Workspace, {**values, "timezone": "UTC"} if whole else values)

    with pytest.raises(StateConflictError) as refused:
        await add()
    assert isinstance(refused.value.__cause__, IntegrityError)
    if platform.database.dialect == "sqlite":  # the values that were on their way are in no error, and so in no log
        assert "wsp_private" not in str(refused.value.__cause__)
    async with platform.read() as unit:
        assert await accounts.user_by_email(unit, "new@example.org") is None


async def test_cancelled_commit_is_waited_for(platform: Platform, owner: Member):
    """A request that ends while it commits leaves a connection that the next one can use."""

    async def write(number: int) -> None:
        async with platform.write() as unit:
            await audit.record(unit, owner.actor, "test.cancel", target=str(number), workspace_id=owner.workspace_id)

    for number in range(30):
        task = asyncio.create_task(write(number))
        for _ in range(number % 6):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await write(1000 + number)
    async with platform.read() as unit:
        found = await audit.newest(unit, owner, limit=200, action="test.cancel")
    assert {str(1000 + number) for number in range(30)} <= {entry.target for entry in found.entries}


async def test_large_transaction_lets_others_have_their_turn(platform: Platform, owner: Member):
    """While one request writes thousands of rows, others are answered."""
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    beside = asyncio.create_task(others())
    async with platform.write() as unit:
        for number in range(1000):
            await audit.record(unit, owner.actor, "test.many", target=str(number), workspace_id=owner.workspace_id)
    beside.cancel()
    assert turns > 20


async def test_reads_go_on_while_another_process_holds_the_write_lock(platform: Platform, owner: Member):
    """A writer waits for the lock beside the event loop's work, and writes once it is free."""
    path = platform.database.path
    if path is None:
        pytest.skip("PostgreSQL locks rows, not files")
    with contextlib.closing(sqlite.driver.connect(str(path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        async def write() -> None:
            async with platform.write() as unit:
                await audit.record(unit, owner.actor, "test.waited", workspace_id=owner.workspace_id)

        waiting = asyncio.create_task(write())
        for _ in range(5):
            async with platform.read() as unit:
                assert await workspaces.joined(unit, owner.actor)
            await asyncio.sleep(0.02)
        assert not waiting.done()
        other.execute("ROLLBACK")
        await waiting
    async with platform.read() as unit:
        assert (await audit.newest(unit, owner, limit=1)).entries[0].action == "test.waited"


def _writes(platform: Platform, owner: Member, count: int) -> list[asyncio.Task[None]]:
    """So many requests that each record something, started at once; every fifth fails after that."""

    async def write(number: int) -> None:
        async with platform.write() as unit:
            await audit.record(unit, owner.actor, "test.group", target=str(number), workspace_id=owner.workspace_id)
            if number % 5 == 0:
                raise ValueError(number)

    return [asyncio.create_task(write(number)) for number in range(count)]


async def _recorded(platform: Platform, owner: Member) -> set[str | None]:
    async with platform.read() as unit:
        found = await audit.newest(unit, owner, limit=200, action="test.group")
    return {entry.target for entry in found.entries}


async def test_request_that_fails_takes_nothing_of_the_others_with_it(platform: Platform, owner: Member):
    """Requests that write at once may share a flush of the disk: each is kept or not by its own end alone."""
    ended = await asyncio.gather(*_writes(platform, owner, 40), return_exceptions=True)
    assert [number for number, error in enumerate(ended) if isinstance(error, ValueError)] == list(range(0, 40, 5))
    assert await _recorded(platform, owner) == {str(number) for number in range(40) if number % 5}


async def test_requests_that_write_at_once_share_a_flush_of_the_disk(platform: Platform, owner: Member):
    """On SQLite, whoever waits for a turn is committed with the others; answered when that is done."""
    writer = platform.database._engines.writer
    if not isinstance(writer, GroupedWriter):
        pytest.skip("PostgreSQL flushes for several transactions by itself")
    commits: list[object] = []
    event.listen(writer.sync_engine, "commit", commits.append)
    await asyncio.gather(*_writes(platform, owner, 40), return_exceptions=True)
    assert 0 < len(commits) < 32


async def test_commit_that_fails_fails_every_request_in_it(platform: Platform, owner: Member):
    """Nobody is told that something was written that is not there, and the next request can write."""
    writer = platform.database._engines.writer
    if not isinstance(writer, GroupedWriter):
        pytest.skip("PostgreSQL flushes for several transactions by itself")

    def fail(connection: object) -> None:
        raise RuntimeError("the disk is gone")

    event.listen(writer.sync_engine, "commit", fail)
    ended = await asyncio.gather(*_writes(platform, owner, 12), return_exceptions=True)
    assert all(isinstance(error, (RuntimeError, ValueError)) for error in ended), ended
    event.remove(writer.sync_engine, "commit", fail)
    assert await _recorded(platform, owner) == set()
    await asyncio.gather(*_writes(platform, owner, 2), return_exceptions=True)
    assert await _recorded(platform, owner) == {"1"}


async def test_request_that_is_gone_while_it_waits_holds_nobody_up(platform: Platform, owner: Member):
    """Requests end at any moment: those that go on are answered, and what was answered is kept."""
    for round_number in range(6):
        tasks = _writes(platform, owner, 30)
        for _ in range(round_number):
            await asyncio.sleep(0)
        for task in tasks[round_number % 3 :: 3]:
            task.cancel()
        ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
        kept = {str(number) for number, error in enumerate(ended) if error is None}
        assert kept <= await _recorded(platform, owner)
