"""What a blob store does, wherever it keeps things."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

__all__ = ["BlobMissingError", "BlobStore", "BlobStoreError", "Part", "SignsUrls", "StoredBlob", "Written"]


class BlobMissingError(Exception):
    """The store has no blob of that key."""


class BlobStoreError(OSError):
    """The store refuses, or does not answer."""


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

    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        """Writes a blob; it is there whole and durable, or not at all. Raises ValueError for more than `at_most` bytes,
        OSError where the store refuses."""
        ...

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


class SignsUrls(Protocol):
    """A store that clients send to and take from by themselves, by URLs that need nothing else.

    Each URL is good for one method on one blob, until it expires. All raise BlobStoreError where the store refuses.
    """

    async def sign_get(self, key: str, *, seconds: int, file_name: str | None = None) -> str:
        """A URL to take a blob from, under that file name."""
        ...

    async def sign_put(self, key: str, *, seconds: int) -> str:
        """A URL to send a whole blob to."""
        ...

    async def start_multipart(self, key: str) -> str:
        """Begins an upload in parts; its id."""
        ...

    async def sign_part(self, key: str, upload: str, number: int, *, seconds: int) -> str:
        """A URL to send one part to; sent again, it replaces the one before."""
        ...

    async def complete_multipart(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        """Makes the blob of the parts, in order. Raises BlobMissingError for an upload that is over."""
        ...

    async def abort_multipart(self, key: str, upload: str) -> None:
        """Removes an upload and its parts; nothing happens where it is over."""
        ...
