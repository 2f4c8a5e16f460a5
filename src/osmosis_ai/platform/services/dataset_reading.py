"""Reading the rows of what was sent: validated in a process of its own, which may take so much time and memory.

The file is named by nobody else while it is read: its key is final, and no URL writes there any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog

from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore
from osmosis_ai.platform.errors import UnavailableError
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import blobs, datasets
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import datasets as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import Blob, Dataset
from osmosis_ai.platform.store.unit import Unit

__all__ = ["DatasetReading", "Outcome"]

_CHILD = "osmosis_ai.platform.services.dataset_child"
_LATER = timedelta(seconds=60)
_OUTPUT_BYTES = 4 * 1024 * 1024
_BLOCK = 1024 * 1024
_log = structlog.get_logger("osmosis.platform.datasets")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What reading found. A dataset without an `error` is good for runs."""

    error: str | None = None
    sha256: str = ""
    row_count: int = 0
    preview: list[dict[str, Any]] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    """`level`, `message`, and `details` with the code and the place."""


class _NotNowError(Exception):
    """The rows cannot be read at present, for a reason that passes."""


class DatasetReading:
    """The handler of `datasets.READ`. `wake` is called when the outbox has something to remove."""

    def __init__(
        self,
        database: Database,
        store: BlobStore,
        capacity: Capacity,
        settings: Settings,
        *,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._database = database
        self._store = store
        self._capacity = capacity
        self._settings = settings
        self._wake = wake

    async def handle(self, payload: Mapping[str, Any]) -> None:
        """Reads a dataset's rows, and records what was found. Called again for one that was read, it does nothing."""
        row = await self._begin(str(payload["dataset"]))
        if row is None:
            return
        try:
            outcome = await self._read(row)
        except _NotNowError as error:
            await self._again_later(row, str(error))
            return
        async with self._database.write() as unit:
            await _record(unit, row.id, outcome)
        self._wake()

    async def _begin(self, dataset_id: str) -> Dataset | None:
        async with self._database.write() as unit:
            row = await rows.by_id_of_any_workspace(unit, dataset_id, lock=True)
            if row is None or row.status not in ("pending", "processing"):
                return None
            scope = unit.in_workspace(row.workspace_id)
            if row.status == "pending":
                await rows.change(unit, scope, row.id, status="processing")
                await rows.add_log(unit, scope, row.id, "The rows are being read.", step="read")
            return row

    async def _again_later(self, row: Dataset, why: str) -> None:
        async with self._database.write() as unit:
            scope = unit.in_workspace(row.workspace_id)
            await rows.add_log(unit, scope, row.id, f"{why} It is tried again.", step="read", level="warning")
            await enqueue(unit, datasets.READ, {"dataset": row.id}, delay=_LATER)

    async def _read(self, row: Dataset) -> Outcome:
        try:
            async with self._file_of(row) as path:
                return await self._in_child(path)
        except BlobMissingError:
            return Outcome("The file is gone from the platform's store. Send it again.")
        except UnavailableError as error:
            raise _NotNowError(error.message) from error
        except OSError as error:
            _log.exception("dataset.unreadable", dataset=row.id)
            raise _NotNowError(f"The file cannot be had now ({type(error).__name__}).") from error

    @contextlib.asynccontextmanager
    async def _file_of(self, row: Dataset) -> AsyncIterator[Path]:
        """The dataset's file on this machine, with the extension by which its format is known, within the block."""
        work = self._settings.data / "work"
        work.mkdir(mode=0o700, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix="dataset-", dir=work))
        try:
            path = folder / f"dataset.{row.format}"
            stored = self._store.path_of(row.key)
            if stored is not None:
                if not stored.exists():
                    raise BlobMissingError(row.key)
                path.symlink_to(stored)
            else:
                self._capacity.require_room()
                with self._capacity.writing(), path.open("wb") as file:
                    async for piece in self._store.get(row.key):
                        await asyncio.to_thread(file.write, piece)
            yield path
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _in_child(self, path: Path) -> Outcome:
        limits = self._settings.limits
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", _CHILD, str(path)),
            *(str(max(limits.dataset_seconds // 3, 1)), str(limits.dataset_memory_bytes)),
            stdin=asyncio.subprocess.PIPE,  # its end, when this process is gone, ends the child
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            cwd=path.parent,
            start_new_session=True,
        )
        assert process.stdout is not None  # noqa: S101 - asked for above
        try:
            async with asyncio.timeout(limits.dataset_seconds):
                output = await _bounded(process.stdout)
                code = await process.wait()
        except TimeoutError:
            return Outcome(f"Reading the rows took longer than {limits.dataset_seconds} seconds. Split the file.")
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        if code in {-signal.SIGXCPU, -signal.SIGKILL}:
            return Outcome("Reading the rows took more of the processor than one dataset may. Split the file.")
        if code == _OUT_OF_MEMORY:
            limit = limits.dataset_memory_bytes // (1024 * 1024)
            return Outcome(f"Reading the rows took more than {limit} MiB of memory. Split the file, or its row groups.")
        if code != 0 or output is None:
            return Outcome(f"The rows could not be read: the reader ended with {code}.")
        return Outcome(**json.loads(output))


_OUT_OF_MEMORY = 3
"""The exit status of the child that asked for more memory than it may have."""


async def _bounded(stream: asyncio.StreamReader) -> bytes | None:
    """All that comes; None for more than a result has."""
    output = bytearray()
    while block := await stream.read(_BLOCK):
        output += block
        if len(output) > _OUTPUT_BYTES:
            return None
    return bytes(output)


async def _record(unit: Unit, dataset_id: str, outcome: Outcome) -> None:
    row = await rows.by_id_of_any_workspace(unit, dataset_id, lock=True)
    if row is None or row.status != "processing":
        return
    scope = unit.in_workspace(row.workspace_id)
    for problem in outcome.problems:
        await rows.add_log(
            unit, scope, row.id, problem["message"], step="validate", level=problem["level"], details=problem["details"]
        )
    if outcome.error is not None:
        await rows.change(unit, scope, row.id, status="error", status_message=outcome.error)
        await rows.add_log(unit, scope, row.id, outcome.error, step="read", level="error")
        await enqueue(unit, blobs.DELETE, {"key": row.key})
        return
    values = {"id": row.key.rpartition("/")[2], "key": row.key, "size": row.size, "sha256": outcome.sha256}
    await unit.insert(Blob, {**values, "created_at": unit.now}, scope=scope)
    await rows.change(
        unit,
        scope,
        row.id,
        status="uploaded",
        sha256=outcome.sha256,
        row_count=outcome.row_count,
        preview={"rows": outcome.preview},
    )
    count = outcome.row_count
    await rows.add_log(unit, scope, row.id, f"{count:,} rows were read; the dataset is ready.", step="read")
