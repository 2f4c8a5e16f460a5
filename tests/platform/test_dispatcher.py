"""The dispatcher between the database and a cluster that errs: a double of Ray, and the rows of the platform."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.compute.port import Launch
from osmosis_ai.platform.operations import dispatcher as dispatching_loop
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.dispatcher import Dispatcher
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.pool_settings import PoolSettings
from osmosis_ai.platform.services import dispatching, jobs, runs
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import JobLaunch
from tests.platform.compute.fake_ray import FakeRay, Fault
from tests.platform.conftest import ManualClock
from tests.platform.test_jobs import claim, queue, run_of

SLOTS = 2


@pytest.fixture
def ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeRay]:
    """A cluster on which jobs do nothing, and go on until they are stopped."""
    monkeypatch.setattr(dispatching_loop, "_JOB", ("sleep", "1000"))
    fake = FakeRay(tmp_path).start()
    yield fake
    fake.stop()


@contextlib.asynccontextmanager
async def dispatcher(platform: Platform, ray: FakeRay) -> AsyncIterator[Dispatcher]:
    """That of one server: nothing of it is left for the next one."""
    settings = PoolSettings("cluster", "ray", address=ray.address, slots=SLOTS)
    async with open_pools([settings], platform.settings.jobs) as pools:
        yield Dispatcher(platform, pools["cluster"], settings)


class KilledError(BaseException):
    """Stands for SIGKILL: nothing catches it."""


async def killed(*_: object, **__: object) -> None:
    raise KilledError


async def launches(platform: Platform) -> list[JobLaunch]:
    """Those whose slots are not free."""
    async with platform.read() as unit:
        found = [await rows.launch(unit, launch.id) for launch in await rows.open_launches(unit)]
        return [launch for launch in found if launch is not None]


def ticket_of(ray: FakeRay, launch_id: str) -> str:
    """What the job was given."""
    words = ray.jobs[launch_id].record["entrypoint"].split()
    return next(word.split("=", 1)[1] for word in words if word.startswith("_OSMOSIS_JOB_TICKET="))


async def _until_given_away(platform: Platform, run_id: str) -> None:
    while (await run_of(platform, run_id)).status == "running":  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.05)


async def _until_killed(found: Dispatcher) -> None:
    while True:
        await found.step()


async def test_a_launch_whose_server_was_killed_is_found_by_the_next_one_and_started_once(
    platform: Platform, owner: Member, ray: FakeRay, monkeypatch: pytest.MonkeyPatch
):
    """The launch was in the database before the cluster heard of it; its id is asked for, and never sent again."""
    await queue(platform, owner)
    async with dispatcher(platform, ray) as first:
        monkeypatch.setattr(dispatching_loop.dispatching, "launched", killed)
        with pytest.raises(KilledError):
            await first.step()
        monkeypatch.undo()
    (launch,) = await launches(platform)
    assert (launch.state, launch.ref) == ("new", {})
    for _ in range(3):
        async with dispatcher(platform, ray) as following:
            await following.step()
    (launch,) = await launches(platform)
    assert (launch.state, launch.ref["native_id"]) == ("submitted", launch.id)
    assert [path for method, path, _ in ray.requests if method == "POST"] == ["/api/jobs/"]


async def test_a_launch_that_never_reached_its_cluster_is_another_one_when_it_is_tried_again(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock
):
    """No id is used twice: after a minute without a trace the run is launched under another epoch, and the old ticket
    is refused should it turn up after all."""
    run_id = await queue(platform, owner)
    async with platform.write() as unit:
        lost = await dispatching.next_launch(unit, platform.settings.limits, "cluster", SLOTS)
    assert lost is not None
    async with dispatcher(platform, ray) as found:
        await found.step()
        assert ray.jobs == {}
        clock.advance(seconds=61)
        await found.step()
        clock.advance(seconds=10)
        await found.step()
    (launch,) = await launches(platform)
    assert (launch.epoch, launch.id != lost.launch_id, list(ray.jobs)) == (2, True, [launch.id])
    with pytest.raises(Exception, match="too late"):
        await claim(platform, lost.ticket)
    assert (await run_of(platform, run_id)).unclaimed_launches == 1


async def test_a_launch_is_kept_while_its_cluster_does_not_say_whether_it_knows_it(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock
):
    """It may be there: its slot is not free before the cluster answers. The run waits for as long as a job may take to
    claim it, and is then launched by another one; once the cluster is back, nothing of the first is left there."""
    run_id = await queue(platform, owner)
    async with platform.write() as unit:
        first = await dispatching.next_launch(unit, platform.settings.limits, "cluster", SLOTS)
    assert first is not None
    async with dispatcher(platform, ray) as found:
        await found._pool.submit(Launch(id=first.launch_id, argv=("sleep", "1000")))  # the answer was lost
        ray.faults += [Fault("GET", "", "error")] * 1000
        clock.advance(seconds=120)
        await found.step()
        assert (await run_of(platform, run_id)).epoch == 1
        clock.advance(seconds=platform.settings.limits.start_seconds)
        await found.step()
        assert (await run_of(platform, run_id)).epoch == 2
        assert [launch.id for launch in await launches(platform)] == [first.launch_id]
        ray.faults.clear()
        while first.launch_id in ray.jobs:
            clock.advance(seconds=1)
            await found.step()
    (second,) = await launches(platform)
    assert (second.epoch, list(ray.jobs)) == (2, [second.id])


async def test_a_cluster_without_room_holds_up_nothing_else(platform: Platform, owner: Member, ray: FakeRay):
    """A server that is started while its cluster is full asks it to run nothing but the job: it is waiting there, and
    counts as a launch, at once."""
    ray.pending = True
    await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await asyncio.wait_for(found.step(), 10)
        await asyncio.wait_for(found.step(), 10)
    (launch,) = await launches(platform)
    assert (launch.state, list(ray.jobs)) == ("submitted", [launch.id])


async def test_the_word_of_a_half_dead_head_decides_nothing(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock
):
    """It calls a dead job running and takes nothing: the lease gives the run away, and one more job has it as soon as
    the head works again."""
    run_id = await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await found.step()
        (launch,) = await launches(platform)
        await claim(platform, ticket_of(ray, launch.id))
        ray.half_dead = True
        process = ray.jobs[launch.id].process
        assert process is not None
        process.kill()
        process.wait()
        await found.step()
        assert (await run_of(platform, run_id)).status == "running"
        clock.advance(seconds=platform.settings.limits.lease_seconds + 1)
        await found.step()
        run = await run_of(platform, run_id)
        assert (run.status, run.epoch) == ("pending", 2)
        clock.advance(seconds=10)
        await found.step()  # a launch that the head does not take, as far as anybody knows
        ray.half_dead = False
        for _ in range(3):
            clock.advance(seconds=61)
            await found.step()
        running = [job for job in ray.jobs.values() if job.record["status"] == "RUNNING"]
        (launch,) = await launches(platform)
        assert [job.record["submission_id"] for job in running] == [launch.id]
        await claim(platform, ticket_of(ray, launch.id))
    run = await run_of(platform, run_id)
    assert (run.status, run.epoch) == ("running", launch.epoch)


async def test_leases_outlive_a_database_that_was_away(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
):
    """No job could renew while nothing could be written: each gets one more lease first, and then is given away."""
    seconds = platform.settings.limits.lease_seconds + 1
    at = 1000.0
    monkeypatch.setattr(dispatching_loop, "time", SimpleNamespace(monotonic=lambda: at))
    run_id = await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await found.step()
        (launch,) = await launches(platform)
        await claim(platform, ticket_of(ray, launch.id))
        with monkeypatch.context() as away:
            away.setattr(dispatching, "is_due", killed)
            with pytest.raises(KilledError):
                await found.keep_bounds()
            at += seconds
            clock.advance(seconds=seconds)
        await found.keep_bounds()
        assert (await run_of(platform, run_id)).status == "running"
        at += 1  # the database is there now, and the job is silent
        clock.advance(seconds=seconds)
        await found.keep_bounds()
    assert (await run_of(platform, run_id)).status == "pending"


async def test_a_cluster_that_hangs_holds_up_no_lease(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
):
    """Whatever the engine takes to answer, a run whose job is silent is given away by the database's clock."""
    run_id = await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await found.step()
        (launch,) = await launches(platform)
        await claim(platform, ticket_of(ray, launch.id))
        asked = asyncio.Event()

        async def hangs(_: object) -> None:
            asked.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(found._pool, "state", hangs)
        dispatching = asyncio.create_task(Background(platform)._dispatch(found))
        try:
            await asked.wait()
            clock.advance(seconds=platform.settings.limits.lease_seconds + 1)
            await _until_given_away(platform, run_id)
        finally:
            dispatching.cancel()
            await asyncio.gather(dispatching, return_exceptions=True)
    assert (await run_of(platform, run_id)).epoch == 2


async def test_a_run_that_was_stopped_while_its_launch_waited_has_no_job(
    platform: Platform, owner: Member, ray: FakeRay
):
    """For a waiting job Ray's stop does nothing, and it is started once there is room: its ticket is worth nothing,
    its slot is kept until it is gone, and the stop is repeated."""
    ray.pending = True
    run_id = await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await found.step()
        async with platform.write() as unit:
            assert (await runs.stop(unit, owner, run_id)).status == "stopped"
        for _ in range(3):
            await found.step()
        (launch,) = await launches(platform)
        ray.start_pending()
        with pytest.raises(Exception, match="over"):
            await claim(platform, ticket_of(ray, launch.id))
        while await launches(platform):
            await found.step()
        assert ray.jobs == {}
    assert (await run_of(platform, run_id)).started_at is None


async def test_a_head_that_was_started_again_has_the_run_given_to_another_job(
    platform: Platform, owner: Member, ray: FakeRay, clock: ManualClock
):
    """The cluster forgot a job that goes on. Both are alive; what the earlier one writes is refused."""
    run_id = await queue(platform, owner)
    async with dispatcher(platform, ray) as found:
        await found.step()
        (launch,) = await launches(platform)
        claimed = await claim(platform, ticket_of(ray, launch.id))
        process = ray.jobs[launch.id].process
        ray.restart("session_2")
        await found.step()
        clock.advance(seconds=10)
        await found.step()
        (second,) = await launches(platform)
        later = await claim(platform, ticket_of(ray, second.id))
    assert process is not None
    assert process.poll() is None
    async with platform.read() as unit:
        job = await jobs.by_bearer(unit, f"Bearer {claimed.token}")
        with pytest.raises(Exception, match="Another job"):
            await jobs.held(unit, job, epoch=1)
        assert (await jobs.held(unit, await jobs.by_bearer(unit, f"Bearer {later.token}"), epoch=2)).id == run_id


async def test_a_server_that_is_killed_before_its_pool_forgot_a_launch_leaves_nothing_behind(
    platform: Platform, owner: Member, ray: FakeRay, monkeypatch: pytest.MonkeyPatch
):
    """The end is recorded, and the launch stays open until the pool has forgotten it: the next server sees to that."""
    monkeypatch.setattr(dispatching_loop, "_JOB", ("true",))
    await queue(platform, owner)

    async with dispatcher(platform, ray) as found:
        await found.step()
        monkeypatch.setattr(found._pool, "forget", killed)
        with pytest.raises(KilledError):
            await _until_killed(found)
    assert len(ray.jobs) == 1
    async with dispatcher(platform, ray) as following:
        while await launches(platform):
            await following.step()
    assert ray.jobs == {}
