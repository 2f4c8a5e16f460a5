"""One invocation of a run whose folder exists and is locked: dispatch what is pending, then finish the run's files."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.garbage import rare_collections
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.dispatch import Dispatcher, DispatchReport
from osmosis_ai.engine.results import Result, ResultTable
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.eval.display import Display, ProgressLine
from osmosis_ai.eval.hosting_adapter import HostingObserver, host_spec
from osmosis_ai.eval.interrupts import Interrupts
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.rollout.ids import new_rollout_id
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.ledger import RunLedger, RunTotals
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.log import RunLog, timestamp
from osmosis_ai.runs.owned_ledger import OwnedLedger
from osmosis_ai.runs.ownership import LostOwnershipError
from osmosis_ai.runs.process_records import FolderProcessRecords
from osmosis_ai.runs.records import EventFile, Unfinished
from osmosis_ai.runs.replay import Replay
from osmosis_ai.runs.row_previews import row_lines
from osmosis_ai.runs.sweep import sweep
from osmosis_contract.models.run_events import RowStatus, RunEvent
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import MetricsEvalRun, RunMetrics, RunState

if TYPE_CHECKING:
    from osmosis_ai.hosting.services import Hosted

__all__ = ["EvalRun", "Evaluation"]


@dataclass(slots=True)
class EvalRun:
    """What came of an evaluation.

    `results` are its results, `resumed` how many of them earlier invocations brought, `unfinished` how the last try at
    an item without one ended. `archived` is where an earlier run of the name was put.
    """

    plan: EvalPlan
    name: str
    local_run_id: str
    folder: Path
    report: DispatchReport
    resumed: int
    metrics: RunMetrics
    duration_ms: float
    results: ResultTable
    unfinished: Mapping[WorkKey, Unfinished]
    archived: Path | None = None

    @property
    def complete(self) -> bool:
        """True when every work item has a result, and every one that was to be tried again a new one."""
        return not self.results.pending

    def events(self, *statuses: RowStatus) -> Iterator[RunEvent]:
        """The events of the results, or of those with one of the statuses, by row and run; read as they are needed."""
        told = EventFile(RunFolder(self.folder).events).of(self.results.values(*statuses))
        return (event for event, _ in told)


class Evaluation:
    """Runs once. Opening it opens the journal, which may raise JournalError.

    `left_running`: the invocation before this one died, so that what its attempts left may hold secrets still.
    """

    def __init__(
        self,
        *,
        plan: EvalPlan,
        folder: RunFolder,
        manifest: RunManifest,
        before: Replay,
        left_running: bool,
        secret_values: Mapping[str, str],
        token: str,
        redact: Redactor,
        run_log: RunLog,
        display: Display,
        lock: RunLock,
    ) -> None:
        self._plan = plan
        self._lock = lock
        self._folder = folder
        self._manifest = manifest
        self._before = before
        self._left_running = left_running
        self._secrets = secret_values
        self._token = token
        self._run_log = run_log
        self._display = display
        self._began = time.monotonic()
        self._rewards = 0.0
        self._graded = 0
        self._failed = 0
        self._tokens = 0
        self._ledger = RunLedger(
            folder=folder,
            before=before,
            identity=MetricsEvalRun(
                id=manifest.local_run_id,
                status=RunState.RUNNING,
                name=manifest.run_name,
                dataset_name=plan.config.experiment.dataset,
                model_name=plan.inputs.model_path,
                rollout_name=plan.inputs.rollout.name,
                duration_ms=0.0,
                started_at=timestamp(),
            ),
            totals=RunTotals(plan.scan.selected_count, plan.scan.row_count, plan.work_items),
            pass_threshold=plan.pass_threshold,
            redact=redact,
            run_log=run_log,
            on_settled=self._settled,
        )

    async def run(self) -> EvalRun:
        """Everything pending is dispatched, then the run's files are finished.

        They are finished too when something goes wrong on the way, which is then raised: an OsmosisError as it is, one
        that says so for a second interruption, and KeyboardInterrupt for one that came before anything was dispatched.
        """
        report = DispatchReport()
        try:
            await self._ledger.open()
            if not self._folder.rows.exists():
                self._folder.write(self._folder.rows, row_lines(self._plan.rows()))
            results = self._ledger.results
            resumed = len(results)
            name, items = self._manifest.run_name, self._plan.work_items
            self._run_log.info("run", "started", name=name, items=items, resumed=resumed)
            if results.pending:
                for key in results:
                    if not results.is_pending(key):
                        self._count(results[key])
                report = await self._dispatch_interruptibly()
            elif self._left_running:
                await sweep(self._folder, self._run_log, self._lock.check)
            await self._ledger.settle()
            self._lock.check()
            metrics = self._ledger.finish()
            self._run_log.info("run", str(metrics.eval_run.status), settled=len(results))
        except LostOwnershipError:
            raise  # the files are another's now
        except BaseException as error:
            self._run_log.error("run", "ended early", error=f"{type(error).__name__}: {error}")
            with contextlib.suppress(Exception):
                await self._ledger.settle()
            with contextlib.suppress(Exception):
                self._ledger.finish()
            raise
        finally:
            self._ledger.close()
        return EvalRun(
            plan=self._plan,
            name=self._manifest.run_name,
            local_run_id=self._manifest.local_run_id,
            folder=self._folder.root,
            report=report,
            resumed=resumed,
            metrics=metrics,
            duration_ms=round((time.monotonic() - self._began) * 1000, 1),
            results=results,
            unfinished=self._ledger.unfinished,
        )

    async def _dispatch_interruptibly(self) -> DispatchReport:
        dispatching = False

        def begun() -> None:
            nonlocal dispatching
            dispatching = True

        with Interrupts() as interrupts:
            try:
                return await self._dispatch(interrupts, begun)
            except asyncio.CancelledError:
                if not interrupts.received:
                    raise
                if not dispatching:
                    raise KeyboardInterrupt from None
                raise OsmosisError(
                    f"the run {self._manifest.run_name} was interrupted before what was in flight had ended",
                    hint=f"Go on with it by --name {self._manifest.run_name}; results so far are kept.",
                ) from None

    async def _dispatch(self, interrupts: Interrupts, begun: Callable[[], None]) -> DispatchReport:
        from osmosis_ai.hosting.services import hosted  # only a run with something to do pays for it

        spec = host_spec(self._plan, self._folder, secret_values=self._secrets, token=self._token)
        observer = HostingObserver(self._run_log, self._display)
        records = FolderProcessRecords(self._folder)
        try:
            async with hosted(spec, observer, records=records, redact=self._folder.redact) as services:
                with rare_collections():
                    return await self._dispatch_to(services, interrupts, begun)
        finally:  # the rollout server has ended, and writes no more files
            await sweep(self._folder, self._run_log, self._lock.check)

    async def _dispatch_to(self, services: Hosted, interrupts: Interrupts, begun: Callable[[], None]) -> DispatchReport:
        def stop_reason() -> str | None:
            spent = services.spent()
            return services.stop_reason() or self._plan.budget.reached(
                self._before.spent.plus(spent.tokens, spent.cost_usd)
            )

        dispatcher = Dispatcher(
            services.runner,
            OwnedLedger(self._ledger, self._lock.check),
            max_in_flight=services.width,
            new_id=new_rollout_id,
            attempts_before=self._ledger.results.attempts,
            stop_reason=stop_reason,
        )

        async def stop() -> None:
            self._run_log.warning("cancel", "interrupted: cancelling what is in flight")
            self._display.status("Interrupted: cancelling what is in flight")
            await dispatcher.stop()

        loop = asyncio.get_running_loop()
        self._lock.on_lost(lambda: asyncio.run_coroutine_threadsafe(dispatcher.stop(), loop))
        begun()
        pending = self._ledger.results.pending
        self._run_log.info("schedule", "dispatching", items=pending, in_flight=services.width)
        self._display.status(f"Running {pending} rollouts, {services.width} at a time")
        try:
            with interrupts.stopping(stop):
                report = await dispatcher.run(self._plan.items(self._ledger.results.is_pending))
        finally:
            self._lock.on_lost(lambda: None)
        self._display.status("Ending the rollout server and the model")
        return report

    def _settled(self, event: RunEvent) -> None:
        """A result is on disk."""
        self._count(event)
        told = {k: v for k, v in (("reward", event.reward), ("error", event.err_message)) if v is not None}
        self._run_log.info("result", f"row {event.source_row_index} run {event.run_index}: {event.outcome}", **told)
        self._display.progress(
            ProgressLine(
                done=self._plan.work_items - self._ledger.results.pending,
                total=self._plan.work_items,
                failed=self._failed,
                mean_reward=self._rewards / self._graded if self._graded else None,
                tokens=self._tokens,
            )
        )

    def _count(self, result: RunEvent | Result) -> None:
        self._failed += result.status is RowStatus.FAILED
        self._tokens += result.tokens or 0
        if result.reward is not None:
            self._graded += 1
            self._rewards += result.reward
