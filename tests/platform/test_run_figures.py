"""What a run's journal comes to, kept in memory and continued batch by batch."""

from __future__ import annotations

import random
from typing import Any

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import jobs, run_figures
from osmosis_ai.platform.services.jobs import Job
from osmosis_ai.platform.services.run_figures import RunFigures, figures_of, fold_records, journal_records
from osmosis_ai.platform.store import runs as rows
from tests.platform.test_jobs import record, run_of, started

_OUTCOMES = ("scored", "agent_failed", "infrastructure_failed", "cancelled")


async def test_figures_that_go_on_with_each_batch_are_those_of_the_whole_journal(platform: Platform, owner: Member):
    """Whether a batch was folded when it was acknowledged, read from the database, or both in turn, and whether anyone
    looked in between."""
    chosen = random.Random(7)
    run_id, job, _ = await started(platform, owner)
    for batch in range(1, 25):
        records = [_record(chosen) for _ in range(chosen.randint(1, 4))]
        await _append(platform, job, batch, records, told=chosen.random() < 0.5)
        if chosen.random() < 0.5:
            assert _shown(await _figures(platform, run_id)) == _shown(await _whole(platform, run_id))
    assert _shown(await _figures(platform, run_id)) == _shown(await _whole(platform, run_id))


async def test_figures_that_were_given_out_stay_as_they_were(platform: Platform, owner: Member):
    """A batch that comes while they are being written changes neither their results nor their events."""
    run_id, job, _ = await started(platform, owner)
    await _append(platform, job, 1, [record(0, "scored", reward=1.0)], told=True)
    before = await _figures(platform, run_id)
    shown = _shown(before)
    await _append(platform, job, 2, [record(1, "scored", reward=0.0)], told=True)
    assert _shown(before) == shown
    assert (await _figures(platform, run_id)).summary.total_samples == 2


async def test_a_batch_that_was_not_committed_is_in_no_figures(platform: Platform, owner: Member):
    """Only what the platform acknowledged counts."""
    run_id, job, _ = await started(platform, owner)
    try:
        async with platform.write() as unit:
            await jobs.append(
                unit, job, epoch=1, batch=1, records=[record(0, "scored", reward=1.0)], appended=run_figures.appended
            )
            raise InterruptedError
    except InterruptedError:
        pass
    assert (await _figures(platform, run_id)).batches == 0


async def _append(platform: Platform, job: Job, batch: int, records: list[dict[str, Any]], *, told: bool) -> None:
    async with platform.write() as unit:
        appended = run_figures.appended if told else lambda *_: None
        await jobs.append(unit, job, epoch=1, batch=batch, records=records, appended=appended)


async def _figures(platform: Platform, run_id: str) -> RunFigures:
    run = await run_of(platform, run_id)
    async with platform.read() as unit:
        return await figures_of(unit, run)


async def _whole(platform: Platform, run_id: str) -> RunFigures:
    run = await run_of(platform, run_id)
    async with platform.read() as unit:
        found = await rows.batches(unit, unit.in_workspace(run.workspace_id), run.id)
    return fold_records(run, list(journal_records(found)), len(found))


def _record(chosen: random.Random) -> dict[str, Any]:
    outcome = chosen.choice(_OUTCOMES)
    reward = chosen.random() if outcome == "scored" else None
    return record(chosen.randrange(2), outcome, attempt=chosen.randrange(4), reward=reward)


def _shown(figures: RunFigures) -> dict[str, Any]:
    replayed = figures.replayed
    return {
        "summary": figures.summary.to_wire(),
        "events": {key: event.to_wire() for key, event in figures.events.items()},
        "index": [row.to_wire() for row in figures.index()],
        "unfinished": dict(replayed.unfinished),
        "attempts": [replayed.results.attempts((row, 0)) for row in range(2)],
        "spent": replayed.spent,
        "batches": figures.batches,
    }
