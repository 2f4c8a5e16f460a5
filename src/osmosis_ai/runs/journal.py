"""The journal: every attempt that was started and how it ended, on disk before anybody is told.

Records that arrive while the disk is busy are written together with one sync (group commit), so a wide run pays for few
syncs and a narrow one waits for its own only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from osmosis_ai.base.errors import OsmosisError

__all__ = ["AppendLog", "JournalError", "Line"]

Line = tuple[int, bytes]
_MODE = 0o600
_STEP = 1 << 16
_sync = getattr(os, "fdatasync", os.fsync)


class JournalError(OsmosisError):
    """What happened cannot be written down, so nothing more may happen."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"{path} cannot be written: {error.strerror or error}",
            hint="Results written before this are safe. Make room or mend the disk, then go on with the same --name.",
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
        """Returns once the lines, each for the file of its number, are synced: where each begins in its file, in bytes.

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
                places: list[list[int]] = []
                if self._failure is None:
                    try:
                        places = await loop.run_in_executor(self._writer, self._write, [lines for lines, _ in batch])
                    except JournalError as failure:
                        self._failure = failure
                for number, (_, done) in enumerate(batch):
                    if done.done():
                        continue
                    if self._failure is None:
                        done.set_result(places[number])
                    else:
                        done.set_exception(self._failure)
        finally:
            self._draining = None

    def _write(self, batch: Sequence[Sequence[Line]]) -> list[list[int]]:
        """Appends the lines of the batch and syncs; where the lines of each of its members begin."""
        ends = [file.length for file in self._files]
        parts: list[list[bytes]] = [[] for _ in self._files]
        places: list[list[int]] = []
        for lines in batch:
            begins = []
            for target, text in lines:
                begins.append(ends[target])
                ends[target] += len(text)
                parts[target].append(text)
            places.append(begins)
        for file, texts in zip(self._files, parts, strict=True):
            if texts:
                file.append(b"".join(texts))
        return places

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


class _File:
    """One append-only file of whole lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, _MODE)
            size = os.fstat(self._descriptor).st_size
            self.length = _whole_lines(self._descriptor, size)
            self.torn = self.length < size
            if self.torn:
                os.ftruncate(self._descriptor, self.length)
        except OSError as error:
            raise JournalError(path, error) from None

    def append(self, data: bytes) -> None:
        try:
            _write_all(self._descriptor, data)
        except OSError as error:
            with contextlib.suppress(OSError):  # what is left of a record is cut off when the file is opened again
                os.ftruncate(self._descriptor, self.length)
            raise JournalError(self._path, error) from None
        self.length += len(data)
        try:
            _sync(self._descriptor)
        except OSError as error:
            raise JournalError(self._path, error) from None

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
