"""What validation finds wrong with a dataset file: every problem counted, the first ones kept with their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Problem", "Problems"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a code for programs, the place, what it is, and what to do.

    `row` is 0-based, `line` the 1-based physical line where a row starts (text files), both None for the whole file;
    `column` is a column or a path in the metadata, such as `metadata.tag`.
    """

    code: str
    message: str
    hint: str | None = None
    row: int | None = None
    line: int | None = None
    column: str | None = None
    rows: tuple[int, ...] = ()
    """Every row that the problem is of, where it is of several."""

    def __str__(self) -> str:
        if self.row is None:
            return self.message
        line = "" if self.line is None else f" (line {self.line})"
        return f"row {self.row}{line}: {self.message}"


@dataclass(slots=True)
class Problems:
    """Problems of one severity. `counts` has every one by code; `shown` the first `most`, with one in reserve for each
    code that comes later, so that a flood of one kind hides no other."""

    most: int
    counts: Counter[str] = field(default_factory=Counter)
    shown: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Counts the problem, and keeps it if it is among the first or the first of its kind."""
        self.counts[problem.code] += 1
        if len(self.shown) < self.most or self.counts[problem.code] == 1:
            self.shown.append(problem)

    def count(self, code: str, times: int) -> None:
        """Counts problems of which none is kept."""
        self.counts[code] += times

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self.counts.total()

    @property
    def hidden(self) -> int:
        """How many are counted and not kept."""
        return self.total - len(self.shown)
