"""Reading trajectory files back, and saying what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.json_document import JsonDocument, inspect_value, parse_document
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.numbers import short_number
from osmosis_ai.rollout.trajectory.schema_faults import Place, kind_of, schema_faults
from osmosis_ai.semantics.trajectories import TrajectoryFault, check_trajectory
from osmosis_contract.models.trajectory import AtifVersion, Trajectory

__all__ = [
    "MOST_TRAJECTORY_BYTES",
    "InvalidTrajectoryError",
    "TrajectoryFault",
    "read_trajectory",
    "validate_trajectory",
]

MOST_TRAJECTORY_BYTES = 128 * 1024**2
"""A larger file is not read."""

_AGENT = {"name": "", "version": ""}
_STEP: dict[str, Any] = {"step_id": 1, "source": "user", "message": ""}

JsonObject = dict[str, Any]


class InvalidTrajectoryError(OsmosisError, ValueError):
    """A file that is no valid trajectory: which one (`path`), and everything that is wrong with it (`faults`).

    `pointer` is the place of the first fault. The message is that fault, the hint its remedy.
    """

    def __init__(self, path: Path, faults: list[TrajectoryFault]) -> None:
        first, more = faults[0], len(faults) - 1
        others = f" (and {more} more fault{'s' if more > 1 else ''})" if more else ""
        super().__init__(
            f"{path}: {first.pointer or '(document)'}: {first.problem}{others}.",
            hint=f"{first.remedy[:1].upper()}{first.remedy[1:]}.",
            details={"path": str(path), "pointer": first.pointer},
        )
        self.path = path
        self.faults = faults
        self.pointer = first.pointer


def read_trajectory(path: str | PathLike[str]) -> Trajectory:
    """The trajectory a file holds, ATIF 1.0 to 1.7, whoever wrote it; nothing it says is lost.

    Raises InvalidTrajectoryError, a ValueError, for a file that `validate_trajectory` finds fault with.
    """
    trajectory, faults = _examined_file(Path(path))
    if trajectory is None or faults:
        raise InvalidTrajectoryError(Path(path), faults)
    return trajectory


def validate_trajectory(
    path_or_document: str | PathLike[str] | Mapping[str, Any] | Trajectory,
) -> list[TrajectoryFault]:
    """Everything that is wrong with a trajectory, each with its place (a JSON pointer) and a remedy; empty if valid.

    Takes a file by its path, a document as JSON values, or the model. Covers the file (missing, no regular file, above
    `MOST_TRAJECTORY_BYTES`), its text (encoding, byte order mark, JSON, keys that repeat, NaN, lone surrogates,
    nesting beyond 200), the schema, and the rules between fields. A fault of one step hides no fault of another.
    Never raises for what it is given to examine.
    """
    if isinstance(path_or_document, Trajectory):
        return check_trajectory(path_or_document)
    if isinstance(path_or_document, Mapping):
        return _examined(inspect_value(dict(path_or_document)))[1]
    return _examined_file(Path(path_or_document))[1]


def _examined_file(path: Path) -> tuple[Trajectory | None, list[TrajectoryFault]]:
    try:
        data = read_bounded(path, at_most=MOST_TRAJECTORY_BYTES)
    except FileFaultError as fault:
        return None, [TrajectoryFault("", fault.problem, fault.remedy)]
    return _examined(parse_document(data))


def _examined(text: JsonDocument) -> tuple[Trajectory | None, list[TrajectoryFault]]:
    """The model where the schema allows one, and the faults of text, schema and rules, each place once."""
    faults = [TrajectoryFault(fault.pointer, fault.problem, fault.remedy) for fault in text.faults]
    if not text.parsed:
        return None, faults
    reported = {fault.pointer for fault in faults if fault.pointer}
    trajectory: Trajectory | None = None
    if not isinstance(text.value, dict):
        of_value = [
            TrajectoryFault("", f"the document is {kind_of(text.value)}, not an object", "write a trajectory object")
        ]
    else:
        try:
            trajectory = Trajectory.read(text.value)
            of_value = check_trajectory(trajectory)
        except ValidationError as error:
            of_value = _faults_beside(text.value, error)
    return trajectory, _in_order([*faults, *(fault for fault in of_value if fault.pointer not in reported)])


def _faults_beside(document: JsonObject, error: ValidationError) -> list[TrajectoryFault]:
    """The faults of the schema, and those of the rules in every part the schema accepts."""
    wrong = schema_faults(document, error)
    rest = _without(document, [fault.place for fault in wrong])
    return [*(fault.reported for fault in wrong), *([] if rest is None else check_trajectory(rest))]


def _without(document: JsonObject, places: Sequence[Place]) -> Trajectory | None:
    """The document with each part at fault replaced by one that breaks no rule; None where too little is left."""
    repaired = {"agent": _AGENT, "schema_version": AtifVersion.ATIF_V1_7.value, **document}
    for place in places:
        match place:
            case ["steps", int(index), *_]:
                repaired["steps"] = _with(repaired["steps"], index, {**_STEP, "step_id": index + 1})
            case ["subagent_trajectories", int(index), *_]:
                name = document["subagent_trajectories"][index]
                name = name.get("trajectory_id") if isinstance(name, dict) else None
                stand_in = {
                    "schema_version": AtifVersion.ATIF_V1_7.value,
                    "trajectory_id": name if isinstance(name, str) else f"\0{index}",
                    "agent": _AGENT,
                    "steps": [_STEP],
                }
                repaired["subagent_trajectories"] = _with(repaired["subagent_trajectories"], index, stand_in)
            case ["agent", *_]:
                repaired["agent"] = _AGENT
            case ["schema_version"]:
                repaired["schema_version"] = AtifVersion.ATIF_V1_7.value
            case [str(name), *_]:
                repaired.pop(name, None)
    try:
        return Trajectory.read(repaired)
    except ValidationError:
        return None


def _with(entries: list[Any], index: int, entry: Any) -> list[Any]:
    return [*entries[:index], entry, *entries[index + 1 :]]


def _in_order(faults: Iterable[TrajectoryFault]) -> list[TrajectoryFault]:
    """By place, positions as numbers; the faults of one place as they came."""

    def place(fault: TrajectoryFault) -> list[tuple[bool, int, str]]:
        parts = fault.pointer.split("/")[1:]
        return [(True, 0, part) if (at := _position(part)) is None else (False, at, part) for part in parts]

    return sorted(faults, key=place)


def _position(part: str) -> int | None:
    """The position in a list that a part of a pointer names; None for the name of a member."""
    return short_number(part)
