"""Which rows of a file are meant: 0-based, inclusive ranges, however long, in constant memory."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Self

from osmosis_ai.base.errors import OsmosisError

_ITEM = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+))?")
_MAX_DIGITS = 18  # no file has more rows, and longer numbers only cost time


@dataclass(frozen=True, slots=True)
class RowSelection:
    """A set of row numbers as sorted inclusive ranges that neither overlap nor touch.

    `ranges` may be given in any order; it is put in order here. Every range is (first, last), 0 <= first <=
    last.
    """

    ranges: tuple[tuple[int, int], ...]
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        merged: list[tuple[int, int]] = []
        for first, last in sorted(self.ranges):
            if not 0 <= first <= last:
                raise ValueError(f"not a range of rows: {first}-{last}")
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
            else:
                merged.append((first, last))
        if not merged:
            raise ValueError("a selection holds at least one row")
        object.__setattr__(self, "ranges", tuple(merged))
        object.__setattr__(self, "_starts", tuple(first for first, _ in merged))

    @classmethod
    def first(cls, count: int) -> Self:
        """Rows 0 to count - 1; count >= 1."""
        return cls(((0, count - 1),))

    @classmethod
    def of(cls, rows: Iterable[int]) -> Self:
        """Exactly these rows."""
        return cls(tuple((row, row) for row in rows))

    @property
    def last(self) -> int:
        """The highest row selected."""
        return self.ranges[-1][1]

    @property
    def count(self) -> int:
        """How many rows are selected."""
        return sum(last - first + 1 for first, last in self.ranges)

    def __contains__(self, row: int) -> bool:
        at = bisect_right(self._starts, row) - 1
        return at >= 0 and row <= self.ranges[at][1]

    def __iter__(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)

    def __str__(self) -> str:
        """The shortest form that `parse_row_selection` reads back to the same selection, such as `0-4,7`."""
        return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in self.ranges)


def parse_row_selection(text: str) -> RowSelection:
    """Read `3,7,10-20`: 0-based row numbers and inclusive ranges, in any order, repeats allowed.

    Raises OsmosisError (VALIDATION) naming the item that is empty, malformed, negative, inverted or absurdly
    large. Whether the file has those rows is for the reader of the file to say.
    """
    ranges: list[tuple[int, int]] = []
    for item in text.split(","):
        stripped = item.strip()
        match = _ITEM.fullmatch(stripped)
        if match is None:
            what = f"{_short(stripped)!r} is not a row number or a range" if stripped else "an item is empty"
            raise _bad_selection(text, what)
        first, last = match[1], match[2] or match[1]
        if max(len(first.lstrip("0")), len(last.lstrip("0"))) > _MAX_DIGITS:
            raise _bad_selection(text, f"{_short(stripped)!r} is beyond any file's last row")
        if int(first) > int(last):
            raise _bad_selection(text, f"{stripped!r} ends before it starts")
        ranges.append((int(first), int(last)))
    return RowSelection(tuple(ranges))


def _bad_selection(text: str, what: str) -> OsmosisError:
    return OsmosisError(
        f"Row selection {_short(text)!r}: {what}.",
        hint="Give 0-based row numbers and inclusive ranges, such as 3,7,10-20.",
    )


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
