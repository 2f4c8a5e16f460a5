"""``osmosis eval submit``, ``logs``, ``stop`` and ``retry``: evaluations that a platform runs."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.config.load import load_eval_config
from osmosis_ai.base.errors import MissingDirectoryError, MissingFileError, OsmosisError
from osmosis_ai.base.git import ask_git
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.commands.session import Session, check_lines, named_place, without_values
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import DetailResult, OperationResult, Section
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
    EvalLogsData,
    EvalRetryRequest,
    EvalRetryResponse,
    EvalRetryResult,
    EvalStopResult,
    EvalSubmitRequest,
    EvalSubmitResult,
    LogPage,
    RunStopResponse,
    SubmittedRun,
)
from osmosis_contract.models.eval_config import EvalConfig

NameArgument = Annotated[str, Parameter(metavar="NAME", help="The name of a run, or its id.")]
SecretsFile = Annotated[
    str | None,
    Parameter(metavar="FILE", help="NAME=value lines with values of secrets for this run alone; - reads them."),
]


def eval_submit(
    config: Annotated[Path, Parameter(help="An evaluation config: a TOML file under configs/eval/.")],
    /,
    *,
    secrets_file: SecretsFile = None,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Submit an evaluation to the platform.

    Values come from the file, code from the repository that the platform read: push first. A secret that is exported,
    or is in --secrets-file, is sent for this run alone; any other has to be stored, with `osmosis secret set`.

        osmosis eval submit configs/eval/multiply.toml
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        path, workspace = _config_path(config, console)
        loaded = load_eval_config(path, workspace)
        _check_rollout(workspace, loaded)
        provided = _provided(connection, place.scope, loaded.secrets.required, secrets_file, console)
        warnings = _unpushed(workspace, loaded)
        console.confirm(f"Submit {path.name}?", summary=_summary(loaded, provided), warnings=warnings, yes=yes)
        console.status("Submitting")
        answer = without_values(
            provided.values(),
            lambda: connection.call(
                submit_eval_run.sync_detailed,
                SubmittedRun,
                body=_submission(loaded, provided),
                **place.scope.headers(),
            ),
        )
    record = EvalSubmitResult.model_validate({**answer.to_wire(), **place.context})
    return OperationResult(
        operation="eval.submit",
        resource=record.to_wire(),
        message=f"The evaluation {answer.name} is queued.",
        next_steps=[f"{console.program} eval logs {answer.name}"],
        next_steps_structured=[{"action": "eval_logs", "name": answer.name}],
    )


def eval_stop(name: NameArgument, /, *, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Stop an evaluation on the platform.

    What it has so far is kept.

        osmosis eval stop swift-otter-7
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.confirm(f"Stop the evaluation {name}?", summary={"Run": name}, yes=yes)
        answer = connection.call(stop_eval_run.sync_detailed, RunStopResponse, name_or_id=name, **place.scope.headers())
    result = EvalStopResult.model_validate({"name": answer.name, "status": answer.status, **place.context})
    done = answer.status == "stopped"
    message = f"The evaluation {answer.name} is stopped." if done else f"The evaluation {answer.name} is being stopped."
    return OperationResult(operation="eval.stop", resource=result.to_wire(), message=message)


def eval_retry(
    name: NameArgument,
    /,
    *,
    secrets_file: SecretsFile = None,
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
        console.confirm(f"Retry what failed in {name}?", summary={"Run": name}, yes=yes)
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
) -> DetailResult:
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
    data = EvalLogsData.model_validate(
        {
            "name": name,
            "logs": [entry.to_wire() for entry in page.logs],
            "next_cursor": page.next_cursor,
            **place.context,
        }
    ).to_wire()
    lines = [f"{each.timestamp} {each.level.upper()} [{each.step}] {each.message}" for each in page.logs]
    more = [] if page.next_cursor is None else [("Entries before these", f"--cursor {page.next_cursor}")]
    return DetailResult(data=data, title=name, fields=more, sections=[Section(title="Log", lines=lines)])


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


def _check_rollout(workspace: Workspace, config: EvalConfig) -> None:
    """Raises OsmosisError where the platform would find nothing to run."""
    experiment = config.experiment
    if experiment.entrypoint is None:
        raise OsmosisError(
            "A platform runs Python entrypoints, and this config names a command.",
            hint="Add experiment.entrypoint, or run it here with `osmosis eval run`.",
        )
    folder = workspace.rollouts / experiment.rollout
    if not folder.is_dir():
        raise MissingDirectoryError(folder, what="the rollout", hint="Correct experiment.rollout.")
    if not (folder / experiment.entrypoint).is_file():
        raise MissingFileError(
            folder / experiment.entrypoint, what="the entrypoint", hint="Correct experiment.entrypoint."
        )


def _unpushed(workspace: Workspace, config: EvalConfig) -> list[str]:
    """What the platform will not see."""
    if config.experiment.commit_sha is not None:
        return []
    warnings = []
    if ask_git(workspace.root, "status", "--porcelain", "--", "rollouts"):
        warnings.append("Files below rollouts/ are not committed; the platform runs what was pushed.")
    ahead = ask_git(workspace.root, "rev-list", "--count", "@{upstream}..HEAD")
    if ahead and ahead != "0":
        warnings.append(f"{ahead} commits of this branch are not pushed; the platform runs what was pushed.")
    return warnings


def _submission(config: EvalConfig, provided: Mapping[str, str]) -> EvalSubmitRequest:
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
    return EvalSubmitRequest.model_validate(sections)


def _summary(config: EvalConfig, provided: Mapping[str, str]) -> dict[str, object]:
    experiment, evaluation = config.experiment, config.evaluation
    limit = None if evaluation is None else evaluation.limit
    rows: dict[str, object] = {
        "Rollout": f"{experiment.rollout}/{experiment.entrypoint}",
        "Code": experiment.commit_sha or experiment.branch or "the default branch",
        "Model": experiment.model_path,
        "Dataset": f"{experiment.dataset}, {'a random tenth of its rows' if limit is None else f'{limit} rows'}",
    }
    for name in config.secrets.required:
        rows[f"Secret {name}"] = "sent for this run" if name in provided else "stored on the platform"
    return rows


def _provided(
    connection: Connection, scope: Scope, required: Sequence[str], secrets_file: str | None, console: Console
) -> dict[str, str]:
    """Values that are sent for the run alone: from the file, the environment, or a person, but for stored ones."""
    if not required:
        return {}
    try:
        pages = connection.pages(list_secrets.sync_detailed, EnvironmentSecretList, scope="all", **scope.headers())
        stored = frozenset(item.name for page in pages for item in page.environment_secrets)
    except PlatformAnswerError:
        stored = frozenset()
    return _values(required, secrets_file, console, stored=stored)


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
