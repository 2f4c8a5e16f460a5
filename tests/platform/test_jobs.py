"""The job of a run and its fence: tickets, epochs, leases, journal, secrets, stops, and who is launched next."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from osmosis_ai.base.processes.isolation import REMEDY
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import (
    InvalidRequestError,
    ResourceGoneError,
    ResourceNotFoundError,
    ServiceError,
    StateConflictError,
    UnauthenticatedError,
)
from osmosis_ai.platform.ids import new_run_id
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.outbox.worker import OutboxWorker
from osmosis_ai.platform.pool_settings import DEFAULT_POOL
from osmosis_ai.platform.services import blobs, dispatching, jobs, run_state, runs, submissions, webhooks
from osmosis_ai.platform.services.dispatching import NewLaunch
from osmosis_ai.platform.services.jobs import Claim, Job
from osmosis_ai.platform.services.run_events import RunEvents
from osmosis_ai.platform.services.run_files import Wanted
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.tables import OutboxEntry
from osmosis_contract.models import WebhookRunEvent
from tests.platform.conftest import ManualClock

CANARY = "canary-of-a-run"
SLOTS = 10


async def queue(platform: Platform, member: Member, **values: Any) -> str:
    """A run of two rows that waits for a job; its id."""
    run_id = new_run_id()
    async with platform.write() as unit:
        full = {
            "id": run_id,
            "kind": "eval",
            "name": f"run-{run_id[:8]}",
            "status": "pending",
            "created_by": member.actor.user_id,
            "created_at": unit.now,
            "queued_at": unit.now,
            "config": {"experiment_config": {"rollout": "demo"}},
            "connection_id": "git_x",
            "rollout_id": "rol_x",
            "rollout_name": "demo",
            "entrypoint": "main.py",
            "commit_sha": "a" * 40,
            "model_path": "openai/x",
            "dataset_id": "dst_x",
            "dataset_name": "words",
            "dataset": {"key": "k", "format": "jsonl", "size": 1, "sha256": "0" * 64},
            "selected_rows": "0-1",
            "sampled_rows": 2,
            "dataset_rows": 2,
            "attempts_per_row": 1,
            "pass_threshold": 1.0,
            "secret_scopes": {},
            "epoch": 1,
            "secrets_epoch": 0,
            "batch": 0,
            "batch_at_claim": 0,
            "fruitless_jobs": 0,
            "unclaimed_launches": 0,
            "next_launch_at": unit.now,
            "retry_through": 0,
            "log_bytes": 0,
            **values,
        }
        await rows.add_run(unit, unit.in_workspace(member.workspace_id), full)
    return run_id


async def launch(platform: Platform, slots: int = SLOTS) -> NewLaunch | None:
    async with platform.write() as unit:
        return await dispatching.next_launch(unit, platform.settings.limits, "local", slots)


async def claim(platform: Platform, ticket: str) -> Claim:
    async with platform.write() as unit:
        return await jobs.exchange(unit, platform.settings.limits, ticket=ticket, host="node", process_id=1)


async def started(platform: Platform, member: Member, **values: Any) -> tuple[str, Job, NewLaunch]:
    """A run that a job has."""
    run_id = await queue(platform, member, **values)
    launched = await launch(platform)
    assert launched is not None
    claimed = await claim(platform, launched.ticket)
    async with platform.read() as unit:
        return run_id, await jobs.by_bearer(unit, f"Bearer {claimed.token}"), launched


async def run_of(platform: Platform, run_id: str) -> ManagedRun:
    async with platform.read() as unit:
        found = await rows.run_across(unit, run_id)
    assert found is not None
    return found


async def append(platform: Platform, job: Job, batch: int, *records: dict[str, Any]) -> int:
    async with platform.write() as unit:
        return await jobs.append(unit, job, epoch=job.epoch, batch=batch, records=records or (RECORD,))


async def expire(platform: Platform) -> None:
    async with platform.write() as unit:
        await dispatching.expire_leases(unit, platform.settings.limits)


def record(row: int, outcome: str, *, attempt: int = 0, reward: float | None = None) -> dict[str, Any]:
    """An attempt that ended, as jobs send it."""
    ended = {
        "event": "ended",
        "row_index": row,
        "run_index": 0,
        "source_row_index": row,
        "attempt": attempt,
        "rollout_id": f"{row}{attempt}".rjust(32, "0"),
        "at": "2026-03-01T12:00:00.000Z",
        "outcome": outcome,
        "duration_ms": 1.0,
    }
    return {"kind": "attempt_ended", "record": ended if reward is None else {**ended, "reward": reward}}


RECORD = record(0, "scored", reward=1.0)


async def test_a_ticket_is_good_once(platform: Platform, owner: Member):
    """The second use is refused as used, whoever makes it; one that never existed is unknown."""
    await queue(platform, owner)
    launched = await launch(platform)
    assert launched is not None
    await claim(platform, launched.ticket)
    for ticket, code in ((launched.ticket, "TICKET_USED"), ("osm_tkt_" + "0" * 36, "TICKET_UNKNOWN")):
        with pytest.raises(ResourceGoneError) as refused:
            await claim(platform, ticket)
        assert refused.value.code == code


async def test_a_ticket_of_a_stopped_run_starts_nothing(platform: Platform, owner: Member):
    """A run that was stopped before its job came is over; the job that comes all the same is refused."""
    run_id = await queue(platform, owner)
    launched = await launch(platform)
    assert launched is not None
    async with platform.write() as unit:
        stopped = await runs.stop(unit, owner, run_id)
    assert stopped.status == "stopped"
    with pytest.raises(ResourceGoneError) as refused:
        await claim(platform, launched.ticket)
    assert refused.value.code == "RUN_OVER"


async def test_a_job_that_comes_too_late_is_refused(platform: Platform, owner: Member, clock: ManualClock):
    """A launch that nobody claimed in time is launched again under another epoch, counted apart from jobs."""
    run_id = await queue(platform, owner)
    first = await launch(platform)
    assert first is not None
    clock.advance(seconds=platform.settings.limits.start_seconds + 1)
    with pytest.raises(ResourceGoneError, match="too late"):
        await claim(platform, first.ticket)
    async with platform.write() as unit:
        present = await rows.launch(unit, first.launch_id)
        assert present is not None
        await dispatching.unclaimed(unit, present, "nobody came", platform.settings.limits)
    run = await run_of(platform, run_id)
    assert (run.status, run.epoch, run.unclaimed_launches, run.fruitless_jobs) == ("pending", 2, 1, 0)
    clock.advance(seconds=60)
    second = await launch(platform)
    assert second is not None
    await claim(platform, second.ticket)
    with pytest.raises(ResourceGoneError):
        await claim(platform, first.ticket)


async def test_launches_that_come_to_nothing_are_bounded(platform: Platform, owner: Member, clock: ManualClock):
    """After so many in a row the run fails, and says why."""
    run_id = await queue(platform, owner)
    for _ in range(platform.settings.limits.failed_starts):
        launched = await launch(platform)
        assert launched is not None
        async with platform.write() as unit:
            await dispatching.pool_refused(unit, launched, "no room", platform.settings.limits)
        clock.advance(minutes=10)
    run = await run_of(platform, run_id)
    assert (run.status, run.reason) == ("failed", "NOT_STARTED")
    assert "no room" in (run.message or "")
    assert await launch(platform) is None


async def test_a_job_whose_lease_lapsed_is_refused_once_the_run_is_given_away(
    platform: Platform, owner: Member, clock: ManualClock
):
    """Frozen past its lease it may still renew; once the run was given away, every write is a conflict, for ever."""
    run_id, job, _ = await started(platform, owner)
    limits = platform.settings.limits
    clock.advance(seconds=limits.lease_seconds + 1)
    async with platform.write() as unit:
        await jobs.renew(unit, job, limits, epoch=1)
    clock.advance(seconds=limits.lease_seconds + 1)
    await expire(platform)
    assert (await run_of(platform, run_id)).status == "pending"

    async def every_write() -> None:
        calls = (
            lambda unit: jobs.renew(unit, job, limits, epoch=1),
            lambda unit: jobs.append(unit, job, epoch=1, batch=1, records=[RECORD]),
            lambda unit: jobs.append_log(unit, job, limits, epoch=1, entries=[]),
            lambda unit: jobs.take_secrets(unit, job, platform.keyring, epoch=1),
            lambda unit: jobs.finish(unit, job, epoch=1, status="finished", batch=0, reason=None, message=None),
            lambda unit: jobs.append(unit, job, epoch=2, batch=1, records=[RECORD]),
        )
        for call in calls:
            with pytest.raises(StateConflictError) as refused:
                async with platform.write() as unit:
                    await call(unit)
            assert refused.value.code == "STALE_EPOCH"
        with pytest.raises(StateConflictError):
            await platform.run_files.plan_uploads(job, limits, epoch=1, files=[])
        with pytest.raises(StateConflictError):
            await platform.run_files.complete(job, epoch=1, path="x")

    await every_write()
    clock.advance(minutes=1)
    second = await launch(platform)
    assert second is not None
    await claim(platform, second.ticket)
    await every_write()
    assert (await run_of(platform, run_id)).batch == 0


async def test_a_batch_counts_once(platform: Platform, owner: Member):
    """The same batch again is acknowledged and changes nothing; other records under its number, or a gap, are
    conflicts; a later epoch reads what was acknowledged and goes on behind it."""
    run_id, job, launched = await started(platform, owner)
    assert await append(platform, job, 1) == 1
    assert await append(platform, job, 1) == 1
    for batch, records, code in (
        (1, [record(1, "scored", reward=0.0)], "BATCH_DIFFERS"),
        (3, [RECORD], "BATCH_MISSING"),
    ):
        with pytest.raises(StateConflictError) as refused:
            await append(platform, job, batch, *records)
        assert refused.value.code == code
    async with platform.write() as unit:
        found = await rows.launch(unit, launched.launch_id)
        assert found is not None
        await dispatching.pool_ended(unit, found, "killed", platform.settings.limits)
    second = await launch(platform)
    assert second is not None
    claimed = await claim(platform, second.ticket)
    async with platform.read() as unit:
        later = await jobs.by_bearer(unit, f"Bearer {claimed.token}")
        read, last = await jobs.read_journal(unit, later, after=0, limit=10)
    assert (later.epoch, last, [(each.batch, each.epoch, list(each.records)) for each in read]) == (
        2,
        1,
        [(1, 1, [RECORD])],
    )
    assert await append(platform, later, 2, record(1, "agent_failed")) == 2
    async with platform.read() as unit:
        shown = await runs.show(unit, owner, run_id)
    assert (shown.summary.total_samples, shown.summary.passed) == (2, 1)


async def test_what_is_not_a_record_of_the_run_is_not_taken(platform: Platform, owner: Member):
    """Another row, another kind, something else altogether: refused, and the journal stays readable for everyone."""
    run_id, job, _ = await started(platform, owner)
    odd = ({**RECORD, "kind": "attempt_started"}, {"kind": "attempt_ended", "record": {}}, record(2, "agent_failed"))
    for each in odd:
        with pytest.raises(InvalidRequestError):
            await append(platform, job, 1, each)
    async with platform.read() as unit:
        assert (await runs.show(unit, owner, run_id)).summary.total_samples == 0


async def test_jobs_that_bring_nothing_are_bounded_and_one_that_does_is_not_counted(
    platform: Platform, owner: Member, clock: ManualClock
):
    """A run fails after so many fruitless jobs in a row; a job that brought a record begins the count anew."""
    run_id = await queue(platform, owner)
    for number in range(1, 2 * platform.settings.limits.failed_starts):
        launched = await launch(platform)
        assert launched is not None
        claimed = await claim(platform, launched.ticket)
        async with platform.read() as unit:
            job = await jobs.by_bearer(unit, f"Bearer {claimed.token}")
        if number == platform.settings.limits.failed_starts - 1:
            await append(platform, job, 1)
        clock.advance(hours=1)
        await expire(platform)
        clock.advance(hours=1)
    run = await run_of(platform, run_id)
    assert (run.status, run.reason, run.unclaimed_launches) == ("failed", "JOB_LOST", 0)


async def test_a_run_is_launched_again_within_seconds_and_never_waits_longer_than_a_minute(
    platform: Platform, owner: Member, clock: ManualClock
):
    """After a job that brought a record at once; after fruitless ones in a row after 2 s, 4 s and so on."""
    limits = replace(platform.settings.limits, failed_starts=100)
    run_id = await queue(platform, owner)
    waited = []
    for number in range(8):
        launched = await launch(platform)
        assert launched is not None
        claimed = await claim(platform, launched.ticket)
        async with platform.write() as unit:
            if number == 0:
                job = await jobs.by_bearer(unit, f"Bearer {claimed.token}")
                await jobs.append(unit, job, epoch=1, batch=1, records=[record(0, "scored", reward=1.0)])
            found = await rows.launch(unit, launched.launch_id)
            assert found is not None
            await dispatching.pool_ended(unit, found, "killed by SIGKILL", limits)
            await dispatching.let_go(unit, found)
            run = await rows.run_across(unit, run_id)
            assert run is not None
            waited.append((run.next_launch_at - unit.now).total_seconds())
        clock.advance(minutes=1)
    assert waited == [0, 2, 4, 8, 16, 32, 60, 60]


async def test_secrets_are_given_once_an_epoch_and_kept_until_the_run_ends(platform: Platform, owner: Member):
    """Values for one run alone are encrypted in the database, given once to each job, and removed at its end."""
    run_id, job, _ = await started(platform, owner, secret_scopes={"API_KEY": "run"})
    async with platform.write() as unit:
        await submissions.put_run_secrets(unit, owner, platform.keyring, run_id, {"API_KEY": CANARY})
    async with platform.write() as unit:
        assert await jobs.take_secrets(unit, job, platform.keyring, epoch=1) == {"API_KEY": CANARY}
    with pytest.raises(ResourceGoneError) as refused:
        async with platform.write() as unit:
            await jobs.take_secrets(unit, job, platform.keyring, epoch=1)
    assert refused.value.code == "SECRETS_TAKEN"
    async with platform.write() as unit:
        await jobs.finish(unit, job, epoch=1, status="failed", batch=0, reason=None, message=None)
    async with platform.read() as unit:
        scope = unit.in_workspace(owner.workspace_id)
        from osmosis_ai.platform.store import secrets as secret_rows

        assert await secret_rows.secret(unit, scope, "run", run_id, "API_KEY") is None


async def test_a_run_ends_with_everything_its_job_wrote_and_the_same_end_again_changes_nothing(
    platform: Platform, owner: Member
):
    """An end that names a batch the platform lacks is a conflict; repeated it is the same end; a write after it is
    refused."""
    run_id, job, _ = await started(platform, owner)
    await append(platform, job, 1)

    async def finish(batch: int) -> str:
        async with platform.write() as unit:
            return await jobs.finish(unit, job, epoch=1, status="finished", batch=batch, reason=None, message=None)

    with pytest.raises(StateConflictError, match="1 batches of 2"):
        await finish(2)
    assert [await finish(1), await finish(1)] == ["finished", "finished"]
    with pytest.raises(StateConflictError) as refused:
        await append(platform, job, 2)
    assert refused.value.code == "RUN_OVER"
    assert (await run_of(platform, run_id)).completed_at is not None


async def test_stopping_ends_in_bounded_time_whatever_the_job_does(
    platform: Platform, owner: Member, clock: ManualClock
):
    """The job learns of it when it renews; where it does not end, the run is ended without it."""
    run_id, job, _ = await started(platform, owner)
    limits = platform.settings.limits
    async with platform.write() as unit:
        assert (await runs.stop(unit, owner, run_id)).status == "running"
        assert (await jobs.renew(unit, job, limits, epoch=1)).stop
    clock.advance(seconds=limits.stop_seconds + 1)
    async with platform.write() as unit:
        await dispatching.force_stops(unit, limits)
    assert (await run_of(platform, run_id)).status == "stopped"
    with pytest.raises(StateConflictError):
        await append(platform, job, 1)


async def test_a_retry_tries_what_failed_again_and_asks_for_the_secrets_of_the_run(platform: Platform, owner: Member):
    """Only a run that is over is retried; values for it alone have to be given again, and are named."""
    run_id, job, _ = await started(platform, owner, secret_scopes={"API_KEY": "run"})
    with pytest.raises(StateConflictError, match="not over"):
        async with platform.write() as unit:
            await runs.retry(unit, owner, platform.keyring, platform.settings.limits, name_or_id=run_id, secrets={})
    await append(platform, job, 1, RECORD, record(1, "agent_failed"))
    async with platform.write() as unit:
        await jobs.finish(unit, job, epoch=1, status="finished", batch=1, reason=None, message=None)
    with pytest.raises(ServiceError) as refused:
        async with platform.write() as unit:
            await runs.retry(unit, owner, platform.keyring, platform.settings.limits, name_or_id=run_id, secrets={})
    assert refused.value.extra == {"run_secret_names": ["API_KEY"]}
    async with platform.write() as unit:
        retried = await runs.retry(
            unit, owner, platform.keyring, platform.settings.limits, name_or_id=run_id, secrets={"API_KEY": CANARY}
        )
    run = await run_of(platform, run_id)
    assert (retried.samples, run.status, run.retry_through, run.epoch) == (1, "pending", 1, 2)


async def test_slots_go_round_the_workspaces_and_inside_one_by_age(
    platform: Platform, owner: Member, other: Member, clock: ManualClock
):
    """A workspace with many runs does not keep another waiting, and its own runs start in the order of submission."""
    mine = []
    for _ in range(3):
        mine.append(await queue(platform, owner))
        clock.advance(seconds=1)
    theirs = await queue(platform, other)
    taken = [await launch(platform, slots=3) for _ in range(4)]
    assert [each and each.run_id for each in taken] == [mine[0], theirs, mine[1], None]


async def test_a_workspace_runs_no_more_jobs_at_once_than_its_quota(platform: Platform, owner: Member):
    """The quota is counted from rows: nothing but the end of a launch, which its pool has forgotten, frees it."""
    at_once = platform.settings.limits.runs_at_once
    for _ in range(at_once + 1):
        await queue(platform, owner)
    launches = [await launch(platform, slots=100) for _ in range(at_once + 1)]
    assert launches[-1] is None
    assert all(launches[:-1])
    first = launches[0]
    assert first is not None
    async with platform.write() as unit:
        found = await rows.launch(unit, first.launch_id)
        assert found is not None
        await dispatching.pool_ended(unit, found, "it ended", platform.settings.limits)
    assert await launch(platform, slots=100) is None
    async with platform.write() as unit:
        await dispatching.let_go(unit, found)
    assert await launch(platform, slots=100) is not None


async def test_leases_outlive_a_server_that_was_away(platform: Platform, owner: Member, clock: ManualClock):
    """Jobs could not renew while no server was there: at its start each gets one more lease, and then is given away."""
    run_id, _, _ = await started(platform, owner)
    clock.advance(minutes=10)
    async with platform.write() as unit:
        await dispatching.revive_leases(unit, platform.settings.limits)
    await expire(platform)
    assert (await run_of(platform, run_id)).status == "running"
    clock.advance(seconds=platform.settings.limits.lease_seconds + 1)
    await expire(platform)
    assert (await run_of(platform, run_id)).status == "pending"


async def test_only_a_jobs_own_token_is_one(platform: Platform, owner: Member):
    """A token that no job has is not valid, nor is none."""
    async with platform.read() as unit:
        for given in (None, "Bearer x", "Bearer osm_job_" + "0" * 36):
            with pytest.raises(UnauthenticatedError):
                await jobs.by_bearer(unit, given)


def test_rows_of_a_run_are_decided_once_and_a_tenth_without_a_limit():
    """The same run takes the same rows every time, at least one; another run other ones."""
    assert str(submissions.rows_of_run("a", 3, 10)) == "0-2"
    assert str(submissions.rows_of_run("a", 30, 10)) == "0-9"
    assert submissions.rows_of_run("a", None, 3).count == 1
    first, again, other = (submissions.rows_of_run(name, None, 1000) for name in ("a", "a", "b"))
    assert first == again != other
    assert first.count == 100


async def test_the_end_of_a_run_is_told_to_the_webhook_once(platform: Platform, owner: Member):
    """As the specification has it, with the run's results; asked for twice, or undone by a retry, not again."""
    async with platform.write() as unit:
        await webhooks.save(unit, owner, platform.keyring, url="https://hooks.example.org/x", enabled=True)
    run_id, job, _ = await started(platform, owner)
    await append(platform, job, 1, record(0, "scored", reward=1.0), record(1, "scored", reward=0.0))
    async with platform.write() as unit:
        await jobs.finish(unit, job, epoch=1, status="finished", batch=1, reason=None, message=None)
    events = RunEvents(platform.database, "https://osmosis.example.org/team")
    told: list[dict[str, Any]] = []

    async def handle(payload: Mapping[str, Any]) -> None:
        told.append(dict(payload))
        await events.handle(payload)

    assert await OutboxWorker(platform.database, {run_state.ENDED: handle}).run_once()
    await events.handle(told[0])
    await events.handle({**told[0], "completed_at": "2026-01-01T00:00:00.000000Z"})
    async with platform.write() as unit:
        (attempt,) = await webhooks.claim(unit, platform.keyring, busy=(), limit=9)
    sent = WebhookRunEvent.read_strict(attempt.body)
    assert (sent.event.value, sent.data.id, sent.data.status) == ("eval_run.completed", run_id, "finished")
    assert sent.data.latest_metrics["score"] == 0.5
    assert sent.data.platform_url == f"https://osmosis.example.org/team/main/evals/{run_id}"


async def test_no_run_is_taken_by_a_pool_that_cannot_isolate_and_is_not_trusted(
    platform: Platform, owner: Member, broken_bubblewrap: None
):
    """25: a conflict that says why bubblewrap does not work, what to do about it, and which setting does without."""
    settings = replace(platform.settings, pools=(DEFAULT_POOL,))
    anything: Any = None
    wanted: Any = SimpleNamespace(pool=None)
    with pytest.raises(StateConflictError, match=r"set trusted = true in \[pools.local\]") as refused:
        await submissions.submit(
            platform.database, owner, wanted, keyring=platform.keyring, sources=anything, settings=settings
        )
    assert refused.value.code == "POOL_NOT_TRUSTED"
    assert "setting up uid map: Permission denied" in refused.value.message
    assert REMEDY in refused.value.message


async def test_a_small_file_is_kept_with_the_request_that_names_it(platform: Platform, owner: Member):
    """Its content comes with it: nothing is left to send, the same again changes nothing, and people can take it."""
    job, files, limits = (await started(platform, owner))[1], platform.run_files, platform.settings.limits
    wanted = [_small(f"{number:032x}", f"content {number}".encode()) for number in range(20)]
    for _ in range(2):
        planned = await files.plan_uploads(job, limits, epoch=1, files=wanted)
        assert [(each.path, each.url) for each in planned] == [(each.path, None) for each in wanted]
    assert len(await files.job_downloads(job, [each.path for each in wanted])) == 20
    kept = [data async for data in _contents(platform)]
    assert sorted(kept) == sorted(each.content or b"" for each in wanted)


async def test_one_file_sent_by_two_requests_at_once_is_kept_once(platform: Platform, owner: Member):
    """Both are told that it is there, one row names it, and the other copy is removed after the commit."""
    job, files, limits = (await started(platform, owner))[1], platform.run_files, platform.settings.limits
    wanted = [_small(f"{number:032x}", b"content") for number in range(3)]
    both = await asyncio.gather(*(files.plan_uploads(job, limits, epoch=1, files=wanted) for _ in range(2)))
    assert [each.url for planned in both for each in planned] == [None] * 6
    assert len(await files.job_downloads(job, [each.path for each in wanted])) == 3
    kept = [data async for data in _contents(platform)]
    async with platform.read() as unit:
        waiting = await unit.all(select(OutboxEntry).where(OutboxEntry.kind == blobs.DELETE))
    assert len(kept) - len(waiting) == 3


async def test_files_that_come_with_a_batch_are_the_runs_once_it_is_acknowledged(platform: Platform, owner: Member):
    """They and the records are there together or not at all; the same batch again puts no second copy anywhere."""
    job, files, limits = (await started(platform, owner))[1], platform.run_files, platform.settings.limits
    given = {_small(f"{number:032x}", b"").path: f"content {number}".encode() for number in range(3)}

    async def sent(batch: int) -> None:
        put = await files.put_given(job, limits, epoch=1, batch=batch, files=given)
        async with platform.write() as unit:
            await files.add_given(unit, job, put, epoch=1)
            await jobs.append(unit, job, epoch=1, batch=batch, records=[RECORD])

    with pytest.raises(StateConflictError, match="Batch 1 comes next"):
        await sent(2)
    with pytest.raises(ResourceNotFoundError):
        await files.job_downloads(job, list(given))
    await sent(1)
    await sent(1)
    assert len(await files.job_downloads(job, list(given))) == 3
    kept = [data async for data in _contents(platform)]
    assert sorted(kept) == sorted([*given.values()] * 2)  # those of the batch that was refused are for the sweep
    with pytest.raises(InvalidRequestError, match="cannot be sent"):
        await files.put_given(job, limits, epoch=1, batch=2, files={"elsewhere.json": b""})


async def test_content_that_is_not_what_was_announced_is_refused(platform: Platform, owner: Member):
    """By size and by digest, and nothing of the request is kept."""
    job, files, limits = (await started(platform, owner))[1], platform.run_files, platform.settings.limits
    right = _small("a" * 32, b"right")
    for wrong in (replace(right, content=b"wrong"), replace(right, size=4)):
        with pytest.raises(InvalidRequestError) as refused:
            await files.plan_uploads(job, limits, epoch=1, files=[_small("b" * 32, b"other"), wrong])
        assert [issue.key for issue in refused.value.issues] == ["files.1.content"]
    assert [data async for data in _contents(platform)] == []


def _small(rollout_id: str, content: bytes) -> Wanted:
    digest = hashlib.sha256(content).hexdigest()
    return Wanted(f"rollout_trials/{rollout_id}/trajectory.json", len(content), digest, content)


async def _contents(platform: Platform) -> AsyncIterator[bytes]:
    """Every file that the platform has."""
    async for blob in platform.blobs.listing():
        yield b"".join([piece async for piece in platform.blobs.get(blob.key)])
