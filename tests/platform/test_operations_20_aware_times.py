"""Complaint 20: every time has an offset and is the same on both databases, in whatever time zones they are."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import StatementError

from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, audit, datasets, members, secrets, tokens, workspaces
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.store.tables import InstanceValue, Lease
from tests.platform.conftest import WITH_POSTGRES, ManualClock, actor_of

KOLKATA = timezone(timedelta(hours=5, minutes=30))


@pytest.fixture
def kolkata(monkeypatch) -> Iterator[None]:
    """The server's process in another time zone."""
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    yield
    monkeypatch.undo()
    os.environ.setdefault("TZ", "")
    time.tzset()


@pytest.fixture(params=["sqlite", "postgresql"] if WITH_POSTGRES else ["sqlite"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database, a PostgreSQL one in Chicago."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'platform.sqlite3'}"
    return request.getfixturevalue("postgres").database(timezone="America/Chicago")


def _times(value: Any) -> list[datetime]:
    if isinstance(value, datetime):
        return [value]
    if is_dataclass(value) and not isinstance(value, type):
        return [moment for field in fields(value) for moment in _times(getattr(value, field.name))]
    if isinstance(value, list | tuple):
        return [moment for item in value for moment in _times(item)]
    return []


async def test_times_are_equal_on_both_databases_and_have_an_offset(kolkata, urls: str, tmp_path: Path):
    """Everything that services give back at a fixed moment is that moment, in UTC, to the microsecond."""
    clock = ManualClock()
    settings = load_settings(tmp_path / "data", environment={}, overrides={"database.url": urls})
    async with Platform.open(settings, clock=clock) as platform:
        async with platform.write() as unit:
            actor = actor_of(await accounts.by_email(unit, "owner@localhost"))
            owner = await workspaces.resolve(unit, actor, git=None, name="main")
            await tokens.create(unit, actor, name="t", days=1)
            await secrets.put(unit, owner, platform.keyring, name="A", value="v", scope="user")
            await members.invite(unit, owner, email="a@example.org", role="member")
        files = platform.database, platform.blobs, platform.transfers, platform.capacity
        await datasets.create(*files, owner, name="train", size=10, extension="jsonl")
        async with platform.read() as unit:
            whole_log: dict[str, Any] = {"limit": 9, "direction": "older", "cursor": None}
            shown = [
                await workspaces.detail(unit, owner),
                list(await members.listing(unit, owner)),
                list((await tokens.listing(unit, actor, limit=9, offset=0)).items),
                await datasets.detail(unit, owner, "train"),
                [entry.at for entry in (await datasets.log(unit, owner, "train", **whole_log)).entries],
                list((await audit.newest(unit, owner, limit=9)).entries),
            ]
            written: list[Any] = [
                *(await secrets.listing(unit, owner, scope="all", limit=9, offset=0)).items,
                *(await datasets.listing(unit, owner, limit=9, offset=0)).items,
            ]
        assert [(each.created_at, each.updated_at) for each in written] == [(wire_time(clock.now),) * 2] * 2
        times = _times(shown)
        assert len(times) > 8
        assert {moment.tzinfo for moment in times} == {UTC}
        assert {moment for moment in times if moment < clock.now + timedelta(hours=1)} == {clock.now}
        assert wire_time(times[0]) == "2026-03-01T12:00:00.123456Z"
        local = datetime(2026, 3, 1, 17, 30, 0, 123456, tzinfo=KOLKATA)
        async with platform.write() as unit:
            await unit.insert(Lease, {"name": "local", "holder": "x", "until": local})
        async with platform.read() as unit:
            found = await unit.first(select(Lease).where(Lease.name == "local", Lease.until == clock.now))
        assert found is not None
        assert (found.until, found.until.tzinfo) == (clock.now, UTC)


async def test_time_without_an_offset_is_refused(platform: Platform):
    """It can be neither stored nor written on the wire."""
    naive = datetime(2026, 3, 1, 12)
    with pytest.raises(StatementError, match="without an offset"):
        async with platform.write() as unit:
            await unit.insert(Lease, {"name": "naive", "holder": "x", "until": naive})
    with pytest.raises(ValueError, match="no offset"):
        wire_time(naive)


async def test_json_keeps_its_values(platform: Platform):
    """What is kept as JSON comes back as it was, on both databases."""
    value = {"text": "é\u2028", "number": 1.5, "list": [1, None, {"a": True}]}
    async with platform.write() as unit:
        await unit.insert(InstanceValue, {"name": "test", "value": value})
    async with platform.read() as unit:
        found = await unit.first(select(InstanceValue).where(InstanceValue.name == "test"))
    assert found is not None
    assert found.value == value
