"""The engine's ports for files: what attempts leave, and the snapshots of a run, in its folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import override

from osmosis_ai.engine.ports import Artifacts, CollectedTrajectory, Observer, Snapshots
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.runs.copies import DISK_FAULTS
from osmosis_ai.runs.documents import spaced_line
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.journal import cannot_write
from osmosis_contract.models.run_events import RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from osmosis_contract.models.run_rows import RunRow

__all__ = ["LocalArtifacts", "LocalSnapshots"]


class LocalArtifacts(Artifacts):
    """The files that attempts leave in `rollout_trials`, and those of results in `trajectories` and `artifacts`."""

    def __init__(self, folder: RunFolder, observer: Observer) -> None:
        self._folder = folder
        self._observer = observer

    @override
    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        return await asyncio.to_thread(self._collect, rollout_id, key)

    @override
    async def restore(self, results: Iterable[RunEvent]) -> None:
        def restore() -> None:
            for event in results:
                if self._folder.trial_of(event.rollout_id).is_dir():
                    self._collect(event.rollout_id, (event.row_index, event.run_index))

        await asyncio.to_thread(restore)

    @override
    async def have_trajectory(self, results: Iterable[RunEvent]) -> list[bool]:
        def found() -> list[bool]:
            return [
                self._folder.collected(event.rollout_id, event.row_index, event.run_index) is not None
                for event in results
            ]

        return await asyncio.to_thread(found)

    @override
    async def redact_leftovers(self) -> list[str]:
        return [str(error) for error in await asyncio.to_thread(self._folder.redact_leftovers)]

    def _collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        """Raises JournalError when the disk is full: a result without its files would be a loss, and so would a failure
        for want of room."""
        try:
            found = self._folder.collect(
                rollout_id,
                *key,
                lambda text: self._warn(f"not all files of rollout {rollout_id} were collected: {text}"),
            )
            if found is None:
                self._folder.check_room()
            return found
        except OSError as error:
            if error.errno in DISK_FAULTS:
                raise cannot_write(self._folder.root, error) from None
            self._warn(f"files of rollout {rollout_id} were not collected: {error}")
            return None

    def _warn(self, message: str) -> None:
        self._observer.log("warning", "trajectory", message)


class LocalSnapshots(Snapshots):
    """The files of a run that are made from its journal, each replaced as a whole. They raise OsmosisError."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder

    @override
    async def write_rows(self, rows: Iterable[RunRow]) -> None:
        if not self._folder.rows.exists():
            await asyncio.to_thread(self._folder.write, self._folder.rows, map(spaced_line, rows))

    @override
    async def write_progress(self, progress: RunProgress) -> None:
        await asyncio.to_thread(self._folder.write_json, self._folder.progress, progress)

    @override
    async def write_metrics(self, metrics: RunMetrics) -> None:
        await asyncio.to_thread(self._folder.write_json, self._folder.metrics, metrics)

    @override
    async def write_index(self, rows: Iterable[IndexRow]) -> None:
        await asyncio.to_thread(self._write_index, rows)

    def _write_index(self, rows: Iterable[IndexRow]) -> None:
        """The index, and the same lines as `summary.jsonl`, where published readers look for them."""
        self._folder.write(self._folder.index, map(spaced_line, rows))
        with self._folder.index.open("rb") as index:
            self._folder.write(self._folder.summary, index)
