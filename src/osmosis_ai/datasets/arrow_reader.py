"""Arrow streams, one after the other: the files of a folder that `datasets` saved. Read through pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.columns import require_mapped
from osmosis_ai.datasets.errors import DatasetError, file_error
from osmosis_ai.datasets.forms import EVALUATION_ROWS, RowForm
from osmosis_ai.datasets.parquet_reader import (
    BATCH_ROWS,
    ColumnSource,
    batch_rows,
    damage_of,
    damaged,
    import_pyarrow,
)
from osmosis_ai.datasets.row import DatasetRow

__all__ = ["ArrowSource", "read_arrow"]

_PIECE = 1 << 20


def read_arrow(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None.

    Raises DatasetError as `read_parquet` does, and for files whose columns differ.
    """
    source = ArrowSource(stream, path, renames, form)
    require_mapped(path, renames, source.found)
    source.check_types()
    for start, _, batch in source.batches():
        yield from batch_rows(batch, start, wanted, source.names, path, form)


class _Limited:
    """What pyarrow reads from: a length that damage makes absurd takes no memory, because it is read in pieces."""

    def __init__(self, stream: BufferedReader) -> None:
        self._stream = stream
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        if size <= _PIECE:
            return self._stream.read(max(size, 0))
        parts, left = [], size
        while left > 0 and (part := self._stream.read(min(left, _PIECE))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        self.closed = True


class ArrowSource(ColumnSource):
    """Arrow streams that follow each other, of one schema. Raises DatasetError for damaged ones."""

    kind = "Arrow"

    def __init__(
        self, stream: BufferedReader, path: Path, renames: Mapping[str, str], form: RowForm = EVALUATION_ROWS
    ) -> None:
        super().__init__(path, renames, form)
        self._arrow, _ = import_pyarrow(path, "a folder of the library `datasets`")
        self._stream = stream
        self._reader = self._open(0)
        self.schema = self._reader.schema
        self._read_names()

    def _open(self, row: int) -> Any:
        try:
            return self._arrow.ipc.open_stream(self._arrow.PythonFile(_Limited(self._stream), mode="r"))
        except damage_of(self._arrow) as error:
            raise self._damaged(error, row) from error

    def _damaged(self, error: Exception, row: int) -> DatasetError:
        return damaged(self._path, error, row, self.kind)

    def batches(self, most_rows: int = BATCH_ROWS) -> Iterator[tuple[int, int, Any]]:
        """First row, number of rows and record batch, in order, with the columns that rows are made of."""
        start = 0
        taken = [at for at, name in enumerate(self.names) if self._form.reads(name)]
        renamed = [self.names[at] for at in taken]
        while True:
            batch = self._next(start)
            if batch is None:
                if not self._stream.peek(1):
                    return
                self._reader = self._open(start)
                if not self._reader.schema.equals(self.schema):
                    raise file_error(
                        self._path, f"the columns of the file with row {start} differ.", hint="Save the dataset again."
                    )
                continue
            used = batch.select(taken).rename_columns(renamed)
            for offset in range(0, batch.num_rows, most_rows):
                part = used.slice(offset, most_rows)
                yield start + offset, part.num_rows, part
            start += batch.num_rows

    def _next(self, start: int) -> Any:
        try:
            batch = self._reader.read_next_batch()
            batch.validate(full=True)  # offsets out of bounds would be read as they are
        except StopIteration:
            return None
        except damage_of(self._arrow) as error:
            raise self._damaged(error, start) from error
        return batch
