"""The ledger of a run: attempts go to the journal first, and every other file of the run is made from what they say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic_core import from_json

from osmosis_ai.base.redaction import Redactor
from osmosis_ai.contract.members import known
from osmosis_ai.contract.outcomes import Scored, error_of, run_status
from osmosis_ai.engine.documents import compact_line, spaced_line
from osmosis_ai.engine.journal import AppendLog, Line
from osmosis_ai.engine.metrics import Result, summarize
from osmosis_ai.engine.work import Attempt, AttemptResult, WorkKey
from osmosis_ai.eval.replay import Replay
from osmosis_ai.eval.run_folder import RunFolder
from osmosis_ai.eval.run_log import RunLog, timestamp
from osmosis_contract.models.rollout import RolloutErrorCategory
from osmosis_contract.models.run_events import (
    AttemptEnded,
    AttemptErrorCategory,
    AttemptStarted,
    RowStatus,
    RunEvent,
)
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import MetricsEvalRun, RunMetrics, RunState
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["Entry", "RunLedger", "RunTotals"]

_ATTEMPTS, _EVENTS = 0, 1
_SNAPSHOT_EVERY_SEC = 2.0


@dataclass(frozen=True, slots=True)
class RunTotals:
    """How much there is to do: rows selected, rows in the dataset, work items in all."""

    sampled_rows: int
    dataset_rows: int
    work_items: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The current result of one work item."""

    event: RunEvent
    max_context_tokens: int | None
    trajectory: str | None
    resumed: bool


class RunLedger:
    """Records attempts and keeps the run's files true.

    `on_settled` is told of every result once it is on disk.
    """

    def __init__(
        self,
        folder: RunFolder,
        identity: MetricsEvalRun,
        totals: RunTotals,
        pass_threshold: float,
        redact: Redactor,
        log: RunLog,
        on_settled: Callable[[Entry], None],
    ) -> None:
        self._folder = folder
        self._identity = identity
        self._threshold = pass_threshold
        self._totals = totals
        self._redact = redact
        self._log = log
        self._on_settled = on_settled
        self._began = time.monotonic()
        self._snapshot_due = 0.0
        self._journal = AppendLog([folder.attempts, folder.events])
        self.entries: dict[WorkKey, Entry] = {}

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
        now = timestamp()
        category, said = error_of(result.outcome)
        message = self._redact(said) if said else None
        status = run_status(result.outcome)
        reward = result.outcome.reward if isinstance(result.outcome, Scored) else None
        trajectory = None
        if status is not None:
            trajectory = await asyncio.to_thread(self._collect, attempt)
        lines: list[Line] = [
            (
                _ATTEMPTS,
                compact_line(
                    AttemptEnded(
                        event="ended",
                        row_index=attempt.item.row_index,
                        run_index=attempt.item.run_index,
                        source_row_index=attempt.item.source_row_index,
                        attempt=attempt.number,
                        rollout_id=attempt.rollout_id,
                        at=now,
                        outcome=result.outcome.kind,
                        duration_ms=round(result.duration_ms, 1),
                        **known(
                            reward=reward,
                            err_category=None if category is None else AttemptErrorCategory(category.value),
                            err_message=message,
                            tokens=result.tokens,
                            max_context_tokens=result.max_context_tokens,
                            trajectory=trajectory,
                        ),
                    )
                ),
            )
        ]
        if status is None:
            await self._journal.append(lines)
            return
        event = RunEvent(
            row_index=attempt.item.row_index,
            run_index=attempt.item.run_index,
            source_row_index=attempt.item.source_row_index,
            rollout_id=attempt.rollout_id,
            status=status,
            duration_ms=round(result.duration_ms, 1),
            outcome=result.outcome.kind,
            attempt=attempt.number,
            finished_at=now,
            **known(
                reward=reward,
                tokens=result.tokens,
                error_type=_error_type(category, message) if status is RowStatus.FAILED else None,
                err_message=message,
            ),
        )
        lines.append((_EVENTS, compact_line(event)))
        await self._journal.append(lines)
        entry = Entry(event, result.max_context_tokens, trajectory, resumed=False)
        self.entries[attempt.item.key] = entry
        self._on_settled(entry)
        if time.monotonic() >= self._snapshot_due:
            self._snapshot_due = time.monotonic() + _SNAPSHOT_EVERY_SEC
            self._write_metrics(RunState.RUNNING, None)

    def carry(self, before: Replay) -> None:
        """Takes over the results of earlier invocations."""
        for key, event in before.events.items():
            entry = Entry(
                event,
                before.contexts.get(event.rollout_id),
                before.trajectories.get(event.rollout_id),
                resumed=True,
            )
            self.entries[key] = entry
            self._on_settled(entry)

    def _collect(self, attempt: Attempt) -> str | None:
        """The path of the collected trajectory below the run, if there is one that names this rollout."""
        try:
            copied = self._folder.collect(attempt.rollout_id, attempt.item.row_index, attempt.item.run_index)
        except OSError as error:
            self._log.warning("trajectory", f"files of rollout {attempt.rollout_id} were not collected: {error}")
            return None
        if copied is None or not _names(copied, attempt.rollout_id):
            return None
        return copied.relative_to(self._folder.root).as_posix()

    def open(self) -> None:
        """Writes the first snapshots of the run."""
        self._folder.write_json(
            self._folder.progress,
            RunProgress(
                total_runs=self._totals.work_items,
                sampled_rows=self._totals.sampled_rows,
                total_dataset_rows=self._totals.dataset_rows,
            ),
        )
        self._write_metrics(RunState.RUNNING, None)

    def finish(self, *, complete: bool) -> RunMetrics:
        """Writes index, summary and metrics as they now are, and returns the metrics."""
        index = b"".join(_index_line(self.entries[key]) for key in sorted(self.entries))
        self._folder.write(self._folder.index, index)
        self._folder.write(self._folder.summary, index)
        return self._write_metrics(RunState.FINISHED if complete else RunState.INCOMPLETE, timestamp())

    def _write_metrics(self, state: RunState, completed_at: str | None) -> RunMetrics:
        metrics = RunMetrics(
            eval_run=self._identity.model_copy(
                update={
                    "status": state,
                    "duration_ms": round((time.monotonic() - self._began) * 1000, 1),
                    "completed_at": completed_at,
                }
            ),
            summary=summarize(
                (
                    Result(key, entry.event.status, entry.event.reward, entry.event.tokens)
                    for key, entry in self.entries.items()
                ),
                self._threshold,
            ),
        )
        self._folder.write_json(self._folder.metrics, metrics)
        return metrics

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()


def _index_line(entry: Entry) -> bytes:
    event = entry.event
    row = IndexRow(
        row_index=event.row_index,
        run_index=event.run_index,
        rollout_id=event.rollout_id,
        status=event.status,
        **known(
            trajectory_filename="trajectory.json" if entry.trajectory is not None else None,
            reward=event.reward,
            tokens=event.tokens,
            max_context_tokens=entry.max_context_tokens,
            duration_ms=event.duration_ms,
            error_type=event.error_type,
            resumed=True if entry.resumed else None,
            outcome=event.outcome,
            attempt=event.attempt,
        ),
    )
    return spaced_line(row)


def _error_type(category: RolloutErrorCategory | None, message: str | None) -> str:
    return category.value if category is not None else message or "rollout_failed"


def _names(path: Path, rollout_id: str) -> bool:
    """True when the document at `path` parses and says that it is of this rollout."""
    try:
        document = from_json(path.read_bytes())
    except (OSError, ValueError):
        return False
    if not isinstance(document, dict):
        return False
    extra = document.get("extra")
    osmosis = extra.get("osmosis") if isinstance(extra, dict) else None
    named = osmosis.get("rollout_id") if isinstance(osmosis, dict) else None
    named = named or document.get("session_id") or str(document.get("trajectory_id") or "").split("/")[0]
    return bool(named == rollout_id)
