"""Reading back what an earlier invocation of a run has done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import from_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.eval.records import Unfinished, event_of
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome, RunEvent
from osmosis_contract.models.run_manifest import RunInputs, RunManifest

__all__ = ["Replay", "check_same_inputs", "read_manifest", "replay"]

_LOST = Unfinished(RolloutOutcome.INFRASTRUCTURE_FAILED, "lost when the program that ran the evaluation ended")


@dataclass(slots=True)
class Replay:
    """What the journal of a run says, by work item.

    `events`: the result that counts. `attempts`: how many there were. `unfinished`: how the last attempt ended where
    there is no result. `unwritten`: results that only `attempts.jsonl` has, because a crash or a full disk came
    between the two files. `contexts` and `trajectories` are by rollout id.
    """

    events: dict[WorkKey, RunEvent] = field(default_factory=dict)
    attempts: dict[WorkKey, int] = field(default_factory=dict)
    unfinished: dict[WorkKey, Unfinished] = field(default_factory=dict)
    unwritten: list[RunEvent] = field(default_factory=list)
    contexts: dict[str, int] = field(default_factory=dict)
    trajectories: dict[str, str] = field(default_factory=dict)


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


def replay(events: Path, attempts: Path) -> Replay:
    """Everything the two journals of a run say. A torn last line is left out; any other bad line is an OsmosisError."""
    found = Replay()
    written: set[str] = set()
    for event in _records(events, RunEvent.read):
        found.events[(event.row_index, event.run_index)] = event
        written.add(event.rollout_id)
    for entry in _records(attempts, _attempt):
        key = (entry.row_index, entry.run_index)
        if isinstance(entry, AttemptStarted):
            found.attempts[key] = max(found.attempts.get(key, 0), entry.attempt + 1)
            found.unfinished[key] = _LOST
            continue
        missed = event_of(entry)
        if missed is None:
            found.unfinished[key] = Unfinished(entry.outcome, entry.err_message)
            continue
        if entry.max_context_tokens is not None:
            found.contexts[entry.rollout_id] = entry.max_context_tokens
        if entry.trajectory is not None:
            found.trajectories[entry.rollout_id] = entry.trajectory
        if entry.rollout_id not in written:
            found.events[key] = missed
            found.unwritten.append(missed)
    for key in found.events:
        found.unfinished.pop(key, None)
    return found


def _attempt(line: bytes) -> AttemptStarted | AttemptEnded:
    value = from_json(line)
    kind = value.get("event") if isinstance(value, dict) else None
    return AttemptEnded.read(value) if kind == "ended" else AttemptStarted.read(line)


def _records[T](path: Path, read: Callable[[bytes], T]) -> Iterator[T]:
    """The records of a file of lines, but for a last line without its end."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield read(line)
                except ValueError as error:
                    raise OsmosisError(
                        f"{path}, line {number}: not a record of a run: {_told(error)}",
                        hint="The file was changed by something else. Restore it, or choose another --name.",
                    ) from None
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
