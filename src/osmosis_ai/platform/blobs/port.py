"""What a blob store does, wherever it keeps things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol, runtime_checkable

__all__ = [
    "NO_KEYS",
    "BlobBusyError",
    "BlobMissingError",
    "BlobStore",
    "BlobStoreError",
    "Part",
    "PartsDifferError",
    "SignsUrls",
    "StoredBlob",
    "Written",
]

_PUTS_AT_ONCE = 8


NO_KEYS = "NoKeys"
"""The code where no request was sent, since the platform has no keys to sign it with."""


class BlobMissingError(Exception):
    """The store has no blob of that key."""


class BlobStoreError(OSError):
    """The store refuses, or does not answer. `code` is the object store's own word for a refusal, if it said one."""

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


class PartsDifferError(BlobStoreError):
    """The parts that are named are not those which arrived."""


class BlobBusyError(BlobStoreError):
    """Another request is writing the same part."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: bytes, and their SHA-256 in hexadecimal."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class StoredBlob:
    """A blob that the store has."""

    key: str
    size: int
    modified_at: datetime


@dataclass(frozen=True, slots=True)
class Part:
    """An uploaded part: its number, from 1, and the tag that the store gave it, without quotes."""

    number: int
    etag: str


class BlobStore(Protocol):
    """Files by key. Keys are made by the platform: URL-safe characters and slashes."""

    @property
    def clock_ahead_sec(self) -> float | None:
        """By how many seconds the store's clock was ahead of this machine's when it answered last; None if unknown."""
        ...

    async def ping(self) -> None:
        """Has the store answer, so that its clock is known. Raises BlobStoreError."""
        ...

    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        """Writes a blob; it is there whole and durable, or not at all. Raises ValueError for more than `at_most` bytes,
        OSError where the store refuses."""
        ...

    async def put_all(self, blobs: Mapping[str, bytes]) -> None:
        """Writes small blobs by key, all of them durable when it returns. Raises OSError where the store refuses; some
        may be there then."""
        keys = list(blobs)
        for start in range(0, len(keys), _PUTS_AT_ONCE):
            some = keys[start : start + _PUTS_AT_ONCE]
            await asyncio.gather(*(self.put(key, _whole(blobs[key]), at_most=len(blobs[key])) for key in some))

    def get(self, key: str) -> AsyncIterator[bytes]:
        """The content, in pieces. Raises BlobMissingError."""
        ...

    async def size(self, key: str) -> int:
        """The bytes of a blob. Raises BlobMissingError."""
        ...

    async def delete(self, key: str) -> bool:
        """Removes a blob; False where there is none."""
        ...

    def listing(self) -> AsyncIterator[StoredBlob]:
        """Every blob, in no order."""
        ...

    async def remove_partial(self, before: datetime) -> int:
        """Removes what unfinished writes that began before that time left behind; how many of them."""
        ...

    async def keep(self, key: str, final: str) -> None:
        """Gives a blob its final key; where that has a blob already, that one stays and this one is removed.

        Raises BlobMissingError where neither is there.
        """
        ...

    def path_of(self, key: str) -> Path | None:
        """The blob's file, where it is one on this machine that may be read. It may be missing."""
        ...

    async def start_multipart(self, key: str) -> str:
        """Begins an upload in parts; its id."""
        ...

    async def put_part(
        self, key: str, upload: str, number: int, content: AsyncIterator[bytes], *, size: int, offset: int
    ) -> Part:
        """Writes a part of exactly `size` bytes, which begin at `offset` of the whole; it replaces one sent before.

        Raises ValueError for another size, BlobMissingError for an upload that is over, BlobBusyError.
        """
        ...

    async def complete_multipart(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        """Makes the blob of the parts, in order.

        Raises BlobMissingError for an upload that is over, PartsDifferError where the parts are not those that arrived.
        """
        ...

    async def abort_multipart(self, key: str, upload: str) -> None:
        """Removes an upload and its parts; nothing happens where it is over."""
        ...


@runtime_checkable
class SignsUrls(Protocol):
    """What gives clients URLs by which they send and take files by themselves, and that need nothing else.

    Each URL is good for one method on one blob, until it expires. All raise BlobStoreError where none can be made.
    """

    async def sign_get(self, key: str, *, seconds: int, file_name: str | None = None) -> str:
        """A URL to take a blob from, under that file name."""
        ...

    async def sign_put(self, key: str, *, seconds: int, size: int | None = None) -> str:
        """A URL to send a whole blob to, of exactly `size` bytes if given."""
        ...

    async def sign_part(
        self, key: str, upload: str, number: int, *, seconds: int, size: int | None = None, offset: int = 0
    ) -> str:
        """A URL to send one part to, of exactly `size` bytes if given; sent again, it replaces the one before."""
        ...


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content
