"""Several pools of one platform: a run waits for the one that it names, each with its own slots and trust."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import dispatching
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.testing import ScriptedPolicy
from tests.platform.conftest import ManualClock
from tests.platform.managed import Managed, answer, client, ending_jobs, platform_folder, push
from tests.platform.served import serving_platform
from tests.platform.test_jobs import claim, queue, run_of


async def taken(platform: Platform, pool: str, *, is_default: bool = False) -> str | None:
    """The run that a pool of one slot takes off the queue."""
    async with platform.write() as unit:
        found = await dispatching.next_launch(unit, platform.settings.limits, pool, 1, is_default=is_default)
        return None if found is None else found.run_id


async def drop_others(platform: Platform, *pools: str) -> None:
    async with platform.write() as unit:
        await dispatching.drop_pools(unit, pools, platform.settings.limits)


async def test_a_run_is_launched_in_the_pool_that_it_names_and_else_in_the_first_one(platform: Platform, owner: Member):
    """A pool without a free slot keeps no run of another one waiting."""
    plain, other = await queue(platform, owner), await queue(platform, owner, pool="other")
    async with platform.read() as unit:
        assert await rows.any_queued(unit, "other", is_default=False)
        assert not await rows.any_queued(unit, "third", is_default=False)
    assert await taken(platform, "first", is_default=True) == plain
    await queue(platform, owner)
    assert await taken(platform, "first", is_default=True) is None
    assert await taken(platform, "third") is None
    assert await taken(platform, "other") == other
    assert await taken(platform, "other") is None


async def test_a_run_of_a_pool_that_is_not_configured_any_more_fails_and_says_so(
    platform: Platform, owner: Member, clock: ManualClock
):
    """A waiting one at once, with the pools there are; one whose job was claimed there once that is silent. No slot is
    kept."""
    waiting, asked = await queue(platform, owner, pool="gone"), await queue(platform, owner, pool="old")
    assert await taken(platform, "old") == asked
    working, plain = await queue(platform, owner, pool="left"), await queue(platform, owner)
    async with platform.write() as unit:
        launched = await dispatching.next_launch(unit, platform.settings.limits, "left", 1, is_default=False)
    assert launched is not None
    await claim(platform, launched.ticket)
    await drop_others(platform, "here", "there")
    for run_id, name in ((waiting, "gone"), (asked, "old")):
        run = await run_of(platform, run_id)
        assert (run.status, run.reason) == ("failed", "POOL_UNKNOWN")
        assert f"no pool {name} any more; it has here, there" in str(run.message)
    assert [(await run_of(platform, each)).status for each in (working, plain)] == ["running", "pending"]
    clock.advance(seconds=platform.settings.limits.lease_seconds + 1)
    async with platform.write() as unit:
        await dispatching.expire_leases(unit, platform.settings.limits)
    await drop_others(platform, "here", "there")
    assert [(await run_of(platform, each)).status for each in (working, plain)] == ["failed", "pending"]
    async with platform.read() as unit:
        assert await rows.open_launches(unit) == []


@pytest.fixture
def two_pools(tmp_path: Path) -> Iterator[Managed]:
    """A platform with the pool `local`, which is not trusted and cannot isolate, and the trusted pool `second`."""
    data = platform_folder(tmp_path, trusted=True)
    second = (data / "platform.toml").read_text().replace("[pools.local]", "[pools.second]")
    refused = '[pools.local]\nengine = "local"\ncommand = ["false"]\n'
    (data / "platform.toml").write_text(refused + second)
    with (
        ending_jobs(data),
        serving_platform(data) as served,
        ScriptedPolicy(answer) as policy,
        client(served) as http,
    ):
        managed = Managed(served, http, policy)
        managed.connect(push(tmp_path))
        managed.dataset("words", [(f"say {number}", str(number)) for number in range(4)])
        yield managed


@pytest.mark.long
@pytest.mark.timeout(300)
def test_an_evaluation_runs_in_the_pool_that_was_chosen(two_pools: Managed):
    """To its end in a trusted pool, while the first one refuses user code; one that is not there is named with those
    that are."""
    wanted: dict[str, Any] = two_pools.submission("words", rows=2)
    refused = two_pools.post("/api/cli/eval-runs", wanted)
    assert (refused.status_code, refused.json()["code"]) == (409, "POOL_NOT_TRUSTED")
    unknown = two_pools.post("/api/cli/eval-runs", {**wanted, "pool": "third"})
    assert (unknown.status_code, unknown.json()["code"], unknown.json()["field"]) == (404, "POOL_UNKNOWN", "pool")
    assert unknown.json()["message"] == "The platform has no pool third; it has local, second."
    run_id = two_pools.post("/api/cli/eval-runs", {**wanted, "pool": "second"}).json()["id"]
    found = two_pools.wait(run_id, "finished", "failed")
    assert found["eval_run"]["status"] == "finished", two_pools.log(run_id)
    assert "queued, for the pool second" in two_pools.log(run_id)
    assert (two_pools.served.data / "jobs" / "second").is_dir()
    assert not (two_pools.served.data / "jobs" / "local").exists()
