"""``osmosis eval rm``: runs that are not needed any more."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import InjectedConsole, RunsFolder, Yes
from osmosis_ai.cli.framework.results import OperationResult


def eval_rm(
    runs: Annotated[tuple[str, ...], Parameter(metavar="NAME|PATH", help="Runs, by name or by path.")],
    /,
    *,
    output: RunsFolder = None,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Remove runs with all their files.

    It asks first. A run that a process works on is refused, and then nothing is removed.

        osmosis eval rm brave-otter-7
        osmosis eval rm brave-otter-7 calm-heron-3 --yes
    """
    from osmosis_ai.runs.lock import RunLock
    from osmosis_ai.runs.reading.places import evals_folder, find_run
    from osmosis_ai.runs.removal import remove_run

    cwd = Path.cwd()
    root = evals_folder(cwd, output)
    folders = list(dict.fromkeys(find_run(run, cwd, [root]) for run in runs))
    for folder in folders:
        RunLock(folder.parent, folder.name).refuse_if_taken()
    names = ", ".join(folder.name for folder in folders)
    console.confirm(
        f"Remove {names} and all files in {'it' if len(folders) == 1 else 'them'}?",
        summary={folder.name: folder for folder in folders},
        yes=yes,
    )
    for folder in folders:
        remove_run(folder)
    return OperationResult(
        operation="eval.rm",
        resource={"removed": [str(folder) for folder in folders]},
        message=f"Removed {names}.",
    )
