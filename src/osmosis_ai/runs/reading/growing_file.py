"""A file of lines that another process appends to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import open_regular
from osmosis_ai.semantics.faults import first_fault

__all__ = ["GrowingFile", "ReplacedError", "line_at"]


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


def line_at(path: Path, offset: int) -> bytes:
    """The line that begins at an offset. Raises OsmosisError when the file cannot be read."""
    try:
        with open_regular(path) as file:
            file.seek(offset)
            return file.readline()
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> OsmosisError:
    return OsmosisError(f"{path} cannot be read: {error.strerror or error}", hint="Check the file's permissions.")
