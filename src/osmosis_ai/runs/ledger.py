"""The ledger of a run: attempts go to the journal first, and every other file of the run is made from what they say."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.documents import compact_line, spaced_line
from osmosis_ai.engine.metrics import summarize
from osmosis_ai.engine.results import Figures
from osmosis_ai.engine.work import Attempt, AttemptResult, WorkKey
from osmosis_ai.runs.folder import Collected, RunFolder
from osmosis_ai.runs.journal import AppendLog, JournalError
from osmosis_ai.runs.log import RunLog, timestamp
from osmosis_ai.runs.records import EventFile, Unfinished, event_of, index_row_of, result_of
from osmosis_ai.runs.replay import Replay
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.outcomes import Scored, error_of
from osmosis_contract.models.run_events import AttemptEnded, AttemptErrorCategory, AttemptStarted, RunEvent
from osmosis_contract.models.run_metrics import MetricsEvalRun, RunMetrics, RunState
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["RunLedger", "RunTotals"]

_ATTEMPTS, _EVENTS = 0, 1
_SNAPSHOT_PAUSE_SEC = 2.0
_SNAPSHOT_SHARE = 50
_LONGEST_MESSAGE = 8000
_DISK_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS})


@dataclass(frozen=True, slots=True)
class RunTotals:
    """How much there is to do: rows selected, rows in the dataset, work items in all."""

    sampled_rows: int
    dataset_rows: int
    work_items: int


class RunLedger:
    """Records attempts and keeps the run's files true.

    It begins with what earlier invocations left, `before`. `results` are the results there are, `unfinished` the items
    that were tried and have none. `on_settled` is told of every new result once it is on disk. Opening the journal may
    raise JournalError.
    """

    def __init__(
        self,
        *,
        folder: RunFolder,
        before: Replay,
        identity: MetricsEvalRun,
        totals: RunTotals,
        pass_threshold: float,
        redact: Redactor,
        run_log: RunLog,
        on_settled: Callable[[RunEvent], None],
    ) -> None:
        self._folder = folder
        self._identity = identity
        self._threshold = pass_threshold
        self._totals = totals
        self._redact = redact
        self._run_log = run_log
        self._on_settled = on_settled
        self._began = time.monotonic()
        self._snapshot_due = 0.0
        self._snapshot: asyncio.Future[RunMetrics] | None = None
        self._journal = AppendLog([folder.attempts, folder.events])
        for path in self._journal.torn:
            run_log.warning("resume", f"{path.name}: cut off a last line that was not written to its end")
        self._before = before
        self.results = before.results
        self.unfinished = before.unfinished
        self.spent = before.spent

    async def open(self) -> None:
        """Completes what earlier invocations left and writes the first snapshots of this one."""
        missed = self._before.unwritten
        if missed:
            self._run_log.warning("resume", "results that the journal has and events.jsonl lacks are added to it")
            places = await self._journal.append([(_EVENTS, compact_line(event)) for event in missed])
            for event, place in zip(missed, places, strict=True):
                self.results.put_at((event.row_index, event.run_index), place)
        if self._before.foreign:
            await asyncio.to_thread(self._find_foreign_trajectories)
        if self._before.disturbed:
            await asyncio.to_thread(self._collect_again)
        self._folder.write_json(
            self._folder.progress,
            RunProgress(
                total_runs=self._totals.work_items,
                sampled_rows=self._totals.sampled_rows,
                total_dataset_rows=self._totals.dataset_rows,
            ),
        )
        self._write_metrics(self.results.figures(), RunState.RUNNING)

    def _find_foreign_trajectories(self) -> None:
        """For results of another program, the copy of a trajectory in place is all there is to go by."""
        for key, event in zip(self._before.foreign, self._events(self._before.foreign), strict=True):
            found = self._folder.collected(event.rollout_id, *key) is not None
            self.results.describe(key, max_context_tokens=None, has_trajectory=found)

    def _collect_again(self) -> None:
        """Puts the files of the result that counts in the place of those that a lost attempt may have put there."""
        for key, event in zip(self._before.disturbed, self._events(self._before.disturbed), strict=True):
            if self._folder.trial_of(event.rollout_id).is_dir():
                self._collect(event.rollout_id, key)

    def _events(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return (event for event, _ in EventFile(self._folder.events).of(self.results[key] for key in keys))

    async def started(self, attempt: Attempt) -> None:
        """An attempt is about to be dispatched; returns once that is on disk."""
        record = AttemptStarted(
            event="started",
            row_index=attempt.item.row_index,
            run_index=attempt.item.run_index,
            source_row_index=attempt.item.source_row_index,
            attempt=attempt.number,
            rollout_id=attempt.rollout_id,
            at=timestamp(),
        )
        await self._journal.append([(_ATTEMPTS, compact_line(record))])

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        """An attempt has ended; returns once that is on disk, with its trajectory and artifacts in place."""
        record = self._record(attempt, result)
        event = event_of(record)
        self.spent = self.spent.plus(record.tokens, record.cost_usd)
        if event is None:
            await self._journal.append([(_ATTEMPTS, compact_line(record))])
            self.unfinished[attempt.item.key] = Unfinished(record.outcome, record.err_message)
            return
        trajectory = await asyncio.to_thread(self._collect, attempt.rollout_id, attempt.item.key)
        if trajectory is not None:
            record.trajectory, record.trajectory_sha256 = trajectory.path, trajectory.sha256
        _, place = await self._journal.append([(_ATTEMPTS, compact_line(record)), (_EVENTS, compact_line(event))])
        key = attempt.item.key
        self.results[key] = result_of(event, place)
        self.results.describe(key, max_context_tokens=result.max_context_tokens, has_trajectory=trajectory is not None)
        self.unfinished.pop(key, None)
        self._on_settled(event)
        self._snapshot_if_due()

    def _record(self, attempt: Attempt, result: AttemptResult) -> AttemptEnded:
        category, said = error_of(result.outcome)
        told = None if category is None else AttemptErrorCategory(category.value)
        return AttemptEnded(
            event="ended",
            row_index=attempt.item.row_index,
            run_index=attempt.item.run_index,
            source_row_index=attempt.item.source_row_index,
            attempt=attempt.number,
            rollout_id=attempt.rollout_id,
            at=timestamp(),
            outcome=result.outcome.kind,
            duration_ms=round(result.duration_ms, 1),
            **omit_none(
                reward=result.outcome.reward if isinstance(result.outcome, Scored) else None,
                err_category=AttemptErrorCategory.ROLLOUT_PROTOCOL_ERROR if result.refused else told,
                err_message=self._redact(said)[:_LONGEST_MESSAGE] if said else None,
                tokens=result.tokens,
                max_context_tokens=result.max_context_tokens,
                cost_usd=result.cost_usd,
            ),
        )

    def _collect(self, rollout_id: str, key: WorkKey) -> Collected | None:
        """The trajectory, if there is one that names this rollout; its copy is then in place.

        Raises JournalError when the disk is full: a result without its files would be a loss, and so would a failure
        for want of room.
        """
        try:
            found = self._folder.collect(rollout_id, *key)
            if found is None:
                self._folder.check_room()
            return found
        except OSError as error:
            if error.errno in _DISK_FAULTS:
                raise JournalError(self._folder.root, error) from None
            self._run_log.warning("trajectory", f"files of rollout {rollout_id} were not collected: {error}")
            return None

    def finish(self) -> RunMetrics:
        """Writes index, summary and metrics as they now are, and returns the metrics. Raises OsmosisError."""
        told = EventFile(self._folder.events).of(self.results.values())
        self._folder.write(self._folder.index, (spaced_line(index_row_of(event, result)) for event, result in told))
        with self._folder.index.open("rb") as index:
            self._folder.write(self._folder.summary, index)
        complete = len(self.results) == self._totals.work_items
        return self._write_metrics(
            self.results.figures(), RunState.FINISHED if complete else RunState.INCOMPLETE, completed_at=timestamp()
        )

    async def settle(self) -> None:
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
        self._snapshot = asyncio.ensure_future(
            asyncio.to_thread(self._write_metrics, self.results.figures(), RunState.RUNNING)
        )
        self._snapshot.add_done_callback(lambda _: self._plan_snapshot(began))
        self._snapshot_due = float("inf")

    def _plan_snapshot(self, began: float) -> None:
        now = time.monotonic()
        self._snapshot_due = now + max(_SNAPSHOT_PAUSE_SEC, _SNAPSHOT_SHARE * (now - began))

    def _write_metrics(self, figures: Figures, state: RunState, completed_at: str | None = None) -> RunMetrics:
        metrics = RunMetrics(
            eval_run=self._identity.model_copy(
                update={
                    "status": state,
                    "duration_ms": round((time.monotonic() - self._began) * 1000, 1),
                    "completed_at": completed_at,
                }
            ),
            summary=summarize(figures, self._threshold, cost_usd=self.spent.cost_usd),
        )
        self._folder.write_json(self._folder.metrics, metrics)
        return metrics

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()
