"""``osmosis eval run``: a rollout, a dataset and a model, evaluated on this machine."""

import os
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.params import ColumnMap, EvalConfigFile, InjectedConsole, RunsFolder, Verbose, Yes
from osmosis_ai.cli.framework.results import OperationResult


def eval_run(
    config: EvalConfigFile,
    /,
    *,
    name: Annotated[
        str | None,
        Parameter(metavar="NAME", help="Resume the run of that name, or start one. Made up if left out."),
    ] = None,
    output: RunsFolder = None,
    dataset_file: Annotated[
        Path | None,
        Parameter(
            metavar="FILE", help="The dataset, instead of data/<dataset>.* or the platform's: JSONL, CSV or Parquet."
        ),
    ] = None,
    column_map: ColumnMap = None,
    rows: Annotated[
        str | None,
        Parameter(metavar="ROWS", help="Which rows, counted from 0, such as 3,7,10-20. Overrides the config's limit."),
    ] = None,
    rows_from: Annotated[
        str | None,
        Parameter(
            metavar="RUN[:WHICH]",
            help="The rows of another run: all, or those that are failed, not-passed or pending. Makes a new run.",
        ),
    ] = None,
    max_in_flight: Annotated[
        int | None,
        Parameter(
            metavar="N",
            help="Rollouts at a time. If left out: the config's batch_size, then what the rollout server takes.",
        ),
    ] = None,
    fresh: Annotated[
        bool, Parameter(help="Archive the run of that name, as NAME.archive-<time>, and start a new one.")
    ] = False,
    retry_failed: Annotated[
        bool, Parameter(help="Run failed and removed rows again, as well as unfinished ones.")
    ] = False,
    allow_endpoint_change: Annotated[
        bool, Parameter(help="Resume the run although another endpoint or another model answers now.")
    ] = False,
    secrets_file: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Values of the config's secrets, NAME=value a line; - is standard input."),
    ] = None,
    max_cost: Annotated[
        float | None,
        Parameter(metavar="USD", help="Dispatch nothing more once the run's model calls have cost this much."),
    ] = None,
    max_tokens: Annotated[
        int | None,
        Parameter(metavar="N", help="Dispatch nothing more once the run's model calls have used so many tokens."),
    ] = None,
    fail_under: Annotated[
        float | None, Parameter(metavar="RATE", help="Exit with 1 if the pass rate is below this, from 0 to 1.")
    ] = None,
    fail_on_error: Annotated[bool, Parameter(help="Exit with 1 if any rollout failed.")] = False,
    rollout_url: Annotated[
        str | None,
        Parameter(
            metavar="URL",
            help="A rollout server that runs already, instead of a started one. Its key: OSMOSIS_ROLLOUT_API_KEY.",
        ),
    ] = None,
    rollout_port: Annotated[
        int | None, Parameter(metavar="PORT", help="Port of the rollout server. A free one if left out.")
    ] = None,
    listener_port: Annotated[
        int | None,
        Parameter(metavar="PORT", help="Port at which rollouts reach the model. A free one if left out."),
    ] = None,
    advertise_url: Annotated[
        str | None,
        Parameter(metavar="URL", help="Address of yours that leads to --listener-port, for agents on other machines."),
    ] = None,
    tunnel: Annotated[
        Literal["cloudflared"] | None, Parameter(help="Have such an address made, by this program.")
    ] = None,
    upload: Annotated[bool, Parameter(help="Upload the run to the platform once it is complete.")] = False,
    yes: Yes = False,
    verbose: Verbose = False,
    console: InjectedConsole,
) -> OperationResult:
    """Evaluate a rollout on this machine.

    Serves the rollout in a separate process and environment, or uses a server that runs already, sends it every
    selected row over the rollout protocol, answers its model calls with the config's model, and keeps all
    results in a folder. No account and no network are needed beyond what the model and the rollout's dependencies need.

        osmosis eval run configs/eval/multiply.toml
        osmosis eval run configs/eval/multiply.toml --rows 0-9 --yes
        osmosis eval run configs/eval/multiply.toml --upload
        osmosis eval run configs/eval/multiply.toml --rows-from brave-otter-7:failed
        osmosis --json eval run configs/eval/multiply.toml --yes --fail-under 0.8
    """
    from osmosis_ai.base.garbage import less_frequent_gc
    from osmosis_ai.base.lean_imports import without_pydantic_plugins
    from osmosis_ai.cli.commands.eval_dataset import Fetching
    from osmosis_ai.cli.commands.eval_report import EvalDisplay, eval_result
    from osmosis_ai.cli.framework.usage import UsageError
    from osmosis_ai.eval.options import EvalOptions
    from osmosis_ai.eval.run import run_eval
    from osmosis_ai.runs.reading.selection import NothingSelectedError

    without_pydantic_plugins()
    options = EvalOptions(
        config=config,
        name=name,
        output=output,
        dataset_file=dataset_file,
        column_map=tuple(column_map or ()),
        rows=rows,
        rows_from=rows_from,
        max_in_flight=max_in_flight,
        fresh=fresh,
        retry_failed=retry_failed,
        allow_endpoint_change=allow_endpoint_change,
        secrets_file=secrets_file,
        max_cost=max_cost,
        max_tokens=max_tokens,
        fail_under=fail_under,
        fail_on_error=fail_on_error,
        rollout_url=rollout_url,
        rollout_port=rollout_port,
        listener_port=listener_port,
        advertise_url=advertise_url,
        tunnel=tunnel,
    )
    if options.secrets_on_stdin and not yes:
        raise OsmosisError(
            "--secrets-file - takes standard input, so there is nothing to answer the question from",
            hint="Add --yes, or name a file.",
        )

    with ExitStack() as stack:
        target = None
        if upload:
            from osmosis_ai.cli.commands.eval_upload import upload_session

            target = stack.enter_context(upload_session(console))  # a login is missed at once
        display = stack.enter_context(EvalDisplay(console, yes=yes, verbose=verbose))
        try:
            run = run_eval(
                options,
                display,
                cwd=Path.cwd(),
                environ=dict(os.environ),
                platform=Fetching(console),
                while_dispatching=partial(less_frequent_gc, collect=False),
            )
        except NothingSelectedError as error:
            raise UsageError(error.message, hint=error.hint, details=error.details) from None
        result = eval_result(run, options, console)
        if target is None:
            return result
        if not run.complete:
            return replace(result, message=f"{result.message} It is not uploaded, as it is not complete.")
        from osmosis_ai.cli.commands.eval_upload import upload_after_run

        more = upload_after_run(console, *target, run.folder, replace=retry_failed)
        return replace(result, resource={**(result.resource or {}), **more})
