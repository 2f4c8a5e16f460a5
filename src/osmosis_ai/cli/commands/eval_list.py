"""``osmosis eval list``: the runs there are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import InjectedConsole, RunsFolder
from osmosis_ai.cli.framework.results import Column, ListResult, Page
from osmosis_ai.cli.framework.usage import Mode, UsageError

_COLUMNS = [
    Column("name", "Run"),
    Column("status", "State"),
    Column("results", "Results", numeric=True),
    Column("passed", "Passed", numeric=True),
    Column("mean", "Mean reward"),
    Column("failed", "Failed", numeric=True),
    Column("model", "Model"),
]


def eval_list(
    *,
    output: RunsFolder = None,
    managed: Annotated[bool, Parameter(help="Those that the platform runs, instead of those kept here.")] = False,
    limit: Annotated[int | None, Parameter(help="How many of the platform's to show, at most 50.")] = None,
    everything: Annotated[bool, Parameter(name="--all", help="Show all of the platform's.")] = False,
    console: InjectedConsole,
) -> ListResult:
    """List the runs, the newest first.

    Reads the small files of each run alone. A run that cannot be read is listed with what is wrong.

        osmosis eval list
        osmosis eval list --managed --limit 10
        osmosis eval list --json
    """
    if managed:
        from osmosis_ai.cli.commands.eval_managed_look import managed_list

        return managed_list(console, limit=limit, everything=everything)
    if everything or limit is not None:
        raise UsageError("--limit and --all are for --managed: of the runs kept here, all are shown.")
    from osmosis_ai.runs.reading.overview import runs_listed
    from osmosis_ai.runs.reading.places import evals_folder, run_folders

    found = runs_listed(run_folders(evals_folder(Path.cwd(), output)))
    items = found if console.mode is Mode.JSON else [_cells(run) for run in found]
    return ListResult(page=Page(items=items, columns=_COLUMNS))


def _cells(run: Mapping[str, Any]) -> Mapping[str, Any]:
    """A run as people see it in a table."""
    if run["fault"] is not None:
        return {"name": run["name"], "status": run["fault"]}
    mean, rate = run["mean_reward"], run["pass_rate"]
    return {
        **run,
        "results": f"{run['settled']:,} of {run['total']:,}",
        "passed": "" if rate is None else f"{rate:.1%}",
        "mean": "" if mean is None else f"{mean:.4g} over {run['graded']:,} of {run['total']:,}",
    }
