"""`osmosis test`: a plan carried out, all rows in a batch or one at a time with a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.engine.run import RunControl
from osmosis_ai.eval.display import counted
from osmosis_ai.eval.test_mode.agents import LoopAgent, WorkflowAgent
from osmosis_ai.eval.test_mode.batch import Batch, OnProgress, run_batch
from osmosis_ai.eval.test_mode.client import ExternalLLMClient
from osmosis_ai.eval.test_mode.gate import GatedBridge
from osmosis_ai.eval.test_mode.interactive import InteractiveRunner, RowScreen, pick_rows
from osmosis_ai.eval.test_mode.loops import LoopRows
from osmosis_ai.eval.test_mode.model_session import ModelSession
from osmosis_ai.eval.test_mode.plan import TestPlan
from osmosis_ai.eval.test_mode.results import LocalTestBatchResult, report_of
from osmosis_ai.eval.test_mode.rows import RowRunner, row_id
from osmosis_ai.eval.test_mode.terminal import Terminal
from osmosis_ai.eval.test_mode.workflows import WorkflowRows
from osmosis_contract.models.test_report import TestReport

__all__ = ["TestDisplay", "TestOutcome", "run_interactive", "run_test"]


class TestDisplay(Protocol):
    """Whoever watches a test."""

    def status(self, text: str) -> None:
        """What is about to be done."""

    def warning(self, code: str | None, message: str) -> None:
        """Something that a person should know although the test goes on."""

    def log(self, level: str, source: str, message: str) -> None:
        """A line about what takes time, or about what went wrong."""


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """What came of a batch."""

    batch: LocalTestBatchResult
    report: TestReport
    interrupted: bool


def run_test(
    plan: TestPlan, display: TestDisplay, environ: Mapping[str, str], on_progress: OnProgress | None = None
) -> TestOutcome:
    """Runs all rows of the plan. For a command: Ctrl-C stops it, and what has ended is in the outcome.

    Raises OsmosisError for a model that cannot answer a first request, KeyboardInterrupt for an interruption before the
    first row.
    """
    redact = _redactor(plan, environ)
    try:
        return asyncio.run(_run_test(plan, display, environ, redact, on_progress))
    except OsmosisError as error:
        raise error.with_text(redact) from None


async def _run_test(
    plan: TestPlan,
    display: TestDisplay,
    environ: Mapping[str, str],
    redact: Redactor,
    on_progress: OnProgress | None,
) -> TestOutcome:
    control = RunControl()
    async with _model(plan, display, environ) as session, _rows(plan, session, display) as (batch, rows):
        display.status(f"Running {counted(batch.row_count, 'row')}, {batch.concurrency} at a time")
        running = asyncio.ensure_future(
            run_batch(
                batch,
                rows,
                spent=lambda: session.spent,
                on_progress=on_progress,
                control=control,
                log=display.log,
                redact=redact,
            )
        )
        interrupted = False
        try:
            result = await asyncio.shield(running)
        except asyncio.CancelledError:
            if not control.dispatched:
                running.cancel()
                raise
            interrupted = True
            display.status("Interrupted: ending the rows in flight")
            await control.stop()
            result = await running
    return TestOutcome(result, report_of(result, plan.config), interrupted)


def run_interactive(plan: TestPlan, display: TestDisplay, environ: Mapping[str, str], terminal: Terminal) -> None:
    """Runs the rows that the person picks, one at a time. Raises OsmosisError as `run_test` does."""
    redact = _redactor(plan, environ)
    try:
        asyncio.run(_run_interactive(plan, display, environ, terminal))
    except OsmosisError as error:
        raise error.with_text(redact) from None


async def _run_interactive(
    plan: TestPlan, display: TestDisplay, environ: Mapping[str, str], terminal: Terminal
) -> None:
    run_row: Callable[[int], object]
    async with _model(plan, display, environ) as session:
        if isinstance(plan.agent, LoopAgent):
            run_row = _loop_row(plan, plan.agent, session, terminal)
            await pick_rows(terminal, plan.first_row, plan.last_row, run_row, plan.options.row)
            return
        async with _workflow_rows(plan.agent, session, display) as rows:
            run_row = _workflow_row(plan, rows, session, terminal)
            await pick_rows(terminal, plan.first_row, plan.last_row, run_row, plan.options.row)


def _loop_row(plan: TestPlan, agent: LoopAgent, session: ModelSession, terminal: Terminal) -> Callable[[int], object]:
    options = plan.options.row_options
    client = ExternalLLMClient(plan.options.model, session=session)
    runner = InteractiveRunner(agent.loop, client, debug_dir=options.debug_dir, terminal=terminal)

    async def run_row(number: int) -> int | None:
        row = plan.row(number)
        await runner.run_single_interactive(row, number, options.max_turns, options.completion_params)
        return runner.next_row

    return run_row


def _workflow_row(
    plan: TestPlan, rows: WorkflowRows, session: ModelSession, terminal: Terminal
) -> Callable[[int], object]:
    async def run_row(number: int) -> int | None:
        row = plan.row(number)
        screen = RowScreen(terminal, row)
        bridge = await session.bridge()
        if isinstance(bridge, GatedBridge):
            bridge.watch(screen.tools, screen.sending, screen.step)
        screen.begin()
        run = await rows.run_row(row, row_id(row))
        screen.end(None if screen.aborted else run)
        return screen.next_row

    return run_row


@asynccontextmanager
async def _model(plan: TestPlan, display: TestDisplay, environ: Mapping[str, str]) -> AsyncIterator[ModelSession]:
    """The model, asked once whether it answers."""
    options = plan.options
    session = ModelSession(options.model, api_key=options.api_key, api_base=options.base_url, environ=environ)
    session.width = options.concurrency
    session.log = lambda line: display.log("info", "model", line)
    if options.interactive and isinstance(plan.agent, WorkflowAgent):
        session.make_bridge = lambda model, token, price: GatedBridge(model, token, price=price)
    try:
        display.status(f"Opening the model {session.model_path}")
        problem = await session.preflight()
        if problem is not None:
            display.warning(None, problem)
        yield session
    finally:
        await session.close()


@asynccontextmanager
async def _rows(plan: TestPlan, session: ModelSession, display: TestDisplay) -> AsyncIterator[tuple[Batch, RowRunner]]:
    """What runs the plan's rows, and the batch at the width that it has."""
    batch, agent = plan.batch, plan.agent
    if isinstance(agent, LoopAgent):
        client = ExternalLLMClient(plan.options.model, session=session)
        yield batch, LoopRows(agent.loop, client, plan.options.row_options, shared=True)
        return
    async with _workflow_rows(agent, session, display) as rows:
        if rows.width is not None and rows.width < batch.concurrency:
            display.warning(
                None,
                f"{batch.concurrency} rows at a time are asked for and the workflow's config allows {rows.width}; "
                "give --config an AgentWorkflowConfig whose concurrency is higher",
            )
            batch = replace(batch, concurrency=rows.width)
        yield batch, rows


@asynccontextmanager
async def _workflow_rows(
    agent: WorkflowAgent, session: ModelSession, display: TestDisplay
) -> AsyncIterator[WorkflowRows]:
    async with WorkflowRows.opened(
        agent.workflow,
        session,
        grader=agent.grader,
        config=agent.config,
        warn=lambda message: display.log("warning", "listener", message),
    ) as rows:
        yield rows


def _redactor(plan: TestPlan, environ: Mapping[str, str]) -> Redactor:
    key = plan.options.api_key
    return Redactor([*ambient_secrets(environ), *([key] if key else [])])
