"""A run's ports held in memory, as a program that embeds the engine would write them. Nothing here is on disk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import override

from osmosis_ai.engine.ports import (
    Artifacts,
    CollectedTrajectory,
    Journal,
    Lease,
    LeaseLostError,
    Observer,
    Ports,
    RunProgressUpdate,
    Snapshots,
)
from osmosis_ai.engine.records import JournalRecord, event_of
from osmosis_ai.engine.work import OpenRunner, Runner, RunnerOpener, WorkKey
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = ["MemoryRun", "opened"]


class MemoryJournal(Journal):
    """Keeps every record, and the event of the last result of each item."""

    def __init__(self) -> None:
        self.kept: list[AttemptRecord] = []
        self.events: dict[WorkKey, RunEvent] = {}

    @override
    def records(self) -> Iterator[JournalRecord]:
        return iter(self.kept)

    @override
    async def append(self, record: AttemptRecord) -> None:
        self.kept.append(record)
        event = event_of(record) if isinstance(record, AttemptEnded) else None
        if event is not None:
            self.events[event.row_index, event.run_index] = event

    @override
    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return (self.events[key] for key in keys)


class MemoryArtifacts(Artifacts):
    """Attempts leave no files."""

    def __init__(self) -> None:
        self.redactions = 0

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
        self.redactions += 1
        return []


class MemorySnapshots(Snapshots):
    """Keeps the last of each."""

    def __init__(self) -> None:
        self.rows: list[RunRow] = []
        self.progress: RunProgress | None = None
        self.metrics: RunMetrics | None = None
        self.index: list[IndexRow] = []

    @override
    async def write_rows(self, rows: Iterable[RunRow]) -> None:
        self.rows = list(rows)

    @override
    async def write_progress(self, progress: RunProgress) -> None:
        self.progress = progress

    @override
    async def write_metrics(self, metrics: RunMetrics) -> None:
        self.metrics = metrics

    @override
    async def write_index(self, rows: Iterable[IndexRow]) -> None:
        self.index = list(rows)


class MemoryLease(Lease):
    """Held until `lose` is called."""

    def __init__(self) -> None:
        self.lost = False
        self._callback: Callable[[], object] = lambda: None

    @override
    def check(self) -> None:
        if self.lost:
            raise LeaseLostError("another process has the run")

    @override
    def on_lost(self, callback: Callable[[], object]) -> None:
        self._callback = callback

    def lose(self) -> None:
        self.lost = True
        self._callback()


class MemoryObserver(Observer):
    """Keeps everything that it is given, as text."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        self._redact = redact
        self.lines: list[str] = []
        self.statuses: list[str] = []
        self.updates: list[RunProgressUpdate] = []
        self.warnings: list[tuple[str | None, str]] = []

    @override
    def status(self, text: str) -> None:
        self.statuses.append(text)

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        self.updates.append(update)

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        self.lines.append(self._redact(f"{level} [{source}] {message} {fields}"))

    @override
    def warning(self, code: str | None, message: str) -> None:
        self.warnings.append((code, message))


class MemoryRun:
    """All ports of one run; `secrets` are taken out of what is recorded."""

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self._secrets = dict(secrets or {})
        self.journal = MemoryJournal()
        self.artifacts = MemoryArtifacts()
        self.snapshots = MemorySnapshots()
        self.lease = MemoryLease()
        self.observer = MemoryObserver(self.redact)
        self.ports = Ports(self.journal, self.artifacts, self.snapshots, self.lease, self.observer, redact=self.redact)

    def redact(self, text: str) -> str:
        for value in self._secrets.values():
            text = text.replace(value, "[REDACTED]")
        return text

    def everything(self) -> str:
        """All that the run has kept, as one text."""
        records = [record.to_json().decode() for record in self.journal.kept]
        return "\n".join([*records, *self.observer.lines, *map(str, self.snapshots.rows)])


@dataclass(slots=True)
class Opened:
    """A runner that is ready at once."""

    runner: Runner
    width: int
    used: Spent = field(default_factory=Spent)
    reason: str | None = None

    def spent(self) -> Spent:
        return self.used

    def stop_reason(self) -> str | None:
        return self.reason


def opened(runner: Runner, width: int = 1, *, used: Spent | None = None) -> RunnerOpener:
    """Opens a runner that needs nothing to be started."""

    @asynccontextmanager
    async def open_runner() -> AsyncIterator[OpenRunner]:
        yield Opened(runner, width, used or Spent())

    return open_runner
