"""What a job sends: records of its journal in numbered batches, with or after the files of their attempts, and its log.

What could not be sent stays here, in order, and is sent when the platform is back. A batch that may have arrived is
sent again with the same records under the same number, which the platform takes once.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from base64 import b64encode
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.records import timestamp
from osmosis_ai.job.connection import JobConnection, JobRefusedError, RunTakenError
from osmosis_ai.job.lease import JobLease
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.job import (
    append_job_logs,
    append_journal,
    complete_job_file,
    presign_job_files,
)
from osmosis_contract.models import (
    Empty,
    JobFile,
    JobFileComplete,
    JobLogEntry,
    JobLogRequest,
    JobUploads,
    JobUploadsRequest,
    JournalAcknowledgement,
    JournalBatch,
    JournalFile,
    JournalRecord,
)
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord

__all__ = ["LogShipper", "Shipper", "StoredFile"]

_BATCH = 1000
_FILES_AT_ONCE = 8
_FILES_A_CALL = 100
_URL_TRIES = 3
_SMALL_BYTES = 64 * 1024
"""A file of at most so many bytes is sent with its attempt's record."""
_CALL_BYTES = 2 * 1024 * 1024
_CALL_FILES = 1000
_LOG_BATCH = 500
_LOG_KEPT = 20_000
_LOG_PAUSE_SEC = 2.0
_LONGEST_LINE = 16_000
_PIECE = 1 << 20
_FILL_SEC = 0.003
"""How long a batch waits for what attempts bring whose records were just acknowledged. What comes later goes with the
next batch, which is sent once this one is acknowledged: the more a request costs, the more records share it."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file on this machine, and its path as the platform knows it."""

    path: str
    local: Path


@dataclass(slots=True)
class _Waiting:
    record: JournalRecord
    files: Sequence[JournalFile] = ()
    """The small ones, which are sent with the record."""
    size: int = 0
    """Characters of their content."""
    acknowledged: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Shipper:
    """Sends records. It outlives interruptions: what it holds is sent when the lease is certain again."""

    def __init__(self, connection: JobConnection, lease: JobLease, *, epoch: int, batch: int) -> None:
        self._connection = connection
        self._lease = lease
        self._epoch = epoch
        self.batch = batch
        """The last batch that was acknowledged."""
        self._ready: deque[_Waiting] = deque()
        self._unacknowledged: list[_Waiting] = []
        self._with_files: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(_FILES_AT_ONCE)
        self._wanted = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self.failure: Exception | None = None

    async def ship(self, record: AttemptRecord, files: Sequence[StoredFile]) -> None:
        """Returns once the platform has acknowledged the record, and with it or before it its files.

        Raises LeaseLostError once the lease is not certain: the record is kept, and sent when it is again.
        """
        kind = "attempt_ended" if isinstance(record, AttemptEnded) else "attempt_started"
        waiting = _Waiting(JournalRecord(kind=kind, record=record.to_wire()))
        self._idle.clear()
        if files:
            self._begin(self._take_files(waiting, files))
        else:
            self._add(waiting)
        await self._acknowledged(waiting)

    async def drain(self) -> None:
        """Returns once everything was acknowledged. Raises LeaseLostError, and what a platform refused for good."""
        while not self._idle.is_set():
            if self.failure is not None:
                raise self.failure
            self._lease.check()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await self._idle.wait()

    async def run(self) -> None:
        """Sends batches until it is cancelled, or the run is taken."""
        while not self._lease.taken:
            await self._wanted.wait()
            if not await self._lease.until_certain():
                break
            if not self._unacknowledged:
                await asyncio.sleep(_FILL_SEC)
                self._wanted.clear()
                self._unacknowledged = _next_batch(self._ready)
                if not self._unacknowledged:
                    continue
            await self._send_batch()

    def _begin(self, sending: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(sending)
        self._with_files.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._with_files.discard(task)

    def _add(self, waiting: _Waiting) -> None:
        self._ready.append(waiting)
        self._wanted.set()

    async def _acknowledged(self, waiting: _Waiting) -> None:
        while not waiting.acknowledged.done():
            if self.failure is not None:
                raise self.failure
            self._lease.check()
            await asyncio.wait([waiting.acknowledged], timeout=0.5)
        waiting.acknowledged.result()

    async def _send_batch(self) -> None:
        files = [file for each in self._unacknowledged for file in each.files]
        body = JournalBatch(
            epoch=self._epoch,
            batch=self.batch + 1,
            records=[each.record for each in self._unacknowledged],
            **omit_none(files=files or None),
        )
        try:
            await self._connection.call(
                append_journal.asyncio_detailed,
                JournalAcknowledgement,
                body=body,
                may_wait=lambda: not self._lease.taken,
            )
        except RunTakenError:
            self._lease.take_away()
            return
        except httpx.HTTPError:
            return
        except OsmosisError as error:
            self.failure = error
            return
        self.batch += 1
        for each in self._unacknowledged:
            each.acknowledged.set_result(None)
        self._unacknowledged.clear()
        if self._ready:
            self._wanted.set()
        elif not self._with_files:
            self._idle.set()

    async def _take_files(self, waiting: _Waiting, files: Sequence[StoredFile]) -> None:
        """Has the files of an attempt sent: the small ones with its record, all others before."""
        try:
            waiting.files, others = await asyncio.to_thread(_by_size, files)
            waiting.size = sum(len(each.content) for each in waiting.files)
            if others:
                async with self._slots:
                    for start in range(0, len(others), _FILES_A_CALL):
                        await self._send_some(others[start : start + _FILES_A_CALL])
        except RunTakenError:
            self._lease.take_away()
        except OsmosisError as error:
            self.failure = error
        except OSError as error:
            self.failure = OsmosisError(f"a file of the run cannot be read: {error}")
        else:
            self._add(waiting)

    async def _send_some(self, files: Sequence[StoredFile]) -> None:
        described = {each.path: await asyncio.to_thread(_describe, each) for each in files}
        by_path = {each.path: each for each in files}
        left = list(described.values())
        for _ in range(_URL_TRIES):
            answer = await self._connection.call(
                presign_job_files.asyncio_detailed,
                JobUploads,
                body=JobUploadsRequest(epoch=self._epoch, files=left),
                may_wait=self._may_wait,
            )
            expired = []
            for each in answer.files:
                if not each.needed or each.upload is None or each.upload.presigned_url is None:
                    continue
                if not await self._send_one(each.upload.presigned_url, by_path[each.path]):
                    expired.append(described[each.path])
            if not expired:
                return
            left = expired
        raise OsmosisError("files of the run cannot be sent: their addresses expire before they are used")

    async def _send_one(self, url: str, file: StoredFile) -> bool:
        if not await self._connection.send(url, file.local, may_wait=self._may_wait):
            return False
        try:
            await self._connection.call(
                complete_job_file.asyncio_detailed,
                Empty,
                body=JobFileComplete(epoch=self._epoch, path=file.path),
                may_wait=self._may_wait,
            )
        except JobRefusedError as error:
            if error.platform_code == "FILE_DIFFERS":
                return False
            raise
        return True

    def _may_wait(self) -> bool:
        return not self._lease.taken


class LogShipper:
    """Sends lines of the log, as far as that can be done: a log never ends a run."""

    def __init__(self, connection: JobConnection, *, epoch: int) -> None:
        self._connection = connection
        self._epoch = epoch
        self._lines: deque[JobLogEntry] = deque(maxlen=_LOG_KEPT)
        self._sending = asyncio.Lock()

    def add(self, level: str, step: str, message: str, at: str | None = None) -> None:
        """A line that is to be sent. May be called from any thread."""
        self._lines.append(
            JobLogEntry(
                timestamp=at or timestamp(), level=level[:16].lower(), step=step[:64], message=message[:_LONGEST_LINE]
            )
        )

    async def run(self) -> None:
        """Sends lines until it is cancelled."""
        while True:
            await asyncio.sleep(_LOG_PAUSE_SEC)
            await self.flush()

    async def flush(self) -> None:
        """Sends what there is. What the platform does not take is kept for the next time, or dropped."""
        async with self._sending:  # so that they arrive in order
            while self._lines:
                lines = [self._lines.popleft() for _ in range(min(len(self._lines), _LOG_BATCH))]
                try:
                    await self._connection.call(
                        append_job_logs.asyncio_detailed,
                        Empty,
                        body=JobLogRequest(epoch=self._epoch, entries=lines),
                        may_wait=lambda: False,
                    )
                except httpx.HTTPError:
                    self._lines.extendleft(reversed(lines))
                    return
                except OsmosisError:
                    return


def _describe(file: StoredFile) -> JobFile:
    size, digest = 0, hashlib.sha256()
    with file.local.open("rb") as content:
        while piece := content.read(_PIECE):
            size += len(piece)
            digest.update(piece)
    return JobFile(path=file.path, size=size, sha256=digest.hexdigest())


def _by_size(files: Sequence[StoredFile]) -> tuple[list[JournalFile], list[StoredFile]]:
    """The small files with their content, as many as one request may have, and the others."""
    small: list[JournalFile] = []
    others: list[StoredFile] = []
    size = 0
    for file in files:
        if file.local.stat().st_size > _SMALL_BYTES or size > _CALL_BYTES or len(small) == _CALL_FILES:
            others.append(file)
            continue
        content = b64encode(file.local.read_bytes()).decode("ascii")
        small.append(JournalFile(path=file.path, content=content))
        size += len(content)
    return small, others


def _next_batch(ready: deque[_Waiting]) -> list[_Waiting]:
    """Takes as many as one request may have, and at least one of those that there are."""
    batch: list[_Waiting] = []
    size = files = 0
    while ready and len(batch) < _BATCH:
        size, files = size + ready[0].size, files + len(ready[0].files)
        if batch and (size > _CALL_BYTES or files > _CALL_FILES):
            break
        batch.append(ready.popleft())
    return batch
