"""A run, read from its folder."""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets.selection import parse_row_selection
from osmosis_ai.engine.metrics import summarize
from osmosis_ai.engine.records import read_attempt, read_event
from osmosis_ai.engine.results import Result, ResultTable
from osmosis_ai.runs.documents import read_document
from osmosis_ai.runs.reading.growing_file import GrowingFile, ReplacedError
from osmosis_ai.runs.reading.items import NONE, STATE_OF_STATUS, Items, ItemState, seconds_of
from osmosis_ai.runs.reading.status import status_of_run
from osmosis_ai.semantics.judges import Judges
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import MetricsSummary, RunMetrics, RunState
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["DEFAULT_THRESHOLD", "Run"]

DEFAULT_THRESHOLD = 1.0
_STATUS = {state: status for status, state in STATE_OF_STATUS.items()}


class Run:
    """One run: what it is, and its results as far as `refresh` has read them; `revision` grows with each line read.

    Opening one reads its manifest alone. Raises OsmosisError, with the file, when that is missing or no manifest.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.revision = 0
        self._open()

    def _open(self) -> None:
        manifest = read_document(self.folder / "manifest.json", RunManifest)
        if manifest is None:
            raise OsmosisError(
                f"{self.folder} is not a run: it has no manifest.json.",
                hint="Name the folder of one run, such as .osmosis/evals/NAME.",
                details={"path": str(self.folder)},
            )
        self.manifest = manifest
        self.selection = parse_row_selection(manifest.inputs.dataset.selected_source_rows)
        self._rows = self.selection.count
        self.items = Items()
        self.judges = Judges()
        self._attempts = GrowingFile(self.folder / "attempts.jsonl")
        self._events = GrowingFile(self.folder / "events.jsonl")
        self._read_documents()
        self.__dict__.pop("_sources", None)

    def _read_documents(self) -> None:
        self.metrics = read_document(self.folder / "metrics.json", RunMetrics)
        self.progress = read_document(self.folder / "progress.json", RunProgress)
        settled = self.items.completed_count
        self.status = status_of_run(self.folder, self.metrics, complete=0 < self.total <= settled)

    @property
    def name(self) -> str:
        """The run's name, as its manifest has it."""
        return self.manifest.run_name

    @property
    def threshold(self) -> float:
        """The reward from which a result counts as passed."""
        return DEFAULT_THRESHOLD if self.metrics is None else self.metrics.summary.pass_threshold

    @property
    def total(self) -> int:
        """How many results the complete run has."""
        if self.progress is not None:
            return self.progress.total_runs
        return self._rows * self.manifest.inputs.n

    def refresh(self) -> bool:
        """Reads what is new on disk; whether there was anything.

        Raises OsmosisError with file and line for what cannot be read.
        """
        before = self.revision
        try:
            self._read_new()
        except ReplacedError:
            self._open()
            self._read_new()
            self.revision += 1
        self._read_documents()
        self.revision += self.items.mark_stale_attempts_lost(before=self._at_work_since())
        return self.revision != before

    def _at_work_since(self) -> float:
        """Attempts that began earlier and have not ended are lost: nothing works on them."""
        if self.status.state is not RunState.RUNNING:
            return math.inf
        return -math.inf if self.metrics is None else seconds_of(self.metrics.eval_run.started_at)

    def _read_new(self) -> None:
        before = self.revision
        for at, record in self._attempts.read_new(self._attempt):
            if isinstance(record, AttemptStarted):
                self.items.started(at, record)
            else:
                self.items.ended(at, record)
                self.judges.add(record.judges or ())
            self.revision += 1
        for at, event in self._events.read_new(self._event):
            if event.source_row_index is None:
                event.source_row_index = self.source_row(event.row_index)
            self.items.event(at, event)
            self.revision += 1
        if self.revision != before and not self._attempts.path.exists():
            self._read_contexts()

    def _attempt(self, line: bytes) -> AttemptStarted | AttemptEnded:
        record = read_attempt(line)
        self._check_has(record.row_index, record.run_index)
        return record

    def _event(self, line: bytes) -> RunEvent:
        event = read_event(line)
        self._check_has(event.row_index, event.run_index)
        return event

    def _check_has(self, row: int, run: int) -> None:
        if row >= self._rows or run >= self.manifest.inputs.n:
            raise ValueError(f"the run has no row {row}, run {run}")

    def _read_contexts(self) -> None:
        """What only the index of a run without `attempts.jsonl` knows."""
        for _, row in GrowingFile(self.folder / "index.jsonl").read_new(IndexRow.read):
            slot = self.items.slot(row.row_index, row.run_index)
            if slot is not None and row.max_context_tokens is not None:
                self.items.context[slot] = row.max_context_tokens

    def source_row(self, row_index: int) -> int:
        """Where in the dataset the selected row of that position is."""
        starts, ends = self._sources
        at = bisect_right(ends, row_index)
        return row_index if at >= len(starts) else starts[at] + row_index - (ends[at - 1] if at else 0)

    @cached_property
    def _sources(self) -> tuple[list[int], list[int]]:
        """The first row of each range of the selection, and how many rows there are up to its end."""
        ranges = self.selection.ranges
        return [first for first, _ in ranges], list(accumulate(last - first + 1 for first, last in ranges))

    def summary(self) -> MetricsSummary:
        """The figures over the results there are now, by the rules of `metrics.json`."""
        items = self.items
        table = ResultTable(max(items.row, default=-1) + 1, self.manifest.inputs.n)
        for slot in items.completed():
            table[items.row[slot], items.run[slot]] = Result(
                status=_STATUS[ItemState(items.state[slot])],
                reward=None if math.isnan(items.reward[slot]) else items.reward[slot],
                tokens=None if items.tokens[slot] == NONE else items.tokens[slot],
                metrics=items.metrics_of(slot),
                tokens_estimated=bool(items.estimated[slot]),
            )
        paid = [cost for cost in items.cost if not math.isnan(cost)]
        return summarize(table.figures(), self.threshold, cost_usd=math.fsum(paid) if paid else None)
