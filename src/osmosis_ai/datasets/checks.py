"""The rules of a dataset file, fed a row at a time, and the report of what breaks them."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.columns import unmapped_column
from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.datasets.metadata_types import MAX_PATHS, MetadataTypes
from osmosis_ai.datasets.problems import Problem, Problems
from osmosis_ai.datasets.row import NEEDED, metadata_object, missing_column_hint, text_cell

__all__ = ["MIN_ROWS", "DatasetReport", "RowChecker", "row_ranges"]

MIN_ROWS = 4
_MAX_COMPARED = 4_000_000
_MAX_LISTED = 20
_MAX_RANGES = 100


@dataclass(slots=True)
class DatasetReport:
    """What validation found. `warnings` do not make a file invalid unless `strict` asks for it."""

    path: Path
    extension: str
    size: int
    strict: bool
    errors: Problems
    warnings: Problems
    rows: int = 0

    @property
    def valid(self) -> bool:
        """Whether runs and uploads accept the file."""
        return not self.errors.total and not (self.strict and self.warnings.total)


class RowChecker:
    """The rules of a file, fed a row at a time."""

    def __init__(self, report: DatasetReport, renames: Mapping[str, str]) -> None:
        self._report = report
        self.renames = renames
        self._index = 0
        self._line: int | None = None
        self.key_set: frozenset[str] | None = None
        """The keys of the first row; None where columns are those of the file, or before there was a row."""
        self.types = MetadataTypes(self._metadata_problem)
        self._hashes = array("q")
        self._seen: set[int] = set()
        self._repeated: set[int] = set()
        self._no_reference: list[int] = []
        self._lacks_prompt = False
        self.unlabelled = 0
        self.empty_objects = 0
        self.with_metadata = 0

    @property
    def error_count(self) -> int:
        """How many errors there are so far."""
        return self._report.errors.total

    def renamed(self, names: Iterable[str]) -> list[str]:
        """The names by which columns are read."""
        return [self.renames.get(name, name) for name in names]

    @property
    def read_names(self) -> set[str]:
        """The names by which the keys of JSON rows are read."""
        return set(self.renamed(self.key_set or ()))

    def header(self, names: list[str], absent: Collection[str] = ()) -> None:
        """The columns of a format that has them once for the file; those in `absent` have no value in any row."""
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.file_problem(
                "duplicate_column",
                f"the header names {name!r} {names.count(name)} times.",
                "Rename or drop all but one: it is not clear which is meant.",
            )
        self._check_columns(self.renamed(name for name in names if name not in absent), names)

    def place(self, index: int, line: int | None, digest: int) -> None:
        """The row that comes next: its number, the line it starts on, and a hash of its content."""
        self._index, self._line = index, line
        self._report.rows = index + 1
        self.compare(index, digest)

    def compare(self, index: int, digest: int) -> None:
        """A hash of the content of a row, to find rows that are the same. Rows come in order."""
        if index < _MAX_COMPARED:
            self._hashes.extend([0] * (index - len(self._hashes)))  # rows that could not be compared
            self._hashes.append(digest)
            if digest in self._seen:
                self._repeated.add(digest)
            else:
                self._seen.add(digest)

    def compare_many(self, start: int, digests: Sequence[int]) -> None:
        """The same for the rows from `start` on."""
        digests = digests[: max(_MAX_COMPARED - start, 0)]
        fresh = set(digests)
        self._hashes.extend([0] * (min(start, _MAX_COMPARED) - len(self._hashes)))
        if len(fresh) == len(digests) and self._seen.isdisjoint(fresh):
            self._hashes.extend(digests)
            self._seen |= fresh
        else:
            for at, digest in enumerate(digests):
                self.compare(start + at, digest)

    def compare_again(self, rows: Iterable[tuple[int, int]]) -> None:
        """Other hashes of the rows that `may_be_repeated`, in place of those that are equal."""
        seen: set[int] = set()
        repeated: set[int] = set()
        for row, digest in rows:
            self._hashes[row] = digest
            (repeated if digest in seen else seen).add(digest)
        self._repeated = repeated

    def may_be_repeated(self, row: int) -> bool:
        """Whether the hash of a row is that of another row too."""
        return row < len(self._hashes) and self._hashes[row] in self._repeated

    @property
    def any_repeated(self) -> bool:
        """Whether two rows have the same hash so far."""
        return bool(self._repeated)

    def place_many(self, start: int, count: int) -> None:
        """So many rows come next, the first of them at `start`; `at` says which one is looked at."""
        self._line = None
        self._report.rows = start + count

    def at(self, index: int) -> None:
        """The row that problems are reported of."""
        self._index = index

    def keys(self, cells: dict[str, Any]) -> None:
        """The keys of a JSON row: every row has those of the first."""
        keys = cells.keys()
        if self.key_set is None:
            self.key_set = frozenset(keys)
            self._check_columns(self.renamed(keys), list(keys))
        elif keys != self.key_set:
            missing, extra = sorted(self.key_set - keys), sorted(keys - self.key_set)
            parts = [f"lacks {_listed(missing)}"] if missing else []
            parts += [f"has {_listed(extra)} besides"] if extra else []
            self.problem(
                "row_keys",
                f"the row {' and '.join(parts)}, compared with the first row.",
                "Give every row the same keys; null stands for no value.",
            )

    def row(self, cells: Mapping[str, Any]) -> None:
        """The values of a row, by the names of its file."""
        if self.renames:
            cells = {self.renames.get(name, name): value for name, value in cells.items()}
        try:
            user = text_cell(cells, "user_prompt")
            label = text_cell(cells, "ground_truth") or text_cell(cells, "label")
            text_cell(cells, "system_prompt")
        except RowFault as fault:
            self.fault(fault)
            return
        if not self.metadata(cells.get("metadata")):
            if user is None:
                self.row_empty()
            if label is None:
                self.without_reference(self._index)

    def row_empty(self) -> None:
        """The row at hand has nothing to run. Where the file lacks the column, that was said once."""
        if not self._lacks_prompt:
            self.problem("row_empty", "user_prompt is empty, and there is no metadata.", NEEDED)

    def metadata(self, given: Any) -> bool:
        """Whether a metadata cell holds any; what is wrong with it is reported."""
        try:
            metadata = metadata_object(given, checked=True)
        except RowFault as fault:
            self.fault(fault)
            return True
        if metadata is not None:
            self.with_metadata += 1
            self.types.observe(metadata, self._index)
        elif given is not None and not (isinstance(given, str) and not given.strip()):
            self.empty_objects += 1
        return metadata is not None

    def without_reference(self, row: int) -> None:
        """A row has neither label nor metadata."""
        self.unlabelled += 1
        if len(self._no_reference) < _MAX_LISTED:
            self._no_reference.append(row)

    def fault(self, fault: RowFault) -> None:
        """What keeps the row at hand from being read."""
        self.problem("row", fault.message, fault.hint)

    def problem(self, code: str, message: str, hint: str | None, column: str | None = None) -> None:
        """An error of the row at hand."""
        self._report.errors.add(Problem(code, message, hint, self._index, self._line, column))

    def file_problem(self, code: str, message: str, hint: str | None) -> None:
        """An error of the file as a whole."""
        self._report.errors.add(Problem(code, message, hint))

    def _metadata_problem(self, code: str, column: str, message: str, hint: str) -> None:
        self.problem(code, message, hint, column)

    def _check_columns(self, names: list[str], found: list[str]) -> None:
        if "user_prompt" not in names and "metadata" not in names:
            self._lacks_prompt = True
            lacking = "there is no column user_prompt"
            if "user_prompt" in self.renamed(found):
                lacking = "the column user_prompt has no value in any row"
            self.file_problem("missing_column", f"{lacking}.", missing_column_hint("user_prompt", found))
        if "ground_truth" in names and "label" in names:
            self.file_problem(
                "two_labels",
                "there are both a column ground_truth and a column label.",
                "label is another name for ground_truth: keep one of them.",
            )
        for name in sorted(set(self.renames) - set(found)):
            self.file_problem("missing_column", *unmapped_column(name, found))
        if "system_prompt" not in names:
            self._warn("no_system_prompt", "there is no column system_prompt.", "Add one if the model needs it.")

    def _warn(self, code: str, message: str, hint: str | None, rows: Sequence[int] = ()) -> None:
        self._report.warnings.add(Problem(code, message, hint, rows=tuple(rows)))

    def finish(self) -> None:
        """The rules that hold for the file as a whole, once every row was seen."""
        report = self._report
        if report.rows < MIN_ROWS and not report.errors.counts["file"]:
            rows = "1 row" if report.rows == 1 else f"{report.rows} rows"
            self.file_problem("too_few_rows", f"the file has {rows}, and {MIN_ROWS} are the fewest.", "Add rows.")
        if self.empty_objects and not self.with_metadata:
            self.file_problem("metadata_empty", "metadata is empty in every row.", "Fill it in, or drop the column.")
        if self.types.too_many_paths:
            self.file_problem(
                "metadata_paths",
                f"metadata has more than {MAX_PATHS:,} different keys.",
                "Keys are names: put what differs from row to row into values.",
            )
        if self.unlabelled:
            rows = "1 row has" if self.unlabelled == 1 else f"{self.unlabelled:,} rows have"
            more = self.unlabelled - len(self._no_reference)
            self._warn(
                "no_reference",
                f"{rows} neither ground_truth nor metadata: {_numbers(self._no_reference, more)}.",
                "Such rows run and end ungraded.",
            )
        self._warn_of_duplicates()

    def _warn_of_duplicates(self) -> None:
        groups: dict[int, array[int]] = {}
        if self._repeated:
            for row, digest in enumerate(self._hashes):
                if digest in self._repeated and (digest in groups or len(groups) < max(self._report.warnings.most, 1)):
                    groups.setdefault(digest, array("q")).append(row)
        for rows in groups.values():
            self._warn(
                "duplicate_rows",
                f"rows {row_ranges(rows)} are the same.",
                "Drop all but one, unless the row is meant to count more than others.",
                rows,
            )
        self._report.warnings.count("duplicate_rows", len(self._repeated) - len(groups))
        if self._report.rows > _MAX_COMPARED:
            self._warn(
                "duplicates_not_compared",
                f"only the first {_MAX_COMPARED:,} rows were compared with each other for duplicates.",
                None,
            )


def _listed(names: list[str]) -> str:
    return ", ".join(repr(name[:40]) for name in names[:8]) + (" and others" if len(names) > 8 else "")  # noqa: PLR2004


def row_ranges(rows: Sequence[int]) -> str:
    """Numbers that ascend, for people: those that follow each other as `3-7`, and the first hundred such parts."""
    parts: list[str] = []
    at = 0
    while at < len(rows) and len(parts) < _MAX_RANGES:
        last = at
        while last + 1 < len(rows) and rows[last + 1] == rows[last] + 1:
            last += 1
        if last < at + 2:
            last = at
        parts.append(str(rows[at]) if last == at else f"{rows[at]}-{rows[last]}")
        at = last + 1
    return ", ".join(parts) + (f" and {len(rows) - at:,} more" if at < len(rows) else "")


def _numbers(rows: list[int], more: int) -> str:
    return ", ".join(map(str, rows)) + (f" and {more:,} more" if more > 0 else "")
