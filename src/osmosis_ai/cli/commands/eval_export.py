"""``osmosis eval export``: a run as one file, to share or to compute with."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, MissingDirectoryError
from osmosis_ai.cli.framework.params import FirstRunsFolder, InjectedConsole, RunName
from osmosis_ai.cli.framework.results import OperationResult

type Format = Literal["csv", "jsonl", "parquet", "html"]


def eval_export(
    run: RunName,
    /,
    *,
    form: Annotated[Format, Parameter(name=("--format", "-f"), help="The form of the file.")] = "html",
    to: Annotated[
        Path | None, Parameter(metavar="FILE", help="The file to write. NAME.<format> in this folder if left out.")
    ] = None,
    force: Annotated[bool, Parameter(help="Replace the file where it exists.")] = False,
    output: FirstRunsFolder = None,
    console: InjectedConsole,
) -> OperationResult:
    """Write a run to one file.

    A page that works from disk, CSV, JSON lines, or Parquet, with every row and run: prompt, label, answer, reward,
    metrics, outcome, error and traceback. The run's secrets were taken out when it recorded them. Conversations are
    not in it. The page holds the first 10,000 rows and says so; the other forms hold all.

        osmosis eval export brave-otter-7
        osmosis eval export brave-otter-7 --format csv --to results.csv
    """
    from osmosis_ai.runs.reading.export import MOST_ROWS_IN_PAGE, export
    from osmosis_ai.runs.reading.exported import ExportedRun
    from osmosis_ai.runs.reading.places import evals_folder, find_run

    cwd = Path.cwd()
    roots = [evals_folder(cwd, None)] if output is None else [evals_folder(cwd, output), evals_folder(cwd, None)]
    folder = find_run(run, cwd, roots)
    path = cwd / (to or f"{folder.name}.{form}")
    if not path.parent.is_dir():
        raise MissingDirectoryError(path.parent, what="the folder of --to", hint="Make it, or name another file.")
    if path.exists() and not force:
        raise ConflictError(
            f"{path} exists",
            hint="Add --force to replace it, or name another file with --to.",
            details={"path": str(path)},
        )
    console.status(f"Writing {path.name}")
    found = ExportedRun(folder)
    export(found, form, path)
    shown = f"{len(found):,}"
    if form == "html" and len(found) > MOST_ROWS_IN_PAGE:
        shown = f"the first {MOST_ROWS_IN_PAGE:,} of {len(found):,}"
    return OperationResult(
        operation="eval.export",
        resource={"run_name": found.manifest.run_name, "format": form, "path": str(path), "rows": len(found)},
        message=f"Wrote {shown} rows of {found.manifest.run_name} to {path}.",
    )
