"""What a run's journal says, for people: counts, metrics and lines a sample. Pure projections, made again at will.

They come from the engine's own fold of the journal, so that a managed run and a local one count alike. Of recent runs
the fold is kept in memory, and goes on with each batch: who looks at a run that is at work reads what is new alone.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from osmosis_ai.engine.metrics import summarize
from osmosis_ai.engine.records import JournalRecord, index_row_of, read_attempt, read_event
from osmosis_ai.engine.replay import Replay, Replaying
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services.jobs import records_of
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import JournalBatch, ManagedRun
from osmosis_ai.platform.store.runs import HeldRun, ListedRun
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models import EvalResults, ResultRewardStats
from osmosis_contract.models.run_events import RowStatus, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import MetricsEvalRun, MetricsSummary, RunMetrics, RunState

__all__ = [
    "RunFigures",
    "appended",
    "duration_ms",
    "figures_of",
    "fold_records",
    "journal_record",
    "journal_records",
    "results_of",
    "summary_of",
    "summary_so_far",
]

_MOST_KEPT = 32
_STATES = {"pending": RunState.RUNNING, "running": RunState.RUNNING, "finished": RunState.FINISHED}


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run's journal, folded."""

    replayed: Replay
    events: dict[WorkKey, RunEvent]
    """The result that counts of each item that has one."""
    summary: MetricsSummary
    batches: int
    """How many batches of the journal were folded."""

    def index(self) -> Iterator[IndexRow]:
        """A line a sample, by row and run: `summary.jsonl`."""
        for key in self.replayed.results:
            yield index_row_of(self.events[key], self.replayed.results[key])

    def rollouts(self) -> dict[str, WorkKey]:
        """The work item of each rollout whose result counts."""
        return {event.rollout_id: key for key, event in self.events.items()}

    def retryable(self) -> int:
        """How many samples failed or were skipped."""
        results = self.replayed.results
        return results.count(RowStatus.FAILED) + results.count(RowStatus.SKIPPED)

    def metrics(self, run: ManagedRun, now: datetime) -> RunMetrics:
        """`metrics.json` of the run as it stands."""
        return RunMetrics(
            eval_run=MetricsEvalRun(
                id=run.id,
                status=_STATES.get(run.status, RunState.INCOMPLETE),
                name=run.name,
                dataset_name=run.dataset_name,
                model_name=run.model_path,
                rollout_name=run.rollout_name,
                duration_ms=duration_ms(run, now) or 0,
                started_at=wire_time(run.started_at or run.created_at),
                **omit_none(completed_at=None if run.completed_at is None else wire_time(run.completed_at)),
            ),
            summary=self.summary,
        )


def duration_ms(run: ManagedRun, now: datetime) -> int | None:
    """Milliseconds from the first claim to the end, or to now; None for a run that was never claimed."""
    if run.started_at is None:
        return None
    return round(((run.completed_at or now) - run.started_at).total_seconds() * 1000)


class _Tally:
    """The journal of a run, folded as far as it was read."""

    def __init__(self, run: ManagedRun | HeldRun, import_of: datetime | None = None) -> None:
        self._replaying = Replaying(rows=run.sampled_rows, runs_per_row=run.attempts_per_row)
        self._events: dict[WorkKey, RunEvent] = {}
        self._figures: RunFigures | None = None
        self.batches = 0
        """How many batches were folded. They never change, so they are not read again."""
        self.import_of = import_of
        """When the run was imported: one that is imported again has another journal."""
        self.lock = asyncio.Lock()

    def add(self, records: Iterable[JournalRecord]) -> None:
        """Folds the next batch."""
        for record in records:
            event = self._replaying.add(record)
            if event is not None:
                self._events[record.row_index, record.run_index] = event
        self.batches += 1
        self._figures = None

    def figures(self, run: ManagedRun) -> RunFigures:
        """What was folded, which further batches leave as it is."""
        if self._figures is None:
            replayed = self._replaying.replay()
            replayed = replace(replayed, results=deepcopy(replayed.results))
            summary = summarize(replayed.results.figures(), run.pass_threshold, cost_usd=replayed.spent.cost_usd)
            self._figures = RunFigures(replayed, dict(self._events), summary, self.batches)
        return self._figures


_kept: OrderedDict[str, _Tally] = OrderedDict()
"""By the run."""


async def figures_of(unit: Unit, run: ManagedRun) -> RunFigures:
    """The figures of a run as of the last batch that was acknowledged, or a later one."""
    import_of = None if run.local_run_id is None else run.queued_at
    while True:
        tally = _kept.get(run.id)
        if tally is None or tally.import_of != import_of:
            tally = _keep(run.id, _Tally(run, import_of))
        _kept.move_to_end(run.id)
        async with tally.lock:
            if _kept.get(run.id) is not tally:
                continue  # who had the lock has given it up
            if tally.batches >= run.batch:
                return await asyncio.to_thread(tally.figures, run)
            found = await rows.batches(unit, unit.in_workspace(run.workspace_id), run.id, after=tally.batches)
            try:
                return await asyncio.to_thread(_go_on, tally, run, found)
            except BaseException:
                _kept.pop(run.id, None)  # it may have a part of a batch
                raise


def appended(run: HeldRun, batch: int, records: Sequence[JournalRecord]) -> None:
    """A job's batch was acknowledged: figures that are kept need not read it."""
    tally = _kept.get(run.id)
    if tally is None and batch == 1:
        tally = _keep(run.id, _Tally(run))
    if tally is not None and tally.batches == batch - 1 and not tally.lock.locked():
        tally.add(records)


def _keep(run_id: str, tally: _Tally) -> _Tally:
    _kept[run_id] = tally
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return tally


def _go_on(tally: _Tally, run: ManagedRun, batches: Sequence[JournalBatch]) -> RunFigures:
    for batch in batches:
        tally.add(map(journal_record, records_of(batch)))
    return tally.figures(run)


def journal_records(batches: Iterable[JournalBatch]) -> Iterator[JournalRecord]:
    """The records of batches. Raises ValueError for one that is not a record of a run."""
    for batch in batches:
        yield from map(journal_record, records_of(batch))


def journal_record(each: Mapping[str, Any]) -> JournalRecord:
    """A record as jobs send it. Raises ValueError for one that is not a record of a run."""
    line = json.dumps(each["record"]).encode()
    return read_event(line) if each["kind"] == "run_event" else read_attempt(line)


def fold_records(run: ManagedRun, records: list[JournalRecord], batches: int) -> RunFigures:
    """The figures of a run whose journal has these records, in so many batches."""
    tally = _Tally(run)
    tally.add(records)
    return replace(tally.figures(run), batches=batches)


def summary_of(run: ManagedRun | ListedRun) -> MetricsSummary:
    """The figures as they were last stored: exact once the run is over and counted, a moment behind while it runs."""
    if run.figures:
        return MetricsSummary.model_validate(run.figures["summary"])
    return MetricsSummary(
        total_samples=0,
        completed_samples=0,
        skipped=0,
        failed=0,
        graded=0,
        passed=0,
        pass_rate=0.0,
        pass_threshold=run.pass_threshold,
        tokens_used=0,
    )


async def summary_so_far(unit: Unit, run: ManagedRun) -> MetricsSummary:
    """The figures as of the last batch that was acknowledged."""
    return summary_of(run) if run.figures_batch >= run.batch else (await figures_of(unit, run)).summary


def results_of(run: ManagedRun | ListedRun, summary: MetricsSummary) -> EvalResults | None:
    """The results so far; None for a run that no job has had."""
    if run.started_at is None:
        return None
    stats = summary.reward_stats
    points = {str(point.k): point.value for point in summary.pass_at_k or []}
    return EvalResults(
        score=None if stats is None else stats.mean,
        total_runs=summary.total_samples,
        sampled_rows=run.sampled_rows,
        graded=summary.graded,
        passed=summary.passed,
        failed=summary.completed_samples - summary.passed,
        skipped=summary.skipped,
        pass_rate=summary.pass_rate,
        pass_threshold=summary.pass_threshold,
        total_tokens=summary.tokens_used,
        total_dataset_rows=run.dataset_rows,
        reward_stats=None
        if stats is None
        else ResultRewardStats(**stats.to_wire(), **omit_none(pass_at_k=points or None)),
    )
