"""Reading back what an earlier invocation of a run has done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic_core import from_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RunEvent
from osmosis_contract.models.run_manifest import RunInputs, RunManifest

__all__ = ["Replay", "check_same_inputs", "read_manifest", "replay"]


@dataclass(slots=True)
class Replay:
    """What the journal says: the result that counts and how many attempts there were, by work item."""

    events: dict[WorkKey, RunEvent] = field(default_factory=dict)
    attempts: dict[WorkKey, int] = field(default_factory=dict)
    contexts: dict[str, int] = field(default_factory=dict)
    trajectories: dict[str, str] = field(default_factory=dict)


def read_manifest(path: Path) -> RunManifest:
    """The manifest of an existing run. Raises OsmosisError when it is unreadable or of another form."""
    try:
        return RunManifest.read(path.read_bytes())
    except (OSError, ValueError) as error:
        raise OsmosisError(
            f"{path} is not the manifest of a run that can be resumed: {_first_line(error)}",
            hint="Choose another name, or move the folder away.",
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
    for number, line in _lines(attempts):
        try:
            entry = _attempt(line)
        except ValueError as error:
            raise _bad_line(attempts, number, error) from None
        key = (entry.row_index, entry.run_index)
        if isinstance(entry, AttemptStarted):
            found.attempts[key] = max(found.attempts.get(key, 0), entry.attempt + 1)
        else:
            if entry.max_context_tokens is not None:
                found.contexts[entry.rollout_id] = entry.max_context_tokens
            if entry.trajectory is not None:
                found.trajectories[entry.rollout_id] = entry.trajectory
    for number, line in _lines(events):
        try:
            event = RunEvent.read(line)
        except ValueError as error:
            raise _bad_line(events, number, error) from None
        found.events[(event.row_index, event.run_index)] = event
    return found


def _attempt(line: bytes) -> AttemptStarted | AttemptEnded:
    value = from_json(line)
    kind = value.get("event") if isinstance(value, dict) else None
    return AttemptEnded.read(value) if kind == "ended" else AttemptStarted.read(line)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield number, line


def _bad_line(path: Path, number: int, error: ValueError) -> OsmosisError:
    return OsmosisError(
        f"{path}, line {number}: not a record of a run: {_first_line(error)}",
        hint="The file was changed by something else. Choose another --name, or restore the file.",
    )


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
