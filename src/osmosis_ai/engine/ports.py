"""Ports: what a run needs of the world around it, as small protocols.

A local run implements them on disk (`osmosis_ai.runs`), a managed run on the platform's API, a test in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.engine.records import JournalRecord
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import AttemptRecord, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = [
    "Artifacts",
    "CollectedTrajectory",
    "Journal",
    "JournalError",
    "Lease",
    "LeaseLostError",
    "Observer",
    "Ports",
    "RunProgressUpdate",
    "Snapshots",
]


class JournalError(OsmosisError):
    """What happened cannot be recorded, so nothing more may happen."""


class LeaseLostError(ConflictError):
    """Another process works on this run now; nothing more of it may be written here."""


@dataclass(frozen=True, slots=True)
class CollectedTrajectory:
    """A collected trajectory: its path relative to the run, and the SHA-256 of its bytes in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class RunProgressUpdate:
    """How far a run is. Counts are of work items; `mean_reward` is over the `graded` ones, None before the first."""

    done: int
    total: int
    failed: int
    graded: int
    mean_reward: float | None
    tokens: int


class Journal(Protocol):
    """The authority on a run: every attempt that started and how it ended."""

    def records(self) -> Iterator[JournalRecord]:
        """Every record, attempts in the order of appending. Raises OsmosisError for one that cannot be read.

        Also events, where other programs recorded results without the attempts.
        """

    async def append(self, record: AttemptRecord) -> None:
        """Returns once the record is durable. Raises JournalError when it cannot be made so."""

    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        """The result that counts of each item, in the order of the keys; read as it is needed.

        Raises OsmosisError when one cannot be read.
        """


class Artifacts(Protocol):
    """The files that attempts leave."""

    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        """Keeps the files of an attempt with a result, without secrets, in place of those kept for the item before.

        None when the attempt left no trajectory. Raises JournalError when there is no room for them.
        """

    async def restore(self, results: Iterable[RunEvent]) -> None:
        """Puts the files of these results in place of those that a lost attempt may have put there."""

    async def have_trajectory(self, results: Iterable[RunEvent]) -> list[bool]:
        """For each result, whether the trajectory kept for its item is that of its rollout."""

    async def redact_leftovers(self) -> list[str]:
        """Takes secrets out of what was not collected, or was written later. Returns what could not be done.

        For when nothing runs any more: lost, cancelled and crashed attempts leave files too.
        """


class Snapshots(Protocol):
    """Figures of a run for people who look at it while it goes on. Losing one loses nothing."""

    async def write_rows(self, rows: Iterable[RunRow]) -> None:
        """What each selected row asks, in order. Written once: later calls need not read `rows`."""

    async def write_progress(self, progress: RunProgress) -> None:
        """Replaces the progress."""

    async def write_metrics(self, metrics: RunMetrics) -> None:
        """Replaces the metrics."""

    async def write_index(self, rows: Iterable[IndexRow]) -> None:
        """Replaces the index of results."""


class Lease(Protocol):
    """The right to write to a run."""

    def check(self) -> None:
        """Returns while the right is held; called before anything is written. Raises LeaseLostError."""

    def on_lost(self, callback: Callable[[], object]) -> None:
        """Calls back, from any thread, once when the right is lost; the last callback set counts."""


class Observer(Protocol):
    """Whoever watches a run. Each run has its own; nothing is logged anywhere else."""

    def status(self, text: str) -> None:
        """What the run is about to do, in words."""

    def progress(self, update: RunProgressUpdate) -> None:
        """Another result is durable."""

    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        """A line for the run's log: level `info`, `warning` or `error`."""

    def warning(self, code: str | None, message: str) -> None:
        """Something that a person should know although the run goes on."""


def _unchanged(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of one run. `redact` takes the run's secrets out of a text before it is recorded."""

    journal: Journal
    artifacts: Artifacts
    snapshots: Snapshots
    lease: Lease
    observer: Observer
    redact: Callable[[str], str] = _unchanged
