"""Evaluations on a platform, as `eval info` and `eval list --managed` show them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.text import truncate
from osmosis_ai.cli.commands.session import Place, Session, check_paging, named_place, page_of, repository_place
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.results import Column, DetailResult, ListResult, Page, Section
from osmosis_ai.cli.framework.usage import Mode
from osmosis_ai.platform_client.connection import PAGE_LIMIT, Connection
from osmosis_ai.platform_client.failures import LoginRequiredError, PlatformAnswerError
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.eval_runs import get_eval_run, get_eval_run_metrics, list_eval_runs
from osmosis_contract.models import (
    EvalManagedInfo,
    EvalManagedItem,
    EvalResults,
    EvalRunItem,
    EvalRunList,
    EvalRunMetrics,
    EvalRunResponse,
    EvalRunStatus,
)

__all__ = ["described", "fields_of", "managed_info", "managed_list", "opened_run"]

_LONGEST = 100
_COLUMNS = [
    Column("name", "Run"),
    Column("status", "State"),
    Column("progress", "Results", numeric=True),
    Column("passed", "Passed", numeric=True),
    Column("mean", "Mean reward"),
    Column("model", "Model"),
    Column("creator_name", "Submitted by"),
]


def managed_list(console: Console, *, limit: int | None, everything: bool) -> ListResult:
    """The evaluations of the platform's workspace, the newest first. Raises OsmosisError."""
    limit = PAGE_LIMIT if limit is None else limit
    check_paging(limit, everything=everything)
    with Session(console).log_in() as connection:
        place = named_place(console)
        console.status("Fetching the evaluations")
        pages = connection.listing(
            list_eval_runs.sync_detailed,
            EvalRunList,
            limit=None if everything else limit,
            **place.scope.headers(),
        )
    found = [EvalManagedItem.model_validate(_item(each)).to_wire() for page in pages for each in page.eval_runs]
    items = found if console.mode is Mode.JSON else [_cells(each) for each in found]
    return ListResult(page=page_of(pages, items, _COLUMNS), extra=dict(place.context))


def managed_info(
    console: Console, name: str, missing: NotFoundError, output: Path | None, *, watch: bool
) -> DetailResult:
    """An evaluation on the platform; with `watch`, once it is over, and then with exit code 1 unless it is finished.

    Raises `missing`, what was said of the name here, where nobody can be asked.
    """
    place = _place(console)
    if place is None:
        raise missing
    more: list[Section] = []
    try:
        with Session(console).log_in() as connection:
            console.status(f"Looking for the evaluation {name} on {connection.url}")
            run = connection.call(get_eval_run.sync_detailed, EvalRunResponse, name_or_id=name, **place.scope.headers())
            if watch:
                from osmosis_ai.cli.commands.eval_watch import watch_run

                run = watch_run(connection, place, run.eval_run.name, console)
                more = _samples(connection, place, run)
            data = described(connection, place, run, output)
    except LoginRequiredError:
        raise missing from None
    except OsmosisError as error:
        if error.code != NotFoundError.default_code:
            raise
        raise NotFoundError(
            f"{missing.message.rstrip('.')}, and there is none of that name on the platform.",
            hint=f"{missing.hint} `{console.program} eval list --managed` shows those of the platform.",
            details=error.details,
        ) from error
    title = f"Evaluation {run.eval_run.name}"
    incomplete = watch and run.eval_run.status is not EvalRunStatus.FINISHED
    sections = [*_sections(data), *more]
    return DetailResult(
        data=data, title=title, fields=fields_of(data), sections=sections, exit_code=1 if incomplete else 0
    )


def opened_run(console: Console, name: str, missing: NotFoundError) -> tuple[Connection, Place, EvalRunResponse]:
    """An evaluation on the platform, with the connection that found it, which is the caller's to close.

    Raises `missing` where nobody can be asked, and where the platform has none of that name.
    """
    place = _place(console)
    if place is None:
        raise missing
    try:
        connection = Session(console).log_in()
    except LoginRequiredError:
        raise missing from None
    try:
        headers = place.scope.headers()
        return (
            connection,
            place,
            connection.call(get_eval_run.sync_detailed, EvalRunResponse, name_or_id=name, **headers),
        )
    except BaseException as error:
        connection.close()
        if isinstance(error, OsmosisError) and error.code == NotFoundError.default_code:
            raise missing from None
        raise


def described(connection: Connection, place: Place, run: EvalRunResponse, output: Path | None = None) -> dict[str, Any]:
    """`EvalManagedInfo` of a run, with its metrics, which are written below `output` where it is given."""
    metrics, metrics_error = _metrics(connection, run.eval_run.id, place)
    written = None if metrics is None else _as_file(run, metrics)
    saved, warning = _save(output, written)
    return EvalManagedInfo.model_validate(
        {
            **_around(run),
            "metrics": written,
            "metrics_available": written is not None,
            "metrics_error": metrics_error,
            "output_path": saved,
            "save_warning": warning,
            **place.context,
        }
    ).to_wire()


def _samples(connection: Connection, place: Place, run: EvalRunResponse) -> list[Section]:
    from osmosis_ai.cli.commands.eval_watch import samples_of, table_of, what_failed

    samples = samples_of(connection, place, run.eval_run.id)
    table, failed = table_of(samples), what_failed(samples)
    sections = [] if table is None else [Section(title=table.title, table=table)]
    return [*sections, *([Section(title="What did not work", lines=failed)] if failed else [])]


def _place(console: Console) -> Place | None:
    if console.workspace is not None:
        return named_place(console)
    try:
        return repository_place()
    except OsmosisError:
        return None  # no workspace, or none that a platform could know


def _metrics(connection: Connection, run_id: str, place: Place) -> tuple[EvalRunMetrics | None, str | None]:
    try:
        found = connection.call(get_eval_run_metrics.sync_detailed, EvalRunMetrics, id=run_id, **place.scope.headers())
    except PlatformAnswerError as error:
        return None, error.message
    return found, None


def _around(run: EvalRunResponse) -> dict[str, Any]:
    detail, config = run.eval_run, run.config
    model = None if config is None else config.get("model_path")
    named = {"model": model, "dataset": _name(run.dataset), "rollout": _name(run.rollout)}
    results = None if run.results is None else run.results.to_wire()
    times = {"started_at": detail.started_at, "completed_at": detail.completed_at, "created_at": detail.created_at}
    return {
        "eval_run": {
            "id": detail.id,
            "name": detail.name,
            "status": detail.status,
            **times,
            **named,
            "creator_name": detail.creator_name,
            "creator_email": detail.creator_email,
            **omit_none(platform_url=detail.platform_url),
            "results": results,
            "config": config,
        },
        "summary": _summary(run.results, config, whole=True),
        "config": config,
        "results": results,
        "model": None if model is None else {"name": model},
        "dataset": None if run.dataset is None else run.dataset.to_wire(),
        "rollout": None if run.rollout is None else run.rollout.to_wire(),
        "entrypoint": run.entrypoint,
        "commit_sha": run.commit_sha,
        "branch": run.branch,
        "env_config": run.env_config,
        "resolved_secret_scopes": {name: each.to_wire() for name, each in (run.resolved_secret_scopes or {}).items()},
        "dataset_df_stats": run.dataset_df_stats,
    }


def _item(run: EvalRunItem) -> dict[str, Any]:
    return {
        "id": run.id,
        "name": run.name,
        "status": run.status,
        "created_at": run.created_at,
        "started_at": run.started_at,
        "completed_at": run.completed_at,
        "model": _name(run.model),
        "dataset": _name(run.dataset),
        "rollout": _name(run.rollout),
        "creator_name": run.creator_name,
        "creator_email": run.creator_email,
        **omit_none(platform_url=run.platform_url),
        "results": None if run.results is None else run.results.to_wire(),
        "config": run.config,
        "summary": _summary(run.results, run.config, whole=False),
    }


def _name(found: Any) -> str | None:
    return None if found is None else found.name


def _summary(results: EvalResults | None, settings: Mapping[str, Any] | None, *, whole: bool) -> dict[str, Any]:
    """The figures at first sight; the `whole` of them for one run."""
    found = results or EvalResults()
    config = {
        "pass_threshold": found.pass_threshold,
        "total_tokens": found.total_tokens,
        "dataset_rows": found.total_dataset_rows,
    }
    done = None if found.passed is None else found.passed + (found.failed or 0) + (found.skipped or 0)
    return {
        "avg_reward": found.score,
        "pass_rate": found.pass_rate,
        "graded": found.graded,
        "passed": found.passed,
        "failed": found.failed,
        "skipped": found.skipped,
        "progress": {
            "completed": done,
            "total": None if found.sampled_rows is None else found.sampled_rows * (settings or {}).get("n", 1),
            "unit": "samples",
        },
        **(config if whole else {}),
    }


def _as_file(run: EvalRunResponse, metrics: EvalRunMetrics) -> dict[str, Any]:
    """The metrics in the form of a run's `metrics.json`."""
    detail, overview = run.eval_run, metrics.overview.to_wire()
    duration = overview.pop("duration_ms", None)
    model = None if run.config is None else run.config.get("model_path")
    points = [point.to_wire() for point in metrics.pass_at_k]
    stats = None if metrics.reward_stats is None else metrics.reward_stats.to_wire()
    return {
        "eval_run": {
            "id": detail.id,
            "status": detail.status.value,
            "name": detail.name,
            "dataset_name": _name(run.dataset),
            "model_name": model,
            "rollout_name": _name(run.rollout),
            "duration_ms": duration,
            **omit_none(started_at=detail.started_at, completed_at=detail.completed_at),
        },
        "summary": {**overview, **omit_none(reward_stats=stats, pass_at_k=points or None)},
    }


def _save(output: Path | None, metrics: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
    """Writes `metrics.json` into `output`: the file, or why it was not written. The folder of a run is left alone."""
    if output is None or metrics is None:
        return None, None
    target = output / "metrics.json"
    if (output / "manifest.json").exists():
        return None, f"{output} is the folder of a run; its metrics.json is its own."
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(target, json.dumps(metrics, indent=2).encode() + b"\n")
    except OSError as error:
        return None, f"{target} was not written: {error.strerror or error}"
    return str(target), None


def _cells(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """A run as people see it in a table."""
    summary = item["summary"]
    total, done, mean = summary["progress"]["total"], summary["progress"]["completed"], summary["avg_reward"]
    return {
        **item,
        "progress": "" if total is None else f"{done or 0:,} of {total:,}",
        "passed": "" if summary["pass_rate"] is None else f"{summary['pass_rate']:.1%}",
        "mean": "" if mean is None else f"{mean:.4g} over {summary['graded']:,} of {total:,}",
    }


def fields_of(data: Mapping[str, Any]) -> list[tuple[str, object]]:
    """What people see of an `EvalManagedInfo`: labels and values."""
    run, cells = data["eval_run"], _cells({**data["eval_run"], "summary": data["summary"]})
    told = [
        ("State", run["status"]),
        ("Results", cells["progress"]),
        ("Passed", cells["passed"]),
        ("Mean reward", cells["mean"]),
        ("Model", run["model"]),
        ("Dataset", run["dataset"]),
        ("Rollout", run["rollout"]),
        ("Commit", data["commit_sha"]),
        ("Tokens", data["summary"]["total_tokens"]),
        ("Submitted", run["created_at"]),
        ("Submitted by", run["creator_name"]),
        ("Began", run["started_at"]),
        ("Ended", run["completed_at"]),
        ("Page", run.get("platform_url")),
        ("Metrics", data["output_path"] or data["save_warning"] or data["metrics_error"]),
    ]
    return [(label, value) for label, value in told if value not in (None, "")]


def _sections(data: Mapping[str, Any]) -> list[Section]:
    config = {name: value for name, value in (data["config"] or {}).items() if name != "model_path"}
    if not config:
        return []
    columns = [Column("name", "Setting"), Column("value", "Value")]
    items = [{"name": name, "value": truncate(json.dumps(value), _LONGEST)} for name, value in config.items()]
    return [Section(title="Configuration", table=Page(items=items, columns=columns))]
