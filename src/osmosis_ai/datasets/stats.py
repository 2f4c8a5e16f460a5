"""Figures of a dataset that say whether it is worth training on: lengths, equal rows, labels that stand in prompts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from osmosis_ai.base.text import truncate
from osmosis_ai.datasets.convert import metadata_text, row_text
from osmosis_ai.datasets.dataset import Dataset
from osmosis_ai.datasets.row import DatasetRow

__all__ = ["DatasetStats", "Leak", "Lengths", "dataset_stats"]

_MAX_COMPARED = 4_000_000
_SHOWN = 20
"""How many groups of equal rows and how many places of labels are kept."""
_CONTEXT = 30
_TEXT = 80


@dataclass(slots=True)
class Lengths:
    """Lengths in characters of the texts of one column, of rows that have one."""

    count: int = 0
    total: int = 0
    shortest: int = 0
    longest: int = 0
    longest_row: int = 0

    def add(self, row: int, length: int) -> None:
        """Takes in one text."""
        self.shortest = min(self.shortest, length) if self.count else length
        if length > self.longest or not self.count:
            self.longest, self.longest_row = length, row
        self.count += 1
        self.total += length

    @property
    def mean(self) -> float:
        """The mean of what was added, of at least one text."""
        return self.total / self.count


@dataclass(frozen=True, slots=True)
class Leak:
    """A label that stands as a whole word in a prompt of its row; `offset` is in characters."""

    row: int
    text: str
    prompt_column: str
    offset: int
    context: str


@dataclass(slots=True)
class DatasetStats:
    """Figures over all rows. Equal rows are looked for among the first 4,000,000."""

    rows: int = 0
    with_label: int = 0
    with_metadata: int = 0
    lengths: dict[str, Lengths] = field(default_factory=dict)
    repeated: int = 0
    """How many rows are equal to an earlier one."""
    duplicates: list[list[int]] = field(default_factory=list)
    """The first groups of equal rows, each with all its rows that are compared."""
    leak_count: int = 0
    """How many rows have their label in a prompt."""
    leaks: list[Leak] = field(default_factory=list)


def dataset_stats(dataset: Dataset) -> DatasetStats:
    """Reads every row once. Raises DatasetError for a row at fault."""
    stats = DatasetStats()
    first: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for row in dataset.rows():
        index = row.source_row_index
        stats.rows += 1
        stats.with_label += row.label is not None
        stats.with_metadata += row.metadata is not None
        for column, text in _texts(row):
            stats.lengths.setdefault(column, Lengths()).add(index, len(text))
        leaks = list(_leaks(row))
        stats.leak_count += bool(leaks)
        if len(stats.leaks) < _SHOWN:
            stats.leaks += leaks
        digest = hash(row_text(row))
        if digest in first:
            stats.repeated += 1
            if index < _MAX_COMPARED and (digest in groups or len(groups) < _SHOWN):
                groups.setdefault(digest, [first[digest]]).append(index)
        elif index < _MAX_COMPARED:
            first[digest] = index
    stats.duplicates = sorted(groups.values())
    return stats


def _texts(row: DatasetRow) -> Iterator[tuple[str, str]]:
    for message in row.prompt:
        yield f"{message['role']}_prompt", message["content"]
    if row.label is not None:
        yield "label", row.label
    if row.metadata is not None:
        yield "metadata", metadata_text(row.metadata)


def _leaks(row: DatasetRow) -> Iterator[Leak]:
    """Where the label of the row first occurs in each of its prompts, not inside of a longer word or number."""
    label = None if row.label is None else row.label.strip()
    if not label:
        return
    for message in row.prompt:
        text = message["content"]
        if label not in text:
            continue
        match = re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(label)}(?!\w)(?![.,]\d)", text)
        if match is not None:
            context = text[max(match.start() - _CONTEXT, 0) : match.end() + _CONTEXT]
            shown = truncate(label, _TEXT)
            yield Leak(row.source_row_index, shown, f"{message['role']}_prompt", match.start(), truncate(context, 160))
