"""Faults of a dataset: which file, which row, what is wrong and what to do.

DatasetError (an OsmosisError, code VALIDATION) is what callers see. RowFault is how the code that looks at
one row's cells reports a fault without knowing the file or the row; the reader that does know adds the place.
"""

import os
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError


class DatasetError(OsmosisError):
    """A dataset file that cannot be used. `details` holds `file` and, where one row is at fault, `row`
    (0-based).
    """


class UnknownDatasetError(DatasetError):
    """No file has the name of the dataset."""


class RowFault(Exception):  # noqa: N818 - not an error anyone sees
    """What is wrong with one row, before its place is known."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def at(self, path: Path, row: int, line: int | None = None) -> DatasetError:
        """The error for this fault in `row` (0-based) of `path`; `line` is the 1-based physical line, if it
        helps.
        """
        place = f"row {row}" if line is None else f"row {row} (line {line})"
        return DatasetError(
            f"{shown(path)}, {place}: {self.message}",
            hint=self.hint,
            details={"file": shown(path), "row": row},
        )


def file_error(path: Path, message: str, *, hint: str | None = None) -> DatasetError:
    """An error about a whole file."""
    return DatasetError(f"{shown(path)}: {message}", hint=hint, details={"file": shown(path)})


def os_error(path: Path, action: str, error: OSError) -> DatasetError:
    """An error for a system call that failed on `path`; says what the system said."""
    reason = error.strerror or str(error) or type(error).__name__
    hint = "Check the file's permissions." if isinstance(error, PermissionError) else None
    return file_error(path, f"cannot be {action}: {reason}.", hint=hint)


def shown(path: Path) -> str:
    """The path as it can be printed: bytes that are not UTF-8 appear as U+FFFD."""
    return os.fsencode(path).decode("utf-8", "replace")
