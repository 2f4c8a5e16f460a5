"""Reading back what an earlier invocation has done: the journals are believed, and nothing else is."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.replay import Replay, replay
from osmosis_ai.runs.journal import LocalJournal
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.run_events import RolloutOutcome, RunEvent

AT = "2026-01-02T03:04:05.678Z"


def started(row: int, attempt: int = 0) -> dict[str, Any]:
    return {
        "event": "started",
        "row_index": row,
        "run_index": 0,
        "source_row_index": row,
        "attempt": attempt,
        "rollout_id": f"{row:016x}{attempt:016x}",
        "at": AT,
    }


def ended(row: int, outcome: str, attempt: int = 0, **more: Any) -> dict[str, Any]:
    return {**started(row, attempt), "event": "ended", "outcome": outcome, "duration_ms": 1.5, **more}


def event(row: int, attempt: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "row_index": row,
        "run_index": 0,
        "rollout_id": f"{row:016x}{attempt:016x}",
        "status": "success",
        **more,
    }


class Journals:
    def __init__(self, folder: Path) -> None:
        self.events, self.attempts = folder / "events.jsonl", folder / "attempts.jsonl"

    def write(self, attempts: list[dict[str, Any]], events: list[dict[str, Any]]) -> None:
        for path, records in ((self.attempts, attempts), (self.events, events)):
            path.write_text("".join(json.dumps(record) + "\n" for record in records))

    def replay(self) -> Replay:
        return replay(self.open().records(), rows=5, runs_per_row=1)

    def open(self) -> LocalJournal:
        return LocalJournal(self.attempts, self.events, rows=5, runs_per_row=1)

    def missing(self) -> list[RunEvent]:
        """The results that `events.jsonl` lacks: what opening the journal adds to it."""

        async def opened() -> list[RunEvent]:
            journal = self.open()
            found = replay(journal.records(), rows=5, runs_per_row=1)
            before = len(self.events.read_text().splitlines())
            await journal.open()
            journal.close()
            assert len(list(journal.results(found.results))) == len(found.results)
            return [RunEvent.read(line) for line in self.events.read_text().splitlines()[before:]]

        return asyncio.run(opened())


@pytest.fixture
def journals(tmp_path: Path) -> Journals:
    return Journals(tmp_path)


def test_nothing_there_is_a_new_run(journals: Journals):
    """Without journals nothing has been done."""
    found = journals.replay()
    assert (len(found.results), found.results.pending, found.unfinished, found.spent) == (0, 5, {}, Spent())


def test_later_events_supersede_earlier_ones(journals: Journals):
    """Of two lines for the same row and run the later one counts."""
    journals.write(
        [started(0), ended(0, "scored", reward=0.5), started(0, 1), ended(0, "scored", 1, reward=1.0)],
        [event(0, reward=0.5), event(0, 1, reward=1.0)],
    )
    found = journals.replay()
    assert found.results[0, 0].reward == 1.0
    assert found.results.attempts((0, 0)) == 2
    assert not journals.missing()


def test_results_are_found_again_where_they_stand(journals: Journals):
    """The place of a result is where its event begins in the file."""
    events = [event(1, reward=0.5), event(0, reward=0.25), event(1, 1, reward=1.0)]
    journals.write([], events)
    journal = journals.open()
    found = replay(journal.records(), rows=5, runs_per_row=1).results
    assert [(event.row_index, event.reward) for event in journal.results(found)] == [(0, 0.25), (1, 1.0)]


def test_what_only_attempts_say_is_kept_with_the_result_it_belongs_to(journals: Journals):
    """Context and trajectory are those of the attempt that counts, and every attempt's tokens and cost are spent."""
    journals.write(
        [
            started(0),
            ended(0, "scored", reward=0.5, tokens=7, max_context_tokens=5, cost_usd=0.5, trajectory="t/0.json"),
            started(0, 1),
            ended(0, "scored", 1, reward=1.0, tokens=3, cost_usd=0.25),
            started(1),
            ended(1, "infrastructure_failed", tokens=2),
        ],
        [event(0, reward=0.5, tokens=7), event(0, 1, reward=1.0, tokens=3)],
    )
    found = journals.replay()
    assert (found.results[0, 0].max_context_tokens, found.results[0, 0].has_trajectory) == (None, False)
    assert found.spent == Spent(12, 0.75)


def test_results_that_events_lack_are_taken_from_the_attempts(journals: Journals):
    """A crash between the two files loses nothing: attempts.jsonl is the authority."""
    journals.write(
        [
            started(0),
            ended(0, "scored", reward=1.0, tokens=7, max_context_tokens=5, trajectory="rollout_trials/x/t.json"),
            started(1),
            ended(1, "timed_out", err_category="timeout", err_message="late"),
        ],
        [],
    )
    found = journals.replay()
    assert [(e.status, e.reward, e.error_type) for e in journals.missing()] == [
        ("success", 1.0, None),
        ("failed", None, "timeout"),
    ]
    assert list(found.results.keys()) == [(0, 0), (1, 0)]
    assert (found.results[0, 0].max_context_tokens, found.results[0, 0].has_trajectory) == (5, True)


def test_attempts_without_a_result_leave_the_row_pending(journals: Journals):
    """Infrastructure failures, cancellations and attempts that never ended are no results; how they ended is kept."""
    journals.write(
        [
            started(0),
            ended(0, "infrastructure_failed", err_category="http_error", err_message="the provider failed"),
            started(1),
            ended(1, "cancelled"),
            started(2),
        ],
        [],
    )
    found = journals.replay()
    assert len(found.results) == 0
    assert {key: left.outcome for key, left in found.unfinished.items()} == {
        (0, 0): RolloutOutcome.INFRASTRUCTURE_FAILED,
        (1, 0): RolloutOutcome.CANCELLED,
        (2, 0): RolloutOutcome.INFRASTRUCTURE_FAILED,
    }
    assert [found.results.attempts((row, 0)) for row in range(4)] == [1, 1, 1, 0]


def test_events_of_another_tool_are_enough(journals: Journals):
    """A run of a published tool has events alone, without outcomes."""
    journals.write([], [event(0, reward=1.0), event(1, status="failed", error_type="agent_error")])
    journals.attempts.unlink()
    found = journals.replay()
    assert list(found.results.keys()) == found.without_attempt_record == [(0, 0), (1, 0)]


def test_torn_last_line_is_left_out(journals: Journals):
    """A line without its end was never acknowledged."""
    journals.write([started(0)], [])
    with journals.attempts.open("a") as file:
        file.write('{"event":"sta')
    assert journals.replay().results.attempts((0, 0)) == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "line 2: not a record of a run"),
        ("{", "line 2: not a record of a run"),
        ('{"event": "started"}', "row_index: Field required"),
        (json.dumps({**ended(1, "scored"), "outcome": "great"}), "outcome: "),
        ("[]", "line 2"),
        (json.dumps(started(5)), "the run has no row 5, run 0"),
    ],
)
def test_other_bad_lines_are_errors_with_the_place(journals: Journals, line: str, expected: str):
    """A blank, broken or ill-typed line is refused with its file, its number and the first fault."""
    journals.attempts.write_text(json.dumps(started(0)) + "\n" + line + "\n" + json.dumps(started(2)) + "\n")
    with pytest.raises(OsmosisError) as raised:
        journals.replay()
    assert "attempts.jsonl, line 2" in raised.value.message
    assert expected in raised.value.message
    assert raised.value.hint
