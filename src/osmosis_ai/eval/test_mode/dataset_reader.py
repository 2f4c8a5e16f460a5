"""`DatasetReader`: the rows of an agent loop's file as mappings, from Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.dataset import EXTENSIONS, Dataset, open_dataset
from osmosis_ai.datasets.forms import LOOP_ROWS, REQUIRED_COLUMNS
from osmosis_ai.datasets.row import DatasetRow

__all__ = ["LOOP_EXTENSIONS", "REQUIRED_COLUMNS", "DatasetReader", "open_loop_dataset"]

LOOP_EXTENSIONS = ("json", *EXTENSIONS)


def open_loop_dataset(path: Path) -> Dataset:
    """The file of an agent loop's rows. Raises DatasetError."""
    return open_dataset(path, form=LOOP_ROWS, extensions=LOOP_EXTENSIONS)


class DatasetReader:
    """A JSON, JSONL, CSV or Parquet file whose rows have `ground_truth`, `user_prompt` and `system_prompt`.

    Raises DatasetError for a file that cannot be used, as `read` and `iter_rows` do for the first row at fault.
    """

    def __init__(self, file_path: str | Path) -> None:
        self.dataset = open_loop_dataset(Path(file_path))

    def __len__(self) -> int:
        return self.dataset.scan_from(0, 1).row_count

    def read(self, limit: int | None = None, offset: int = 0) -> list[dict[str, Any]]:
        """The rows from `offset` on, at most `limit`."""
        return list(self.iter_rows(limit, offset))

    def iter_rows(self, limit: int | None = None, offset: int = 0) -> Iterator[dict[str, Any]]:
        """The same, one at a time."""
        selection = self.dataset.scan_from(offset, limit).selection
        return map(_mapping, self.dataset.rows(selection))


def _mapping(row: DatasetRow) -> dict[str, Any]:
    """The columns of a row, the three that it must have in lower case."""
    system, user = (message["content"] for message in row.prompt)
    return {**(row.metadata or {}), "ground_truth": row.label, "user_prompt": user, "system_prompt": system}
