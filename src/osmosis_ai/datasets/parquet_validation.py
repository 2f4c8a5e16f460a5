"""Validation of Parquet and Arrow: what the types of columns guarantee is not looked at row by row.

A column has one type for all rows, so a struct's members cannot differ in type; only values that the type allows and a
run does not are looked for, a whole batch at a time. Metadata in text columns is parsed like that of a CSV file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from io import BufferedReader
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.lean_imports import lean_pyarrow
from osmosis_ai.base.numbers import INT64
from osmosis_ai.datasets.arrow_reader import ArrowSource
from osmosis_ai.datasets.block_checks import BlockChecks
from osmosis_ai.datasets.errors import DatasetError, RowFault
from osmosis_ai.datasets.parquet_reader import ParquetSource, cleaner
from osmosis_ai.datasets.row import COLUMNS
from osmosis_ai.datasets.text_lines import NO_NUL

if TYPE_CHECKING:
    from osmosis_ai.datasets.checks import RowChecker

__all__ = ["check_parquet"]

type _RowOf = Callable[[int], int]

_NUL = RowFault("holds a NUL (U+0000).", hint=NO_NUL)
_NOT_FINITE = RowFault("is not a finite number.", hint="Write null, or leave the cell empty.")
_TOO_LARGE = RowFault("does not fit into 64 bits with a sign.", hint="Write the number as a string.")
_BATCH_ROWS = 32 * 1024
_TEXTS = ("system_prompt", "user_prompt", "ground_truth", "label")


def check_parquet(stream: BufferedReader, path: Path, checker: RowChecker, progress: Callable[[float], None]) -> None:
    """Feeds every problem of the file to the checker. `progress` gets the share of rows that are done, from 0 to 1."""
    source = ParquetSource(stream, path, checker.renames)
    checker.header(source.found, source.absent)
    for name in COLUMNS:
        if source.names.count(name) > 1:
            return  # reported with the header
    source.check_types()
    total, blocks = source.rows, BlockChecks(checker)
    compared = _Compared.WHOLE if source.text_only else _Compared.PROMPTS
    try:
        for start, count, batch in source.batches(lambda _: True, _BATCH_ROWS):
            checker.place_many(start, count)
            _Batch(batch, start, checker, blocks, compared).check()
            progress((start + count) / max(total, 1))
        if compared is _Compared.PROMPTS and checker.any_repeated:
            checker.compare_again(_whole_rows(source, checker))
    except DatasetError:
        if compared is _Compared.PROMPTS:
            checker.compare_again(())  # rows with the same prompt are not known to be the same
        raise


def check_arrow(stream: BufferedReader, path: Path, checker: RowChecker, progress: Callable[[float], None]) -> None:
    """The same for the Arrow files of a folder, whose number of rows is not known before: there is no progress."""
    source = ArrowSource(stream, path, checker.renames)
    checker.header(source.found, source.absent)
    if any(source.names.count(name) > 1 for name in COLUMNS):
        return  # reported with the header
    source.check_types()
    blocks = BlockChecks(checker)
    for start, count, batch in source.batches(_BATCH_ROWS):
        checker.place_many(start, count)
        _Batch(batch, start, checker, blocks, _Compared.WHOLE).check()


def _whole_rows(source: ParquetSource, checker: RowChecker) -> Iterator[tuple[int, int]]:
    """The rows that may be the same as another, each with a hash of all its values."""
    for start, count, batch in source.batches(checker.may_be_repeated, _BATCH_ROWS):
        for at in range(count) if batch is not None else ():
            if checker.may_be_repeated(start + at):
                yield start + at, hash(repr(tuple(column[at].as_py() for column in batch.columns)))


class _Compared(Enum):
    """What of the rows of a batch is compared to find those that are the same."""

    WHOLE = auto()
    PROMPTS = auto()
    """Structs cost more to read than all else: rows with the same prompt are compared again by `_whole_rows`."""


class _Batch:
    """One record batch and the masks of its rows."""

    def __init__(self, batch: Any, start: int, checker: RowChecker, blocks: BlockChecks, compared: _Compared) -> None:
        import pyarrow

        with lean_pyarrow():
            import pyarrow.compute

            pyarrow.scalar(0)  # from here on it does not look for pandas

        self._arrow, self._compute = pyarrow, pyarrow.compute
        self._batch, self._start, self._checker, self._blocks = batch, start, checker, blocks
        self._compared = compared

    def check(self) -> None:
        try:
            self._batch.validate(full=True)
        except (self._arrow.ArrowException, ValueError, UnicodeError):
            self._decode_each()
            return
        compute = self._compute
        names = self._batch.schema.names
        errors = self._checker.error_count
        for name in _TEXTS:
            if name in names:
                self._check_values(self._batch.column(name), name, _same, metadata=False)
        if self._check_texts(sound=self._checker.error_count == errors):
            return
        user = self._present("user_prompt")
        label = compute.or_(self._present("ground_truth"), self._present("label"))
        metadata = self._metadata()
        for row in self._rows(compute.invert(compute.or_(user, metadata))):
            self._checker.at(row)
            self._checker.row_empty()
        for row in self._rows(compute.invert(compute.or_(label, metadata))):
            self._checker.without_reference(row)

    def _check_texts(self, *, sound: bool) -> bool:
        """Whether all columns are text and everything is checked; `sound` says that the texts hold what they may.

        Compares the rows of the batch on the way, as far as `_Compared` says.
        """
        columns = {name: self._plain(self._batch.column(name)) for name in self._batch.schema.names}
        if not columns or not all(self._is_text(column.type) for column in columns.values()):
            self._checker.compare_many(self._start, self._hashes(columns))
            return False
        cells = {name: column.to_pylist() for name, column in columns.items()}
        hashes = [hash(row) for row in zip(*cells.values(), strict=True)]
        if sound and self._blocks.texts(cells, self._start, hashes):
            return True
        self._checker.compare_many(self._start, hashes)
        return False

    def _hashes(self, columns: dict[str, Any]) -> list[int]:
        """A hash of what is compared of each row; never 0, which is that of rows that cannot be decoded."""
        if self._compared is _Compared.WHOLE:
            return list(map(hash, map(repr, zip(*(column.to_pylist() for column in columns.values()), strict=True))))
        prompts = columns.get("user_prompt")
        if prompts is None:
            return [1] * self._batch.num_rows
        if self._is_text(prompts.type):
            return _text_hashes(self._compute.fill_null(prompts, "") if prompts.null_count else prompts)
        return list(map(hash, map(repr, prompts.to_pylist())))

    def _rows(self, mask: Any) -> list[int]:
        """The numbers of the rows for which the mask is true."""
        if mask.true_count == 0:
            return []
        return [self._start + at for at in self._compute.indices_nonzero(mask).to_pylist()]

    def _constant(self, value: bool) -> Any:
        return self._arrow.repeat(value, self._batch.num_rows)

    def _present(self, name: str) -> Any:
        """Whether each row has a value other than null and the empty string."""
        if name not in self._batch.schema.names:
            return self._constant(False)
        column = self._plain(self._batch.column(name))
        if self._is_text(column.type):
            return self._compute.greater(self._compute.fill_null(self._compute.binary_length(column), 0), 0)
        return self._compute.is_valid(column)

    def _plain(self, column: Any) -> Any:
        """The column without extension types and dictionaries."""
        while True:
            if isinstance(column.type, self._arrow.BaseExtensionType):
                column = column.storage
            elif self._arrow.types.is_dictionary(column.type):
                column = column.dictionary_decode()
            elif self._arrow.types.is_string_view(column.type):
                column = column.cast(self._arrow.large_string())
            else:
                return column

    def _is_text(self, kind: Any) -> bool:
        types = self._arrow.types
        return bool(types.is_string(kind) or types.is_large_string(kind))

    def _metadata(self) -> Any:
        """Whether each row has metadata that is not empty; problems of its values are reported on the way."""
        if "metadata" not in self._batch.schema.names:
            return self._constant(False)
        column = self._plain(self._batch.column("metadata"))
        if self._arrow.types.is_null(column.type):
            return self._constant(False)
        if self._is_text(column.type):
            return self._metadata_texts(column)
        self._check_values(column, "metadata", _same, metadata=True)
        present = self._not_empty(column)
        self._checker.with_metadata += present.true_count
        self._checker.empty_objects += self._batch.num_rows - column.null_count - present.true_count
        return present

    def _metadata_texts(self, column: Any) -> Any:
        checker, present = self._checker, []
        for at, text in enumerate(column.to_pylist()):
            checker.at(self._start + at)
            present.append(checker.metadata(text))
        return self._arrow.array(present, self._arrow.bool_())

    def _not_empty(self, column: Any) -> Any:
        """Whether each value of a struct column has a member that is not null, at any depth."""
        compute = self._compute
        members = column.flatten()
        if any(not member.null_count and not self._arrow.types.is_struct(member.type) for member in members):
            return compute.is_valid(column)
        found = self._constant(False)
        for member in map(self._plain, members):
            is_struct = self._arrow.types.is_struct(member.type)
            filled = self._not_empty(member) if is_struct else compute.is_valid(member)
            found = compute.or_(found, filled)
        return compute.and_(compute.is_valid(column), found)

    def _check_values(self, column: Any, path: str, row_of: _RowOf, *, metadata: bool) -> None:
        """Reports NUL, numbers that are not finite, and in metadata integers beyond 64 bits, at any depth."""
        column = self._plain(column)
        kind, types, compute = column.type, self._arrow.types, self._compute
        if self._is_text(kind):
            if _may_hold_nul(column):
                self._report(compute.match_substring(column, "\0"), path, row_of, _NUL)
        elif types.is_floating(kind):
            finite = compute.is_finite(column.cast(self._arrow.float64()))
            self._report(compute.invert(finite), path, row_of, _NOT_FINITE)
        elif metadata and types.is_uint64(kind):
            most = self._arrow.scalar(INT64.stop - 1, self._arrow.uint64())
            self._report(compute.greater(column, most), path, row_of, _TOO_LARGE)
        elif types.is_struct(kind):
            for at, member in enumerate(column.flatten()):
                self._check_values(member, f"{path}.{kind.field(at).name}", row_of, metadata=metadata)
        elif types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
            items = compute.list_flatten(column)
            self._check_values(items, f"{path}[]", _ParentRows(column, row_of), metadata=metadata)

    def _report(self, mask: Any, path: str, row_of: _RowOf, fault: RowFault) -> None:
        mask = self._compute.fill_null(mask, False)
        if mask.true_count == 0:
            return
        for at in self._compute.indices_nonzero(mask).to_pylist():
            self._checker.at(self._start + row_of(at))
            self._checker.problem("value", f"{path} {fault.message}", fault.hint, path)

    def _decode_each(self) -> None:
        """Finds the cells that cannot be decoded, once the batch as a whole could not be."""
        clean = {name: cleaner(self._batch.column(name).type) for name in self._batch.schema.names}
        for at in range(self._batch.num_rows):
            self._checker.at(self._start + at)
            cells: dict[str, Any] = {}
            for name, clean_value in clean.items():
                try:
                    value = self._batch.column(name)[at].as_py()
                    cells[name] = value if value is None or clean_value is None else clean_value(value)
                except UnicodeError:
                    self._checker.fault(RowFault(f"{name} holds bytes that are not UTF-8.", hint="Write it as UTF-8."))
                    break
                except (ValueError, DatasetError) as error:
                    self._checker.fault(RowFault(f"{name} cannot be decoded: {error}."))
                    break
            else:
                self._checker.row(cells)


class _ParentRows:
    """The row of an item of a list column; asked for only where there is a problem."""

    def __init__(self, lists: Any, row_of: _RowOf) -> None:
        self._lists, self._row_of = lists, row_of
        self._parents: Any = None

    def __call__(self, at: int) -> int:
        if self._parents is None:
            import pyarrow.compute

            self._parents = pyarrow.compute.list_parent_indices(self._lists)
        return self._row_of(self._parents[at].as_py())


def _may_hold_nul(column: Any) -> bool:
    """Whether the bytes of a text column, those outside of a slice included, hold a NUL."""
    data = column.buffers()[-1]
    return data is not None and b"\0" in data.to_pybytes()


def _text_hashes(column: Any) -> list[int]:
    """A hash of each text of a column without nulls, never 0, from its bytes: strings take several times as long."""
    is_large = column.type == "large_string"
    width = 8 if is_large else 4
    _, offsets, data = column.buffers()
    used = memoryview(offsets)[column.offset * width : (column.offset + len(column) + 1) * width]
    bounds = used.cast("q") if is_large else used.cast("i")
    texts = b"" if data is None else data.slice(bounds[0], bounds[-1] - bounds[0]).to_pybytes()
    ends = [bound - bounds[0] for bound in bounds]
    return [hash(texts[begin:end]) or 1 for begin, end in pairwise(ends)]


def _same(at: int) -> int:
    return at
