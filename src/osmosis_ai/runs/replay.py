"""Reading back what an earlier invocation of a run has done."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.budget import Spent
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.runs.records import Unfinished, event_of, has_result, read_attempt, read_event, result_of
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RunEvent

__all__ = ["Replay", "replay"]

_LOST = Unfinished(RolloutOutcome.INFRASTRUCTURE_FAILED, "lost when the program that ran the evaluation ended")


@dataclass(slots=True)
class Replay:
    """What the journals of a run say.

    `results`: the result that counts of every item that has one. `unfinished`: how the last attempt ended where there
    is none. `unwritten`: results that only `attempts.jsonl` has, because a crash or a full disk came between the two
    files; their place is not known yet. `foreign`: items whose result another program wrote, which says nothing of
    trajectories. `spent`: what all attempts used.
    `disturbed`: items whose result counts although a later attempt was under way when the program ended: the files in
    place may be that one's.
    """

    results: ResultTable
    unfinished: dict[WorkKey, Unfinished] = field(default_factory=dict)
    unwritten: list[RunEvent] = field(default_factory=list)
    foreign: list[WorkKey] = field(default_factory=list)
    disturbed: list[WorkKey] = field(default_factory=list)
    spent: Spent = field(default_factory=Spent)


def replay(events: Path, attempts: Path, *, rows: int, runs_per_row: int) -> Replay:
    """Everything the two journals of a run of so many rows say.

    A torn last line is left out; any other bad line is an OsmosisError.
    """
    reading = _Reading(rows, runs_per_row)
    for place, event in _records(events, read_event, reading.results):
        reading.event(event, place)
    for _, record in _records(attempts, read_attempt, reading.results):
        if isinstance(record, AttemptStarted):
            reading.started(record)
        else:
            reading.ended(record)
    return reading.found()


class _Reading:
    """Takes in all events first, then all records of attempts.

    `_counting` has, for every item, a number that stands for the rollout its result is of.
    """

    def __init__(self, rows: int, runs_per_row: int) -> None:
        self.results = ResultTable(rows, runs_per_row)
        self._replay = Replay(self.results)
        self._written: set[str] = set()
        self._counting = array("q", [0]) * self.results.items
        self._ours = bytearray(self.results.items)

    def event(self, event: RunEvent, place: int) -> None:
        """A result is in the file of events, at this place."""
        key = (event.row_index, event.run_index)
        self.results[key] = result_of(event, place, resumed=True)
        self.results.tried(key, (event.attempt or 0) + 1)
        self._written.add(event.rollout_id)
        self._counting[self.results.number(key)] = hash(event.rollout_id)

    def started(self, record: AttemptStarted) -> None:
        """An attempt was about to be dispatched."""
        key = (record.row_index, record.run_index)
        self.results.tried(key, record.attempt + 1)
        self._replay.unfinished[key] = _LOST

    def ended(self, record: AttemptEnded) -> None:
        """An attempt came to its end."""
        key = (record.row_index, record.run_index)
        number = self.results.number(key)
        spent = self._replay.spent
        self._replay.spent = spent.plus(record.tokens, record.cost_usd)
        if not has_result(record.outcome):
            self._replay.unfinished[key] = Unfinished(record.outcome, record.err_message)
            return
        self._replay.unfinished.pop(key, None)
        missed = None if record.rollout_id in self._written else event_of(record)
        if missed is not None:
            self.results[key] = result_of(missed, resumed=True)
            self._counting[number] = hash(record.rollout_id)
            self._replay.unwritten.append(missed)
        if self._counting[number] == hash(record.rollout_id):
            self._ours[number] = True
            self.results.describe(
                key, max_context_tokens=record.max_context_tokens, has_trajectory=record.trajectory is not None
            )

    def found(self) -> Replay:
        """What it all comes to."""
        for key in self.results:
            if not self._ours[self.results.number(key)]:
                self._replay.foreign.append(key)
                self._replay.spent = self._replay.spent.plus(self.results[key].tokens, None)
            if self._replay.unfinished.pop(key, None) is _LOST:
                self._replay.disturbed.append(key)
        return self._replay


def _records[T: RunEvent | AttemptStarted | AttemptEnded](
    path: Path, read: Callable[[bytes], T], table: ResultTable
) -> Iterator[tuple[int, T]]:
    """Place and content of the records of a file of lines, but for a last line without its end."""
    place = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    record = read(line)
                    if not table.holds((record.row_index, record.run_index)):
                        raise ValueError(f"the run has no row {record.row_index}, run {record.run_index}")
                except ValueError as error:
                    raise OsmosisError(
                        f"{path}, line {number}: not a record of a run: {first_fault(error)}",
                        hint="The file was changed by something else. Restore it, or begin anew with --fresh.",
                    ) from None
                yield place, record
                place += len(line)
    except FileNotFoundError:
        return
    except OSError as error:
        raise OsmosisError(
            f"{path} cannot be read: {error.strerror}", hint="Mend that, or choose another --name."
        ) from None
