"""The results of a run, a column a quantity: a hundred thousand of them in a few megabytes."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from osmosis_ai.engine.records import result_of
from osmosis_ai.engine.replay import JournalFold, Verdict
from osmosis_ai.semantics.outcomes import status_of
from osmosis_ai.semantics.sample_figures import MOST_METRICS
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RowStatus, RunEvent

__all__ = ["NONE", "OUTCOMES", "Attempts", "FailurePlace", "ItemState", "Items", "seconds_of"]

NONE = -1
"""Marks a missing value in columns of whole numbers; NaN does in the others."""

OUTCOMES = tuple(RolloutOutcome)
"""The meaning of the numbers in the column `outcome`."""

_CODE = {outcome: code for code, outcome in enumerate(OUTCOMES)}
_NAN = math.nan
_EXCEPTION = re.compile(r"([A-Za-z_][\w.]{0,99})(?=: | \(|$)")


class ItemState(IntEnum):
    """The state of one row and run. `pending`: it was tried and has no result."""

    RUNNING = 0
    PENDING = 1
    SUCCESS = 2
    FAILED = 3
    SKIPPED = 4

    @property
    def has_result(self) -> bool:
        """Whether there is a result."""
        return self >= ItemState.SUCCESS


STATE_OF_STATUS = {
    RowStatus.SUCCESS: ItemState.SUCCESS,
    RowStatus.FAILED: ItemState.FAILED,
    RowStatus.SKIPPED: ItemState.SKIPPED,
}


@dataclass(frozen=True, slots=True)
class FailurePlace:
    """Where in the user's code an exception was raised; `exception` is its class where the message names one."""

    exception: str | None
    file: str
    line: int
    function: str

    def __str__(self) -> str:
        at = f"{self.file}:{self.line} in {self.function}"
        return at if self.exception is None else f"{self.exception}, {at}"


class Attempts:
    """Every line of `attempts.jsonl`: whose it is, its offset, its time, and whether it starts an attempt."""

    def __init__(self) -> None:
        self.slot = array("q")
        self.offset = array("q")
        self.at = array("d")
        self.starts = array("b")

    def __len__(self) -> int:
        return len(self.slot)

    def add(self, slot: int, offset: int, at: float, *, starts: bool) -> None:
        """One more line."""
        self.slot.append(slot)
        self.offset.append(offset)
        self.at.append(at)
        self.starts.append(starts)

    def offsets_of(self, slot: int) -> list[int]:
        """The offsets of the lines of one item."""
        return [offset for offset, whose in zip(self.offset, self.slot, strict=True) if whose == slot]


class Items:
    """One slot for each row and run that was tried, in the order in which they were first read.

    The records of both journals may come in any interleaving: which of them counts is for the engine's fold to say.
    """

    def __init__(self) -> None:
        self.row, self.run, self.source = array("q"), array("q"), array("q")
        self.state, self.outcome = array("b"), array("b")
        self.reward, self.duration, self.cost = array("d"), array("d"), array("d")
        self.began, self.finished = array("d"), array("d")
        self.tokens, self.context = array("q"), array("q")
        self.estimated = bytearray()
        self.attempt = array("q")
        self.error = array("l")
        self.event_at, self.ended_at = array("q"), array("q")
        self.error_types: list[str] = []
        self.place = array("l")
        self.places: list[FailurePlace] = []
        self.metrics: dict[str, array[float]] = {}
        self.journal = Attempts()
        self._fold = JournalFold()
        self.attempts = self._fold.attempts
        self._slots: dict[tuple[int, int], int] = {}
        self._error_codes: dict[str, int] = {}
        self._place_codes: dict[FailurePlace, int] = {}

    def __len__(self) -> int:
        return len(self.row)

    def slot(self, row: int, run: int) -> int | None:
        """Where the columns speak of a row and run; None when it was never tried."""
        return self._slots.get((row, run))

    def completed(self) -> Iterator[int]:
        """The slots that have a result."""
        return (slot for slot, state in enumerate(self.state) if state >= ItemState.SUCCESS)

    @property
    def completed_count(self) -> int:
        """How many slots have a result."""
        return sum(state >= ItemState.SUCCESS for state in self.state)

    def mark_stale_attempts_lost(self, *, before: float) -> int:
        """Takes the attempts that began before that moment and still run for lost; how many those are."""
        lost = [
            slot for slot, state in enumerate(self.state) if state == ItemState.RUNNING and self.began[slot] < before
        ]
        for slot in lost:
            self.state[slot] = ItemState.PENDING
        return len(lost)

    def started(self, offset: int, record: AttemptStarted) -> None:
        """An attempt began. A result that is there stays until another takes its place."""
        slot = self._slot_of(record.row_index, record.run_index, record.source_row_index)
        self.began[slot] = seconds_of(record.at)
        self.journal.add(slot, offset, self.began[slot], starts=True)
        verdict = self._fold.add(slot, record)
        if verdict is Verdict.IN_FLIGHT and not self._fold.has_result(slot):
            self.state[slot] = ItemState.RUNNING

    def ended(self, offset: int, record: AttemptEnded) -> None:
        """An attempt ended, with a result or without one."""
        slot = self._slot_of(record.row_index, record.run_index, record.source_row_index)
        at = seconds_of(record.at)
        self.journal.add(slot, offset, at, starts=False)
        if record.cost_usd is not None:
            self.cost[slot] = record.cost_usd + (0.0 if math.isnan(self.cost[slot]) else self.cost[slot])
        verdict = self._fold.add(slot, record)
        if verdict is Verdict.SUPERSEDED:
            return
        if verdict is Verdict.COUNTS:
            self.event_at[slot] = NONE
        status = status_of(record.outcome)
        state = ItemState.PENDING if status is None else STATE_OF_STATUS[status]
        self.state[slot] = state
        self.outcome[slot] = _CODE[record.outcome]
        scored = record.reward is not None and record.outcome is RolloutOutcome.SCORED
        self.reward[slot] = record.reward if scored and record.reward is not None else _NAN
        self.duration[slot] = record.duration_ms
        self.finished[slot] = at
        self.tokens[slot] = NONE if record.tokens is None else record.tokens
        self.estimated[slot] = bool(record.tokens_estimated)
        self.context[slot] = NONE if record.max_context_tokens is None else record.max_context_tokens
        self.attempt[slot] = record.attempt
        failed = state in {ItemState.FAILED, ItemState.PENDING}
        self.error[slot] = self._code(str(record.err_category or record.outcome)) if failed else NONE
        self.place[slot] = self._place_code(record)
        self._measure(slot, record.metrics or {})
        self.ended_at[slot] = offset

    def event(self, offset: int, record: RunEvent) -> None:
        """A result in `events.jsonl`."""
        slot = self._slot_of(record.row_index, record.run_index, record.source_row_index)
        verdict = self._fold.add(slot, record)
        if verdict is Verdict.SUPERSEDED:
            return
        result = result_of(record)
        self.event_at[slot] = offset
        self.state[slot] = STATE_OF_STATUS[record.status]
        outcome = record.outcome or _outcome_of(record)
        self.outcome[slot] = NONE if outcome is None else _CODE[outcome]
        self.reward[slot] = _NAN if result.reward is None else result.reward
        self.duration[slot] = _NAN if record.duration_ms is None else record.duration_ms
        self.tokens[slot] = NONE if record.tokens is None else record.tokens
        self.estimated[slot] = bool(record.tokens_estimated)
        self.error[slot] = NONE if record.error_type is None else self._code(record.error_type)
        self.place[slot] = self._place_code(record)
        self._measure(slot, record.metrics or {})
        if record.finished_at is not None:
            self.finished[slot] = seconds_of(record.finished_at)
        if verdict is Verdict.COUNTS:
            self.attempt[slot] = NONE if record.attempt is None else record.attempt
            self.context[slot] = self.ended_at[slot] = NONE

    def _slot_of(self, row: int, run: int, source: int | None) -> int:
        slot = self._slots.get((row, run))
        if slot is not None:
            return slot
        self._slots[(row, run)] = slot = len(self.row)
        self.row.append(row)
        self.run.append(run)
        self.source.append(row if source is None else source)
        self.state.append(ItemState.PENDING)
        self.outcome.append(NONE)
        self.estimated.append(False)
        for numbers in (self.reward, self.duration, self.cost, self.began, self.finished):
            numbers.append(_NAN)
        for counts in (self.tokens, self.context, self.attempt, self.error, self.place):
            counts.append(NONE)
        for offsets in (self.event_at, self.ended_at):
            offsets.append(NONE)
        for values in self.metrics.values():
            values.append(_NAN)
        self._fold.grow()
        return slot

    def metrics_of(self, slot: int) -> dict[str, float]:
        """The metrics of a result, by name."""
        return {name: values[slot] for name, values in self.metrics.items() if not math.isnan(values[slot])}

    def _measure(self, slot: int, metrics: Mapping[str, float]) -> None:
        """The metrics of a result, in place of those before; a run has 32 names at most."""
        for name in metrics:
            if name not in self.metrics and len(self.metrics) < MOST_METRICS:
                self.metrics[name] = array("d", [_NAN]) * len(self.row)
        for name, values in self.metrics.items():
            values[slot] = metrics.get(name, _NAN)

    def _place_code(self, record: AttemptEnded | RunEvent) -> int:
        at = record.err_location
        if at is None:
            return NONE
        found = _EXCEPTION.match(record.err_message or "")
        place = FailurePlace(None if found is None else found[1], at.file, at.line, at.function)
        code = self._place_codes.get(place)
        if code is None:
            self._place_codes[place] = code = len(self.places)
            self.places.append(place)
        return code

    def _code(self, error_type: str) -> int:
        code = self._error_codes.get(error_type)
        if code is None:
            self._error_codes[error_type] = code = len(self.error_types)
            self.error_types.append(error_type)
        return code


def _outcome_of(record: RunEvent) -> RolloutOutcome | None:
    """The outcome that an event without one lets us know; of failures, only the timeouts."""
    if record.status is RowStatus.SKIPPED:
        return RolloutOutcome.REMOVED
    if record.status is RowStatus.SUCCESS:
        return RolloutOutcome.UNGRADED if record.reward is None else RolloutOutcome.SCORED
    return RolloutOutcome.TIMED_OUT if record.error_type == "timeout" else None


def seconds_of(timestamp: str) -> float:
    """A timestamp of a run's files in seconds since 1970."""
    return datetime.fromisoformat(timestamp).timestamp()
