"""The journal: every attempt that was started and how it ended, on disk before anybody is told.

Records that arrive while the disk is busy are written together with one sync (group commit), so a wide run pays for few
syncs and a narrow one waits for its own only.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["AppendLog", "Line"]

Line = tuple[int, bytes]
_MODE = 0o600


class AppendLog:
    """Several append-only files that are committed together, in the order given: the first is the authority.

    A torn last line, left by a crash, is cut off when the files are opened.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._files = [_open_for_append(path) for path in paths]
        self._waiting: list[tuple[Sequence[Line], asyncio.Future[None]]] = []
        self._writing = False
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="osmosis-journal")

    async def append(self, lines: Sequence[Line]) -> None:
        """Returns once the lines, each for the file of its number, are synced. Raises OSError when they cannot be."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((lines, done))
        if not self._writing:
            self._writing = True
            loop.create_task(self._drain())
        await done

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                error: BaseException | None = None
                try:
                    await loop.run_in_executor(self._writer, self._write, [lines for lines, _ in batch])
                except OSError as failure:
                    error = failure
                for _, done in batch:
                    if done.done():
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = False

    def _write(self, batch: Sequence[Sequence[Line]]) -> None:
        for number, descriptor in enumerate(self._files):
            data = b"".join(text for lines in batch for target, text in lines if target == number)
            if data:
                _write_all(descriptor, data)
                os.fsync(descriptor)

    def close(self) -> None:
        """Waits for what is being written and closes the files."""
        self._writer.shutdown()
        for descriptor in self._files:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open_for_append(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, _MODE)
    os.ftruncate(descriptor, _whole_lines(descriptor))
    return descriptor


def _whole_lines(descriptor: int) -> int:
    """The length of the file up to and with its last newline."""
    end = os.fstat(descriptor).st_size
    step = 1 << 16
    while end > 0:
        start = max(0, end - step)
        found = os.pread(descriptor, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
