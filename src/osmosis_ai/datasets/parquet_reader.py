"""Parquet, through pyarrow, which is imported only here and only when a Parquet file is read.

Rows arrive in record batches sized by the file's own figures, so that memory stays bounded; row groups
without a wanted row are not read, nor are columns that no rule looks at.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from itertools import repeat
from pathlib import Path
from typing import Any

from osmosis_ai.base.lean_imports import lean_pyarrow
from osmosis_ai.datasets.columns import require_mapped
from osmosis_ai.datasets.errors import DatasetError, RowFault, file_error, os_error
from osmosis_ai.datasets.forms import EVALUATION_ROWS, RowForm
from osmosis_ai.datasets.row import DatasetRow, holds_nul
from osmosis_ai.datasets.text_lines import NO_NUL

type Cleaner = Callable[[Any], Any]

_BATCH_BYTES = 16 * 1024 * 1024
BATCH_ROWS = 4096
_BUFFER_BYTES = 1024 * 1024


def read_parquet(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None.

    Raises DatasetError: pyarrow missing, the file damaged (naming the row reading had reached), a column of a
    type that has no meaning as text or metadata, a row at fault.
    """
    source = ParquetSource(stream, path, renames, form)
    require_mapped(path, renames, source.found)
    source.check_types()
    for start, count, batch in source.batches(wanted):
        if batch is None:
            yield from repeat(None, count)
        else:
            yield from batch_rows(batch, start, wanted, source.names, path, form)


class ColumnSource:
    """Columns of one schema, by the names they are read by; what opens the file sets the schema."""

    kind = "Parquet"
    """The format, for people."""

    def __init__(self, path: Path, renames: Mapping[str, str], form: RowForm) -> None:
        self._path, self._renames, self._form = path, renames, form
        self._arrow: Any
        self.schema: Any
        self.found: list[str] = []
        self.names: list[str] = []

    def _read_names(self) -> None:
        try:
            self.found = self.schema.names
            for field in self.schema:
                _check_names(field.type, self._arrow)
        except UnicodeError as error:
            raise damaged(self._path, error, kind=self.kind) from error
        self.names = [self._renames.get(name, name) for name in self.found]

    @property
    def absent(self) -> set[str]:
        """The columns, by their names in the file, that have the type null, so no value in any row."""
        return {field.name for field in self.schema if self._arrow.types.is_null(_storage(field.type, self._arrow))}

    @property
    def text_only(self) -> bool:
        """Whether all columns that rows are made of are text."""
        read = filter(self._form.reads, self.names)
        return all(_is_text(self.type_of(name), self._arrow) for name in read)

    def type_of(self, name: str) -> Any:
        """The Arrow type of a column, without extension types and dictionaries around it."""
        return _storage(self.schema.field(self.names.index(name)).type, self._arrow)

    def check_types(self) -> None:
        """Raises DatasetError for a column that is named twice, or has a type without meaning."""
        for name in filter(self._form.reads, dict.fromkeys(self.names)):
            if self.names.count(name) > 1:
                raise file_error(
                    self._path,
                    f"there are {self.names.count(name)} columns named {name}.",
                    hint="Rename or drop all but one: it is not clear which is meant.",
                )
            if self._form.columns is not None:  # else every type has some form as metadata
                self._check_type(name)

    def _check_type(self, name: str) -> None:
        kind, arrow = self.type_of(name), self._arrow
        if name == "metadata":
            fits = arrow.types.is_null(kind) or _is_text(kind, arrow) or _is_json_struct(kind, arrow)
            hint = "Metadata is a struct of JSON types, or a string holding a JSON object."
        else:
            fits = arrow.types.is_decimal(kind) or _is_json(kind, arrow)
            hint = "Cast the column to string."
        if not fits:
            raise file_error(
                self._path, f"column {name} has the {self.kind} type {kind}, which is not read.", hint=hint
            )


class ParquetSource(ColumnSource):
    """An open Parquet file. Raises DatasetError for a damaged one."""

    def __init__(
        self, stream: BufferedReader, path: Path, renames: Mapping[str, str], form: RowForm = EVALUATION_ROWS
    ) -> None:
        super().__init__(path, renames, form)
        self._arrow, parquet = import_pyarrow(path)
        try:
            self._file = parquet.ParquetFile(
                stream, pre_buffer=False, buffer_size=_BUFFER_BYTES, page_checksum_verification=True
            )
            self.schema = self._file.schema_arrow
            self._groups = [self._file.metadata.row_group(at) for at in range(self._file.metadata.num_row_groups)]
        except damage_of(self._arrow) as error:
            raise damaged(path, error) from error
        for at, group in enumerate(self._groups):
            if group.num_rows < 0:
                raise damaged(path, ValueError(f"row group {at} says that it has {group.num_rows} rows"))
        self._read_names()

    @property
    def rows(self) -> int:
        """How many rows the file says it has."""
        return sum(group.num_rows for group in self._groups)

    def batches(self, wanted: Callable[[int], bool], most_rows: int = BATCH_ROWS) -> Iterator[tuple[int, int, Any]]:
        """First row, number of rows and record batch, in order; no batch for row groups without a wanted row.

        A batch has the columns that rows are made of, sized so that memory stays bounded. Raises DatasetError.
        """
        columns = [found for found, name in zip(self.found, self.names, strict=True) if self._form.reads(name)]
        renamed = [name for name in self.names if self._form.reads(name)]
        start = 0
        for at, group in enumerate(self._groups):
            if group.num_rows == 0:
                continue
            if not any(map(wanted, range(start, start + group.num_rows))):
                yield start, group.num_rows, None
                start += group.num_rows
                continue
            batches = self._file.iter_batches(_batch_rows(group, most_rows), row_groups=[at], columns=columns)
            while True:
                try:
                    batch = next(batches, None)
                except damage_of(self._arrow) as error:
                    raise damaged(self._path, error, start) from error
                if batch is None:
                    break
                yield start, batch.num_rows, batch.rename_columns(renamed)
                start += batch.num_rows


def _check_names(kind: Any, arrow: Any) -> None:
    """Raises UnicodeError for a name in a type that is not UTF-8, before anything else asks for it."""
    kind = _storage(kind, arrow)
    for at in range(kind.num_fields):
        field = kind.field(at)
        str(field.name)
        _check_names(field.type, arrow)


def batch_rows(  # noqa: PLR0917 - as the reader calls it
    batch: Any, start: int, wanted: Callable[[int], bool], names: list[str], path: Path, form: RowForm
) -> Iterator[DatasetRow | None]:
    """The rows of a batch, as `read_parquet` gives them."""
    if not any(map(wanted, range(start, start + batch.num_rows))):
        yield from repeat(None, batch.num_rows)
        return
    used = {name: batch.column(name) for name in batch.schema.names}
    clean = {name: cleaner(column.type) for name, column in used.items()}
    try:
        lists = {name: _cleaned(column.to_pylist(), clean[name]) for name, column in used.items()}
    except (ValueError, UnicodeError):
        lists = None  # one cell is damaged: decode cell by cell to say which
    for at in range(batch.num_rows):
        index = start + at
        if not wanted(index):
            yield None
            continue
        try:
            cells = {name: values[at] for name, values in lists.items()} if lists else _cells(used, at, clean)
            if holds_nul(cells):
                raise RowFault("a cell holds a NUL (U+0000).", hint=NO_NUL)
            yield form.build(index, cells, names)
        except RowFault as fault:
            raise fault.at(path, index) from None


def _cells(columns: Mapping[str, Any], at: int, clean: Mapping[str, Cleaner | None]) -> dict[str, Any]:
    cells = {}
    for name, column in columns.items():
        try:
            cells[name] = _cleaned([column[at].as_py()], clean[name])[0]
        except UnicodeError as error:
            raise RowFault(f"{name} holds bytes that are not UTF-8.", hint="Write the column as UTF-8.") from error
        except ValueError as error:
            raise RowFault(f"{name} cannot be decoded: {error}.") from error
    return cells


def _cleaned(values: list[Any], clean: Cleaner | None) -> list[Any]:
    return values if clean is None else [None if value is None else clean(value) for value in values]


def cleaner(kind: Any) -> Cleaner | None:
    """What to do to the Python values of a column of this type, nulls apart; None for nothing.

    A struct has every member in every row, null where a row had none: members that are null are left out. A float of
    16 or 32 bits gets the shortest digits that name it, not those of the double next to it.
    """
    import pyarrow as arrow

    kind = _storage(kind, arrow)
    types = arrow.types
    if types.is_float16(kind) or types.is_float32(kind):
        return _shortest_half if types.is_float16(kind) else _shortest_single
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        inner = cleaner(kind.value_type)
        return None if inner is None else lambda values: _cleaned(values, inner)
    if not types.is_struct(kind):
        return None
    members = {kind.field(at).name: cleaner(kind.field(at).type) for at in range(kind.num_fields)}
    return lambda value: _without_nulls(value, members)


def _without_nulls(value: dict[str, Any], members: Mapping[str, Cleaner | None]) -> dict[str, Any]:
    kept = {}
    for name, clean in members.items():
        item = value[name]
        if item is not None:
            item = item if clean is None else clean(item)
            if item != {}:
                kept[name] = item
    return kept


def _shortest_single(value: float) -> float:
    return _shortest(value, "f")


def _shortest_half(value: float) -> float:
    return _shortest(value, "e")


def _shortest(value: float, form: str) -> float:
    for digits in range(1, 10):
        candidate = float(f"{value:.{digits}g}")
        try:
            if struct.unpack(form, struct.pack(form, candidate))[0] == value:
                return candidate
        except OverflowError:
            continue
    return value


def _batch_rows(group: Any, most_rows: int) -> int:
    """Rows a batch, so that one of average size holds at most `most_rows` and _BATCH_BYTES."""
    row_bytes = max(1, group.total_byte_size // max(1, group.num_rows))
    return int(max(1, min(most_rows, _BATCH_BYTES // row_bytes)))


def _is_json(kind: Any, arrow: Any) -> bool:
    """Whether every value of the type has a JSON form."""
    kind, types = _storage(kind, arrow), arrow.types
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return _is_json(kind.value_type, arrow)
    scalar = (types.is_null, types.is_boolean, types.is_integer, types.is_floating)
    return any(test(kind) for test in scalar) or _is_text(kind, arrow) or _is_json_struct(kind, arrow)


def _is_json_struct(kind: Any, arrow: Any) -> bool:
    return arrow.types.is_struct(kind) and all(_is_json(kind.field(at).type, arrow) for at in range(kind.num_fields))


def _is_text(kind: Any, arrow: Any) -> bool:
    types = arrow.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _storage(kind: Any, arrow: Any) -> Any:
    """The type underneath an extension or a dictionary encoding."""
    while True:
        if isinstance(kind, arrow.BaseExtensionType):
            kind = kind.storage_type
        elif arrow.types.is_dictionary(kind):
            kind = kind.value_type
        else:
            return kind


def damage_of(arrow: Any) -> tuple[type[Exception], ...]:
    """What pyarrow raises for bad data; OSError, for a failed checksum, is a failing disk's too."""
    return (arrow.ArrowException, OSError, ValueError, KeyError, NotImplementedError, RecursionError)


def damaged(path: Path, error: Exception, row: int | None = None, kind: str = "Parquet") -> DatasetError:
    """The error for data that cannot be decoded; `row` is the one that reading had reached."""
    if isinstance(error, OSError) and error.errno is not None:
        return os_error(path, "read", error)
    said = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    message = f"the {kind} data is damaged or not supported: {said}."
    hint = "Write the file again, or check that the copy is complete."
    if row is None:
        return file_error(path, message, hint=hint)
    return RowFault(f"at or after this row {message}", hint=hint).at(path, row)


def import_pyarrow(path: Path, what: str = "Parquet") -> tuple[Any, Any]:
    """The modules `pyarrow` and `pyarrow.parquet`. Raises DatasetError where they are not installed."""
    try:
        with lean_pyarrow():
            import pyarrow
            import pyarrow.parquet
    except ImportError:
        raise DatasetError(
            f"{path}: reading {what} needs the package pyarrow, which is not installed.",
            hint="Install the extra `parquet`: pip install 'osmosis-ai[parquet]'.",
            details={"missing_module": "pyarrow", "extra": "parquet"},
        ) from None
    return pyarrow, pyarrow.parquet
