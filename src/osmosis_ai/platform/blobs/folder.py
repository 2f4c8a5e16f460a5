"""Blobs in a folder: written beside their place, flushed to the disk, and renamed into it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, override

from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, StoredBlob, Written

__all__ = ["FolderStore"]

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_PARTIAL = ".partial"
_PIECE = 256 * 1024


class FolderStore(BlobStore):
    """A BlobStore in a folder, which is made. Partial files are in a hidden folder inside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._partial = folder / _PARTIAL

    @override
    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        path = self._path(key)
        partial = self._partial / secrets.token_hex(16)
        digest, size = hashlib.sha256(), 0
        file = await asyncio.to_thread(self._create, partial)
        try:
            with contextlib.closing(file):
                async for piece in content:
                    size += len(piece)
                    if size > at_most:
                        raise ValueError(f"more than {at_most} bytes")
                    digest.update(piece)
                    await asyncio.to_thread(file.write, piece)
                await asyncio.to_thread(_flush, file)
            await asyncio.to_thread(_move, partial, path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        return Written(size, digest.hexdigest())

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

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is not the key of a blob")
        return self.folder / key

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
                    path.unlink()
                    removed += 1
        return removed


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _move(partial: Path, path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial.replace(path)
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
