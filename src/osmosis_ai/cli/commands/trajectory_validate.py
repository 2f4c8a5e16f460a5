"""``osmosis trajectory validate``: are these files trajectories, and what is wrong with those that are not?"""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.semantics.trajectories import TrajectoryFault


def trajectory_validate(
    files: Annotated[
        list[Path], Parameter(metavar="FILE", help="Trajectory files: ATIF documents, version 1.0 to 1.7.")
    ],
    /,
) -> OperationResult:
    """Say what is wrong with trajectory files.

    Checks the text (encoding, JSON, keys that repeat, NaN), the format, and the rules between fields. Each fault
    is a line with its place, a JSON pointer (/steps/0 is the first step), and what to do about it. Exit code 0
    when every file is valid, 1 otherwise.

        osmosis trajectory validate trajectory.json
        osmosis trajectory validate trajectories/*.json --json
    """
    from osmosis_ai.rollout.trajectory.read import validate_trajectory

    found = {file: validate_trajectory(file) for file in files}
    resource: dict[str, object] = {
        "files": [_file_result(file, found[file]) for file in files],
        "valid": not any(found.values()),
    }
    at_fault = sum(map(bool, found.values()))
    if at_fault:
        lines = (f"  {file}: {fault}" for file, faults in found.items() for fault in faults)
        verb = "is" if at_fault == 1 else "are"
        of = f"{at_fault} of {len(found)} files {verb}" if len(found) > 1 else f"{files[0]} is"
        raise OsmosisError(
            "\n".join([f"{of} not valid:", *lines]),
            hint="Correct what wrote the file, not the file alone: the next one will have the same issues.",
            details=resource,
        )
    return OperationResult(
        operation="trajectory.validate",
        resource=resource,
        message=f"{len(found)} files are valid trajectories."
        if len(found) > 1
        else f"{files[0]} is a valid trajectory.",
    )


def _file_result(file: Path, faults: list[TrajectoryFault]) -> dict[str, object]:
    return {
        "path": str(file),
        "valid": not faults,
        "faults": [{"pointer": fault.pointer, "problem": fault.problem, "remedy": fault.remedy} for fault in faults],
    }
