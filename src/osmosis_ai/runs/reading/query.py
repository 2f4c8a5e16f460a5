"""Which of a run's rows are asked for, and in which order."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.reading.exceptions import LOST, Exceptions
from osmosis_ai.runs.reading.growing_file import GrowingFile, line_at
from osmosis_ai.runs.reading.items import NONE, OUTCOMES, Items, ItemState

__all__ = ["RANGED", "SORTS", "Query", "Range", "matching"]

SORTS = ("row", "reward", "duration", "tokens", "attempts", "outcome", "finished", "context", "cost")
_METRIC = "metric:"
_STATES = {state.name.lower(): state for state in ItemState}
_OUTCOME_CODES = {str(outcome): code for code, outcome in enumerate(OUTCOMES)}


RANGED = ("row", "reward", "duration", "tokens", "context", "cost", "attempts")
"""The columns of numbers that a range can be asked of."""

_RANGE = re.compile(r"(?P<column>[^:;]+):(?P<low>[^;]*?)\.\.(?P<below><?)(?P<high>[^;]*)")


@dataclass(frozen=True, slots=True)
class Range:
    """Values of a column from `low` to `high`; the upper end does not belong to it if `below`."""

    column: str
    low: float = -math.inf
    high: float = math.inf
    below: bool = False

    @classmethod
    def parse(cls, text: str) -> list[Range]:
        """Ranges as an address has them: `reward:0.2..<0.4;row:0..49`, each end optional.

        Raises ValueError for anything else, and for a column without numbers.
        """
        return [cls._parse_one(part) for part in text.split(";") if part]

    @classmethod
    def _parse_one(cls, text: str) -> Range:
        found = _RANGE.fullmatch(text)
        if found is None or found["column"] not in RANGED:
            raise ValueError(f"not a range of a column: {text}")
        low, high = float(found["low"] or -math.inf), float(found["high"] or math.inf)
        return cls(found["column"], low, high, below=bool(found["below"]))

    def has(self, value: float) -> bool:
        """Whether a value lies in it; NaN does not."""
        return self.low <= value and (value < self.high if self.below else value <= self.high)


@dataclass(frozen=True, slots=True)
class Query:
    """A choice of rows. `outcome` is an outcome, a state (`failed`, `running` …), `lost`, `passed` or `not_passed`.

    `kind` is a kind of failure as `Exceptions` names them.
    The order `metric:NAME` is by a metric of the samples; `metric` is the name of one that `metric_from` and
    `metric_to` bound.
    """

    outcome: str | None = None
    reward_from: float | None = None
    reward_to: float | None = None
    metric: str = ""
    metric_from: float | None = None
    metric_to: float | None = None
    text: str = ""
    retried: bool = False
    kind: str | None = None
    ranges: tuple[Range, ...] = ()
    sort: str = "row"
    descending: bool = False

    def __post_init__(self) -> None:
        known = {None, LOST, "passed", "not_passed", *_STATES, *_OUTCOME_CODES}
        if self.outcome not in known or not (self.sort in SORTS or self.sort.startswith(_METRIC)):
            raise ValueError(f"no such outcome or order: {self.outcome}, {self.sort}")


def matching(
    items: Items, folder: Path, threshold: float, query: Query, exceptions: Exceptions | None = None
) -> array[int]:
    """The slots that match, in order; rows without the value that orders them come last."""
    slots = [slot for slot in range(len(items)) if _has_outcome(items, slot, threshold, query.outcome)]
    slots = _within(slots, items.reward, query.reward_from, query.reward_to)
    if query.metric:
        values = items.metrics.get(query.metric)
        slots = [] if values is None else _within(slots, values, query.metric_from, query.metric_to)
    for wanted in query.ranges:
        column = _numbers(items, wanted.column)
        lacking = math.nan if column.typecode == "d" else NONE
        slots = [slot for slot in slots if column[slot] != lacking and wanted.has(column[slot])]
    if query.kind is not None:
        kinds = (exceptions or Exceptions(folder)).kinds(items)
        slots = [slot for slot in slots if kinds.get(slot) == query.kind]
    if query.retried:
        slots = [slot for slot in slots if items.attempts[slot] > 1]
    if query.text:
        slots = _with_text(items, folder, slots, query.text.casefold())
    return array("q", _in_order(items, slots, query))


def _within(slots: list[int], values: array[float], low: float | None, high: float | None) -> list[int]:
    """The slots whose value is at least `low` and at most `high`; all where neither is given."""
    if low is None and high is None:
        return slots
    least, most = -math.inf if low is None else low, math.inf if high is None else high
    return [slot for slot in slots if least <= values[slot] <= most]


def _has_outcome(items: Items, slot: int, threshold: float, wanted: str | None) -> bool:
    if wanted is None:
        return True
    if wanted == LOST:
        return items.state[slot] == ItemState.PENDING and items.outcome[slot] == NONE
    if wanted in _STATES:
        return items.state[slot] == _STATES[wanted]
    if wanted in _OUTCOME_CODES:
        return items.outcome[slot] == _OUTCOME_CODES[wanted] and items.state[slot] != ItemState.RUNNING
    passed = items.reward[slot] >= threshold
    return passed if wanted == "passed" else not passed and items.state[slot] in {ItemState.SUCCESS, ItemState.FAILED}


def _numbers(items: Items, column: str) -> array[Any]:
    """A column by its name; the row is its place in the dataset's selection, as the pictures have it."""
    numbers: array[Any] = getattr(items, column)
    return numbers


def _in_order(items: Items, slots: list[int], query: Query) -> list[int]:
    place: Callable[[int], tuple[int, int]] = lambda slot: (items.row[slot], items.run[slot])  # noqa: E731
    if query.sort == "row":
        return sorted(slots, key=place, reverse=query.descending)
    slots.sort(key=place)
    if query.sort.startswith(_METRIC):
        column = items.metrics.get(query.sort.removeprefix(_METRIC), array("d", [math.nan]) * len(items))
    else:
        column = getattr(items, query.sort)
    lacking = NONE if column.typecode != "d" else None
    has = [slot for slot in slots if column[slot] == column[slot] and column[slot] != lacking]
    there = set(has)
    has.sort(key=lambda slot: column[slot], reverse=query.descending)
    return has + [slot for slot in slots if slot not in there]


def _with_text(items: Items, folder: Path, slots: list[int], text: str) -> list[int]:
    """The slots whose prompt, label, answer or error has the text, in any case; `#12` is row 12 of the dataset."""
    if text.startswith("#") and text[1:].isdecimal():
        return [slot for slot in slots if items.source[slot] == int(text[1:])]
    rows = _rows_with_text(folder, text)
    answers = _answers_with_text(folder, text)
    return [
        slot
        for slot in slots
        if items.row[slot] in rows or items.event_at[slot] in answers or _error_has(items, folder, slot, text)
    ]


def _rows_with_text(folder: Path, text: str) -> Container[int]:
    found: set[int] = set()
    for _, row in GrowingFile(folder / "rows.jsonl").read_new(from_json):
        if isinstance(row, dict) and any(text in str(row.get(name, "")).casefold() for name in ("prompt", "label")):
            found.add(row.get("row_index", NONE))
    return found


def _answers_with_text(folder: Path, text: str) -> Container[int]:
    """The offsets of the events whose answer has the text."""
    return {
        offset
        for offset, event in GrowingFile(folder / "events.jsonl").read_new(from_json)
        if isinstance(event, dict) and text in str(event.get("answer", "")).casefold()
    }


def _error_has(items: Items, folder: Path, slot: int, text: str) -> bool:
    if items.error[slot] == NONE:
        return False
    if text in items.error_types[items.error[slot]].casefold():
        return True
    file, offset = (
        ("events.jsonl", items.event_at[slot])
        if items.event_at[slot] != NONE
        else ("attempts.jsonl", items.ended_at[slot])
    )
    try:
        record = from_json(line_at(folder / file, offset)) if offset != NONE else {}
    except (OsmosisError, ValueError):
        return False
    return text in str(record.get("err_message", "")).casefold()
