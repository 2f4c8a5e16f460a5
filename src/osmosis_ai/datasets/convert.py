"""From one format to another without loss: the output has the same rows for a rollout, which is checked by reading it.

Only the columns that are read are written, and each only where a row has it. Text in CSV is always quoted.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import batched
from pathlib import Path
from typing import Any, Literal

from osmosis_ai.base.errors import ConflictError, FileUnwritableError, OsmosisError
from osmosis_ai.base.lean_imports import lean_pyarrow
from osmosis_ai.datasets.dataset import EXTENSIONS, Dataset, open_dataset
from osmosis_ai.datasets.errors import file_error, shown
from osmosis_ai.datasets.row import DatasetRow

__all__ = ["MetadataForm", "convert_dataset", "metadata_text", "row_text"]

type MetadataForm = Literal["text", "struct"]

_BATCH = 2048


def convert_dataset(source: Dataset, output: Path, *, metadata: MetadataForm = "text", overwrite: bool = False) -> int:
    """Writes the rows of `source` to `output`, in the format of its extension; how many there are.

    `metadata` says what Parquet keeps: JSON text, or a struct. The output appears whole or not at all. Raises
    DatasetError for a row at fault, ConflictError for an output that exists, OsmosisError for rows that the form asked
    for cannot hold.
    """
    extension = output.suffix[1:].lower()
    if extension not in EXTENSIONS:
        raise file_error(output, f"has the extension {output.suffix!r}.", hint="Name a .jsonl, .csv or .parquet file.")
    if output.exists() and not overwrite:
        raise ConflictError(f"{shown(output)} exists already", hint="Name another file, or add --overwrite.")
    if output.exists() and source.path.exists() and output.samefile(source.path):
        raise ConflictError(f"{shown(output)} is the file to convert", hint="Name another file.")
    columns = _columns(source)
    part = output.with_name(f".{output.stem}.{os.getpid()}.part{output.suffix}")
    try:
        _WRITERS[extension](part, source, columns, metadata)
        count = _check_same(source, open_dataset(part), output)
        part.replace(output)
    except OSError as error:
        raise FileUnwritableError(output, error) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def metadata_text(metadata: dict[str, Any]) -> str:
    """Metadata as compact JSON, characters as they are."""
    return json.dumps(metadata, ensure_ascii=False, separators=(",", ":"))


def _columns(source: Dataset) -> list[str]:
    """The columns that any row has, in the order they are written."""
    found: set[str] = set()
    for row in source.rows():
        found.update(name for name, value in _cells(row).items() if value is not None)
    if not found:
        raise file_error(source.path, "there are no rows.")
    return [name for name in ("system_prompt", "user_prompt", "ground_truth", "metadata") if name in found]


def _cells(row: DatasetRow) -> dict[str, Any]:
    by_role = {message["role"]: message["content"] for message in row.prompt}
    return {
        "system_prompt": by_role.get("system"),
        "user_prompt": by_role.get("user"),
        "ground_truth": row.label,
        "metadata": row.metadata,
    }


def _write_jsonl(path: Path, source: Dataset, columns: list[str], metadata: MetadataForm) -> None:
    with path.open("x", encoding="utf-8", newline="") as file:
        for row in source.rows():
            cells = _cells(row)
            file.write(json.dumps({name: cells[name] for name in columns}, ensure_ascii=False) + "\n")


def _write_csv(path: Path, source: Dataset, columns: list[str], metadata: MetadataForm) -> None:
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(columns)
        for row in source.rows():
            writer.writerow(["" if cell is None else cell for cell in _with_text(row, columns)])


def _with_text(row: DatasetRow, columns: Iterable[str]) -> list[Any]:
    cells = _cells(row)
    if row.metadata is not None:
        cells["metadata"] = metadata_text(row.metadata)
    return [cells[name] for name in columns]


def _write_parquet(path: Path, source: Dataset, columns: list[str], metadata: MetadataForm) -> None:
    try:
        with lean_pyarrow():
            import pyarrow
            import pyarrow.parquet
    except ImportError:
        raise OsmosisError(
            f"{shown(path)}: writing Parquet needs the package pyarrow, which is not installed.",
            hint="Install the extra `parquet`: pip install 'osmosis-ai[parquet]'.",
            details={"missing_module": "pyarrow", "extra": "parquet"},
        ) from None
    structs = metadata == "struct" and "metadata" in columns
    kinds = dict.fromkeys(columns, pyarrow.large_string())
    if structs:
        kinds["metadata"] = _struct_type(source, pyarrow)
    schema = pyarrow.schema(list(kinds.items()))

    def cells(row: DatasetRow) -> list[Any]:
        found = _cells(row)
        return [found[name] for name in columns] if structs else _with_text(row, columns)

    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in batched(source.rows(), _BATCH):
            lists = zip(*map(cells, rows), strict=True)
            arrays = [pyarrow.array(list(values), kind) for values, kind in zip(lists, kinds.values(), strict=True)]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


def _struct_type(source: Dataset, pyarrow: Any) -> Any:
    """The struct type that holds the metadata of every row."""
    schema = None
    try:
        for rows in batched(source.rows(), _BATCH):
            kind = pyarrow.array([row.metadata for row in rows]).type
            found = pyarrow.schema([("metadata", kind)])
            schema = found if schema is None else pyarrow.unify_schemas([schema, found], promote_options="permissive")
    except (pyarrow.ArrowException, OverflowError) as error:
        raise _no_struct(source.path, str(error)) from None
    return schema.field("metadata").type if schema is not None else pyarrow.null()


def _no_struct(path: Path, why: str) -> OsmosisError:
    reason = (why.strip().splitlines() or ["its types differ"])[0].rstrip(".")
    return OsmosisError(f"{shown(path)}: metadata does not fit into a struct: {reason}.", hint="Keep it as JSON text.")


def _check_same(source: Dataset, written: Dataset, output: Path) -> int:
    count = 0
    pairs: Iterator[tuple[DatasetRow, DatasetRow]] = zip(source.rows(), written.rows(), strict=True)
    for before, after in pairs:
        if row_text(before) != row_text(after):
            raise OsmosisError(
                f"{shown(source.path)}, row {count}: {output.suffix[1:]} would not hold the same row for a rollout.",
                hint="A struct drops null and empty values and has one type a key: keep metadata as JSON text.",
            )
        count += 1
    return count


def row_text(row: DatasetRow) -> str:
    """A row as text that differs where types do, such as 1 and 1.0."""
    return json.dumps([row.prompt, row.label, row.metadata], sort_keys=True)


_WRITERS: dict[str, Callable[[Path, Dataset, list[str], MetadataForm], None]] = {
    "jsonl": _write_jsonl,
    "csv": _write_csv,
    "parquet": _write_parquet,
}
