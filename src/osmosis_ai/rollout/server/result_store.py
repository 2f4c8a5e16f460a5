"""Results that have been delivered, kept on disk until their retention is over.

A retained result is read again only after a lost answer, and a conversation can be large: memory keeps where it is, a
temporary file without a name keeps what it is. The file goes with the process, however that ends.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Place", "ResultStore"]

_SEGMENT_BYTES = 64 << 20


@dataclass(slots=True, eq=False)
class _Segment:
    """One file, appended to until it is full, and closed once nothing in it is needed any more."""

    descriptor: int
    end: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a result is."""

    segment: _Segment
    offset: int
    length: int


class ResultStore:
    """Puts bytes away and gets them back. Not for several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._segments: list[_Segment] = []

    def put(self, data: bytes) -> Place:
        """Where the bytes are from now on. Raises OSError when the disk does not take them."""
        segment = self._current()
        place = Place(segment, segment.end, len(data))
        written = 0
        while written < len(data):
            written += os.pwrite(segment.descriptor, data[written:], place.offset + written)
        segment.end += len(data)
        segment.held += 1
        return place

    def get(self, place: Place) -> bytes:
        """The bytes at a place. Raises OSError when they cannot be read any more."""
        data = b""
        while len(data) < place.length:
            part = os.pread(place.segment.descriptor, place.length - len(data), place.offset + len(data))
            if not part:
                raise OSError(f"only {len(data)} of {place.length} bytes are left of a retained result")
            data += part
        return data

    def release(self, place: Place) -> None:
        """The bytes at a place are not needed any more; a file of which nothing is needed is given back."""
        segment = place.segment
        segment.held -= 1
        if segment.held == 0 and segment in self._segments:
            self._segments.remove(segment)
            os.close(segment.descriptor)

    def close(self) -> None:
        """Gives every file back."""
        for segment in self._segments:
            os.close(segment.descriptor)
        self._segments.clear()

    def _current(self) -> _Segment:
        if not self._segments or self._segments[-1].end >= _SEGMENT_BYTES:
            self._segments.append(_Segment(_nameless_file(self._folder)))
        return self._segments[-1]


def _nameless_file(folder: Path) -> int:
    """A file that no path leads to, in the folder if it can be there, else where temporary files go."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            return os.dup(file.fileno())
    except OSError:
        with tempfile.TemporaryFile() as file:
            return os.dup(file.fileno())
