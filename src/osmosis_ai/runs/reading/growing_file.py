"""A file of lines that another process appends to."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import open_regular
from osmosis_ai.semantics.faults import first_fault

__all__ = ["GrowingFile", "LineReader", "ReplacedError", "line_at"]

_PIECE = 4096


class ReplacedError(Exception):
    """The file is not the one that was read before: it was put in place of it, or is shorter."""


class GrowingFile:
    """Reads the lines that are new since the last time.

    A last line without its end is not there yet. A file that does not exist has no lines.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offset = 0
        self._lines = 0
        self._identity: tuple[int, int] | None = None

    def read_new[T](self, read: Callable[[bytes], T]) -> Iterator[tuple[int, T]]:
        """The new records, each with the offset of its line.

        Raises OsmosisError with file and line for one that cannot be read, ReplacedError for another file.
        """
        try:
            file = open_regular(self.path)
        except FileNotFoundError:
            if self._identity is not None:
                raise ReplacedError from None
            return
        except OSError as error:
            raise _unreadable(self.path, error) from None
        with file:
            self._check(os.fstat(file.fileno()))
            file.seek(self._offset)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                try:
                    record = read(line)
                except ValueError as error:
                    raise OsmosisError(
                        f"{self.path}, line {self._lines + 1}: not a record of a run: {first_fault(error)}",
                        hint="The file was changed by something else. Restore that line, or take it out.",
                        details={"path": str(self.path), "line": self._lines + 1},
                    ) from None
                at = self._offset
                self._offset += len(line)
                self._lines += 1
                yield at, record

    def _check(self, found: os.stat_result) -> None:
        identity = (found.st_dev, found.st_ino)
        if self._identity not in {None, identity} or found.st_size < self._offset:
            raise ReplacedError
        self._identity = identity


class LineReader:
    """Lines of one file by their offsets, for many of them: the file is opened once, and closed with this."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def line_at(self, offset: int) -> bytes:
        """The line that begins at an offset. Raises OsmosisError when the file cannot be read."""
        try:
            if self._file is None:
                self._file = open_regular(self._path)
                weakref.finalize(self, self._file.close)
            return _line(self._file.fileno(), offset)
        except OSError as error:
            raise _unreadable(self._path, error) from None


def line_at(path: Path, offset: int) -> bytes:
    """The line that begins at an offset. Raises OsmosisError when the file cannot be read."""
    try:
        with open_regular(path) as file:
            return _line(file.fileno(), offset)
    except OSError as error:
        raise _unreadable(path, error) from None


def _line(descriptor: int, offset: int) -> bytes:
    line, size = b"", _PIECE
    while piece := os.pread(descriptor, size, offset + len(line)):
        end = piece.find(b"\n")
        if end >= 0:
            return line + piece[: end + 1]
        line, size = line + piece, 2 * size
    return line


def _unreadable(path: Path, error: OSError) -> OsmosisError:
    return OsmosisError(f"{path} cannot be read: {error.strerror or error}", hint="Check the file's permissions.")
