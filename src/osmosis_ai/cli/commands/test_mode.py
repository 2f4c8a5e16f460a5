"""``osmosis test``: an agent loop or a workflow on rows of a file, in this process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.cli.framework.usage import Mode

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.eval.test_mode.plan import TestPlan
    from osmosis_ai.eval.test_mode.results import LocalTestBatchResult, LocalTestRunResult
    from osmosis_ai.eval.test_mode.terminal import Terminal
    from osmosis_contract.models.test_report import TestReport

_LONGEST_ERROR = 50
_SHOWN = 20


def run_test(
    *,
    module: Annotated[
        str | None,
        Parameter(
            name=("--module", "-m", "--agent"),
            metavar="MODULE:NAME",
            help="The agent: a RolloutAgentLoop or its class, or the class of an AgentWorkflow.",
        ),
    ] = None,
    dataset: Annotated[
        Path, Parameter(name=("--dataset", "-d"), metavar="FILE", help="The rows: JSON, JSONL, CSV or Parquet.")
    ],
    model: Annotated[str, Parameter(help="The model, with its provider; a name without one is OpenAI's.")] = "gpt-4o",
    limit: Annotated[int | None, Parameter(metavar="N", help="The most rows. All if left out.")] = None,
    offset: Annotated[int, Parameter(metavar="N", help="The first row, counted from 0.")] = 0,
    api_key: Annotated[
        str | None,
        Parameter(help="The provider's key. Other users of this machine can read it; the variable is safer."),
    ] = None,
    base_url: Annotated[
        str | None, Parameter(metavar="URL", help="An endpoint that takes OpenAI's requests, for any name of a model.")
    ] = None,
    max_turns: Annotated[int, Parameter(metavar="N", help="What a loop reads in request.max_turns.")] = 10,
    max_tokens: Annotated[
        int | None, Parameter(metavar="N", help="What a loop reads in request.completion_params.")
    ] = None,
    temperature: Annotated[float | None, Parameter(help="What a loop reads in request.completion_params.")] = None,
    concurrency: Annotated[
        int, Parameter(name=("--concurrency", "-c"), metavar="N", help="How many rows run at a time.")
    ] = 1,
    interactive: Annotated[
        bool, Parameter(name=("--interactive", "-i"), help="One row at a time, with a pause after each answer.")
    ] = False,
    row: Annotated[int | None, Parameter(metavar="N", help="With -i: the row to begin with.")] = None,
    output: Annotated[
        Path | None, Parameter(name=("--output", "-o"), metavar="FILE", help="Where the JSON report is written.")
    ] = None,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Print no progress and no summary.")] = False,
    debug: Annotated[
        bool, Parameter(help="Write ctx.log_event to test_debug/, and show tracebacks of rows that raised.")
    ] = False,
    grader: Annotated[
        str | None, Parameter(metavar="MODULE:NAME", help="The class of the Grader, for an AgentWorkflow.")
    ] = None,
    config: Annotated[
        str | None, Parameter(metavar="MODULE:NAME", help="An AgentWorkflowConfig, for an AgentWorkflow.")
    ] = None,
    mcp: Annotated[str | None, Parameter(name="--mcp", show=False)] = None,
    console: InjectedConsole,
) -> OperationResult:
    """Run an agent loop on rows of a file, in this process.

    Any model will do, and no platform is needed. A row passes when it ends without an error. Exit code 1 when a row
    fails. An AgentWorkflow works as well, with --grader and --config.

        osmosis test -m my_agent:loop -d data.jsonl --limit 5
        osmosis test -m my_agent:loop -d data.jsonl -i --row 3
        osmosis test -m main:Multiply --grader main:Exact -d data.jsonl -o out.json
    """
    from osmosis_ai.cli.commands.replaced import mcp_is_gone

    if mcp is not None:
        raise mcp_is_gone()
    if module is None:
        raise OsmosisError("No agent is named.", hint="Add --module, such as -m my_agent:agent_loop.")
    from osmosis_ai import __version__
    from osmosis_ai.eval.display import counted
    from osmosis_ai.eval.report_path import check_report_path
    from osmosis_ai.eval.test_mode.plan import TestModeOptions, make_test_plan
    from osmosis_ai.eval.test_mode.run import run_test as run_batch

    options = TestModeOptions(
        module=module,
        dataset=dataset,
        model=model,
        limit=limit,
        offset=offset,
        api_key=api_key,
        base_url=base_url,
        max_turns=max_turns,
        max_tokens=max_tokens,
        temperature=temperature,
        concurrency=concurrency,
        interactive=interactive,
        row=row,
        output=output,
        debug=debug,
        grader=grader,
        config=config,
    )
    options.check()
    display = _Display(console, quiet=quiet, debug=debug)
    display.line(f"osmosis test {__version__}{' (interactive)' if interactive else ''}")
    plan = make_test_plan(options, Path.cwd())
    display.line(f"Agent: {plan.agent.name} ({plan.config.agent_kind}), model: {plan.model_path}")
    display.line(f"Dataset: {counted(plan.scan.row_count, 'row')}{_selected(plan)}")
    if interactive:
        return _interactive(plan, display, console)
    if output is not None:
        check_report_path(output)
    outcome = run_batch(plan, display, dict(os.environ), display.row)
    if output is not None:
        _write(output, outcome.report)
    if outcome.interrupted:
        display.line(_summary(outcome.batch))
        raise KeyboardInterrupt
    return _result(outcome.batch, outcome.report.to_wire(), output, quiet=quiet)


class _Display:
    """Tells of a test on standard error."""

    def __init__(self, console: Console, *, quiet: bool, debug: bool) -> None:
        self._console = console
        self._quiet = quiet
        self._debug = debug

    def line(self, text: str) -> None:
        """A line, unless quiet was asked for."""
        if not self._quiet:
            self._console.line(text)

    def status(self, text: str) -> None:
        """See TestDisplay.status."""
        if not self._quiet:
            self._console.status(text)

    def warning(self, code: str | None, message: str) -> None:
        """See TestDisplay.warning."""
        self._console.warning(code, message)

    def log(self, level: str, source: str, message: str) -> None:
        """See TestDisplay.log."""
        if self._debug or source == "model":
            self.line(f"[{source}] {message}")

    def row(self, done: int, total: int, row: LocalTestRunResult) -> None:
        """A row has ended."""
        self.line(f"[{done}/{total}] {_row_line(row)}")

    def end_status(self) -> None:
        """Leaves the terminal to others."""
        self._console.end_status()


def _row_line(row: LocalTestRunResult) -> str:
    from osmosis_ai.eval.test_mode.results import format_duration

    took = f"({format_duration(row.duration_ms)}, {row.token_usage['total_tokens']:,} tokens)"
    if row.success:
        return f"Row {row.row_index}: OK {took}"
    error = " ".join((row.error or "").split())
    short = error if len(error) <= _LONGEST_ERROR else f"{error[: _LONGEST_ERROR - 3]}..."
    return f"Row {row.row_index}: FAILED {took} - {short}"


def _selected(plan: TestPlan) -> str:
    count = plan.scan.selected_count
    return "" if count == plan.scan.row_count else f" (testing {count:,})"


def _interactive(plan: TestPlan, display: _Display, console: Console) -> OperationResult:
    from osmosis_ai.eval.test_mode.run import run_interactive
    from osmosis_ai.eval.test_mode.terminal import StandardTerminal

    if console.mode is Mode.JSON:
        raise OsmosisError("--interactive is for a person, and --json for a program.", hint="Leave one of them out.")
    if plan.options.output is not None:
        console.warning(None, "--output is for a batch; an interactive session writes no report")
    display.end_status()
    run_interactive(plan, display, dict(os.environ), _Quieting(display, StandardTerminal()))
    return OperationResult(operation="test", message="The session is over.")


class _Quieting:
    """A terminal that takes a running spinner away before it writes."""

    def __init__(self, display: _Display, terminal: Terminal) -> None:
        self._display = display
        self._terminal = terminal

    def write(self, text: str, colour: str | None = None) -> None:
        """See Terminal.write."""
        self._display.end_status()
        self._terminal.write(text, colour)

    def ask(self, prompt: str) -> str | None:
        """See Terminal.ask."""
        self._display.end_status()
        return self._terminal.ask(prompt)


def _write(path: Path, report: TestReport) -> None:
    from osmosis_ai.base.errors import FileUnwritableError
    from osmosis_ai.base.files.atomic import write_atomic
    from osmosis_ai.base.files.no_follow import FileFaultError
    from osmosis_ai.eval.test_mode.results import report_text

    try:
        write_atomic(path.absolute(), report_text(report), follow_directory=True)
    except (OSError, FileFaultError) as error:
        cause = error if isinstance(error, OSError) else str(error)
        raise FileUnwritableError(path, cause, what="the report") from None


def _summary(batch: LocalTestBatchResult) -> str:
    return f"{batch.passed:,} of {batch.total:,} rows passed."


def _result(
    batch: LocalTestBatchResult, report: dict[str, object], output: Path | None, *, quiet: bool
) -> OperationResult:
    from osmosis_ai.eval.display import counted
    from osmosis_ai.eval.test_mode.results import format_duration

    failed = batch.failed > 0 or batch.stopped_early
    facts: list[tuple[str, object]] = [
        ("Total", f"{batch.total:,}"),
        ("Passed", f"{batch.passed:,}"),
        ("Failed", f"{batch.failed:,}"),
        ("Duration", format_duration(batch.total_duration_ms)),
        ("Tokens", f"{batch.total_tokens:,}"),
    ]
    if rewards := batch.rewards:
        facts.append(("Mean reward", f"{sum(rewards) / len(rewards):.4g} over {counted(len(rewards), 'row')}"))
    if batch.stop_reason is not None:
        facts.append(("Stopped early", batch.stop_reason))
    if output is not None:
        facts.append(("Report", str(output)))
    return OperationResult(
        operation="test",
        status="partial" if failed else "success",
        resource=report,
        message=None if quiet else _summary(batch),
        facts=() if quiet else facts,
        notes=() if quiet else _failures(batch.results),
        notes_title="Failed rows",
    )


def _failures(results: Sequence[LocalTestRunResult]) -> list[str]:
    failed = [row for row in results if not row.success]
    lines = [f"Row {row.row_index}: {row.error}" for row in failed[:_SHOWN]]
    return [*lines, f"... and {len(failed) - _SHOWN:,} more"] if len(failed) > _SHOWN else lines
