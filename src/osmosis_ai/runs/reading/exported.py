"""Every row and run of a run in order, read from its journals one at a time."""

from __future__ import annotations

import os
import stat
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import open_below
from osmosis_ai.datasets import parse_row_selection
from osmosis_ai.engine.records import JournalRecord, event_of, read_attempt, read_event
from osmosis_ai.engine.replay import JournalFold, Verdict
from osmosis_ai.runs.documents import read_document
from osmosis_ai.runs.reading.growing_file import GrowingFile, LineReader
from osmosis_ai.runs.reading.row_texts import RowTexts
from osmosis_ai.semantics.faults import first_fault
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.outcomes import status_of
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RunEvent
from osmosis_contract.models.run_export import ExportedRow, ExportedRowState
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_rows import RunRow

__all__ = ["ExportedRun"]

_NONE = -1
_DEFAULT_THRESHOLD = 1.0


class ExportedRun:
    """The rows of one run, as it is when this is made: some forty bytes a row are kept, and no text.

    Raises OsmosisError, with file and line, for a run that cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        manifest = read_document(folder / "manifest.json", RunManifest)
        if manifest is None:
            raise OsmosisError(f"{folder} is not a run: it has no manifest.json.", hint="Name the folder of one run.")
        self.folder = folder
        self._root = os.fspath(folder)
        self.manifest = manifest
        self.metrics = read_document(folder / "metrics.json", RunMetrics)
        self.threshold = _DEFAULT_THRESHOLD if self.metrics is None else self.metrics.summary.pass_threshold
        self._selection = parse_row_selection(manifest.inputs.dataset.selected_source_rows)
        self._n = manifest.inputs.n
        self._ended = array("q", [_NONE]) * len(self)
        self._event = array("q", [_NONE]) * len(self)
        self._texts = RowTexts(folder)
        self._lines = {name: LineReader(folder / name) for name in ("attempts.jsonl", "events.jsonl")}
        self.metric_names = self._look()

    def __len__(self) -> int:
        """How many rows and runs there are, with a result or without."""
        return self._selection.count * self._n

    def __iter__(self) -> Iterator[ExportedRow]:
        """By row, then by run."""
        with ExitStack() as stack:
            attempts, events, texts = (
                stack.enter_context(path.open("rb")) if (path := self.folder / name).exists() else None
                for name in ("attempts.jsonl", "events.jsonl", "rows.jsonl")
            )
            for row_index, source in enumerate(self._selection):
                text = None if texts is None else self._text(texts.readline(), row_index)
                for run_index in range(self._n):
                    item = row_index * self._n + run_index
                    if attempts is not None and self._ended[item] != _NONE:
                        attempts.seek(self._ended[item])
                        record: JournalRecord | None = read_attempt(attempts.readline())
                    elif events is not None and self._event[item] != _NONE:
                        events.seek(self._event[item])
                        record = read_event(events.readline())
                    else:
                        record = None
                    yield self._row(source, run_index, text, record)

    def row(self, source_row_index: int, run_index: int = 0, *, texts: bool = True) -> ExportedRow:
        """One row and run, without prompt and label where `texts` is False. Raises OsmosisError for one it lacks."""
        if source_row_index not in self._selection or not 0 <= run_index < self._n:
            raise OsmosisError(
                f"the run {self.manifest.run_name} has no row {source_row_index}, run {run_index}",
                hint=f"Its rows are {self._selection}; each has {self._n} runs, counted from 0.",
            )
        row_index = self._row_index(source_row_index)
        text = self._texts.of([row_index]).get(row_index) if texts else None
        item = row_index * self._n + run_index
        record: JournalRecord | None = None
        if self._ended[item] != _NONE:
            record = read_attempt(self._lines["attempts.jsonl"].line_at(self._ended[item]))
        elif self._event[item] != _NONE:
            record = read_event(self._lines["events.jsonl"].line_at(self._event[item]))
        return self._row(source_row_index, run_index, text, record)

    def _row_index(self, source: int) -> int:
        """The position within the selection of a row of the dataset that is in it."""
        before = 0
        for first, last in self._selection.ranges:
            if source <= last:
                return before + source - first
            before += last - first + 1
        raise IndexError(source)

    def artifacts(self, row: ExportedRow) -> Path | None:
        """The folder of the files that a row's workflow and grader left, which may be empty; None when it is gone."""
        names = [f"artifacts/row_{self._row_index(row.row)}_run_{row.run}"]
        if row.rollout_id is not None:
            names.insert(0, f"rollout_trials/{row.rollout_id}/artifacts")
        for name in names:
            with suppress(OSError):
                if stat.S_ISDIR(os.lstat(found := f"{self._root}/{name}").st_mode):
                    return Path(found)
        return None

    def trajectory(self, row: ExportedRow) -> Path | None:
        """The file with the conversation of a row and run; None when none was kept."""
        files = (self.folder.joinpath(*parts) for parts in self._trajectory_files(row))
        return next((file for file in files if file.is_file()), None)

    def open_trajectory(self, row: ExportedRow) -> BinaryIO | None:
        """What `trajectory` names, opened; no link is followed."""
        for parts in self._trajectory_files(row):
            try:
                return open_below(self.folder, parts)
            except FileNotFoundError:
                continue
        return None

    def _trajectory_files(self, row: ExportedRow) -> Iterator[tuple[str, ...]]:
        """Where the conversation of a row may be, below the run: the copy, then the file of its attempt."""
        yield "trajectories", f"row_{self._row_index(row.row)}_run_{row.run}.json"
        if row.rollout_id is not None:
            yield "rollout_trials", row.rollout_id, "trajectory.json"

    def _look(self) -> list[str]:
        """Finds where the record that counts of each item is; the names of metrics, in order."""
        fold = JournalFold(len(self))
        names: dict[str, None] = {}
        for at, attempt in GrowingFile(self.folder / "attempts.jsonl").read_new(read_attempt):
            item = self._item(attempt)
            verdict = fold.add(item, attempt)
            if isinstance(attempt, AttemptEnded) and verdict is not Verdict.SUPERSEDED:
                self._ended[item] = at
                names |= dict.fromkeys(attempt.metrics or ())
            elif isinstance(attempt, AttemptStarted) and verdict is Verdict.IN_FLIGHT and not fold.has_result(item):
                self._ended[item] = _NONE
        for at, event in GrowingFile(self.folder / "events.jsonl").read_new(read_event):
            item = self._item(event)
            if fold.add(item, event) is Verdict.COUNTS:
                self._ended[item], self._event[item] = _NONE, at
                names |= dict.fromkeys(event.metrics or ())
        return sorted(names)

    def _item(self, record: JournalRecord) -> int:
        if record.row_index >= self._selection.count or record.run_index >= self._n:
            raise OsmosisError(
                f"{self.folder} has a record of row {record.row_index}, run {record.run_index}, which is not in the run"
            )
        return record.row_index * self._n + record.run_index

    def _text(self, line: bytes, row_index: int) -> RunRow | None:
        try:
            return RunRow.read(line) if line else None
        except ValueError as error:
            raise OsmosisError(
                f"{self.folder / 'rows.jsonl'}, line {row_index + 1}: not a row of a run: {first_fault(error)}"
            ) from None

    def _row(self, source: int, run_index: int, text: RunRow | None, record: JournalRecord | None) -> ExportedRow:
        known: dict[str, object] = {} if text is None else {"prompt": text.prompt, "label": text.label}
        state = ExportedRowState.PENDING
        if isinstance(record, AttemptEnded):
            event = event_of(record)
            known |= {
                "outcome": record.outcome,
                "max_context_tokens": record.max_context_tokens,
                "cost_usd": record.cost_usd,
                "error_type": str(record.err_category or record.outcome) if record.err_message is not None else None,
                "finished_at": record.at,
            }
            if status_of(record.outcome) is not None and event is not None:
                state = ExportedRowState(str(event.status))
                known["error_type"] = event.error_type
        elif isinstance(record, RunEvent):
            state = ExportedRowState(str(record.status))
            known |= {
                "outcome": record.outcome,
                "error_type": record.error_type,
                "finished_at": record.finished_at,
            }
        if isinstance(record, (AttemptEnded, RunEvent)):
            reward = record.reward if state is ExportedRowState.SUCCESS else None
            known |= {
                "reward": reward,
                "passed": None if reward is None else reward >= self.threshold,
                "answer": record.answer,
                "metrics": record.metrics,
                "error": record.err_message,
                "traceback": record.err_traceback,
                "tokens": record.tokens,
                "tokens_estimated": record.tokens_estimated,
                "duration_ms": record.duration_ms,
                "attempt": record.attempt,
                "rollout_id": record.rollout_id,
            }
        return ExportedRow(row=source, run=run_index, state=state, **omit_none(**known))
