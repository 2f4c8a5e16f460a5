"""A batch of rows on the engine: a specification of the run, its runner, and the results as they are recorded."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from osmosis_ai.base.errors import InternalError
from osmosis_ai.engine.run import RunControl, run
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.engine.work import Attempt, AttemptResult, OpenRunner, Row, Runner
from osmosis_ai.eval.test_mode.ports import LogLine, ports_of_test
from osmosis_ai.eval.test_mode.results import LocalTestBatchResult, LocalTestRunResult, row_result
from osmosis_ai.eval.test_mode.rows import RowRun, RowRunner, row_id, systemic_fault
from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.semantics.outcomes import Cancelled
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.run_events import AttemptEnded, RolloutOutcome
from osmosis_contract.models.run_manifest import (
    RunDatasetInput,
    RunInputs,
    RunRolloutInput,
    RunTimeouts,
    RunVersions,
)

__all__ = ["Batch", "OnProgress", "run_batch"]

type OnProgress = Callable[[int, int, LocalTestRunResult], object]
"""Gets how many rows are done, how many there are, and the row that has just ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Which rows are run, with what."""

    agent: object
    """The loop, or the class of the workflow."""
    agent_name: str
    model: str
    rows: Callable[[], Iterator[Row]]
    row_count: int
    selected_rows: str
    """The rows' numbers in the file, in the form of a row selection."""
    dataset_name: str = "rows"
    dataset_sha256: str = hashlib.sha256().hexdigest()
    dataset_row_count: int | None = None
    concurrency: int = 1

    def spec(self) -> RunSpec:
        """The run, for the engine."""
        return RunSpec(
            run_id=uuid4().hex,
            name=f"test-{self.agent_name}",
            dataset_name=self.dataset_name,
            inputs=RunInputs(
                model_path=self.model,
                dataset=RunDatasetInput(sha256=self.dataset_sha256, selected_source_rows=self.selected_rows),
                n=1,
                rollout=RunRolloutInput(
                    name=self.agent_name or "agent", entrypoint="", source_digest=_source_digest(self.agent)
                ),
                env={},
                secret_names=[],
                timeouts=RunTimeouts(agent_timeout_sec=None, grader_timeout_sec=None),
                versions=RunVersions(rollout_protocol="none", dataset_normalization=1, state_schema=1),
            ),
            rows=self.rows,
            row_count=self.row_count,
            dataset_row_count=self.row_count if self.dataset_row_count is None else self.dataset_row_count,
            max_in_flight=self.concurrency,
        )


async def run_batch(
    batch: Batch,
    rows: RowRunner,
    *,
    spent: Callable[[], Spent] = Spent,
    on_progress: OnProgress | None = None,
    control: RunControl | None = None,
    log: LogLine | None = None,
    redact: Callable[[str], str] | None = None,
) -> LocalTestBatchResult:
    """Runs the rows, `concurrency` at a time, each once, and gives their results.

    Once the provider says that no row can have an answer, no other row is begun. What `on_progress` raises ends the
    batch. `control` stops it: rows that had not ended are not among the results.
    """
    runner = _Rows(rows.run_row)
    results: list[LocalTestRunResult] = []

    def ended(record: AttemptEnded) -> None:
        kept = runner.kept.pop(record.rollout_id, None)
        if record.outcome is RolloutOutcome.CANCELLED:
            return
        result, usage = (None, RolloutUsage()) if kept is None else (kept.result, kept.usage)
        results.append(row_result(record, result, usage))
        if on_progress is not None:
            on_progress(len(results), batch.row_count, results[-1])

    @asynccontextmanager
    async def opened() -> AsyncIterator[OpenRunner]:
        yield _Opened(runner, batch.concurrency, spent)

    ran = await run(batch.spec(), opened, ports_of_test(ended, log=log, redact=redact), control=control)
    stopped = "interrupted" if ran.report.cancelled else ran.report.halted
    return LocalTestBatchResult.of(results, ran.duration_ms, stopped if len(results) < batch.row_count else None)


class _Rows(Runner):
    """The engine's runner over rows that run in this process. `kept` has what records do not hold, by attempt."""

    def __init__(self, run_row: Callable[[Row, str], Awaitable[RowRun]]) -> None:
        self._run_row = run_row
        self._running: set[asyncio.Future[RowRun]] = set()
        self._cancelled = False
        self.kept: dict[str, RowRun] = {}
        self.systemic: str | None = None

    async def run(self, attempt: Attempt) -> AttemptResult:
        """The row's end; cancelled once `cancel` was called."""
        if self._cancelled:
            return AttemptResult(Cancelled(), 0.0)
        row = attempt.item.row
        work = asyncio.ensure_future(self._run_row(row, row_id(row)))
        self._running.add(work)
        try:
            await asyncio.wait([work])
        finally:
            self._running.discard(work)
            if not work.done():
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
        if work.cancelled():
            return AttemptResult(Cancelled(), 0.0)
        done = self.kept[attempt.rollout_id] = work.result()
        self.systemic = self.systemic or systemic_fault(done.usage)
        return done.attempt

    async def restart(self) -> None:
        """Never called: rows in this process are not lost one by one."""
        raise InternalError("rows of a test run in this process, which cannot be started again")

    async def cancel(self) -> None:
        """Ends what is in flight."""
        self._cancelled = True
        for work in list(self._running):
            work.cancel()


@dataclass(frozen=True, slots=True)
class _Opened:
    runner: _Rows
    width: int
    spent: Callable[[], Spent]

    def stop_reason(self) -> str | None:
        """Why no other row could have an answer."""
        return self.runner.systemic


def _source_digest(agent: object) -> str:
    """SHA-256 of the file that has the agent; of nothing where there is no such file."""
    module = sys.modules.get((agent if isinstance(agent, type) else type(agent)).__module__)
    file = getattr(module, "__file__", None)
    try:
        return hashlib.sha256(Path(file).read_bytes() if file else b"").hexdigest()
    except OSError:
        return hashlib.sha256().hexdigest()
