"""The journal on disk: `attempts.jsonl`, the authority, and `events.jsonl`, the results in the published form.

Records that arrive while the disk is busy are written together with one sync (group commit), so a wide run pays for few
syncs and a narrow one waits for its own only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.append import open_to_append
from osmosis_ai.base.files.no_follow import open_regular
from osmosis_ai.engine.ports import JournalError
from osmosis_ai.engine.records import JournalRecord, event_of, read_attempt, read_event
from osmosis_ai.engine.replay import JournalFold, Verdict
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.runs.documents import compact_line
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RunEvent

__all__ = ["AppendLog", "Line", "LocalJournal", "cannot_write", "read_lines"]

Line = tuple[int, bytes]
_ATTEMPTS, _EVENTS = 0, 1
_STEP = 1 << 16
_sync = getattr(os, "fdatasync", os.fsync)


def cannot_write(path: Path, error: OSError) -> JournalError:
    """The error of a file of the run that cannot be written."""
    return JournalError(
        f"{path} cannot be written: {error.strerror or error}",
        hint="Results written before this are safe. Make room or repair the disk, then resume with the same --name.",
    )


class AppendLog:
    """Several append-only files that are committed together, in the order given: the first is the authority.

    A torn last line, left by a crash, is cut off when the files are opened; `torn` names the files it was cut off from.
    After a failed write the file ends where its last whole record did, if the disk lets it, and nothing more is taken.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.torn: list[Path] = []
        self._files: list[_File] = []
        try:
            for path in paths:
                file = _File(path)
                self._files.append(file)
                if file.torn:
                    self.torn.append(path)
        except JournalError:
            for file in self._files:
                file.close()
            raise
        self._waiting: list[tuple[Sequence[Line], asyncio.Future[list[int]]]] = []
        self._draining: asyncio.Task[None] | None = None
        self._failure: JournalError | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="osmosis-journal")

    async def append(self, lines: Sequence[Line]) -> list[int]:
        """Returns once the lines, each for the file of its number, are synced: the offset of each in its file.

        Raises JournalError when they cannot be.
        """
        if self._failure is not None:
            raise self._failure
        loop = asyncio.get_running_loop()
        done: asyncio.Future[list[int]] = loop.create_future()
        self._waiting.append((lines, done))
        if self._draining is None:
            self._draining = loop.create_task(self._drain())
        return await done

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                offsets: list[list[int]] = []
                if self._failure is None:
                    try:
                        offsets = await loop.run_in_executor(self._writer, self._write, [lines for lines, _ in batch])
                    except JournalError as failure:
                        self._failure = failure
                for number, (_, done) in enumerate(batch):
                    if done.done():
                        continue
                    if self._failure is None:
                        done.set_result(offsets[number])
                    else:
                        done.set_exception(self._failure)
        finally:
            self._draining = None

    def _write(self, batch: Sequence[Sequence[Line]]) -> list[list[int]]:
        """Appends the lines of the batch and syncs; where the lines of each of its members begin."""
        ends = [file.length for file in self._files]
        parts: list[list[bytes]] = [[] for _ in self._files]
        offsets: list[list[int]] = []
        for lines in batch:
            begins = []
            for target, text in lines:
                begins.append(ends[target])
                ends[target] += len(text)
                parts[target].append(text)
            offsets.append(begins)
        for file, texts in zip(self._files, parts, strict=True):
            if texts:
                file.append(b"".join(texts))
        return offsets

    def without_sync(self) -> None:
        """What is appended from now on is not synced: it outlives this process, and not the machine."""
        for file in self._files:
            file.syncs = False

    def close(self) -> None:
        """Waits for what is being written and closes the files."""
        self._writer.shutdown()
        for file in self._files:
            file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LocalJournal:
    """The journal of a run of so many rows in a folder.

    It can be read at any time. To append, it is opened with `open`, after `records` was read to its end, and closed
    with `close`. `results` reads events where they are instead of keeping them in memory.
    """

    def __init__(self, attempts: Path, events: Path, *, rows: int, runs_per_row: int) -> None:
        self._attempts = attempts
        self._events = events
        self._rows = rows
        self._runs_per_row = runs_per_row
        self._offsets = array("q", [-1]) * (rows * runs_per_row)
        self._missing: dict[int, RunEvent] = {}
        self._log: AppendLog | None = None

    def records(self) -> Iterator[JournalRecord]:
        """All events, then all records of attempts. A torn last line is left out; any other bad line is an error."""
        fold = JournalFold(len(self._offsets))
        self._missing.clear()
        for offset, event in read_lines(self._events, self._checked(read_event)):
            item = self._item(event)
            if fold.add(item, event) is not Verdict.SUPERSEDED:
                self._offsets[item] = offset
            yield event
        for _, record in read_lines(self._attempts, self._checked(read_attempt)):
            item = self._item(record)
            if fold.add(item, record) is Verdict.COUNTS and isinstance(record, AttemptEnded):
                event_missing = event_of(record)
                if event_missing is not None:
                    self._missing[item] = event_missing
            yield record

    async def open(self) -> list[str]:
        """Opens the files for appending and completes them. Returns sentences about what had to be done.

        A crash or a full disk between the two files leaves results that only `attempts.jsonl` has: they are added to
        `events.jsonl`. Raises JournalError.
        """
        self._log = AppendLog([self._attempts, self._events])
        done = [f"{path.name}: cut off a last line that was not written to its end" for path in self._log.torn]
        if self._missing:
            done.append("results that the journal has and events.jsonl lacks are added to it")
            lines = [(_EVENTS, compact_line(event)) for event in self._missing.values()]
            for item, offset in zip(self._missing, await self._log.append(lines), strict=True):
                self._offsets[item] = offset
            self._missing.clear()
        return done

    async def append(self, record: AttemptRecord) -> None:
        """Returns once the record, and the event it gives rise to, are synced. Raises JournalError."""
        if self._log is None:
            raise RuntimeError("the journal is not open")
        event = event_of(record) if isinstance(record, AttemptEnded) else None
        if event is None:
            await self._log.append([(_ATTEMPTS, compact_line(record))])
            return
        _, offset = await self._log.append([(_ATTEMPTS, compact_line(record)), (_EVENTS, compact_line(event))])
        self._offsets[self._item(event)] = offset

    def without_sync(self) -> None:
        """For an open journal of which another copy counts: what is appended need not outlive this machine."""
        if self._log is None:
            raise RuntimeError("the journal is not open")
        self._log.without_sync()

    def results(self, keys: Iterable[WorkKey]) -> Iterator[RunEvent]:
        """The event that counts of each item, in the order of the keys. Raises OsmosisError for one not readable."""
        try:
            with open_regular(self._events) as file:
                for row, run in keys:
                    file.seek(self._offsets[row * self._runs_per_row + run])
                    yield read_event(file.readline())
        except FileNotFoundError:
            return  # no result was ever written
        except (OSError, ValueError) as error:
            raise OsmosisError(
                f"{self._events} cannot be read back: {error}",
                hint="Something else has changed it. Its results are in attempts.jsonl as well.",
            ) from None

    def close(self) -> None:
        """Waits for what is being written and closes the files."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _item(self, record: JournalRecord) -> int:
        return record.row_index * self._runs_per_row + record.run_index

    def _checked[T: JournalRecord](self, read: Callable[[bytes], T]) -> Callable[[bytes], T]:
        """The reader, which also refuses records of other rows than the run has."""

        def read_checked(line: bytes) -> T:
            record = read(line)
            if record.row_index >= self._rows or record.run_index >= self._runs_per_row:
                raise ValueError(f"the run has no row {record.row_index}, run {record.run_index}")
            return record

        return read_checked


def read_lines[T](path: Path, read: Callable[[bytes], T]) -> Iterator[tuple[int, T]]:
    """Offset and content of each record of a file of lines, but for a last line without its end.

    A file that does not exist has no lines. Raises OsmosisError with file and line for one that cannot be read.
    """
    offset = 0
    try:
        with open_regular(path) as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    record = read(line)
                except ValueError as error:
                    raise OsmosisError(
                        f"{path}, line {number}: not a record of a run: {first_fault(error)}",
                        hint="Something else has changed the file. Restore it, or start a new run with --fresh.",
                    ) from None
                yield offset, record
                offset += len(line)
    except FileNotFoundError:
        return
    except OSError as error:
        raise OsmosisError(
            f"{path} cannot be read: {error.strerror or error}", hint="Make it readable, or choose another --name."
        ) from None


class _File:
    """One append-only file of whole lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.syncs = True
        try:
            self._descriptor = open_to_append(path, os.O_RDWR)
            size = os.fstat(self._descriptor).st_size
            self.length = _whole_lines(self._descriptor, size)
            self.torn = self.length < size
            if self.torn:
                os.ftruncate(self._descriptor, self.length)
        except OSError as error:
            raise cannot_write(path, error) from None

    def append(self, data: bytes) -> None:
        try:
            _write_all(self._descriptor, data)
        except OSError as error:
            with contextlib.suppress(OSError):  # what is left of a record is cut off when the file is opened again
                os.ftruncate(self._descriptor, self.length)
            raise cannot_write(self._path, error) from None
        self.length += len(data)
        if not self.syncs:
            return
        try:
            _sync(self._descriptor)
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def close(self) -> None:
        os.close(self._descriptor)


def _whole_lines(descriptor: int, end: int) -> int:
    """The length of the file up to and with its last newline."""
    while end > 0:
        start = max(0, end - _STEP)
        found = os.pread(descriptor, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
