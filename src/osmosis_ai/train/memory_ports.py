"""The engine's ports for the rollouts of a step: in memory, for what counts of them goes into the step's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import override

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import (
    Artifacts,
    CollectedTrajectory,
    Journal,
    Lease,
    Observer,
    Ports,
    RunProgressUpdate,
    Snapshots,
)
from osmosis_ai.engine.records import JournalRecord, event_of
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.runs.copies import remove_tree
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = ["MemoryJournal", "QuietObserver", "step_ports"]


class MemoryJournal(Journal):
    """Every record of one step. A step that is interrupted is done again, so nothing of it need outlive the process."""

    def __init__(self) -> None:
        self.kept: list[AttemptRecord] = []
        self._events: dict[WorkKey, RunEvent] = {}

    @override
    def records(self) -> Iterator[JournalRecord]:
        return iter(self.kept)

    @override
    async def append(self, record: AttemptRecord) -> None:
        self.kept.append(record)
        event = event_of(record) if isinstance(record, AttemptEnded) else None
        if event is not None:
            self._events[event.row_index, event.run_index] = event

    @override
    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return (self._events[key] for key in keys)


class _DroppedArtifacts(Artifacts):
    """What attempts leave in the folder of trials is removed: a training makes thousands of them."""

    def __init__(self, trials: Path) -> None:
        self._trials = trials

    @override
    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        return None

    @override
    async def restore(self, results: Iterable[RunEvent]) -> None:
        return None

    @override
    async def have_trajectory(self, results: Iterable[RunEvent]) -> list[bool]:
        return [False for _ in results]

    @override
    async def redact_leftovers(self) -> list[str]:
        failed: list[str] = []
        for path in self._trials.iterdir():
            try:
                remove_tree(str(path))
            except OSError as error:
                failed.append(str(error))
        return failed


class _NoSnapshots(Snapshots):
    """A step has no files of its own to look at while it goes on."""

    @override
    async def write_rows(self, rows: Iterable[RunRow]) -> None:
        return None

    @override
    async def write_progress(self, progress: RunProgress) -> None:
        return None

    @override
    async def write_metrics(self, metrics: RunMetrics) -> None:
        return None

    @override
    async def write_index(self, rows: Iterable[IndexRow]) -> None:
        return None


class QuietObserver(Observer):
    """The run's observer, without what a single run says of itself: a training has hundreds of them."""

    def __init__(self, inner: Observer, progress: Callable[[RunProgressUpdate], None]) -> None:
        self._inner = inner
        self._progress = progress

    @override
    def status(self, text: str) -> None:
        return None

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        self._progress(update)

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        if level != "info":
            self._inner.log(level, source, message, **fields)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._inner.warning(code, message)


def step_ports(journal: MemoryJournal, trials: Path, lease: Lease, observer: Observer, redact: Redactor) -> Ports:
    """The ports of the rollouts of a step."""
    return Ports(
        journal=journal,
        artifacts=_DroppedArtifacts(trials),
        snapshots=_NoSnapshots(),
        lease=lease,
        observer=observer,
        redact=redact,
    )
