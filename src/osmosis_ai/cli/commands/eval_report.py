"""What a person sees of an evaluation: progress while it runs, a table of rewards, and what failed."""

import shlex
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Self

from osmosis_ai.base.git import describe_worktree
from osmosis_ai.base.text import truncate
from osmosis_ai.cli.commands.eval_checks import eval_checks
from osmosis_ai.cli.commands.eval_faults import faults_of, shown_path
from osmosis_ai.cli.commands.eval_plan import show_plan
from osmosis_ai.cli.commands.shown_tokens import shown_tokens
from osmosis_ai.cli.framework.confirm import Declined
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.results import Column, OperationResult, Page
from osmosis_ai.cli.framework.usage import Mode
from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.eval.display import subset_of
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.run import EvalRun
from osmosis_ai.runs.reading.figures import row_ranges
from osmosis_ai.runs.reading.status import resume_command
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RowStatus, RunEvent

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from osmosis_contract.models.run_index import IndexRow

_BAR_PER_SEC = 4.0  # drawing takes milliseconds, which a busy run feels
_LINE_EVERY_SEC = 10.0
MOST_ROWS = 50
_LONGEST_ROWS = 60
_LONGEST_ANSWER = 40
_MOST_METRIC_COLUMNS = 4


class EvalDisplay:
    """An evaluation's watcher on a console: a live bar on a terminal, now and then a line elsewhere."""

    def __init__(self, console: Console, *, yes: bool, verbose: bool) -> None:
        self._console = console
        self._yes = yes
        self._verbose = verbose
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._line_due = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_bar()

    def status(self, text: str) -> None:
        """A step that takes a while."""
        self._end_bar()
        self._console.status(text)

    def warning(self, code: str | None, message: str) -> None:
        """Something is not as it should be."""
        self._console.warning(code, message)

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        """Shows the plan and asks, unless --yes has answered."""
        if self._console.mode is Mode.RICH:
            show_plan(self._console, summary, notes)
            self._console.confirm(prompt, yes=self._yes)
            return
        if self._yes:
            self._console.line("  ".join(f"{label}: {value}" for label, value in summary.items()))
        self._console.confirm(prompt, summary=summary, notes=notes, yes=self._yes)

    def ask_yes_no(self, prompt: str) -> bool:
        """Asks on a terminal; --yes does not answer this."""
        if self._yes or not self._console.interactive:
            return False
        try:
            self._console.confirm(prompt)
        except Declined:
            return False
        return True

    def ask_secret(self, name: str) -> str | None:
        """Asks on a terminal, without echo."""
        if not self._console.interactive:
            return None
        self._console.end_status()
        from getpass import getpass

        try:
            return getpass(f"{name} is not set. Its value (not shown): ") or None
        except EOFError:
            return None

    def log_line(self, line: str) -> None:
        """The run's log, with --verbose."""
        if self._verbose:
            self._console.line(line)

    def progress(self, update: RunProgressUpdate) -> None:
        """The bar moves; elsewhere a line every ten seconds and at the end."""
        if self._console.live:
            self._move_bar(update)
            return
        now = time.monotonic()
        if now >= self._line_due or update.done == update.total:
            self._line_due = now + _LINE_EVERY_SEC
            self._console.status(f"{update.done} of {update.total} done{_details(update)}")

    def _move_bar(self, update: RunProgressUpdate) -> None:
        if self._bar is None or self._task is None:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            self._console.end_status()
            self._bar = Progress(
                TextColumn("Rollouts"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[details]}"),
                TimeElapsedColumn(),
                console=self._console.rich(),
                transient=True,
                refresh_per_second=_BAR_PER_SEC,
            )
            self._task = self._bar.add_task("", total=update.total, details="")
            self._bar.start()
        self._bar.update(self._task, completed=update.done, details=_details(update).removeprefix(", "))

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task = None


def _details(update: RunProgressUpdate) -> str:
    parts = []
    if update.mean_reward is not None:
        parts.append(f"mean reward {update.mean_reward:.3f} over {update.graded:,} of {update.total:,}")
    if update.failed:
        parts.append(f"{update.failed} failed")
    if update.tokens:
        parts.append(f"{update.tokens:,} tokens")
    return "".join(f", {part}" for part in parts)


def eval_result(run: EvalRun, options: EvalOptions, console: Console) -> OperationResult:
    """The result of the command, `eval run` or `eval grade`."""
    checks = eval_checks(run, options)
    unmet = "" if checks is None else ", ".join(checks.reasons)
    message = _message(run)
    if unmet:
        message += f" Not good enough: {unmet}."
    return OperationResult(
        operation="eval.grade" if run.plan.grades_samples else "eval.run",
        status="success" if run.complete else "partial",
        resource=_resource(run) | ({} if checks is None else {"checks": checks.to_wire()}),
        message=message,
        facts=[
            *_facts(run),
            *([("Not good enough", ", ".join(checks.reasons))] if checks is not None and unmet else []),
        ],
        table=_table(run),
        notes=faults_of(run),
        notes_title="What did not work",
        next_steps=_next_steps(run, options, console.program),
        unmet=bool(unmet),
    )


def _next_steps(run: EvalRun, options: EvalOptions, program: str) -> list[str]:
    """What to type next; where there is a choice, each command stands below a line that says what it does."""
    # A run of another run's rows is resumed by the numbers: the other run may have gone on meanwhile.
    rows = None if run.plan.source is None else run.plan.inputs.dataset.selected_source_rows
    if run.plan.grades_samples:
        source = run.plan.source
        return [] if source is None else [f"{program} {shlex.join(['eval', 'compare', source.run_name, run.name])}"]
    finish = _command(options, program, name=run.name, rows=options.rows if rows is None else rows)
    failed = [run.plan.source_row(event.row_index) for event in run.events(RowStatus.FAILED)]
    if not failed:
        return [] if run.complete else [finish]
    missing = [
        source
        for index, source in enumerate(run.plan.scan.selection)
        if any((index, attempt) not in run.results for attempt in range(run.plan.attempts_per_row))
    ]
    again = row_ranges([*failed, *missing])
    steps = []
    if missing:
        steps += [f"Only what has no result, {_rows_named(missing)}:", f"  {finish}"]
    retry = _command(options, program, "--retry-failed", name=run.name, rows=options.rows if rows is None else rows)
    steps += [
        f"What failed, {_rows_named([*failed, *missing])}, again in this run, with the code unchanged:",
        f"  {retry}",
    ]
    which = ("--rows", again) if missing else ("--rows-from", f"{run.name}:failed")
    steps += ["The same rows in a new run, once the code is fixed:", f"  {_command(options, program, *which)}"]
    return steps


def _rows_named(rows: list[int]) -> str:
    shown = row_ranges(rows)
    return f"row {shown}" if shown.isdecimal() else f"rows {truncate(shown, _LONGEST_ROWS)}"


def _command(options: EvalOptions, program: str, *more: str, name: str | None = None, rows: str | None = None) -> str:
    return resume_command(
        program,
        str(options.config),
        name,
        *more,
        output=None if options.output is None else str(options.output),
        dataset_file=None if options.dataset_file is None else str(options.dataset_file),
        rows=rows,
        secrets_file=None if options.secrets_file is None else str(options.secrets_file),
        rollout_url=options.rollout_url,
        columns=options.column_map,
    )


def _message(run: EvalRun) -> str:
    if run.complete and not run.report.dispatched:
        return f"The run {run.name} was complete already: {_results(run.resumed)}, nothing dispatched."
    if run.complete:
        return f"The run {run.name} is complete."
    left = f"{_results(run.plan.work_items - len(run.results))} missing"
    if run.report.halted is not None:
        return f"The run {run.name} stopped with {left}: {run.report.halted.rstrip('.')}."
    if run.report.cancelled:
        return f"The run {run.name} was interrupted with {left}."
    if run.plan.grades_samples and run.plan.source is not None:
        return f"The run {run.name} is graded; {left}, as {run.plan.source.run_name} has none for them."
    return f"The run {run.name} ended with {left}, because the infrastructure failed under them."


def _results(count: int) -> str:
    return "1 result" if count == 1 else f"{count} results"


def _facts(run: EvalRun) -> list[tuple[str, object]]:
    summary = run.metrics.summary
    facts: list[tuple[str, object]] = []
    if run.plan.source is not None:
        facts.append(
            ("Subset", f"{run.plan.source.run_name}, {subset_of(run.plan.source)}; figures are of these alone")
        )
    facts += [
        ("Passed", f"{summary.passed} of {summary.completed_samples} (reward at least {summary.pass_threshold:g})"),
    ]
    if summary.reward_stats is not None:
        stats = summary.reward_stats
        facts.append(
            (
                "Reward",
                f"mean {stats.mean:.3f} over {summary.graded} of {run.plan.work_items}, "
                f"median {stats.median:.3f}, from {stats.min:g} to {stats.max:g}",
            )
        )
    for name, values in (summary.metrics or {}).items():
        facts.append((f"Metric {name}", f"mean {values.mean:.4g} over {values.count:,} of {run.plan.work_items:,}"))
    for point in summary.pass_at_k or []:
        facts.append((f"pass@{point.k}", f"{point.value:.3f}"))
    if summary.failed:
        facts.append(("Failed", summary.failed))
    if summary.skipped:
        facts.append(("Removed", summary.skipped))
    if not run.complete:
        facts.append(("Unfinished", run.plan.work_items - len(run.results)))
    facts += [
        ("Tokens", f"{summary.tokens_used:,}" + (", in part estimated" if summary.tokens_estimated else "")),
        ("Time", f"{run.duration_ms / 1000:.1f} s"),
        ("Results", shown_path(run.folder)),
    ]
    if run.archived is not None:
        facts.append(("Earlier run", shown_path(run.archived)))
    return facts


def _table(run: EvalRun) -> Page:
    shown = [
        (event.row_index if event.source_row_index is None else event.source_row_index, event)
        for event in islice(run.events(), MOST_ROWS)
    ]
    metrics = list(run.metrics.summary.metrics or {})[:_MOST_METRIC_COLUMNS]
    return rewards_table(shown, of=len(run.results), several=run.plan.attempts_per_row > 1, metrics=metrics)


def rewards_table(
    shown: "Sequence[tuple[int, RunEvent | IndexRow]]", *, of: int, several: bool, metrics: Sequence[str] = ()
) -> Page:
    """Results, each behind the number of its row; the title says where they are the first of more."""
    columns = [
        Column("row", "Row", numeric=True),
        *([Column("run", "Run", numeric=True)] if several else []),
        Column("outcome", "Outcome"),
        Column("reward", "Reward", numeric=True),
        Column("tokens", "Tokens", numeric=True),
        Column("seconds", "Seconds", numeric=True),
        *(Column(f"metric:{name}", name, numeric=True) for name in metrics),
        *([Column("answer", "Answer")] if any(result.answer for _, result in shown) else []),
    ]
    return Page(
        items=[_table_row(number, result, metrics) for number, result in shown],
        columns=columns,
        title=f"Rewards (the first {len(shown)} of {of})" if of > len(shown) else "Rewards",
    )


def _table_row(number: int, result: "RunEvent | IndexRow", metrics: Sequence[str]) -> dict[str, object]:
    values = result.metrics or {}
    return {
        "row": number,
        "run": result.run_index,
        "outcome": str(result.outcome or result.status),
        "reward": "" if result.reward is None else f"{result.reward:g}",
        **{f"metric:{name}": f"{values[name]:g}" if name in values else "" for name in metrics},
        "answer": truncate(" ".join((result.answer or "").split()), _LONGEST_ANSWER),
        "tokens": shown_tokens(result.tokens, estimated=result.tokens_estimated),
        "seconds": "" if result.duration_ms is None else f"{result.duration_ms / 1000:.2f}",
    }


def _below_workspace(run: EvalRun, *parts: str) -> str:
    path = run.folder.joinpath(*parts)
    root = run.plan.workspace.root
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def _unfinished_rows(run: EvalRun) -> list[dict[str, object]]:
    """Every row and run without a result, tried or not."""
    rows: list[dict[str, object]] = []
    for row_index, source_row_index in enumerate(run.plan.scan.selection):
        for run_index in range(run.plan.attempts_per_row):
            key = (row_index, run_index)
            if key not in run.results:
                last = run.unfinished.get(key)
                rows.append(
                    {
                        "row_index": row_index,
                        "source_row_index": source_row_index,
                        "run_index": run_index,
                        "outcome": None if last is None else str(last.outcome),
                        "err_message": None if last is None else last.message,
                    }
                )
    return rows


def _resource(run: EvalRun) -> dict[str, object]:
    git = describe_worktree(run.plan.workspace.root)
    resource: dict[str, object] = {
        "run_name": run.name,
        "local_run_id": run.local_run_id,
        "output_path": str(run.folder),
        "dataset_source": run.plan.dataset_source,
        "total_work_items": run.plan.work_items,
        "dispatched": run.report.dispatched,
        "succeeded": run.results.count(RowStatus.SUCCESS),
        "failed": run.results.count(RowStatus.FAILED),
        "skipped": run.results.count(RowStatus.SKIPPED),
        "resumed": run.resumed,
        "cancelled": not run.complete and (run.report.cancelled or run.report.halted is not None),
        "duration_ms": run.duration_ms,
        "metrics": run.metrics.summary.to_wire(),
        "failed_rows": [
            {
                "row_index": event.row_index,
                "source_row_index": event.source_row_index,
                "run_index": event.run_index,
                "rollout_id": event.rollout_id,
                "error_type": event.error_type,
                "rollout_dir": _below_workspace(run, "rollout_trials", event.rollout_id),
                **omit_none(
                    outcome=event.outcome,
                    err_message=event.err_message,
                    err_location=None if event.err_location is None else event.err_location.to_wire(),
                ),
            }
            for event in run.events(RowStatus.FAILED, RowStatus.SKIPPED)
        ],
        "unfinished_rows": _unfinished_rows(run),
        "workspace_directory": str(run.plan.workspace.root),
    }
    if run.archived is not None:
        resource["archived_path"] = str(run.archived)
    if git is not None:
        resource["git"] = git
    return resource
