"""``osmosis eval grade``: the samples of a run, graded again."""

import os
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import InjectedConsole, OtherDataset, RunsFolder, SecretsFile, Verbose, Yes
from osmosis_ai.cli.framework.results import OperationResult


def eval_grade(
    run: Annotated[str, Parameter(metavar="NAME|PATH", help="The run whose samples to grade, by name or by path.")],
    /,
    *,
    name: Annotated[
        str | None, Parameter(metavar="NAME", help="The name of the new run, or of one to resume. Made up if left out.")
    ] = None,
    only: Annotated[
        Literal["grader-failed"] | None, Parameter(help="Grade only the rows at which the grader failed.")
    ] = None,
    config: Annotated[
        Path | None, Parameter(metavar="FILE", help="The evaluation config. The one of the run if left out.")
    ] = None,
    output: RunsFolder = None,
    dataset_file: OtherDataset = None,
    secrets_file: SecretsFile = None,
    yes: Yes = False,
    verbose: Verbose = False,
    console: InjectedConsole,
) -> OperationResult:
    """Grade the samples of a run again, without a model call.

    Runs the grader that is in the rollout now, in the rollout's environment, on the conversations that the run kept,
    and writes a new run. The run itself stays as it is. A row whose workflow failed stays a failure, and a row without
    a result stays without one.

        osmosis eval grade brave-otter-7
        osmosis eval grade brave-otter-7 --only grader-failed --name fixed-grader
    """
    from osmosis_ai.base.garbage import less_frequent_gc
    from osmosis_ai.base.lean_imports import without_pydantic_plugins
    from osmosis_ai.cli.commands.eval_dataset import Fetching
    from osmosis_ai.cli.commands.eval_report import EvalDisplay, eval_result
    from osmosis_ai.cli.framework.usage import UsageError
    from osmosis_ai.eval.grade import GradeOptions, grade_eval
    from osmosis_ai.runs.reading.selection import NothingSelectedError

    without_pydantic_plugins()
    options = GradeOptions(
        run=run,
        config=config,
        name=name,
        output=output,
        dataset_file=dataset_file,
        only=only,
        secrets_file=secrets_file,
    )
    with EvalDisplay(console, yes=yes, verbose=verbose) as display:
        try:
            done, planned = grade_eval(
                options,
                display,
                cwd=Path.cwd(),
                environ=dict(os.environ),
                platform=Fetching(console),
                while_grading=partial(less_frequent_gc, collect=False),
            )
        except NothingSelectedError as error:
            raise UsageError(error.message, hint=error.hint, details=error.details) from None
        return eval_result(done, planned, console)
