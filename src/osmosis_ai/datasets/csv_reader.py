"""CSV: a header row, commas, quotes doubled inside quoted cells. Blank lines are ignored and do not count as
rows.

Quoted cells may span lines: rows are counted in records, and errors add the
physical line a record starts on. Malformed quoting is an error for any row, because no row after it can be
trusted; a wrong number of cells or bytes that are not UTF-8 are errors for the rows asked for.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader, StringIO
from pathlib import Path
from typing import IO

from osmosis_ai.datasets.columns import require_mapped
from osmosis_ai.datasets.errors import RowFault, file_error
from osmosis_ai.datasets.forms import EVALUATION_ROWS, RowForm
from osmosis_ai.datasets.row import DatasetRow
from osmosis_ai.datasets.text_lines import Line, Place, check_length, not_utf8, nul, read_lines

MAX_CELL_CHARS = 32 * 1024 * 1024


def read_csv(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None.

    Raises DatasetError naming the row and its line. The csv module's cell limit is one for the whole process:
    it is raised to MAX_CELL_CHARS here if it is lower.
    """
    records = CsvRecords(stream, path)
    found = records.header()
    require_mapped(path, renames, found)
    header = [renames.get(name, name) for name in found]
    check_header(header, path, form)
    places = {name: at for at, name in enumerate(header) if form.reads(name)}
    index = 0
    while (record := records.next(index)) is not None:
        try:
            yield _row(index, record, header, places, records, form) if wanted(index) else None
        except RowFault as fault:
            raise fault.at(path, index, records.first_line) from None
        index += 1


def _row(  # noqa: PLR0917 - as the readers call it
    index: int, record: list[str], header: list[str], places: dict[str, int], records: "CsvRecords", form: RowForm
) -> DatasetRow:
    return form.build(index, record_cells(record, header, places, records), header)


def read_records(block: bytes) -> list[tuple[str, ...]] | None:
    """The records of a block of whole lines, blank ones left out; None where it is not surely whole records of text."""
    if b"\0" in block or len(block) > MAX_CELL_CHARS:
        return None
    try:
        return [tuple(record) for record in csv.reader(StringIO(block.decode(), newline="\n"), strict=True) if record]
    except (csv.Error, UnicodeDecodeError):
        return None


def record_cells(record: list[str], header: list[str], places: dict[str, int], records: "CsvRecords") -> dict[str, str]:
    """The cells of the columns in `places` (name to position). Raises RowFault for what is wrong with the record."""
    if records.bad_bytes is not None:
        raise records.bad_bytes
    if len(record) != len(header):
        raise RowFault(
            f"the row has {_cells(len(record))} and the header has {len(header)}.",
            hint="Put a cell that holds commas or line feeds in double quotes.",
        )
    cells = {name: record[at] for name, at in places.items()}
    if max(map(len, cells.values()), default=0) > MAX_CELL_CHARS:
        raise _too_long()
    return cells


def _too_long() -> RowFault:
    return RowFault(
        f"a cell is longer than {MAX_CELL_CHARS // 1024**2} MiB.",
        hint="Is a double quote left open? Everything after it is read as one cell.",
    )


def check_header(header: list[str], path: Path, form: RowForm = EVALUATION_ROWS) -> None:
    """Raises DatasetError if a column that is read appears twice."""
    for name in header:
        if form.reads(name) and header.count(name) > 1:
            raise file_error(
                path,
                f"the header names {name} {header.count(name)} times.",
                hint="Rename or drop all but one: it is not clear which is meant.",
            )


class CsvRecords:
    """Records of a CSV file: where each starts, and what is wrong with its bytes, if anything."""

    def __init__(self, stream: IO[bytes], path: Path, begin: Place | None = None) -> None:
        csv.field_size_limit(max(csv.field_size_limit(), MAX_CELL_CHARS))
        self._path = path
        begin = begin or Place()
        self._lines = read_lines(stream, path, begin)
        self._lines_before = begin.lines
        self._reader = csv.reader(self._decoded(), strict=True)
        self.first_line = begin.lines + 1
        self.offset = begin.offset
        self.bad_bytes: RowFault | None = None

    def header(self) -> list[str]:
        """The column names: the first record. Raises DatasetError."""
        try:
            header = self._next()
        except RowFault as fault:
            raise file_error(self._path, f"header: {fault.message}", hint=fault.hint) from None
        if header is None:
            raise file_error(self._path, "there is no header row.", hint="Name the columns in the first line.")
        if self.bad_bytes is not None:
            raise file_error(self._path, f"header: {self.bad_bytes.message}", hint=self.bad_bytes.hint)
        return header

    def next(self, index: int) -> list[str] | None:
        """The next record, or None at the end; `index` is the row it will be. Raises DatasetError."""
        try:
            return self._next()
        except RowFault as fault:
            raise fault.at(self._path, index, self.first_line) from None

    @property
    def lines(self) -> int:
        """How many lines of the file were read, those before the stream's beginning too."""
        return self._lines_before + self._reader.line_num

    def _next(self) -> list[str] | None:
        self.bad_bytes = None
        while True:
            self.first_line = self._lines_before + self._reader.line_num + 1
            try:
                record = next(self._reader, None)
            except csv.Error as error:
                raise _csv_fault(str(error)) from None
            if record is None or record:
                return record

    def _decoded(self) -> Iterator[str]:
        for line in self._lines:
            check_length(line)
            self.offset = line.offset
            if b"\0" in line.data:
                self.bad_bytes = self.bad_bytes or nul(line.offset + line.data.index(b"\0"))
            try:
                yield line.data.decode()
            except UnicodeDecodeError as error:
                yield self._damaged(line, error)

    def _damaged(self, line: Line, error: UnicodeDecodeError) -> str:
        self.bad_bytes = self.bad_bytes or not_utf8(error, line)
        return line.data.decode("utf-8", "replace")


def _csv_fault(said: str) -> RowFault:
    if "field limit" in said:
        return _too_long()
    if "new-line character" in said:
        return RowFault(
            "a carriage return stands alone, without a line feed.",
            hint="Use LF or CRLF line endings, and quote cells that hold line breaks.",
        )
    if "unexpected end of data" in said:
        return RowFault("a double quote is opened and never closed.", hint="Close it, or double it to mean a quote.")
    if "expected after" in said:
        return RowFault(
            "text follows the closing double quote of a cell.",
            hint='Double the quotes inside a quoted cell: "she said ""yes""".',
        )
    return RowFault(f"not valid CSV: {said}.")


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
