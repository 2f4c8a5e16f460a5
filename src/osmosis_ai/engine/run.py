"""One run, of any kind: what is pending is dispatched through a runner, and every end is recorded through ports."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from uuid import uuid4

from osmosis_ai.engine.dispatch import Dispatcher, DispatchReport
from osmosis_ai.engine.ledger import RunLedger
from osmosis_ai.engine.ports import LeaseLostError, Ports
from osmosis_ai.engine.records import Unfinished
from osmosis_ai.engine.replay import Replay, replay
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.engine.work import OpenRunner, RunnerOpener, WorkKey
from osmosis_contract.models.run_metrics import RunMetrics

__all__ = ["Phase", "RunControl", "RunResult", "new_rollout_id", "run"]


class Phase(Enum):
    """How far a run is."""

    STARTING = auto()
    DISPATCHING = auto()
    FINISHING = auto()


class RunControl:
    """How whoever started a run follows and stops it."""

    def __init__(self) -> None:
        self.phase = Phase.STARTING
        self.dispatched = False
        """Whether anything was dispatched."""
        self._dispatcher: Dispatcher | None = None

    async def stop(self) -> None:
        """Dispatches nothing more and cancels what is in flight. Does nothing unless the run is dispatching."""
        if self._dispatcher is not None:
            await self._dispatcher.stop()

    def dispatching(self, dispatcher: Dispatcher) -> None:
        """From now on `stop` stops this dispatcher. Called by the run."""
        self.phase, self.dispatched, self._dispatcher = Phase.DISPATCHING, True, dispatcher

    def finishing(self) -> None:
        """Nothing is dispatched any more. Called by the run."""
        self.phase, self._dispatcher = Phase.FINISHING, None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """What came of one invocation of a run."""

    report: DispatchReport
    """What was dispatched."""
    resumed: int
    """How many results were carried over from earlier invocations; one that is tried again is not."""
    metrics: RunMetrics
    duration_ms: float
    results: ResultTable
    """All results of the run."""
    unfinished: Mapping[WorkKey, Unfinished]
    """How the last attempt ended at each item that was tried and has no result."""

    @property
    def complete(self) -> bool:
        """True when every work item has a result, and every reopened one a new one."""
        return not self.results.pending


async def run(
    spec: RunSpec,
    open_runner: RunnerOpener,
    ports: Ports,
    *,
    before: Replay | None = None,
    previous_run_crashed: bool = False,
    control: RunControl | None = None,
    new_id: Callable[[], str] | None = None,
) -> RunResult:
    """Dispatches everything pending, then finishes the run's snapshots.

    `before` is what the journal says of earlier invocations, for callers that have read it; items may be reopened in
    it. The runner is opened only when something is pending. With `previous_run_crashed`, what its attempts left is
    searched for secrets even when nothing is pending.

    Raises LeaseLostError, and writes nothing more, once the lease is lost. Any other error, and a cancellation, is
    raised after the snapshots are finished.
    """
    control = control or RunControl()
    before = before or replay(ports.journal.records(), rows=spec.row_count, runs_per_row=spec.runs_per_row)
    resumed = before.results.items - before.results.pending
    observer = ports.observer
    report = DispatchReport()
    ledger = RunLedger(spec, ports, before)
    try:
        await ledger.open()
        observer.log("info", "run", "started", name=spec.name, items=spec.work_items, resumed=resumed)
        if ledger.results.pending:
            try:
                async with open_runner() as opened:
                    report = await _dispatch(
                        spec, opened, ledger, ports, control=control, new_id=new_id or new_rollout_id
                    )
                    observer.status("Stopping the runner")
            finally:
                control.finishing()
                await _redact_leftovers(ports)
        elif previous_run_crashed:
            await _redact_leftovers(ports)
        control.finishing()
        await ledger.wait_for_snapshot()
        ports.lease.check()
        metrics = await ledger.finish()
        observer.log("info", "run", str(metrics.eval_run.status), results=len(ledger.results))
    except LeaseLostError:
        raise  # the run is another process's now
    except BaseException as error:
        observer.log("error", "run", "ended early", error=f"{type(error).__name__}: {error}")
        with contextlib.suppress(Exception):
            await ledger.wait_for_snapshot()
        with contextlib.suppress(Exception):
            await ledger.finish()
        raise
    return RunResult(
        report=report,
        resumed=resumed,
        metrics=metrics,
        duration_ms=ledger.duration_ms,
        results=ledger.results,
        unfinished=ledger.unfinished,
    )


def new_rollout_id() -> str:
    """A new rollout's identity: 32 lower-case hexadecimal digits."""
    return uuid4().hex


async def _dispatch(
    spec: RunSpec,
    opened: OpenRunner,
    ledger: RunLedger,
    ports: Ports,
    *,
    control: RunControl,
    new_id: Callable[[], str],
) -> DispatchReport:
    spent_before = ledger.spent
    pending = ledger.results.pending
    width = max(1, min(spec.max_in_flight or opened.width, opened.width, pending))  # each is a worker

    def stop_reason() -> str | None:
        spent = opened.spent()
        return opened.stop_reason() or spec.budget.reached(
            spent_before.plus(spent.tokens, spent.cost_usd, estimated=spent.estimated)
        )

    dispatcher = Dispatcher(
        opened.runner,
        ledger,
        max_in_flight=width,
        new_id=new_id,
        attempts_before=ledger.results.attempts,
        stop_reason=stop_reason,
        warn=lambda message: ports.observer.log("warning", "dispatch", message),
    )
    loop = asyncio.get_running_loop()
    ports.lease.on_lost(lambda: asyncio.run_coroutine_threadsafe(dispatcher.stop(), loop))
    control.dispatching(dispatcher)
    ports.observer.log("info", "schedule", "dispatching", items=pending, in_flight=width)
    ports.observer.status(f"Running {pending} rollouts, {width} at a time")
    try:
        return await dispatcher.run(spec.items(ledger.results.is_pending))
    finally:
        control.finishing()
        ports.lease.on_lost(lambda: None)


async def _redact_leftovers(ports: Ports) -> None:
    """Once nothing runs any more. Whoever has taken the run over does so at its own end, for all attempts."""
    try:
        ports.lease.check()
    except LeaseLostError:
        return
    for failure in await ports.artifacts.redact_leftovers():
        ports.observer.log("warning", "redact", f"a file may still hold a secret: {failure}")
