"""Parquet, through pyarrow, which is imported only here and only when a Parquet file is read.

Rows arrive in record batches sized by the file's own figures, so that memory stays bounded; row groups
without a wanted row are not read, nor are columns that no rule looks at.
"""

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from itertools import repeat
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.errors import DatasetError, RowFault, file_error, os_error
from osmosis_ai.datasets.row import COLUMNS, DatasetRow, build_row

_BATCH_BYTES = 16 * 1024 * 1024
_BATCH_ROWS = 4096
_BUFFER_BYTES = 1024 * 1024


def read_parquet(stream: BufferedReader, path: Path, wanted: Callable[[int], bool]) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None.

    Raises DatasetError: pyarrow missing, the file damaged (naming the row reading had reached), a column of a
    type that has no meaning as text or metadata, a row at fault.
    """
    arrow, parquet = _import_pyarrow(path)
    try:
        file = parquet.ParquetFile(stream, pre_buffer=False, buffer_size=_BUFFER_BYTES, page_checksum_verification=True)
        schema = file.schema_arrow
        groups = [file.metadata.row_group(at) for at in range(file.metadata.num_row_groups)]
    except _damage(arrow) as error:
        raise _damaged(path, error) from error
    columns = _columns(schema, path, arrow)
    index = 0
    for at, group in enumerate(groups):
        if not any(map(wanted, range(index, index + group.num_rows))):
            yield from repeat(None, group.num_rows)
            index += group.num_rows
            continue
        size = _batch_rows(group)
        batches = file.iter_batches(size, row_groups=[at], columns=columns)
        while True:
            try:
                batch = next(batches, None)
            except _damage(arrow) as error:
                raise _damaged(path, error, index) from error
            if batch is None:
                break
            yield from _rows(batch, index, wanted, schema.names, path)
            index += batch.num_rows


def _rows(
    batch: Any, start: int, wanted: Callable[[int], bool], names: list[str], path: Path
) -> Iterator[DatasetRow | None]:
    if not any(map(wanted, range(start, start + batch.num_rows))):
        yield from repeat(None, batch.num_rows)
        return
    used = {name: batch.column(name) for name in COLUMNS if name in batch.schema.names}
    try:
        lists = {name: column.to_pylist() for name, column in used.items()}
    except (ValueError, UnicodeError):
        lists = None  # one cell is damaged: decode cell by cell to say which
    for at in range(batch.num_rows):
        index = start + at
        if not wanted(index):
            yield None
            continue
        try:
            cells = {name: values[at] for name, values in lists.items()} if lists else _cells(used, at)
            yield build_row(index, cells, names)
        except RowFault as fault:
            raise fault.at(path, index) from None


def _cells(columns: Mapping[str, Any], at: int) -> dict[str, Any]:
    cells = {}
    for name, column in columns.items():
        try:
            cells[name] = column[at].as_py()
        except UnicodeError as error:
            raise RowFault(f"{name} holds bytes that are not UTF-8.", hint="Write the column as UTF-8.") from error
        except ValueError as error:
            raise RowFault(f"{name} cannot be decoded: {error}.") from error
    return cells


def _batch_rows(group: Any) -> int:
    """Rows a batch, so that one of average size holds at most _BATCH_BYTES."""
    row_bytes = max(1, group.total_byte_size // max(1, group.num_rows))
    return int(max(1, min(_BATCH_ROWS, _BATCH_BYTES // row_bytes)))


def _columns(schema: Any, path: Path, arrow: Any) -> list[str]:
    """The columns to read. Raises DatasetError for one named twice or of a type without meaning."""
    names: list[str] = schema.names
    for name in COLUMNS:
        if names.count(name) > 1:
            raise file_error(
                path,
                f"there are {names.count(name)} columns named {name}.",
                hint="Rename or drop all but one: it is not clear which is meant.",
            )
    used = [name for name in COLUMNS if name in names]
    for name in used:
        kind = _storage(schema.field(name).type, arrow)
        if name == "metadata":
            fits = arrow.types.is_null(kind) or _is_text(kind, arrow) or _is_json_struct(kind, arrow)
            hint = "Metadata is a struct of JSON types, or a string holding a JSON object."
        else:
            fits = arrow.types.is_decimal(kind) or _is_json(kind, arrow)
            hint = "Cast the column to string."
        if not fits:
            raise file_error(path, f"column {name} has the Parquet type {kind}, which is not read.", hint=hint)
    return used


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


def _damage(arrow: Any) -> tuple[type[Exception], ...]:
    """What pyarrow raises for bad data; OSError, for a failed checksum, is a failing disk's too."""
    return (arrow.ArrowException, OSError, ValueError, KeyError, NotImplementedError, RecursionError)


def _damaged(path: Path, error: Exception, row: int | None = None) -> DatasetError:
    if isinstance(error, OSError) and error.errno is not None:
        return os_error(path, "read", error)
    said = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    message = f"the Parquet data is damaged or not supported: {said}."
    hint = "Write the file again, or check that the copy is complete."
    if row is None:
        return file_error(path, message, hint=hint)
    return RowFault(f"at or after this row {message}", hint=hint).at(path, row)


def _import_pyarrow(path: Path) -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DatasetError(
            f"{path}: reading Parquet needs the package pyarrow, which is not installed.",
            hint="Install the extra `parquet`: pip install 'osmosis-ai[parquet]'.",
            details={"missing_module": "pyarrow", "extra": "parquet"},
        ) from None
    return pyarrow, pyarrow.parquet
