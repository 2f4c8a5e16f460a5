"""``osmosis eval info``: one run in figures."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, NotFoundError
from osmosis_ai.base.text import duration_text, truncate
from osmosis_ai.cli.commands.shown_tokens import shown_tokens
from osmosis_ai.cli.framework.params import InjectedConsole, RunName
from osmosis_ai.cli.framework.results import Column, DetailResult, Page, Section

if TYPE_CHECKING:
    from osmosis_contract.models.run_manifest import RunManifest

_BAR = 32
_LONGEST = 100


def eval_info(
    run: RunName,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=("--output", "-o"),
            metavar="DIR",
            help="Where runs are kept, looked in first. If the run is elsewhere, its metrics.json is written there.",
        ),
    ] = None,
    watch: Annotated[
        bool, Parameter(help="Of one on the platform: show its progress, and return once it is over.")
    ] = False,
    console: InjectedConsole,
) -> DetailResult:
    """Show a run: its rewards, its failures, its state.

    Reads the run's folder as it is, also while the run goes on. A name is looked up in the workspace's
    .osmosis/evals, then among the evaluations on the platform; what has a slash in it, or is a directory here, is a
    path.

        osmosis eval info brave-otter-7
        osmosis eval info .osmosis/evals/brave-otter-7 --json
        osmosis eval info swift-otter-7 --watch
    """
    from osmosis_ai.runs.reading.overview import overview
    from osmosis_ai.runs.reading.places import evals_folder, find_run, is_path
    from osmosis_ai.runs.reading.run import Run

    cwd = Path.cwd()
    usual = evals_folder(cwd, None)
    roots = [usual] if output is None else [evals_folder(cwd, output), usual]
    try:
        folder = find_run(run, cwd, roots)
    except NotFoundError as missing:
        if is_path(run, cwd):
            raise
        from osmosis_ai.cli.commands.eval_managed_look import managed_info

        return managed_info(console, run, missing, output, watch=watch)
    if watch:
        raise ConflictError(
            f"{folder} is a run of this machine, and --watch is for those of the platform.",
            hint=f"`{console.program} eval view {run}` follows it.",
        )
    found = Run(folder)
    found.refresh()
    kept_at = folder.parent.resolve()
    data = overview(found, program=console.program, output=None if kept_at == usual.resolve() else kept_at)
    if output is not None and kept_at != roots[0]:
        data["output_path"] = str(_save(data, roots[0]).parent)
    return DetailResult(
        data=data,
        title=_title(data),
        fields=[*_fields(data), *_origin(found.manifest), *_judges(data["judges"])],
        sections=_sections(data),
    )


def _save(data: Mapping[str, Any], root: Path) -> Path:
    """Writes the figures to metrics.json below `root`. Raises ConflictError where that is the folder of a run."""
    import json

    from osmosis_ai.cli.framework.files import replace

    if (root / "manifest.json").exists():
        raise ConflictError(
            f"{root} is a run itself; its metrics.json is its own.",
            hint="Name another folder with --output.",
            details={"path": str(root)},
        )
    run = {name: value for name, value in data["eval_run"].items() if value is not None}
    shown = ("id", "status", "name", "duration_ms", "started_at", "completed_at")
    names = {f"{name}_name": data[name] or "" for name in ("dataset", "model", "rollout")}
    identity = {name: run[name] for name in shown if name in run} | names
    path = root / "metrics.json"
    replace(path, json.dumps({"eval_run": identity, "summary": data["summary"]}, indent=2, ensure_ascii=False) + "\n")
    return path


def _title(data: Mapping[str, Any]) -> str:
    run = data["eval_run"]
    return f"{run['name']}: {run['rollout']} with {run['model']}"


def _origin(manifest: "RunManifest") -> list[tuple[str, object]]:
    """Whose rows a run has, and what answered it, where the run says so."""
    fields: list[tuple[str, object]] = []
    if (source := manifest.source) is not None:
        what = "samples" if str(source.kind) == "samples" else "rows"
        of = f"{source.selection} of its {source.row_count:,} rows"
        fields.append(("Subset", f"the {what} of {source.run_name}, {of}; the figures are of these alone"))
    if (by := manifest.answered_by) is not None:
        digest = None if by.weights_sha256 is None else f"weights {by.weights_sha256[:12]}"
        fields.append(("Answered by", ", ".join(filter(None, (by.endpoint, by.model, digest)))))
    return fields


def _judges(judges: Sequence[Mapping[str, str]]) -> list[tuple[str, object]]:
    """The models that graders asked, and by which prompts."""
    prompts: dict[str, list[str]] = {}
    for judge in judges:
        prompts.setdefault(judge["model"], []).append(judge["prompt_digest"][:12])
    return [
        ("Judged by", f"{model}, prompt {found[0]}" if len(found) == 1 else f"{model}, {len(found)} prompts")
        for model, found in prompts.items()
    ]


def _fields(data: Mapping[str, Any]) -> list[tuple[str, object]]:
    run, config, results, summary = data["eval_run"], data["config"], data["results"], data["summary"]
    fields: list[tuple[str, object]] = [("State", _state(run, results))]
    if run["resume_command"] is not None and run["status"] == "incomplete":
        fields.append(("Resume with", run["resume_command"]))
    rows = f"rows {truncate(config['dataset']['selected_source_rows'], _LONGEST)}"
    several = f", {config['n']} attempts each" if config["n"] > 1 else ""
    fields += [("Dataset", f"{data['dataset'] or '(unnamed)'}, {rows}{several}"), ("Passed", _passed(summary))]
    if (stats := summary.get("reward_stats")) is not None:
        mean = f"mean {stats['mean']:.4g} over {summary['graded']:,} of {results['total']:,}"
        text = f"{mean}, median {stats['median']:.4g}, standard deviation {stats['std']:.4g}"
        fields.append(("Reward", f"{text}, from {stats['min']:g} to {stats['max']:g}"))
    fields += [
        (
            f"Metric {name}",
            f"mean {one['mean']:.4g} over {one['count']:,} of {results['total']:,}, "
            f"standard deviation {one['std']:.4g}",
        )
        for name, one in summary.get("metrics", {}).items()
    ]
    fields += [(f"pass@{point['k']}", f"{point['value']:.3f}") for point in summary.get("pass_at_k", [])]
    for count, label in ((summary["failed"], "Failed"), (summary["skipped"], "Removed")):
        fields += [(label, f"{count:,}")] if count else []
    fields.append(("Tokens", _tokens(summary, results)))
    if (context := results["max_context_tokens"]) is not None:
        text = f"{context['p50']:,.0f} tokens in the middle row, {context['max']:,} at most"
        fields.append(("Largest model call", text))
    if "cost_usd" in summary:
        fields.append(("Cost", f"${summary['cost_usd']:,.4f}"))
    if (took := results["duration_ms"]) is not None:
        middle, most = f"{duration_text(took['p50'])} in the middle row", f"{duration_text(took['max'])} at most"
        fields.append(("Time a row", f"{middle}, 95 % within {duration_text(took['p95'])}, {most}"))
    if results["retried"]:
        fields.append(("Tried more than once", f"{results['retried']:,} rows, {results['attempts']:,} attempts in all"))
    fields.append(("Files", data["output_path"]))
    return fields


def _state(run: Mapping[str, Any], results: Mapping[str, Any]) -> str:
    done = f"{results['settled']:,} of {results['total']:,} results"
    match run["status"]:
        case "finished":
            return f"finished, {done}" + (f" in {duration_text(run['duration_ms'])}" if run["duration_ms"] else "")
        case "running":
            for_long = "" if run["running_for_sec"] is None else f" for {duration_text(run['running_for_sec'] * 1000)}"
            by = "" if run["worked_on_by"] is None else f" by {run['worked_on_by']}"
            return f"running{by}{for_long}, {done}, {results['running']:,} in flight"
        case _:
            return f"incomplete, {done}, {results['pending']:,} missing"


def _passed(summary: Mapping[str, Any]) -> str:
    counted = summary["completed_samples"]
    rate = f" ({summary['pass_rate']:.1%})" if counted else ""
    return f"{summary['passed']:,} of {counted:,}{rate}, reward at least {summary['pass_threshold']:g}"


def _tokens(summary: Mapping[str, Any], results: Mapping[str, Any]) -> str:
    each = "" if results["tokens"] is None else f", {results['tokens']['p50']:,.0f} in the middle row"
    estimated = ""
    if number := summary.get("tokens_estimated"):
        results_of = "1 result" if number == 1 else f"{number:,} results"
        estimated = f"; of {results_of} estimated, as the model's endpoint sends no usage"
    return f"{summary['tokens_used']:,}{each}{estimated}"


def _sections(data: Mapping[str, Any]) -> list[Section]:
    results = data["results"]
    sections: list[Section] = []
    if len(results["rewards"]) > 1:
        sections.append(Section(title="Rewards", lines=_bars(results["rewards"])))
    if results["failures"]:
        sections.append(Section(title="What did not work", table=_failures(results["failures"])))
    if results["slowest"]:
        sections.append(Section(title="The slowest", table=_slowest(results["slowest"])))
    return sections


def _bars(bins: Sequence[Mapping[str, Any]]) -> list[str]:
    """A histogram, a bin a line."""
    most = max(one["count"] for one in bins)
    labels = [
        f"{one['low']:.4g}" if one["low"] == one["high"] else f"{one['low']:.4g} to {one['high']:.4g}" for one in bins
    ]
    width = max(map(len, labels))
    bars = ["█" * round(_BAR * one["count"] / most) or "▏" * bool(one["count"]) for one in bins]
    return [
        f"{label:>{width}}  {bar:<{_BAR}}  {one['count']:,}" for label, bar, one in zip(labels, bars, bins, strict=True)
    ]


def _failures(groups: Sequence[Mapping[str, Any]]) -> Page:
    items = [
        {
            "kind": truncate(group["error_type"], _LONGEST),
            "left": "pending" if group["pending"] else "failed",
            "count": group["count"],
            "where": _where(group),
            "rows": group["rows"],
            "message": truncate(group["message"] or "", _LONGEST),
        }
        for group in groups
    ]
    columns = [
        Column("kind", "Kind"),
        Column("left", "Result"),
        Column("count", "Count", numeric=True),
        *([Column("where", "Where")] if any(group.get("location") for group in groups) else []),
        Column("rows", "Rows"),
        Column("message", "The first said"),
    ]
    return Page(items=items, columns=columns)


def _where(group: Mapping[str, Any]) -> str:
    """The exception and the last frame of the user's code."""
    at = group.get("location")
    if at is None:
        return ""
    exception = f"{group['exception']}, " if "exception" in group else ""
    return f"{exception}{at['file']}:{at['line']} in {at['function']}"


def _slowest(results: Sequence[Mapping[str, Any]]) -> Page:
    items = [
        {
            "row": result["source_row_index"],
            "run": result["run_index"],
            "outcome": result["outcome"] or result["state"],
            "took": duration_text(result["duration_ms"]),
            "tokens": shown_tokens(result["tokens"], estimated=result.get("tokens_estimated")),
        }
        for result in results
    ]
    columns = [
        Column("row", "Row", numeric=True),
        Column("run", "Run", numeric=True),
        Column("outcome", "Outcome"),
        Column("took", "Time", numeric=True),
        Column("tokens", "Tokens", numeric=True),
    ]
    return Page(items=items, columns=columns)
