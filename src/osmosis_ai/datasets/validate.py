"""Is a dataset file what a run and an upload accept? One pass, bounded memory, every problem counted.

The verdict does not depend on the order of the rows. What is read how: docs/design/dataset-types.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO

from osmosis_ai.datasets.block_checks import BlockChecks
from osmosis_ai.datasets.checks import DatasetReport, RowChecker
from osmosis_ai.datasets.csv_reader import CsvRecords, read_records, record_cells
from osmosis_ai.datasets.dataset import open_dataset
from osmosis_ai.datasets.errors import DatasetError, RowFault
from osmosis_ai.datasets.jsonl_reader import line_cells
from osmosis_ai.datasets.problems import Problem, Problems
from osmosis_ai.datasets.row import COLUMNS
from osmosis_ai.datasets.text_lines import Place, check_length, read_block, read_lines

__all__ = ["MAX_BYTES", "validate_dataset"]

MAX_BYTES = 5 * 1024**3
_FIRST_BLOCK = 64 * 1024
"""Bytes that are looked at row by row: what rows look like is learned from them."""
_BLOCK = 1024 * 1024
_MOST_BLOCK = 16 * _BLOCK

type Progress = Callable[[int, int], None]


def validate_dataset(
    path: Path,
    *,
    columns: Mapping[str, str] | None = None,
    strict: bool = False,
    most: int = 20,
    progress: Progress = lambda done, total: None,
) -> DatasetReport:
    """Reads the whole file once and reports every problem; the first `most` of each severity with their places.

    `columns` renames the file's columns (name in the file -> name that is read). `progress` gets the bytes read and the
    file's size. Raises DatasetError for a file that is not there, not a dataset by its extension, or cannot be read.
    """
    dataset = open_dataset(path, columns)
    report = DatasetReport(path, dataset.extension, dataset.size, strict, Problems(most), Problems(most))
    checker = RowChecker(report, dataset.columns)
    if dataset.size > MAX_BYTES:
        report.errors.add(
            Problem("file_size", f"the file has {dataset.size:,} bytes, and 5 GiB is the most.", "Split the file.")
        )
        return report
    try:
        with dataset.opened() as stream:
            if dataset.extension == "jsonl":
                _jsonl(stream, path, checker, lambda done: progress(done, dataset.size))
            elif dataset.extension == "csv":
                _csv(stream, path, checker, lambda done: progress(done, dataset.size))
            else:
                from osmosis_ai.datasets.parquet_validation import check_arrow, check_parquet

                check = check_arrow if dataset.extension == "arrow" else check_parquet
                check(stream, path, checker, lambda share: progress(int(share * dataset.size), dataset.size))
    except DatasetError as error:
        row = error.details.get("row")
        message = error.message.partition(": ")[2] or error.message
        report.errors.add(Problem("file", message, error.hint, row if isinstance(row, int) else None))
    progress(dataset.size, dataset.size)
    checker.finish()
    return report


def _jsonl(stream: IO[bytes], path: Path, checker: RowChecker, progress: Callable[[int], None]) -> None:
    blocks, index, place, size = BlockChecks(checker), 0, Place(), _FIRST_BLOCK
    while block := read_block(stream, size):
        progress(place.offset)
        count = blocks.json_lines(block, index)
        if count is None:
            index = _json_rows(BytesIO(block), path, checker, index, place)
        else:
            index += count
        place = Place(place.lines + block.count(b"\n"), place.offset + len(block))
        size = _BLOCK
    if block is None:  # a line so long that it is an error, and the end of a block is not that of a line
        stream.seek(place.offset)
        _json_rows(stream, path, checker, index, place)


def _json_rows(stream: IO[bytes], path: Path, checker: RowChecker, index: int, begin: Place) -> int:
    """Checks rows one by one; the number of the row that comes next."""
    for line in read_lines(stream, path, begin):
        data = line.data
        if not data or data.isspace():
            continue
        checker.place(index, line.number, hash(data if data.endswith(b"\n") else data + b"\n"))
        try:
            check_length(line)
            cells = line_cells(line)
        except RowFault as fault:
            checker.fault(fault)
        else:
            checker.keys(cells)
            checker.row(cells)
        index += 1
    return index


def _csv(stream: IO[bytes], path: Path, checker: RowChecker, progress: Callable[[int], None]) -> None:
    records = CsvRecords(stream, path)
    header = records.header()
    checker.header(header)
    renamed = checker.renamed(header)
    columns = {name: at for at, name in enumerate(renamed) if name in COLUMNS}
    rows = _CsvRows(path, checker, header, columns)
    if len(columns) == sum(name in COLUMNS for name in renamed):
        rows.check_blocks(stream, Place(records.lines, stream.tell()), progress)
    else:
        rows.check_rows(stream, Place(records.lines, stream.tell()))


class _CsvRows:
    """The rows of a CSV file: by the block where that is possible, else one by one."""

    def __init__(self, path: Path, checker: RowChecker, header: list[str], columns: dict[str, int]) -> None:
        self._path, self._checker, self._header, self._columns = path, checker, header, columns
        self._blocks = BlockChecks(checker)
        self._index = 0

    def check_blocks(self, stream: IO[bytes], place: Place, progress: Callable[[int], None]) -> None:
        """Checks what follows, as long as blocks end where records do."""
        size = _FIRST_BLOCK
        while block := _whole_records(stream, size):
            progress(place.offset)
            records = read_records(block)
            if records is None:
                break
            if not self._accepts(records):
                self.check_rows(BytesIO(block), place)
            place = Place(place.lines + block.count(b"\n"), place.offset + len(block))
            size = _BLOCK
        if block != b"":
            stream.seek(place.offset)
            self.check_rows(stream, place)

    def _accepts(self, records: list[tuple[str, ...]]) -> bool:
        if not records:
            return True
        if set(map(len, records)) != {len(self._header)}:
            return False
        columns = list(zip(*records, strict=True))
        cells = {name: columns[at] for name, at in self._columns.items()}
        if not self._blocks.texts(cells, self._index, list(map(hash, records))):
            return False
        self._index += len(records)
        return True

    def check_rows(self, stream: IO[bytes], place: Place) -> None:
        """Checks what follows row by row."""
        records = CsvRecords(stream, self._path, place)
        while (record := records.next(self._index)) is not None:
            self._checker.place(self._index, records.first_line, hash(tuple(record)))
            try:
                cells = record_cells(record, self._header, self._columns, records)
            except RowFault as fault:
                self._checker.fault(fault)
            else:
                self._checker.row(cells)
            self._index += 1


def _whole_records(stream: IO[bytes], size: int) -> bytes | None:
    """A block that ends outside of quotes where quoting is as it should be; None where none ends in reach."""
    block = read_block(stream, size)
    if block is None or block.count(b'"') % 2 == 0:
        return block
    parts, length = [block], len(block)
    while length < _MOST_BLOCK and (line := stream.readline(_MOST_BLOCK)):
        parts.append(line)
        length += len(line)
        if line.count(b'"') % 2 and line.endswith(b"\n"):
            return b"".join(parts)
    return None
