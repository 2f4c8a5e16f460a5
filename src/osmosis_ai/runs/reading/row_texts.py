"""What the rows of a run asked, looked up by row in `rows.jsonl`."""

from __future__ import annotations

from array import array
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import open_regular
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.models.run_rows import RunRow

__all__ = ["RowTexts"]


class RowTexts:
    """Knows where each line of the file begins, and reads lines when they are asked for.

    Runs of the published package have no such file; their rows have no text.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "rows.jsonl"
        self._seen: tuple[int, int] | None = None
        self._offsets = array("q")

    def of(self, row_indexes: list[int]) -> dict[int, RunRow]:
        """The texts of those rows that have one. Raises OsmosisError with file and line for a bad line."""
        try:
            with open_regular(self._path) as file:
                self._index()
                found: dict[int, RunRow] = {}
                for row_index in row_indexes:
                    if row_index < len(self._offsets):
                        file.seek(self._offsets[row_index])
                        found[row_index] = self._read(file.readline(), row_index)
                return found
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise OsmosisError(f"{self._path} cannot be read: {error.strerror or error}") from None

    def _read(self, line: bytes, row_index: int) -> RunRow:
        try:
            return RunRow.read(line)
        except ValueError as error:
            raise OsmosisError(
                f"{self._path}, line {row_index + 1}: not a row of a run: {first_fault(error)}",
                hint="The file was changed by something else. Restore that line.",
            ) from None

    def _index(self) -> None:
        """Line n is row n: the file has a line for each selected row, in order."""
        stat = self._path.stat()
        if self._seen == (stat.st_ino, stat.st_size):
            return
        self._seen = (stat.st_ino, stat.st_size)
        self._offsets = array("q")
        offset = 0
        with open_regular(self._path) as file:
            for line in file:
                self._offsets.append(offset)
                offset += len(line)
