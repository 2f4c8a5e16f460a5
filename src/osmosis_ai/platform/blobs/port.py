"""What a blob store does, wherever it keeps things."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

__all__ = ["BlobMissingError", "BlobStore", "StoredBlob", "Written"]


class BlobMissingError(Exception):
    """The store has no blob of that key."""


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


class BlobStore(Protocol):
    """Files by key. Keys are made by the platform: URL-safe characters and slashes."""

    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        """Writes a blob; it is there whole and durable, or not at all. Raises ValueError for more than `at_most` bytes,
        OSError where the store refuses."""
        ...

    def get(self, key: str) -> AsyncIterator[bytes]:
        """The content, in pieces. Raises BlobMissingError."""
        ...

    async def delete(self, key: str) -> bool:
        """Removes a blob; False where there is none."""
        ...

    def listing(self) -> AsyncIterator[StoredBlob]:
        """Every blob, in no order."""
        ...

    async def remove_partial(self, before: datetime) -> int:
        """Removes what unfinished writes that began before that time left behind; how many files."""
        ...
