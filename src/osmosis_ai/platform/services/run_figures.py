"""What a run's journal says, for people: counts, metrics and lines a sample. Pure projections, made again at will.

They come from the engine's own fold of the journal, so that a managed run and a local one count alike.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from osmosis_ai.engine.metrics import summarize
from osmosis_ai.engine.records import JournalRecord, index_row_of, read_attempt, read_event
from osmosis_ai.engine.replay import Replay, counting_events, replay
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services.jobs import records_of
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import JournalBatch, ManagedRun
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models import EvalResults, ResultRewardStats
from osmosis_contract.models.run_events import RowStatus, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import MetricsEvalRun, MetricsSummary, RunMetrics, RunState

__all__ = ["RunFigures", "duration_ms", "figures_of", "journal_records", "results_of"]

_MOST_KEPT = 32
_kept: OrderedDict[str, tuple[int, RunFigures]] = OrderedDict()
"""By the run, the figures as of so many batches: a batch never changes, so they are what folding them again gives."""
_STATES = {"pending": RunState.RUNNING, "running": RunState.RUNNING, "finished": RunState.FINISHED}


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run's journal, folded."""

    replayed: Replay
    events: dict[WorkKey, RunEvent]
    """The result that counts of each item that has one."""
    summary: MetricsSummary

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


async def figures_of(unit: Unit, run: ManagedRun) -> RunFigures:
    """The figures of a run as of the last batch that was acknowledged; those of recent runs are kept in memory."""
    kept = _kept.get(run.id)
    if kept is not None and kept[0] == run.batch:
        _kept.move_to_end(run.id)
        return kept[1]
    found = await rows.batches(unit, unit.in_workspace(run.workspace_id), run.id)
    figures = await asyncio.to_thread(lambda: _fold(run, list(journal_records(found))))
    _kept[run.id] = (len(found), figures)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return figures


def journal_records(batches: Iterable[JournalBatch]) -> Iterator[JournalRecord]:
    """The records of batches. Raises ValueError for one that is not a record of a run."""
    for batch in batches:
        for each in records_of(batch):
            line = json.dumps(each["record"]).encode()
            yield read_event(line) if each["kind"] == "run_event" else read_attempt(line)


def _fold(run: ManagedRun, records: list[JournalRecord]) -> RunFigures:
    replayed = replay(records, rows=run.sampled_rows, runs_per_row=run.attempts_per_row)
    events = counting_events(records, rows=run.sampled_rows, runs_per_row=run.attempts_per_row)
    summary = summarize(replayed.results.figures(), run.pass_threshold, cost_usd=replayed.spent.cost_usd)
    return RunFigures(replayed, events, summary)


def results_of(run: ManagedRun, figures: RunFigures) -> EvalResults | None:
    """The results so far; None for a run that no job has had."""
    if run.started_at is None:
        return None
    summary, stats = figures.summary, figures.summary.reward_stats
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
