"""The ledger of a run: attempts go to the journal first, and everything else is made from what is recorded there."""

from __future__ import annotations

import asyncio
import time

from osmosis_ai.engine.metrics import summarize
from osmosis_ai.engine.ports import Ports, RunProgressUpdate
from osmosis_ai.engine.records import (
    Unfinished,
    ended_record,
    event_of,
    index_row_of,
    result_of,
    row_mark,
    row_preview,
    started_record,
    timestamp,
)
from osmosis_ai.engine.replay import Replay
from osmosis_ai.engine.results import Figures, Result
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.engine.work import Attempt, AttemptResult
from osmosis_contract.models.run_events import AttemptEnded, RowStatus, RunEvent
from osmosis_contract.models.run_metrics import MetricsEvalRun, RunMetrics, RunState
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["RunLedger"]

_SNAPSHOT_PAUSE_SEC = 2.0
_SNAPSHOT_SHARE = 50


class RunLedger:
    """Records attempts, and passes what is recorded on to the run's snapshots and observer.

    It begins with what earlier invocations left, `before`. `results` are the results there are, `unfinished` the items
    that were tried and have none, `spent` is what all attempts used. Nothing is recorded once the lease is lost:
    LeaseLostError is raised instead.
    """

    def __init__(self, spec: RunSpec, ports: Ports, before: Replay) -> None:
        self._spec = spec
        self._ports = ports
        self._before = before
        self.results = before.results
        self.unfinished = dict(before.unfinished)
        self.spent = before.spent
        self._judge_changed = False
        self._rewards = 0.0
        self._graded = 0
        self._failed = 0
        self._tokens = 0
        for key in self.results:
            if not self.results.is_pending(key):
                self._count(self.results[key])
        self._began = time.monotonic()
        self._snapshot_due = 0.0
        self._snapshot: asyncio.Future[RunMetrics] | None = None
        self._identity = MetricsEvalRun(
            id=spec.run_id,
            status=RunState.RUNNING,
            name=spec.name,
            dataset_name=spec.dataset_name,
            model_name=spec.inputs.model_path,
            rollout_name=spec.inputs.rollout.name,
            duration_ms=0.0,
            started_at=timestamp(),
        )

    @property
    def duration_ms(self) -> float:
        """How long this invocation has been at work."""
        return round((time.monotonic() - self._began) * 1000, 1)

    async def open(self) -> None:
        """Puts right what earlier invocations left and writes the first snapshots of this one."""
        artifacts, journal = self._ports.artifacts, self._ports.journal
        unknown, superseded = self._before.without_attempt_record, self._before.superseded_in_flight
        if unknown:
            found = await artifacts.have_trajectory(journal.results(unknown))
            for key, has_trajectory in zip(unknown, found, strict=True):
                self.results.describe(key, max_context_tokens=None, has_trajectory=has_trajectory)
        if superseded:
            await artifacts.restore(journal.results(superseded))
        await self._ports.snapshots.write_progress(
            RunProgress(
                total_runs=self._spec.work_items,
                sampled_rows=self._spec.row_count,
                total_dataset_rows=self._spec.dataset_row_count,
            )
        )
        await self._write_metrics(self.results.figures(), RunState.RUNNING)
        await self._ports.snapshots.write_rows(row_preview(number, row) for number, row in enumerate(self._spec.rows()))

    async def started(self, attempt: Attempt) -> None:
        """Returns once the record of an attempt that is about to be dispatched is durable."""
        self._ports.lease.check()
        await self._ports.journal.append(started_record(attempt))

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        """Returns once the record of an attempt that ended is durable, with its files collected."""
        self._ports.lease.check()
        record = ended_record(attempt, result, self._ports.redact)
        event = event_of(record)
        key = attempt.item.key
        self.spent = self.spent.plus(record.tokens, record.cost_usd, estimated=bool(record.tokens_estimated))
        self._warn_of_another_judge(record)
        if event is None:
            await self._ports.journal.append(record)
            self._log_traceback(record)
            self.unfinished[key] = Unfinished(record.outcome, record.err_message)
            return
        trajectory = await self._ports.artifacts.collect(attempt.rollout_id, key)
        if trajectory is not None:
            record.trajectory, record.trajectory_sha256 = trajectory.path, trajectory.sha256
        await self._ports.journal.append(record)
        self.results[key] = result_of(event)
        self.results.describe(key, max_context_tokens=result.max_context_tokens, has_trajectory=trajectory is not None)
        self.unfinished.pop(key, None)
        self._count(event)
        self._report(event)
        self._log_traceback(record)
        self._snapshot_if_due()

    def _warn_of_another_judge(self, record: AttemptEnded) -> None:
        """Says, once, that a grader asks another judge than the graders of earlier invocations asked."""
        changed = None if self._judge_changed else self._before.judges.unlike(record.judges or ())
        if changed is None:
            return
        self._judge_changed = True
        sentence = f"the results of {self._spec.name} so far were judged by something else. Changed: {changed}"
        self._ports.observer.log("warning", "run", sentence)
        self._ports.observer.warning("JUDGE_CHANGED", sentence)

    def _count(self, result: RunEvent | Result) -> None:
        self._failed += result.status is RowStatus.FAILED
        self._tokens += result.tokens or 0
        if result.reward is not None:
            self._graded += 1
            self._rewards += result.reward

    def _report(self, event: RunEvent) -> None:
        fields = {k: v for k, v in (("reward", event.reward), ("error", event.err_message)) if v is not None}
        message = f"row {event.source_row_index} run {event.run_index}: {event.outcome}"
        self._ports.observer.log("info", "result", message, **fields)
        self._ports.observer.progress(
            RunProgressUpdate(
                done=self._spec.work_items - self.results.pending,
                total=self._spec.work_items,
                failed=self._failed,
                graded=self._graded,
                mean_reward=self._rewards / self._graded if self._graded else None,
                tokens=self._tokens,
            )
        )

    def _log_traceback(self, record: AttemptEnded) -> None:
        """Where user code failed, a line of the log for each line of the traceback."""
        where = row_mark(record.source_row_index, record.run_index)
        for line in (record.err_traceback or "").splitlines():
            self._ports.observer.log("error", "traceback", f"{where}{line}")

    async def finish(self) -> RunMetrics:
        """Writes index and metrics as they now are, and returns the metrics. Raises OsmosisError."""
        events = zip(self._ports.journal.results(self.results.keys()), self.results.values(), strict=True)
        await self._ports.snapshots.write_index(index_row_of(event, result) for event, result in events)
        complete = len(self.results) == self._spec.work_items
        state = RunState.FINISHED if complete else RunState.INCOMPLETE
        return await self._write_metrics(self.results.figures(), state, completed_at=timestamp())

    async def wait_for_snapshot(self) -> None:
        """Waits for a snapshot that is being written. Raises what kept it from being written."""
        snapshot, self._snapshot = self._snapshot, None
        if snapshot is not None:
            await snapshot

    def _snapshot_if_due(self) -> None:
        """Begins another snapshot of the metrics, seldom enough to take a fiftieth of the time at most."""
        if time.monotonic() < self._snapshot_due:
            return
        if self._snapshot is not None:
            if not self._snapshot.done():
                return
            self._snapshot.result()
        began = time.monotonic()
        self._snapshot = asyncio.ensure_future(self._write_metrics(self.results.figures(), RunState.RUNNING))
        self._snapshot.add_done_callback(lambda _: self._plan_snapshot(began))
        self._snapshot_due = float("inf")

    def _plan_snapshot(self, began: float) -> None:
        now = time.monotonic()
        self._snapshot_due = now + max(_SNAPSHOT_PAUSE_SEC, _SNAPSHOT_SHARE * (now - began))

    async def _write_metrics(self, figures: Figures, state: RunState, completed_at: str | None = None) -> RunMetrics:
        summary = await asyncio.to_thread(summarize, figures, self._spec.pass_threshold, cost_usd=self.spent.cost_usd)
        update = {"status": state, "duration_ms": self.duration_ms, "completed_at": completed_at}
        metrics = RunMetrics(eval_run=self._identity.model_copy(update=update), summary=summary)
        await self._ports.snapshots.write_metrics(metrics)
        return metrics
