"""``osmosis eval run``: a rollout, a dataset and a model, evaluated on this machine."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.params import InjectedConsole, Yes
from osmosis_ai.cli.results import OperationResult


def eval_run(
    config: Annotated[Path, Parameter(help="An evaluation config: a TOML file under configs/eval/.")],
    /,
    *,
    name: Annotated[
        str | None,
        Parameter(metavar="NAME", help="Resume the run of that name, or begin one. Made up if left out."),
    ] = None,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), metavar="DIR", help="Where runs are kept. .osmosis/evals if left out."),
    ] = None,
    dataset_file: Annotated[
        Path | None,
        Parameter(
            metavar="FILE", help="The dataset, instead of the workspace's data/<dataset>.*: JSONL, CSV or Parquet."
        ),
    ] = None,
    rows: Annotated[
        str | None,
        Parameter(metavar="ROWS", help="Which rows, counted from 0, such as 3,7,10-20. Overrides the config's limit."),
    ] = None,
    max_in_flight: Annotated[
        int | None,
        Parameter(
            metavar="N",
            help="Rollouts at a time. If left out: the config's batch_size, then what the rollout server takes.",
        ),
    ] = None,
    yes: Yes = False,
    verbose: Annotated[bool, Parameter(help="Show the run's log as it is written.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Evaluate a rollout on this machine.

    Serves the rollout in a process and an environment of its own, sends it every selected row over the
    rollout protocol, answers its model calls with the config's model, and keeps all results in a folder.
    No account and no network are needed beyond what the model and the rollout's dependencies need.

        osmosis eval run configs/eval/multiply.toml
        osmosis eval run configs/eval/multiply.toml --rows 0-9 --yes
    """
    from osmosis_ai.cli.eval_report import EvalDisplay, eval_result
    from osmosis_ai.eval.plan import EvalOptions
    from osmosis_ai.eval.run import run_eval

    options = EvalOptions(
        config=config,
        name=name,
        output=output,
        dataset_file=dataset_file,
        rows=rows,
        max_in_flight=max_in_flight,
    )

    with EvalDisplay(console, yes=yes, verbose=verbose) as display:
        return eval_result(run_eval(options, display, Path.cwd()), console)
