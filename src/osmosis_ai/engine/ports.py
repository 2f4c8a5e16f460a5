"""Ports: what a run needs of the world around it, as small protocols.

A local run implements them on a folder (`osmosis_ai.runs`), a managed run on the platform's API, a test in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import AttemptRecord, RunEvent
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress

__all__ = [
    "Artifacts",
    "CollectedTrajectory",
    "Journal",
    "Lease",
    "LeaseLostError",
    "Observer",
    "Ports",
    "RunProgressUpdate",
    "Snapshots",
]


class LeaseLostError(OsmosisError):
    """Another process works on this run now; nothing more of it may be written here."""


@dataclass(frozen=True, slots=True)
class CollectedTrajectory:
    """A collected trajectory: its path relative to the run, and the SHA-256 of its bytes in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class RunProgressUpdate:
    """Where a run is: items done and in all, failed ones, the mean of the rewards there are, tokens used."""

    done: int
    total: int
    failed: int
    mean_reward: float | None
    tokens: int


class Journal(Protocol):
    """The authority on a run: every attempt that started and how it ended."""

    def records(self) -> Iterator[AttemptRecord]:
        """Every record in the order of appending. Raises OsmosisError for one that cannot be read."""

    async def append(self, records: Sequence[AttemptRecord]) -> None:
        """Returns once the records are durable. Raises JournalError when they cannot be made so."""

    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        """The result that counts of each item, in the order of the keys; read as it is needed."""


class Artifacts(Protocol):
    """The files that attempts leave."""

    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        """Keeps the files of the attempt that counts, without secrets, in place of those kept for the item before.

        None when the attempt left no trajectory. Raises JournalError when there is no room for them.
        """


class Snapshots(Protocol):
    """Figures of a run for people who look at it while it goes on. Losing one loses nothing."""

    async def write_progress(self, progress: RunProgress) -> None:
        """Replaces the progress."""

    async def write_metrics(self, metrics: RunMetrics) -> None:
        """Replaces the metrics."""


class Lease(Protocol):
    """The right to write to a run."""

    def check(self) -> None:
        """Raises LeaseLostError when the right is lost."""

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Calls back, from any thread, once when the right is lost; the last callback set counts."""


class Observer(Protocol):
    """Whoever watches a run. Each run has one of its own; nothing is logged anywhere else."""

    def status(self, text: str) -> None:
        """What the run is about to do, in words."""

    def progress(self, update: RunProgressUpdate) -> None:
        """Another result is durable."""

    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        """A line for the run's log: level `info`, `warning` or `error`."""

    def warning(self, code: str | None, message: str) -> None:
        """Something that a person should know although the run goes on."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of one run."""

    journal: Journal
    artifacts: Artifacts
    snapshots: Snapshots
    lease: Lease
    observer: Observer
