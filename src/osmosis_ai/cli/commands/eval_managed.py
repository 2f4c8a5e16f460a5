"""``osmosis eval submit``, ``logs``, ``stop`` and ``retry``: evaluations that a platform runs."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.base.config.load import load_eval_config
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.commands.eval_preflight import (
    check_rollout,
    cost_preview,
    git_warnings,
    located,
    wait_for_push,
    with_upload,
)
from osmosis_ai.cli.commands.log_page import log_list
from osmosis_ai.cli.commands.session import (
    Place,
    Session,
    check_lines,
    config_context,
    git_identity,
    named_place,
    without_values,
)
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import EvalConfigFile, InjectedConsole, Yes
from osmosis_ai.cli.framework.results import ListResult, OperationResult
from osmosis_ai.eval.secret_values import read_secrets_file, read_secrets_input
from osmosis_ai.platform_client.connection import Connection, Scope
from osmosis_ai.platform_client.failures import PlatformAnswerError
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.eval_runs import (
    list_eval_run_logs,
    retry_eval_run,
    stop_eval_run,
    submit_eval_run,
)
from osmosis_contract.clients.platform.api.secrets import list_secrets
from osmosis_contract.models import (
    EnvironmentSecretList,
    EvalRetryRequest,
    EvalRetryResponse,
    EvalRetryResult,
    EvalStopResult,
    EvalSubmitRequest,
    EvalSubmitResult,
    LogPage,
    RunStopResponse,
    SecretScope,
    SubmittedRun,
)
from osmosis_contract.models.eval_config import EvalConfig

NameArgument = Annotated[str, Parameter(metavar="NAME", help="The name of a run, or its id.")]
WatchOption = Annotated[
    bool, Parameter(help="Show its progress, and return once it is over: exit code 0 if it is finished, else 1.")
]
SecretsFile = Annotated[
    str | None,
    Parameter(metavar="FILE", help="NAME=value lines with values of secrets for this run alone; - reads them."),
]


PoolOption = Annotated[
    str | None, Parameter(metavar="NAME", help="The platform's pool that it runs in; else the first one.")
]


_AGENT_SEC, _GRADER_SEC = 450.0, 150.0
"""What a platform gives each where the config says nothing."""


_NOTES = ("The platform runs the code that was pushed; the config is sent as it is here.",)


def eval_submit(
    config: EvalConfigFile,
    /,
    *,
    secrets_file: SecretsFile = None,
    pool: PoolOption = None,
    watch: WatchOption = False,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Submit an evaluation to the platform.

    Values come from the file, code from the repository that the platform read: push first. A secret that is exported,
    or is in --secrets-file, is sent for this run alone; any other has to be stored, with `osmosis secret set`.

    With --watch, Ctrl-C ends the watching; the evaluation goes on.

        osmosis eval submit configs/eval/multiply.toml
        osmosis eval submit configs/eval/multiply.toml --watch
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        path, workspace = _config_path(config, console)
        loaded = load_eval_config(path, workspace)
        warnings = check_rollout(workspace, loaded, console)
        warnings += git_warnings(workspace, loaded)
        stored = _stored(connection, place.scope) if loaded.secrets.required else {}
        provided = _values(loaded.secrets.required, secrets_file, console, stored=frozenset(stored))
        warnings += wait_for_push(connection, place, workspace, loaded, console)
        context = config_context(place, workspace.root)
        named = {"Workspace": console.workspace, "Repository": git_identity(workspace.root)}
        summary = _summary(loaded, provided, stored, named) | omit_none(Pool=pool)
        if yes:
            for warning in warnings:
                console.warning(None, warning)
        else:
            summary |= cost_preview(connection, place, loaded, workspace)
        console.confirm(f"Submit {path.name}?", summary=summary, notes=_NOTES, warnings=warnings, yes=yes)
        console.status("Submitting")

        def send() -> SubmittedRun:
            body = _submission(loaded, provided, pool)
            try:
                return connection.call(submit_eval_run.sync_detailed, SubmittedRun, body=body, **place.scope.headers())
            except PlatformAnswerError as error:
                if error.details.get("field") == "dataset":
                    raise with_upload(error, workspace, loaded.experiment.dataset) from None
                raise located(error, path, workspace) from None

        answer = without_values(provided.values(), send)
        given = {**_submitted(answer, loaded), **context}
        steps = _steps(answer)
        if watch:
            return _watched(
                "eval.submit", EvalSubmitResult, given, steps, connection=connection, place=place, console=console
            )
    return OperationResult(
        operation="eval.submit",
        resource=EvalSubmitResult.model_validate(given).to_wire(),
        message=f"The evaluation {answer.name} is queued.",
        next_steps=[f"{console.program} eval info {answer.name} --watch", f"{console.program} eval logs {answer.name}"],
        next_steps_structured=steps,
    )


def eval_stop(name: NameArgument, /, *, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Stop an evaluation on the platform.

    What it has so far is kept.

        osmosis eval stop swift-otter-7
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.confirm(f"Stop the evaluation {name}?", summary={"Name": name}, yes=yes)
        answer = connection.call(stop_eval_run.sync_detailed, RunStopResponse, name_or_id=name, **place.scope.headers())
    result = EvalStopResult.model_validate({"name": answer.name, **place.context})
    done = answer.status == "stopped"
    message = f"The evaluation {answer.name} is stopped." if done else f"The evaluation {answer.name} is being stopped."
    return OperationResult(operation="eval.stop", resource=result.to_wire(), message=message)


def eval_retry(
    name: NameArgument,
    /,
    *,
    secrets_file: SecretsFile = None,
    watch: WatchOption = False,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Try what failed in an evaluation on the platform again.

    Samples that succeeded keep their results; those that failed, were removed or are missing are tried.

        osmosis eval retry swift-otter-7
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.confirm(f"Retry what failed in {name}?", summary={"Name": name}, yes=yes)
        given = {"name_or_id": name, **place.scope.headers()}
        try:
            answer = connection.call(retry_eval_run.sync_detailed, EvalRetryResponse, body=EvalRetryRequest(), **given)
        except PlatformAnswerError as error:
            names = error.details.get("run_secret_names")
            if not isinstance(names, list) or not names:
                raise
            values = _values(names, secrets_file, console, stored=frozenset())
            answer = without_values(
                values.values(),
                lambda: connection.call(
                    retry_eval_run.sync_detailed, EvalRetryResponse, body=EvalRetryRequest(secrets=values), **given
                ),
            )
        if watch:
            retried = {**answer.to_wire(), **place.context}
            return _watched(
                "eval.retry", EvalRetryResult, retried, [], connection=connection, place=place, console=console
            )
    record = EvalRetryResult.model_validate({**answer.to_wire(), **place.context})
    return OperationResult(
        operation="eval.retry",
        resource=record.to_wire(),
        message=f"The evaluation {answer.name} is queued again, with {answer.retryable_samples} samples to retry.",
    )


def eval_logs(
    name: NameArgument,
    /,
    *,
    limit: Annotated[int, Parameter(help="How many entries, at most 200.")] = 50,
    cursor: Annotated[
        str | None, Parameter(metavar="CURSOR", help="The next_cursor of a page, for the entries before it.")
    ] = None,
    console: InjectedConsole,
) -> ListResult:
    """Show the log of an evaluation on the platform.

    The newest entries, oldest first. Those before them are shown with --cursor.

        osmosis eval logs swift-otter-7 --limit 200
    """
    check_lines(limit)
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        page = connection.call(
            list_eval_run_logs.sync_detailed,
            LogPage,
            name_or_id=name,
            limit=limit,
            direction="older",
            **omit_none(cursor=cursor),
            **place.scope.headers(),
        )
    return log_list(page, place.context)


def _watched(
    operation: str,
    record: type[EvalSubmitResult | EvalRetryResult],
    given: Mapping[str, Any],
    structured: Sequence[Mapping[str, object]],
    *,
    connection: Connection,
    place: Place,
    console: Console,
) -> OperationResult:
    """The result of a command that waited until the run was over."""
    from osmosis_ai.cli.commands.eval_managed_look import described, fields_of
    from osmosis_ai.cli.commands.eval_watch import finished, samples_of, table_of, watch_run, what_failed

    name = given["name"]
    console.line(f"The evaluation {name} is queued.")
    run = watch_run(connection, place, name, console)
    data = described(connection, place, run)
    samples = samples_of(connection, place, run.eval_run.id)
    failed = what_failed(samples)
    program, done = console.program, finished(run)
    steps = [] if done else [f"{program} eval logs {name}"]
    steps += [f"{program} eval retry {name} --watch"] if failed or not done else []
    return OperationResult(
        operation=operation,
        status="success" if done else "partial",
        resource=record.model_validate({**given, "run": data}).to_wire(),
        message=f"The evaluation {name} is {run.eval_run.status.value}.",
        table=table_of(samples),
        facts=fields_of(data),
        notes=failed,
        notes_title="What did not work",
        next_steps=[*steps, f"{program} eval view {name}", f"{program} eval download {name} --type all"],
        next_steps_structured=structured,
    )


def _submitted(answer: SubmittedRun, config: EvalConfig) -> dict[str, Any]:
    """The members of `EvalSubmitResult` without its context."""
    names = config.experiment
    return {
        "id": answer.id,
        "name": answer.name,
        "status": answer.status,
        "model_name": names.model_path,
        "dataset_name": names.dataset,
        "created_at": answer.created_at,
        **omit_none(url=answer.platform_url),
        "config": {
            "rollout": names.rollout,
            "entrypoint": names.entrypoint,
            "model": names.model_path,
            "dataset": names.dataset,
            "branch": names.branch,
            "commit_sha": names.commit_sha,
        },
    }


def _steps(answer: SubmittedRun) -> list[dict[str, object]]:
    """What a program may do after a submission."""
    steps: list[dict[str, object]] = [{"action": "eval_info", "name": answer.name}, {"action": "eval_list"}]
    return steps if answer.platform_url is None else [*steps, {"action": "open_url", "url": answer.platform_url}]


def _config_path(config: Path, console: Console) -> tuple[Path, Workspace]:
    """The file, and the workspace around it. With --workspace the path has to be absolute."""
    if console.workspace is not None:
        if not config.is_absolute():
            raise OsmosisError(
                "With --workspace, the path of the config has to be absolute.", hint=f"Give {config.resolve()}."
            )
        return config, Workspace.find(config.parent)
    workspace = Workspace.find(Path())
    workspace.require_directories()
    path = config if config.is_absolute() or config.exists() else workspace.root / config
    return path.resolve(), workspace


def _submission(config: EvalConfig, provided: Mapping[str, str], pool: str | None) -> EvalSubmitRequest:
    """The config as it is sent: sections that say nothing are left out."""
    wire = config.to_wire()
    sections = {
        f"{name}_config": values
        for name in ("experiment", "evaluation", "advanced", "env")
        if (values := wire.get(name))
    }
    required = list(config.secrets.required)
    if required:
        sections["secrets"] = {"required": required, **omit_none(provided=dict(provided) or None)}
    return EvalSubmitRequest.model_validate({**sections, **omit_none(pool=pool)})


def _summary(
    config: EvalConfig, provided: Mapping[str, str], stored: Mapping[str, str], named: Mapping[str, str | None]
) -> dict[str, object]:
    """What a person confirms. A secret is of this run alone (`Run`), or is stored: `Personal` or `Workspace`."""
    experiment, evaluation = config.experiment, config.evaluation
    limit = None if evaluation is None else evaluation.limit
    agent = (evaluation and evaluation.agent_workflow_timeout_s) or _AGENT_SEC
    grader = (evaluation and evaluation.grader_timeout_s) or _GRADER_SEC
    return {
        **omit_none(**named),
        "Rollout": experiment.rollout,
        "Entrypoint": experiment.entrypoint,
        "Model": experiment.model_path,
        "Dataset": experiment.dataset,
        **omit_none(Branch=experiment.branch, Commit=experiment.commit_sha),
        "Rows": "a tenth, at random" if limit is None else f"the first {limit}",
        "Time limits": f"{agent:g} s for the agent, {grader:g} s for the grader",
        **{f"env.{name}": value for name, value in (config.env or {}).items()},
        **{f"secret.{name}": "Run" if name in provided else stored[name] for name in config.secrets.required},
    }


def _stored(connection: Connection, scope: Scope) -> dict[str, str]:
    """The secrets that the platform has, and whose each is: `Personal` ones win. None where it does not say."""
    try:
        pages = connection.pages(list_secrets.sync_detailed, EnvironmentSecretList, scope="all", **scope.headers())
        found = [item for page in pages for item in page.environment_secrets]
    except PlatformAnswerError:
        return {}
    workspace = {item.name: "Workspace" for item in found}
    return workspace | {item.name: "Personal" for item in found if item.scope is SecretScope.USER}


def _values(
    names: Sequence[str], secrets_file: str | None, console: Console, *, stored: frozenset[str]
) -> dict[str, str]:
    from osmosis_ai.eval.secret_values import secret_values

    given: Mapping[str, str] = {}
    if secrets_file == "-":
        given = read_secrets_input()
    elif secrets_file is not None:
        given = read_secrets_file(Path(secrets_file))
    wanted = [name for name in names if given.get(name) or os.environ.get(name) or name not in stored]
    return secret_values(wanted, given=given, environment=os.environ, ask=lambda name: _asked(console, name))


def _asked(console: Console, name: str) -> str | None:
    if not console.interactive:
        return None
    console.end_status()
    from getpass import getpass

    return getpass(f"Value of {name} for this run (not shown): ") or None
