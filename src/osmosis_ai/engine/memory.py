"""Ports of a run of which nothing outlives the process: a planner takes those that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import override

from osmosis_ai.engine.ports import Artifacts, CollectedTrajectory, Journal, Lease, Snapshots
from osmosis_ai.engine.records import JournalRecord, event_of
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = ["LastResults", "MemoryJournal", "NoArtifacts", "NoSnapshots", "OwnLease"]


class LastResults(Journal):
    """Keeps the last result of each item, and no record: for a run that is never resumed."""

    def __init__(self) -> None:
        self._events: dict[WorkKey, RunEvent] = {}

    @override
    def records(self) -> Iterator[JournalRecord]:
        return iter(())

    @override
    async def append(self, record: AttemptRecord) -> None:
        self.take(record)

    def take(self, record: AttemptRecord) -> None:
        """Keeps what is kept of the record."""
        event = event_of(record) if isinstance(record, AttemptEnded) else None
        if event is not None:
            self._events[event.row_index, event.run_index] = event

    @override
    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return (self._events[key] for key in keys)


class MemoryJournal(LastResults):
    """Keeps every record too, so that the run can be replayed."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[AttemptRecord] = []

    @override
    def records(self) -> Iterator[JournalRecord]:
        return iter(self.kept)

    @override
    def take(self, record: AttemptRecord) -> None:
        self.kept.append(record)
        super().take(record)


class NoArtifacts(Artifacts):
    """Nothing of an attempt is kept."""

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
        return []


class NoSnapshots(Snapshots):
    """There are no files to look at while the run goes on."""

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


class OwnLease(Lease):
    """Nobody else can have the run."""

    @override
    def check(self) -> None:
        return None

    @override
    def on_lost(self, callback: Callable[[], object]) -> None:
        return None
