"""What a workspace used, the budget it has, and the figures of runs that lists read."""

from __future__ import annotations

from typing import Any

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import dispatching, jobs, run_counting, runs, usage
from osmosis_ai.platform.services.jobs import Job
from tests.platform.conftest import ManualClock, add_member
from tests.platform.test_jobs import append, record, run_of, started


def priced(row: int, cost: float, **values: Any) -> dict[str, Any]:
    """A result of a row whose model calls cost something."""
    made = record(row, "scored", reward=1.0)
    made["record"] |= {"tokens": 100, "cost_usd": cost, **values}
    return made


async def entries(platform: Platform, member: Member, **window: str) -> dict[tuple[str, str], float]:
    async with platform.read() as unit:
        found = {"since": None, "until": None, **window}
        page = await usage.listing(unit, member, limit=50, offset=0, **found)
    return {(row.entry.day, row.entry.unit): row.entry.quantity for row in page.items}


async def finish(platform: Platform, job: Job, batch: int) -> None:
    await run_counting.count(platform.database, job.run_id)
    async with platform.write() as unit:
        await jobs.finish(unit, job, epoch=1, status="finished", batch=batch, reason=None, message=None)


async def test_what_a_run_used_is_counted_once_on_the_days_it_was_used(
    platform: Platform, owner: Member, clock: ManualClock
):
    """Tokens and cost as batches are counted, however often and by whom; the time of a job, each day's part to it."""
    _, job, _ = await started(platform, owner)
    await append(platform, job, 1, priced(0, 0.5))
    for _ in range(3):
        await run_counting.count(platform.database, job.run_id)
    clock.advance(hours=13)
    await append(platform, job, 2, priced(1, 0.25))
    await finish(platform, job, 2)
    found = await entries(platform, owner)
    assert found == {
        ("2026-03-01", "tokens"): 100,
        ("2026-03-01", "usd"): 0.5,
        ("2026-03-01", "seconds"): pytest.approx(12 * 3600, abs=1),
        ("2026-03-02", "tokens"): 100,
        ("2026-03-02", "usd"): 0.25,
        ("2026-03-02", "seconds"): pytest.approx(3600, abs=1),
    }
    assert set(await entries(platform, owner, since="2026-03-02")) == {key for key in found if key[0] == "2026-03-02"}
    assert set(await entries(platform, owner, until="2026-03-02")) == {key for key in found if key[0] == "2026-03-01"}
    with pytest.raises(InvalidRequestError):
        await entries(platform, owner, since="2026-02-30")


async def test_usage_outlives_its_run_and_is_no_other_workspaces(platform: Platform, owner: Member, other: Member):
    """A run that is gone keeps its lines, without a name; another workspace sees none of them."""
    _, job, _ = await started(platform, owner)
    await append(platform, job, 1, priced(0, 0.5))
    await run_counting.count(platform.database, job.run_id)
    async with platform.read() as unit:
        page = await usage.listing(unit, owner, since=None, until=None, limit=50, offset=0)
        assert {row.run_name for row in page.items} == {(await run_of(platform, job.run_id)).name}
        assert (await usage.listing(unit, other, since=None, until=None, limit=50, offset=0)).items == []


async def test_storage_is_the_level_of_a_day(platform: Platform, owner: Member):
    """Measured again on the same day, the newest figure stays, and is not added."""
    from osmosis_ai.platform.store.tables import Blob

    async with platform.write() as unit:
        scope = unit.in_workspace(owner.workspace_id)
        for number in range(2):
            values = {"id": f"blb_{number}", "key": f"k{number}", "size": 70, "sha256": "0" * 64}
            await unit.insert(Blob, {**values, "created_at": unit.now}, scope=scope)
    for _ in range(2):
        await usage.measure_storage(platform.database)
    assert await entries(platform, owner) == {("2026-03-01", "bytes"): 140}


async def test_a_spent_budget_refuses_submissions_until_it_is_raised_or_the_month_ends(
    platform: Platform, owner: Member, clock: ManualClock
):
    """403 BILLING_REQUIRED names both amounts; only an admin sets a budget, and without one there is no bound."""
    _, job, _ = await started(platform, owner)
    await append(platform, job, 1, priced(0, 7.5))
    await finish(platform, job, 1)
    limits = platform.settings.limits
    async with platform.write() as unit:
        scope = unit.in_workspace(owner.workspace_id)
        await usage.require_budget(unit, scope, limits)
        assert (await usage.budget(unit, owner, limits)).usd_per_month is None
        set_to = await usage.set_budget(unit, owner, limits, 7.5)
        assert (set_to.is_default, set_to.spent_usd, set_to.month) == (False, 7.5, "2026-03")
        with pytest.raises(AccessDeniedError, match=r"cost 7\.50 of 7\.50 US dollars") as refused:
            await usage.require_budget(unit, scope, limits)
        assert refused.value.code == "BILLING_REQUIRED"
        with pytest.raises(AccessDeniedError):
            await runs.retry(unit, owner, platform.keyring, limits, name_or_id=job.run_id, secrets={})
        await usage.set_budget(unit, owner, limits, 8)
        await usage.require_budget(unit, scope, limits)
        await usage.set_budget(unit, owner, limits, 0)
    clock.advance(days=31)
    async with platform.write() as unit:
        member = await add_member(unit, owner, "m@example.org", "member")
        assert (await usage.budget(unit, member, limits)).spent_usd == 0
        with pytest.raises(AccessDeniedError):
            await usage.set_budget(unit, member, limits, 100)


async def test_figures_are_stored_by_whoever_counts_and_a_run_that_ends_otherwise_is_counted_too(
    platform: Platform, owner: Member, clock: ManualClock
):
    """A list shows what was stored, one run what its journal says now; a run whose job died is counted as well."""
    _, job, _ = await started(platform, owner)
    await append(platform, job, 1, priced(0, 0.5))
    async with platform.read() as unit:
        assert (await runs.listing(unit, owner, limit=5, offset=0)).items[0].summary.total_samples == 0
        assert (await runs.show(unit, owner, job.run_id)).summary.total_samples == 1
    counting = run_counting.Counting(platform.database)
    await counting.step()
    async with platform.read() as unit:
        assert (await runs.listing(unit, owner, limit=5, offset=0)).items[0].summary.total_samples == 1
    await append(platform, job, 2, priced(1, 0.5))
    clock.advance(seconds=platform.settings.limits.lease_seconds + 1)
    async with platform.write() as unit:
        await runs.stop(unit, owner, job.run_id)
        await dispatching.expire_leases(unit, platform.settings.limits)
    assert (await run_of(platform, job.run_id)).status == "stopped"
    await counting.step()
    run = await run_of(platform, job.run_id)
    assert run.figures_batch == run.batch == 2
    assert (run.figures or {})["summary"]["total_samples"] == 2
