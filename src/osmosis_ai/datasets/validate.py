"""Is a dataset file what a run and an upload accept? One pass, bounded memory, every problem counted.

The verdict does not depend on the order of the rows. What is read how: docs/design/dataset-types.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.checks import DatasetReport, RowChecker
from osmosis_ai.datasets.csv_reader import CsvRecords, record_cells
from osmosis_ai.datasets.dataset import open_dataset
from osmosis_ai.datasets.errors import DatasetError, RowFault
from osmosis_ai.datasets.jsonl_reader import line_cells
from osmosis_ai.datasets.problems import Problem, Problems
from osmosis_ai.datasets.row import COLUMNS
from osmosis_ai.datasets.text_lines import check_length, read_lines

__all__ = ["MAX_BYTES", "validate_dataset"]

MAX_BYTES = 5 * 1024**3
_PROGRESS_ROWS = 2000

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
                from osmosis_ai.datasets.parquet_validation import check_parquet

                check_parquet(stream, path, checker, lambda share: progress(int(share * dataset.size), dataset.size))
    except DatasetError as error:
        row = error.details.get("row")
        message = error.message.partition(": ")[2] or error.message
        report.errors.add(Problem("file", message, error.hint, row if isinstance(row, int) else None))
    progress(dataset.size, dataset.size)
    checker.finish()
    return report


def _jsonl(stream: Any, path: Path, checker: RowChecker, progress: Callable[[int], None]) -> None:
    index = 0
    for line in read_lines(stream, path):
        data = line.data
        if not data or data.isspace():
            continue
        if index % _PROGRESS_ROWS == 0:
            progress(line.offset)
        checker.place(index, line.number, hash(data))
        try:
            check_length(line)
            cells = line_cells(line)
        except RowFault as fault:
            checker.fault(fault)
        else:
            checker.keys(cells)
            checker.row(cells)
        index += 1


def _csv(stream: Any, path: Path, checker: RowChecker, progress: Callable[[int], None]) -> None:
    records = CsvRecords(stream, path)
    header = records.header()
    checker.header(header)
    renamed = checker.renamed(header)
    places = {name: at for at, name in enumerate(renamed) if name in COLUMNS}
    index = 0
    while (record := records.next(index)) is not None:
        if index % _PROGRESS_ROWS == 0:
            progress(records.offset)
        checker.place(index, records.first_line, hash(tuple(record)))
        try:
            cells = record_cells(record, header, places, records)
        except RowFault as fault:
            checker.fault(fault)
        else:
            checker.row(cells)
        index += 1
