"""Complaint 18: a page of a list takes the same statements at every offset, and reading all pages misses nothing."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import datasets, git, runs, tokens
from osmosis_ai.platform.store.prepared import Prepared, PreparedInWorkspace
from osmosis_ai.platform.store.runs import add_run
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import Dataset, SyncRecord
from osmosis_ai.platform.store.unit import Unit
from tests.platform.conftest import ManualClock
from tests.platform.run_rows import finished_run

ROWS = 3000


def _record(number: int, now) -> dict[str, object]:
    return {
        "id": f"syn_{number:08}",
        "branch": "main",
        "commit_sha": f"{number:040}",
        "author": None,
        "subject": None,
        "trigger": "push",
        "status": "success",
        "message": None,
        "rollouts_found": 0,
        "details": {},
        "started_at": now,
        "finished_at": now,
    }


@pytest.fixture
async def history(platform: Platform, owner: Member, clock: ManualClock) -> None:
    async with platform.write() as unit:
        for number in range(ROWS):
            clock.advance(seconds=1)
            await unit.insert(SyncRecord, _record(number, clock.now), scope=unit.in_workspace(owner.workspace_id))


async def test_a_page_takes_the_same_number_of_statements_at_every_offset(platform: Platform, owner: Member, history):
    """Two statements, whatever the offset and the number of rows: none for each row. The last page needs no count."""
    seen: list[str] = []
    engine = platform.database._engines.reader.sync_engine

    def note(connection, cursor, statement, *_):
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    numbers = []
    for offset in (0, ROWS // 2, ROWS - 50):
        seen.clear()
        async with platform.read() as unit:
            page = await git.history(unit, owner, branch=None, limit=50, offset=offset)
        assert len(page.items) == 50
        assert page.total_count == ROWS
        numbers.append(len([statement for statement in seen if statement.startswith("SELECT")]))
    event.remove(engine, "before_cursor_execute", note)
    assert numbers == [2, 2, 1]
    assert page.next_offset is None


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The prepared statements that are run: SQLite's pass SQLAlchemy's events by."""
    found: list[object] = []
    fetch, fetch_in = Unit.fetch, Unit.fetch_in

    async def anywhere(unit: Unit, statement: Prepared, **values: object):
        found.append(statement)
        return await fetch(unit, statement, **values)

    async def inside(unit: Unit, scope: WorkspaceScope, statement: PreparedInWorkspace, **values: object):
        found.append(statement)
        return await fetch_in(unit, scope, statement, **values)

    monkeypatch.setattr(Unit, "fetch", anywhere)
    monkeypatch.setattr(Unit, "fetch_in", inside)
    return found


async def test_a_page_of_datasets_takes_the_same_statements_at_every_offset(
    platform: Platform, owner: Member, clock: ManualClock, prepared: list[object]
):
    """Two, one on the last page, with who made each; nothing of a dataset that was deleted is counted."""
    async with platform.write() as unit:
        for number in range(600):
            clock.advance(seconds=1)
            await unit.insert(Dataset, _dataset(number, clock.now, owner), scope=unit.in_workspace(owner.workspace_id))
    names = []
    for offset, statements in ((0, 2), (250, 2), (450, 1), (500, 2)):
        prepared.clear()
        async with platform.read() as unit:
            page = await datasets.listing(unit, owner, limit=50, offset=offset)
        names += [item.name for item in page.items]
        assert (page.total_count, page.next_offset) == (500, offset + 50 if offset < 450 else None)
        assert len(prepared) == statements
        assert {item.creator_email for item in page.items} <= {"owner@localhost"}
    assert len(set(names)) == len(names) == 150
    assert names[0] == "set-598"


def _dataset(number: int, now, owner: Member) -> dict[str, object]:
    deleted = number % 6 == 5
    return {
        "id": f"dst_{number:08}",
        "name": f"set-{number}",
        "holds_name": not deleted,
        "status": "uploaded",
        "status_message": None,
        "format": "jsonl",
        "size": 1,
        "sha256": "0" * 64,
        "row_count": 4,
        "preview": {},
        "key": f"w/blb_{number}",
        "upload_key": f"w/dst_{number}.upload",
        "upload_id": None,
        "part_size": 1,
        "upload_expires_at": now,
        "created_by": owner.actor.user_id,
        "created_at": now,
        "updated_at": now,
        "deleted_at": now if deleted else None,
    }


async def test_reading_every_page_while_rows_are_added_misses_none(
    platform: Platform, owner: Member, history, clock: ManualClock
):
    """A thousand rows are added meanwhile; each of those that were there at first is seen."""
    seen: set[str] = set()
    offset: int | None = 0
    added = ROWS
    while offset is not None:
        async with platform.read() as unit:
            page = await git.history(unit, owner, branch=None, limit=50, offset=offset)
        seen |= {item.id for item in page.items}
        offset = page.next_offset
        if added < ROWS + 1000:
            async with platform.write() as unit:
                for _ in range(20):
                    clock.advance(seconds=1)
                    await unit.insert(
                        SyncRecord, _record(added, clock.now), scope=unit.in_workspace(owner.workspace_id)
                    )
                    added += 1
    assert {f"syn_{number:08}" for number in range(ROWS)} <= seen


async def test_next_offset_is_none_on_the_last_page_only(platform: Platform, owner: Member):
    """Pages follow one another without a gap, and an offset past the end is an empty last page."""
    async with platform.write() as unit:
        for number in range(5):
            await tokens.create(unit, owner.actor, name=f"t{number}", days=1)
    async with platform.read() as unit:
        pages = [await tokens.listing(unit, owner.actor, limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert [(len(page.items), page.next_offset, page.has_more) for page in pages] == [
        (2, 2, True),
        (2, 4, True),
        (1, None, False),
        (0, None, False),
    ]


async def test_a_page_of_runs_reads_no_journal(platform: Platform, owner: Member, prepared: list[object]):
    """Two statements at every offset: a run's figures are in its row, and its journal is not looked at."""
    async with platform.write() as unit:
        for number in range(120):
            await insert_run(unit, owner, number)
    async with platform.read() as unit:
        first = (await runs.listing(unit, owner, limit=1, offset=0)).items[0]
    seen: list[str] = []
    engine = platform.database._engines.reader.sync_engine

    def note(connection, cursor, statement, *_):
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    for offset, count in ((0, 50), (50, 50), (100, 20)):
        seen.clear()
        prepared.clear()
        async with platform.read() as unit:
            page = await runs.listing(unit, owner, limit=50, offset=offset)
        assert (len(page.items), page.total_count) == (count, 120)
        assert all(item.summary.passed == 3 for item in page.items)
        assert len(prepared) == 2
        assert not any("journal" in statement for statement in seen)
    seen.clear()
    async with platform.read() as unit:
        shown = await runs.show(unit, owner, first.run.id)
    assert shown.summary.passed == 3
    assert len([statement for statement in seen if statement.startswith("SELECT")]) == 1
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("total", [0, 1, 7, 8])
async def test_pages_of_runs_are_read_from_the_nearer_end_and_say_the_same(
    platform: Platform, owner: Member, total: int
):
    """Whatever its size and offset, a page is that part of the runs, new ones first, and says where the next begins."""
    async with platform.write() as unit:
        for number in range(total):  # of one moment: the ids decide
            await insert_run(unit, owner, number)
    whole = [f"run-{number}" for number in reversed(range(total))]
    async with platform.read() as unit:
        for offset in range(total + 2):
            for limit in (1, 2, 3, 100):
                page = await runs.listing(unit, owner, limit=limit, offset=offset)
                assert [item.run.name for item in page.items] == whole[offset : offset + limit]
                assert page.total_count == total
                assert page.next_offset == (offset + limit if offset + limit < total else None)


async def insert_run(unit, owner: Member, number: int) -> None:
    values = finished_run(number, created_by=owner.actor.user_id, at=unit.now)
    await add_run(unit, unit.in_workspace(owner.workspace_id), values)
