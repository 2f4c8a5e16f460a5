"""The engine's ports for a managed run: those of a local run, and the platform behind them, whose copy counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import override

from osmosis_ai.engine.ports import Artifacts, CollectedTrajectory, Journal, Ports, RunProgressUpdate
from osmosis_ai.engine.records import JournalRecord
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.job.lease import JobLease
from osmosis_ai.job.shipping import LogShipper, Shipper, StoredFile
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.journal import LocalJournal
from osmosis_ai.runs.log import Watcher
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent

__all__ = ["JobWatcher", "managed_ports"]

_LINE_PARTS = 4


def managed_ports(local: Ports, folder: RunFolder, shipper: Shipper, lease: JobLease) -> Ports:
    """Ports that are done with a record once the platform has acknowledged it, and its files before it."""
    if isinstance(local.journal, LocalJournal):
        local.journal.without_sync()  # it is read by this process alone
    return replace(
        local,
        journal=_PlatformJournal(local.journal, folder, shipper),
        artifacts=_PlatformArtifacts(local.artifacts),
        lease=lease,
    )


class _PlatformJournal(Journal):
    """A record is first in this machine's journal, which is what a round after an interruption reads."""

    def __init__(self, local: Journal, folder: RunFolder, shipper: Shipper) -> None:
        self._local = local
        self._folder = folder
        self._shipper = shipper

    @override
    def records(self) -> Iterator[JournalRecord]:
        return self._local.records()

    @override
    async def append(self, record: AttemptRecord) -> None:
        await self._local.append(record)
        files = _files_of(self._folder, record) if isinstance(record, AttemptEnded) else []
        await self._shipper.ship(record, files)

    @override
    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        return self._local.results(keys)


class _PlatformArtifacts(Artifacts):
    """Files are collected on this machine; the journal sends them before the record of their attempt."""

    def __init__(self, local: Artifacts) -> None:
        self._local = local

    @override
    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        return await self._local.collect(rollout_id, key)

    @override
    async def restore(self, results: Iterable[RunEvent]) -> None:
        """Nothing to do: on the platform a file belongs to its rollout, so that no attempt replaces another's."""

    @override
    async def have_trajectory(self, results: Iterable[RunEvent]) -> list[bool]:
        return await self._local.have_trajectory(results)

    @override
    async def redact_leftovers(self) -> list[str]:
        return await self._local.redact_leftovers()


def _files_of(folder: RunFolder, record: AttemptEnded) -> list[StoredFile]:
    """What was collected of an attempt, by the paths that the platform knows."""
    place = f"row_{record.row_index}_run_{record.run_index}"
    home = f"{folder.trials.name}/{record.rollout_id}"
    files = []
    if record.trajectory is not None:
        files.append(StoredFile(f"{home}/trajectory.json", folder.trajectories / f"{place}.json"))
    if record.outcome is not None and (folder.artifacts / place).is_dir():
        files += [StoredFile(f"{home}/artifacts/{name}", path) for name, path in _below(folder.artifacts / place)]
    return files


def _below(root: Path) -> list[tuple[str, Path]]:
    """Every regular file below a folder, by its path in it."""
    found = []
    for parent, _, names in root.walk():
        for name in names:
            path = parent / name
            if path.is_file() and not path.is_symlink():
                found.append((path.relative_to(root).as_posix(), path))
    return sorted(found)


class JobWatcher(Watcher):
    """Sends every line of the run's log to the platform, and counts what is complete."""

    def __init__(self, logs: LogShipper, lease: JobLease) -> None:
        self._logs = logs
        self._lease = lease

    @override
    def status(self, text: str) -> None:
        self._logs.add("info", "status", text)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._logs.add("warning", "warning", message)

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        self._lease.completed, self._lease.total = update.done, update.total

    @override
    def log_line(self, line: str) -> None:
        at, _, rest = line.partition(" ")
        level, _, rest = rest.partition(" ")
        step, _, message = rest.partition("] ")
        if level and step.startswith("[") and message:
            self._logs.add(level, step[1:], message, at)
        else:
            self._logs.add("info", "run", line)
