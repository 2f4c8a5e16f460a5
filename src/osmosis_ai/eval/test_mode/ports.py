"""The ports of a test: what is recorded stays in memory, and each row is told of once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import override

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
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = ["LogLine", "ports_of_test"]

type LogLine = Callable[[str, str, str], None]
"""Gets the level, the source and the text of a line of the log."""


def ports_of_test(
    on_ended: Callable[[AttemptEnded], None], *, log: LogLine | None = None, redact: Callable[[str], str] | None = None
) -> Ports:
    """Ports for one test. `on_ended` gets each attempt's record once; what it raises ends the test."""
    return Ports(
        _Journal(on_ended),
        _NoFiles(),
        _NoSnapshots(),
        _OwnLease(),
        _LoggingObserver(log),
        redact or (lambda text: text),
    )


class _Journal(Journal):
    def __init__(self, on_ended: Callable[[AttemptEnded], None]) -> None:
        self._on_ended = on_ended
        self._events: dict[WorkKey, RunEvent] = {}

    @override
    def records(self) -> Iterator[JournalRecord]:
        return iter(())

    @override
    async def append(self, record: AttemptRecord) -> None:
        if isinstance(record, AttemptEnded):
            event = event_of(record)
            if event is not None:
                self._events[event.row_index, event.run_index] = event
            self._on_ended(record)

    @override
    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return (self._events[key] for key in keys)


class _NoFiles(Artifacts):
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


class _NoSnapshots(Snapshots):
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


class _OwnLease(Lease):
    @override
    def check(self) -> None:
        return None

    @override
    def on_lost(self, callback: Callable[[], object]) -> None:
        return None


class _LoggingObserver(Observer):
    def __init__(self, log: LogLine | None) -> None:
        self._log = log or (lambda _level, _source, _text: None)

    @override
    def status(self, text: str) -> None:
        return None

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        return None

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        self._log(level, source, message)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._log("warning", "test", message)
