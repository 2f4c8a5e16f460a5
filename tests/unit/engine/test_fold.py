"""The fold of a journal: which result counts does not depend on the order in which the two files are read."""

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from osmosis_ai.engine.records import JournalRecord, event_of
from osmosis_ai.engine.replay import JournalFold, Verdict, attempt_ends, replay
from osmosis_ai.runs.reading.items import Items, ItemState
from osmosis_ai.semantics.outcomes import status_of
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RowStatus, RunEvent

AT = "2026-01-02T03:04:05.678Z"
OUTCOMES = list(RolloutOutcome)


def started(row: int, attempt: int = 0) -> AttemptStarted:
    return AttemptStarted(
        event="started",
        row_index=row,
        run_index=0,
        source_row_index=row,
        attempt=attempt,
        rollout_id=f"{row:016x}{attempt:016x}",
        at=AT,
    )


def ended(row: int, attempt: int, outcome: RolloutOutcome, reward: float = 1.0) -> AttemptEnded:
    scored = {"reward": reward} if outcome is RolloutOutcome.SCORED else {}
    return AttemptEnded(
        **(started(row, attempt).model_dump(exclude_unset=True) | {"event": "ended"}),
        outcome=outcome,
        duration_ms=1.0,
        **scored,
    )


def foreign(row: int, number: int) -> RunEvent:
    return RunEvent(
        row_index=row, run_index=0, rollout_id=f"foreign-{row}-{number}", status=RowStatus.SUCCESS, reward=number / 8
    )


def some_journals(seed: int) -> tuple[list[JournalRecord], list[JournalRecord]]:
    """Both files of a run of three rows: attempts that end in any way or not at all, events lost at a crash, and
    events that another program added to a run without attempts of ours."""
    rng = random.Random(seed)
    attempts: list[JournalRecord] = []
    events: list[JournalRecord] = []
    for row in range(3):
        if rng.random() < 0.2:
            events += [foreign(row, number) for number in range(rng.randint(1, 3))]
        for attempt in range(len(events) and rng.randint(0, 1), rng.randint(0, 4)):
            attempts.append(started(row, attempt))
            if rng.random() < 0.15:
                continue
            end = ended(row, attempt, rng.choice(OUTCOMES), rng.random())
            attempts.append(end)
            event = event_of(end)
            if event is not None and rng.random() < 0.8:
                events.append(event)
    return attempts, events


def interleaved(rng: random.Random, *files: list[JournalRecord]) -> Iterator[JournalRecord]:
    waiting = [list(reversed(file)) for file in files if file]
    while waiting:
        file = rng.choice(waiting)
        yield file.pop()
        waiting = [left for left in waiting if left]


def verdicts(records: Iterator[JournalRecord]) -> dict[int, tuple[Any, ...]]:
    """The result that counts of every row, and whether a later attempt was in flight."""
    found = replay(list(records), rows=3, runs_per_row=1)
    return {
        row: (
            found.results[row, 0][:3] if (row, 0) in found.results else None,
            found.results.attempts((row, 0)),
            found.unfinished.get((row, 0)),
            (row, 0) in found.superseded_in_flight,
        )
        for row in range(3)
    }


def test_resuming_and_reading_agree_in_every_order():
    """Events first, attempts first or mixed: the same results count, for a resumed run and for a browsed one."""
    for seed in range(300):
        check_agreement(seed)


def check_agreement(seed: int) -> None:
    attempts, events = some_journals(seed)
    rng = random.Random(seed)
    expected = verdicts(iter([*events, *attempts]))
    assert verdicts(iter([*attempts, *events])) == expected, seed
    assert verdicts(interleaved(rng, attempts, events)) == expected, seed
    items = Items()
    for record in interleaved(rng, attempts, events):
        match record:
            case AttemptStarted():
                items.started(0, record)
            case AttemptEnded():
                items.ended(0, record)
            case RunEvent():
                items.event(0, record)
    for row, (result, tries, *_) in expected.items():
        slot = items.slot(row, 0)
        if slot is None:
            assert (result, tries) == (None, 0)
            continue
        assert items.attempts[slot] == tries, seed
        state = ItemState(items.state[slot])
        assert state.has_result == (result is not None), seed
        if result is not None:
            assert state.name.lower() == str(result[0])
            reward = items.reward[slot]
            assert (None if math.isnan(reward) else reward) == result[1], seed


def test_later_attempt_counts_whichever_is_read_first():
    """A retry supersedes by its number, not by its place in a file."""
    failed, scored = ended(0, 0, RolloutOutcome.AGENT_FAILED), ended(0, 1, RolloutOutcome.SCORED, 0.5)
    for records in ([failed, scored], [scored, failed]):
        assert replay(records, rows=1, runs_per_row=1).results[0, 0].reward == 0.5


def test_attempt_without_a_result_leaves_an_earlier_result():
    """A retry that the infrastructure failed, or that never ended, takes nothing away."""
    scored = [started(0), ended(0, 0, RolloutOutcome.SCORED, 0.5)]
    for end in (RolloutOutcome.CANCELLED, RolloutOutcome.INFRASTRUCTURE_FAILED):
        found = replay([*scored, started(0, 1), ended(0, 1, end)], rows=1, runs_per_row=1)
        assert (found.results[0, 0].reward, found.unfinished, found.superseded_in_flight) == (0.5, {}, [])
    found = replay([*scored, started(0, 1)], rows=1, runs_per_row=1)
    assert (found.results[0, 0].reward, found.superseded_in_flight) == (0.5, [(0, 0)])


def test_only_a_success_has_a_reward():
    """A line of another program that gives a failed or removed row a reward does not make it pass."""
    for status in (RowStatus.FAILED, RowStatus.SKIPPED):
        event = RunEvent(row_index=0, run_index=0, rollout_id="theirs", status=status, reward=1.0)
        assert replay([event], rows=1, runs_per_row=1).results[0, 0].reward is None
        items = Items()
        items.event(0, event)
        assert math.isnan(items.reward[0])


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_outcome_has_one_status(outcome: RolloutOutcome):
    """The mapping of the contract decides for the journal, for a resumed run and for a browsed one."""
    end = ended(0, 0, outcome)
    event = event_of(end)
    status = status_of(outcome)
    assert (None if event is None else event.status) == status
    assert JournalFold(1).add(0, end) is (Verdict.UNFINISHED if status is None else Verdict.COUNTS)
    items = Items()
    items.ended(0, end)
    assert ItemState(items.state[0]).name.lower() == ("pending" if status is None else str(status))


def test_every_attempt_is_found_with_its_end():
    """What was never collected is known by its attempt: those that ended first, then those that never did."""
    end = ended(1, 0, RolloutOutcome.CANCELLED)
    assert list(attempt_ends([started(0), started(1), end])) == [(end.rollout_id, end), (started(0).rollout_id, None)]
