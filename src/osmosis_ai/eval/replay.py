"""Reading back what an earlier invocation of a run has done."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import from_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.budget import Spent
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.eval.records import Unfinished, event_of, result_of
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RunEvent
from osmosis_contract.models.run_manifest import RunInputs, RunManifest

__all__ = ["Replay", "check_same_inputs", "read_manifest", "replay"]

_LOST = Unfinished(RolloutOutcome.INFRASTRUCTURE_FAILED, "lost when the program that ran the evaluation ended")


@dataclass(slots=True)
class Replay:
    """What the journals of a run say.

    `results`: the result that counts of every item that has one. `unfinished`: how the last attempt ended where there
    is none. `unwritten`: results that only `attempts.jsonl` has, because a crash or a full disk came between the two
    files; their place is not known yet. `foreign`: items whose result another program wrote, which says nothing of
    trajectories. `spent`: what all attempts used.
    """

    results: ResultTable
    unfinished: dict[WorkKey, Unfinished] = field(default_factory=dict)
    unwritten: list[RunEvent] = field(default_factory=list)
    foreign: list[WorkKey] = field(default_factory=list)
    spent: Spent = field(default_factory=Spent)


def read_manifest(path: Path) -> RunManifest:
    """The manifest of an existing run. Raises OsmosisError when it is unreadable or of another form."""
    try:
        return RunManifest.read(path.read_bytes())
    except (OSError, ValueError) as error:
        raise OsmosisError(
            f"{path} is not the manifest of a run that can be resumed: {_told(error)}",
            hint="Choose another --name, or move the folder away.",
        ) from None


def check_same_inputs(manifest: RunManifest, inputs: RunInputs) -> None:
    """Raises OsmosisError, naming what changed, unless the run began with the same inputs."""
    recorded, now = manifest.inputs.to_wire(), inputs.to_wire()
    changed = sorted(name for name in recorded.keys() | now.keys() if recorded.get(name) != now.get(name))
    if changed:
        raise OsmosisError(
            f"the run {manifest.run_name!r} was begun with other inputs: {', '.join(changed)} changed",
            hint="Choose another --name for a new run, or restore what changed to go on with this one.",
            details={"changed": changed},
        )


def replay(events: Path, attempts: Path, *, rows: int, runs_per_row: int) -> Replay:
    """Everything the two journals of a run of so many rows say.

    A torn last line is left out; any other bad line is an OsmosisError.
    """
    reading = _Reading(rows, runs_per_row)
    for place, event in _records(events, RunEvent.read, reading.results):
        reading.event(event, place)
    for _, record in _records(attempts, _attempt, reading.results):
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

    def _number(self, record: RunEvent | AttemptStarted | AttemptEnded) -> int:
        return record.row_index * self.results.runs_per_row + record.run_index

    def event(self, event: RunEvent, place: int) -> None:
        """A result is in the file of events, at this place."""
        key = (event.row_index, event.run_index)
        self.results[key] = replace(result_of(event), resumed=True, place=place)
        self.results.tried(key, (event.attempt or 0) + 1)
        self._written.add(event.rollout_id)
        self._counting[self._number(event)] = hash(event.rollout_id)

    def started(self, record: AttemptStarted) -> None:
        """An attempt was about to be dispatched."""
        key = (record.row_index, record.run_index)
        self.results.tried(key, record.attempt + 1)
        self._replay.unfinished[key] = _LOST

    def ended(self, record: AttemptEnded) -> None:
        """An attempt came to its end."""
        key, number = (record.row_index, record.run_index), self._number(record)
        spent = self._replay.spent
        self._replay.spent = spent.plus(record.tokens, record.cost_usd)
        missed = event_of(record)
        if missed is None:
            self._replay.unfinished[key] = Unfinished(record.outcome, record.err_message)
            return
        self._replay.unfinished.pop(key, None)
        if record.rollout_id not in self._written:
            self.results[key] = replace(result_of(missed), resumed=True)
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
            if not self._ours[key[0] * self.results.runs_per_row + key[1]]:
                self._replay.foreign.append(key)
                self._replay.spent = self._replay.spent.plus(self.results[key].tokens, None)
            self._replay.unfinished.pop(key, None)
        return self._replay


def _attempt(line: bytes) -> AttemptStarted | AttemptEnded:
    value = from_json(line)
    kind = value.get("event") if isinstance(value, dict) else None
    return AttemptEnded.read(value) if kind == "ended" else AttemptStarted.read(line)


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
                        f"{path}, line {number}: not a record of a run: {_told(error)}",
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


def _told(error: Exception) -> str:
    """The first fault, in one line."""
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        return f"{where}: {fault['msg']}" if where else fault["msg"]
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return (str(error).splitlines() or [type(error).__name__])[0]
