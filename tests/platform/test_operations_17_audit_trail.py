"""Complaint 17: the audit trail stays quick to read, is append only, and its retention is an entry of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import insert, text, update
from sqlalchemy.exc import DBAPIError

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import AccessDeniedError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit, retention
from osmosis_ai.platform.settings import Retention
from osmosis_ai.platform.store import audit as rows
from osmosis_ai.platform.store.tables import AuditEntry
from tests.platform.conftest import ManualClock, add_member

ENTRIES = 20_000


async def _many(platform: Platform, member: Member, count: int) -> None:
    async with platform.write() as unit:
        values = {
            "at": unit.now,
            "actor_id": None,
            "actor": "system",
            "target": None,
            "address": None,
            "request_id": None,
            "details": {},
        }
        each = [
            {
                **values,
                "action": f"test.{number % 7}",
                "workspace_id": member.workspace_id if number % 2 else "wsp_other",
            }
            for number in range(count)
        ]
        for start in range(0, count, 1000):
            await unit.execute(insert(AuditEntry).values(each[start : start + 1000]))


@pytest.mark.parametrize("action", [None, "test.3"])
async def test_newest_page_is_read_from_an_index_whatever_the_number_of_entries(
    platform: Platform, owner: Member, action: str | None
):
    """The plan walks one index and sorts nothing, so that the cost is that of the page and not of the table."""
    await _many(platform, owner, ENTRIES)
    statement = rows.entries_statement(owner.workspace_id, 50, None, action)
    async with platform.database.connection() as connection:
        if platform.database.dialect == "postgresql":
            await connection.execute(text("ANALYZE audit_entries"))
        compiled = statement.compile(connection.engine, compile_kwargs={"literal_binds": True})
        explain = "EXPLAIN QUERY PLAN" if platform.database.dialect == "sqlite" else "EXPLAIN"
        plan = "\n".join(str(row) for row in (await connection.exec_driver_sql(f"{explain} {compiled}")).all())
    assert "ix_audit_entries_workspace_id" in plan or "Index Scan" in plan, plan
    assert "USE TEMP B-TREE" not in plan, plan
    assert "Sort" not in plan, plan
    async with platform.read() as unit:
        page = await audit.newest(unit, owner, limit=50, action=action)
        following = await audit.newest(unit, owner, limit=50, before=page.next_before, action=action)
    ids = [entry.id for entry in (*page.entries, *following.entries)]
    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == 100


async def test_entries_are_neither_changed_nor_removed(platform: Platform, owner: Member):
    """The database itself refuses, whoever asks: an UPDATE always, a DELETE before the retention allows it."""
    await _many(platform, owner, 10)
    for statement in (update(AuditEntry).values(actor="someone else"), text("DELETE FROM audit_entries")):
        with pytest.raises(DBAPIError, match="audit entries"):
            async with platform.write() as unit:
                await unit.execute(statement)


async def test_retention_removes_what_is_old_and_is_recorded(platform: Platform, owner: Member, clock: ManualClock):
    """What is older than the setting goes, the rest stays, and the run is an entry with its counts."""
    await _many(platform, owner, 10)
    async with platform.read() as unit:
        old = await rows.count(unit)
    clock.advance(days=40)
    await _many(platform, owner, 4)
    kept = replace(Retention(), audit_days=30)
    done = await retention.run(platform.database, kept)
    assert done.audit == old
    async with platform.read() as unit:
        assert await rows.count(unit) == 4 + 1
        (run,) = await rows.entries(unit, None, limit=10, before=None, action="retention.run")
    assert run.details["removed"]["audit"] == old
    assert run.details["days"]["audit_days"] == 30
    assert (await retention.run(platform.database, kept)).audit == 0


async def test_zero_days_keep_entries_for_ever(platform: Platform, owner: Member, clock: ManualClock):
    """A retention of 0 removes nothing and records nothing."""
    await _many(platform, owner, 3)
    async with platform.read() as unit:
        before = await rows.count(unit)
    clock.advance(days=4000)
    never = Retention(audit_days=0, sync_history_days=0, sign_in_days=0, outbox_days=0)
    assert (await retention.run(platform.database, never)).audit == 0
    async with platform.read() as unit:
        assert await rows.count(unit) == before


async def test_trail_is_for_owners_and_admins(platform: Platform, owner: Member):
    """Members do not read it."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
        admin = await add_member(unit, owner, "admin@example.org", "admin")
        with pytest.raises(AccessDeniedError):
            await audit.newest(unit, member, limit=5)
        await audit.newest(unit, admin, limit=5)
