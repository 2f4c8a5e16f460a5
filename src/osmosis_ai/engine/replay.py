"""Reading a journal back: the one place that decides which result of a work item counts.

Resuming a run, browsing it and searching what its attempts left for secrets all go through here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.records import JournalRecord, Unfinished, event_of, result_of
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.semantics.judges import Judges
from osmosis_ai.semantics.outcomes import status_of
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RunEvent

__all__ = ["JournalFold", "Replay", "Replaying", "Verdict", "attempt_ends", "counting_events", "replay"]

_LOST = Unfinished(RolloutOutcome.INFRASTRUCTURE_FAILED, "lost when the program that ran the evaluation ended")


class Verdict(Enum):
    """What a record means for its work item."""

    COUNTS = auto()
    """It is the result that counts, in place of any before it."""
    CONFIRMS = auto()
    """It is another record of the result that counts already."""
    IN_FLIGHT = auto()
    """The newest attempt has started."""
    UNFINISHED = auto()
    """The newest attempt has ended without a result, and the item has none."""
    SUPERSEDED = auto()
    """It changes nothing: a later attempt decides, or an earlier one has a result and this one does not."""


class JournalFold:
    """Takes the records of a run one at a time and says what each means for its work item.

    Of two results the one of the later attempt counts, whichever is read first. An event without an attempt number,
    as other programs write them, supersedes the events before it in its file and the attempt that those are of.
    Attempts are in the order of their file and events in the order of theirs; how the two interleave does not matter.
    Items have numbers from 0 that the caller gives; `grow` adds one.
    """

    def __init__(self, items: int = 0) -> None:
        self.attempts = array("i", [0]) * items
        """How many attempts at each item are on record."""
        self._rank = array("q", [-1]) * items  # twice the attempt of the counting result; one more without a number
        self._rollout = array("q", [0]) * items  # a hash of the rollout of the counting result
        self._event_attempt = array("i", [0]) * items  # of the last event
        self._in_flight: dict[int, int] = {}

    def grow(self) -> None:
        """One more item."""
        self.attempts.append(0)
        self._rank.append(-1)
        self._rollout.append(0)
        self._event_attempt.append(0)

    def add(self, item: int, record: JournalRecord) -> Verdict:
        """What the next record means for its item."""
        if isinstance(record, AttemptStarted):
            return self._started(item, record)
        return self._ended(item, record) if isinstance(record, AttemptEnded) else self._event(item, record)

    def has_result(self, item: int) -> bool:
        """Whether the item has a result."""
        return self._rank[item] >= 0

    def superseded_in_flight(self) -> Iterator[int]:
        """Items with a result at which a later attempt has started and not ended, in the order of their numbers."""
        return (item for item, attempt in sorted(self._in_flight.items()) if 0 <= self._rank[item] < 2 * attempt)

    def in_flight(self) -> Iterator[int]:
        """Items without a result whose newest attempt has started and not ended."""
        return (item for item in sorted(self._in_flight) if self._rank[item] < 0)

    def _started(self, item: int, record: AttemptStarted) -> Verdict:
        if record.attempt + 1 < self.attempts[item]:
            return Verdict.SUPERSEDED
        self.attempts[item] = record.attempt + 1
        self._in_flight[item] = record.attempt
        return Verdict.IN_FLIGHT

    def _ended(self, item: int, record: AttemptEnded) -> Verdict:
        newest = record.attempt + 1 >= self.attempts[item]
        self.attempts[item] = max(self.attempts[item], record.attempt + 1)
        if newest:
            self._in_flight.pop(item, None)
        if status_of(record.outcome) is not None:
            return self._result(item, 2 * record.attempt, record.rollout_id)
        return Verdict.UNFINISHED if newest and self._rank[item] < 0 else Verdict.SUPERSEDED

    def _event(self, item: int, record: RunEvent) -> Verdict:
        numbered = record.attempt is not None
        attempt = self._event_attempt[item] if record.attempt is None else record.attempt
        self._event_attempt[item] = attempt
        self.attempts[item] = max(self.attempts[item], attempt + 1)
        return self._result(item, 2 * attempt + (not numbered), record.rollout_id)

    def _result(self, item: int, rank: int, rollout_id: str) -> Verdict:
        rollout = hash(rollout_id)
        if self._rank[item] >= 0 and self._rollout[item] == rollout:
            self._rank[item] = max(self._rank[item], rank)
            return Verdict.CONFIRMS
        if rank < self._rank[item]:
            return Verdict.SUPERSEDED
        self._rank[item] = rank
        self._rollout[item] = rollout
        return Verdict.COUNTS


@dataclass(slots=True)
class Replay:
    """What the journal of a run says."""

    results: ResultTable
    """The result that counts of every item that has one."""
    unfinished: dict[WorkKey, Unfinished] = field(default_factory=dict)
    """How the last attempt ended where there is no result."""
    without_attempt_record: list[WorkKey] = field(default_factory=list)
    """Items whose result another program recorded, without saying whether there is a trajectory."""
    superseded_in_flight: list[WorkKey] = field(default_factory=list)
    """Items whose result counts although a later attempt was in flight when the program ended: the files in place
    may be of that attempt."""
    spent: Spent = field(default_factory=Spent)
    """What all attempts used."""
    judges: Judges = field(default_factory=Judges)
    """The judges that the graders of all attempts asked."""


class Replaying:
    """Takes the records of the journal of a run of so many rows, in any number of steps, and says what they come to."""

    def __init__(self, *, rows: int, runs_per_row: int) -> None:
        self._results = ResultTable(rows, runs_per_row)
        self._runs_per_row = runs_per_row
        self._fold = JournalFold(self._results.items)
        self._recorded = bytearray(self._results.items)
        self._unfinished: dict[WorkKey, Unfinished] = {}
        self._spent = Spent()
        self._judges = Judges()

    def add(self, record: JournalRecord) -> RunEvent | None:
        """The result that counts from now on, if the record is one. Raises OsmosisError for a record of another row."""
        key = (record.row_index, record.run_index)
        results = self._results
        if not results.holds(key):
            raise OsmosisError(f"the journal has a record of row {key[0]}, run {key[1]}, which the run does not have")
        item = results.number(key)
        verdict = self._fold.add(item, record)
        counts: RunEvent | None = None
        if isinstance(record, AttemptEnded):
            self._spent = self._spent.plus(record.tokens, record.cost_usd, estimated=bool(record.tokens_estimated))
            self._judges.add(record.judges or ())
            if verdict is Verdict.UNFINISHED:
                self._unfinished[key] = Unfinished(record.outcome, record.err_message)
        if verdict is Verdict.COUNTS:
            event = event_of(record) if isinstance(record, AttemptEnded) else record
            if isinstance(event, RunEvent):
                counts = event
                results[key] = result_of(event, resumed=True)
                self._recorded[item] = False
                self._unfinished.pop(key, None)
        if isinstance(record, AttemptEnded) and verdict in {Verdict.COUNTS, Verdict.CONFIRMS}:
            self._recorded[item] = True
            results.describe(
                key, max_context_tokens=record.max_context_tokens, has_trajectory=record.trajectory is not None
            )
        return counts

    def replay(self) -> Replay:
        """What the records so far say. Its results and judges are those that further records change."""
        results, fold, width = self._results, self._fold, self._runs_per_row
        found = Replay(results, dict(self._unfinished), spent=self._spent, judges=self._judges)
        for item in fold.in_flight():
            found.unfinished[divmod(item, width)] = _LOST
        for item, attempts in enumerate(fold.attempts):
            if attempts:
                results.tried(divmod(item, width), attempts)
        found.superseded_in_flight = [divmod(item, width) for item in fold.superseded_in_flight()]
        found.without_attempt_record = [key for key in results if not self._recorded[results.number(key)]]
        for key in found.without_attempt_record:
            result = results[key]
            found.spent = found.spent.plus(result.tokens, None, estimated=result.tokens_estimated)
        return found


def replay(records: Iterable[JournalRecord], *, rows: int, runs_per_row: int) -> Replay:
    """Everything that the journal of a run of so many rows says. Raises OsmosisError for a record of another row."""
    replaying = Replaying(rows=rows, runs_per_row=runs_per_row)
    for record in records:
        replaying.add(record)
    return replaying.replay()


def counting_events(records: Iterable[JournalRecord], *, rows: int, runs_per_row: int) -> dict[WorkKey, RunEvent]:
    """The result that counts of every item that has one, held in memory: for a journal that is not in a file."""
    fold = JournalFold(rows * runs_per_row)
    found: dict[WorkKey, RunEvent] = {}
    for record in records:
        key = (record.row_index, record.run_index)
        if fold.add(record.row_index * runs_per_row + record.run_index, record) is Verdict.COUNTS:
            event = event_of(record) if isinstance(record, AttemptEnded) else record
            if isinstance(event, RunEvent):
                found[key] = event
    return found


def attempt_ends(records: Iterable[JournalRecord]) -> Iterator[tuple[str, AttemptEnded | None]]:
    """The rollout of every attempt that started, and how it ended: those that did first, None for all others."""
    in_flight: set[str] = set()
    for record in records:
        if isinstance(record, AttemptStarted):
            in_flight.add(record.rollout_id)
        elif isinstance(record, AttemptEnded) and record.rollout_id in in_flight:
            in_flight.discard(record.rollout_id)
            yield record.rollout_id, record
    yield from ((rollout_id, None) for rollout_id in sorted(in_flight))
