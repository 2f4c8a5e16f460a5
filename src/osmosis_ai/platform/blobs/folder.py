"""Blobs in a folder: written beside their place, flushed to the disk, and renamed into it.

An upload in parts is a folder among the partial files: one file that every part is written into at its place, and
for each part that arrived a file that holds its tag.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import os
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, override

from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.base.files.write_back import WriteBack
from osmosis_ai.platform.blobs.exactly import Exactly
from osmosis_ai.platform.blobs.port import (
    BlobBusyError,
    BlobMissingError,
    BlobStore,
    Part,
    PartsDifferError,
    StoredBlob,
    Written,
)

__all__ = ["FolderStore"]

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_UPLOAD = re.compile(r"[0-9a-f]{32}")
_PARTIAL = ".partial"
_WHOLE = "whole"
_PIECE = 1024 * 1024
_WRITERS = 4
"""Threads that write the blobs of one request: the disk flushes those of several in one step."""
_BLOCK = 1024 * 1024
"""Bytes that are written at once: each write is a step in another thread."""


class FolderStore(BlobStore):
    """A BlobStore in a folder, which is made. Partial files are in a hidden folder inside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._partial = folder / _PARTIAL

    @property
    @override
    def clock_ahead_sec(self) -> float | None:
        return None

    @override
    async def ping(self) -> None:
        pass

    @override
    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        path = self._path(key)
        partial = self._partial / secrets.token_hex(16)
        file = await asyncio.to_thread(self._create, partial)
        try:
            with contextlib.closing(file):
                written = await _write(file, content, at_most)
                await asyncio.to_thread(_flush, file)
            await asyncio.to_thread(_move, partial, path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        return written

    @override
    async def put_all(self, blobs: Mapping[str, bytes]) -> None:
        files = [(self._path(key), self._partial / secrets.token_hex(16), content) for key, content in blobs.items()]
        try:
            writing = [
                asyncio.to_thread(self._write_partial, files[first::_WRITERS])
                for first in range(min(_WRITERS, len(files)))
            ]
            for failure in await asyncio.gather(*writing, return_exceptions=True):
                if failure is not None:
                    raise failure
            await asyncio.to_thread(_move_all, [(partial, path) for path, partial, _ in files])
        except BaseException:
            for _, partial, _ in files:
                partial.unlink(missing_ok=True)
            raise

    def _write_partial(self, files: Sequence[tuple[Path, Path, bytes]]) -> None:
        for _, partial, content in files:
            with self._create(partial) as file:
                file.write(content)
                _flush(file)

    @override
    async def get(self, key: str) -> AsyncIterator[bytes]:
        try:
            file = await asyncio.to_thread(self._path(key).open, "rb")
        except FileNotFoundError:
            raise BlobMissingError(key) from None
        with contextlib.closing(file):
            while piece := await asyncio.to_thread(file.read, _PIECE):
                yield piece

    @override
    async def size(self, key: str) -> int:
        try:
            return (await asyncio.to_thread(self._path(key).stat)).st_size
        except FileNotFoundError:
            raise BlobMissingError(key) from None

    @override
    async def delete(self, key: str) -> bool:
        try:
            await asyncio.to_thread(self._path(key).unlink)
        except FileNotFoundError:
            return False
        return True

    @override
    async def listing(self) -> AsyncIterator[StoredBlob]:
        for blob in await asyncio.to_thread(lambda: list(self._walk())):
            yield blob

    @override
    async def remove_partial(self, before: datetime) -> int:
        return await asyncio.to_thread(self._remove_partial, before)

    @override
    async def keep(self, key: str, final: str) -> None:
        await asyncio.to_thread(_keep, self._path(key), self._path(final), key)

    @override
    def path_of(self, key: str) -> Path | None:
        return self._path(key)

    @override
    async def start_multipart(self, key: str) -> str:
        self._path(key)
        upload = secrets.token_hex(16)
        await asyncio.to_thread(self._start, upload)
        return upload

    @override
    async def put_part(
        self, key: str, upload: str, number: int, content: AsyncIterator[bytes], *, size: int, offset: int
    ) -> Part:
        folder = self._upload(upload)
        tag = folder / f"{number:05}"
        try:
            lock = await asyncio.to_thread(_lock_part, folder, number)
            try:
                tag.unlink(missing_ok=True)  # until it has arrived again, there is no such part
                with (folder / _WHOLE).open("r+b") as file:
                    file.seek(offset)
                    written = await _write(file, Exactly(content, size), size)
                    await asyncio.to_thread(_flush, file)
                await asyncio.to_thread(_record_part, tag, written.sha256)
            finally:
                os.close(lock)
        except FileNotFoundError:
            raise BlobMissingError(key) from None
        return Part(number, written.sha256)

    @override
    async def complete_multipart(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        await asyncio.to_thread(self._complete, key, self._upload(upload), parts)

    @override
    async def abort_multipart(self, key: str, upload: str) -> None:
        await asyncio.to_thread(shutil.rmtree, self._upload(upload), ignore_errors=True)

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is not the key of a blob")
        return self.folder / key

    def _upload(self, upload: str) -> Path:
        if not _UPLOAD.fullmatch(upload):
            raise ValueError(f"{upload!r} is not the id of an upload")
        return self._partial / f"parts-{upload}"

    def _start(self, upload: str) -> None:
        folder = self._upload(upload)
        folder.mkdir(mode=0o700, parents=True)
        self._create(folder / _WHOLE).close()

    def _complete(self, key: str, folder: Path, parts: Sequence[Part]) -> None:
        whole = folder / _WHOLE
        if not whole.exists():
            raise BlobMissingError(key)
        there = {path.name: path.read_text() for path in folder.glob("[0-9]*[0-9]")}
        named = {f"{part.number:05}": part.etag for part in parts}
        if there != named:
            differing = min(number for number, tag in (there.items() ^ named.items()))
            raise PartsDifferError(f"part {int(differing)} is not the one that arrived")
        try:
            _move(whole, self._path(key))
        except FileNotFoundError:
            raise BlobMissingError(key) from None  # another request was first
        shutil.rmtree(folder, ignore_errors=True)

    def _create(self, partial: Path) -> BinaryIO:
        self._partial.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb")

    def _walk(self) -> Iterator[StoredBlob]:
        for root, folders, names in os.walk(self.folder):
            if _PARTIAL in folders:
                folders.remove(_PARTIAL)
            for name in names:
                path = Path(root, name)
                with contextlib.suppress(FileNotFoundError):
                    status = path.stat(follow_symlinks=False)
                    key = path.relative_to(self.folder).as_posix()
                    yield StoredBlob(key, status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))

    def _remove_partial(self, before: datetime) -> int:
        removed = 0
        for path in self._partial.glob("*") if self._partial.is_dir() else ():
            with contextlib.suppress(FileNotFoundError):
                if path.stat(follow_symlinks=False).st_mtime < before.timestamp():
                    if path.is_dir():
                        shutil.rmtree(path)
                    else:
                        path.unlink()
                    removed += 1
        return removed


async def _write(file: BinaryIO, content: AsyncIterator[bytes], at_most: int) -> Written:
    """Writes a stream, a block at a time. Raises ValueError for more than `at_most` bytes."""
    digest, size, waiting = hashlib.sha256(), 0, 0
    block: list[bytes] = []
    write_back = WriteBack(file.fileno(), file.tell())

    def take(block: list[bytes]) -> None:
        for piece in block:
            digest.update(piece)
            file.write(piece)
        write_back.written(file.tell())

    async for piece in content:
        size += len(piece)
        if size > at_most:
            raise ValueError(f"more than {at_most} bytes")
        block.append(piece)
        waiting += len(piece)
        if waiting >= _BLOCK:
            full, block, waiting = block, [], 0
            await asyncio.to_thread(take, full)
    if block:
        await asyncio.to_thread(take, block)
    return Written(size, digest.hexdigest())


def _lock_part(folder: Path, number: int) -> int:
    """Holds a part for one writer; a descriptor. Raises FileNotFoundError for an upload that is over, BlobBusyError."""
    lock = os.open(folder / f"{number:05}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise BlobBusyError(f"part {number} is being written by another request") from None
    return lock


def _record_part(tag: Path, etag: str) -> None:
    write_atomic(tag, etag.encode(), mode=PRIVATE, durable=True)
    _flush_folder(tag.parent)


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _move(partial: Path, path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial.replace(path)
    _flush_folder(path.parent)


def _move_all(moves: Sequence[tuple[Path, Path]]) -> None:
    """With one flush of each folder for all that is put into it."""
    folders = {path.parent for _, path in moves}
    for folder in folders:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for partial, path in moves:
        partial.replace(path)
    for folder in folders:
        _flush_folder(folder)


def _keep(path: Path, final: Path, key: str) -> None:
    final.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.link(path, final)
    except FileExistsError:
        pass  # it was kept before
    except FileNotFoundError:
        if not final.exists():
            raise BlobMissingError(key) from None
    _flush_folder(final.parent)
    path.unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
