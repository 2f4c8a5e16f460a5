"""What the results of a run look like: distributions, failures by kind, work over time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest

from osmosis_ai.runs.reading.items import NONE, FailurePlace, Items, ItemState

__all__ = [
    "Bin",
    "Failures",
    "Spread",
    "Stretch",
    "failures",
    "histogram",
    "quantile",
    "rewards_over_rows",
    "row_ranges",
    "slowest",
    "spread",
    "work_over_time",
]

_IDLE_SEC = 300.0
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Bin:
    """Values from `low` up to, but for the last bin not with, `high`."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Spread:
    """How values lie: the middle one, the 95th percentile, the largest, and how many there are."""

    count: int
    p50: float
    p95: float
    max: float


@dataclass(frozen=True, slots=True)
class Failures:
    """Rows that failed, or were tried and have no result, of one kind and at one place in the user's code.

    `examples` are the first slots of it, `rows` all rows of the dataset as `--rows` takes them.
    """

    error_type: str
    pending: bool
    count: int
    examples: tuple[int, ...]
    rows: str
    place: FailurePlace | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rollouts in flight over one stretch of work: the most at once within each of equally long slices."""

    began: float
    seconds: float
    in_flight: list[int]


def quantile(ordered: Sequence[float], q: float) -> float:
    """The q-quantile of sorted values, interpolated between neighbours (Hyndman and Fan 1996, type 7)."""
    at = q * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def spread(values: Iterable[float]) -> Spread | None:
    """How the values lie; None without any."""
    ordered = sorted(values)
    if not ordered:
        return None
    return Spread(len(ordered), quantile(ordered, 0.5), quantile(ordered, 0.95), ordered[-1])


def histogram(values: Sequence[float], most: int = 20) -> list[Bin]:
    """The values in equal bins, `most` at most; a bin a value where there are few different ones."""
    if not values:
        return []
    counts = Counter(values)
    if len(counts) <= min(most, 8):
        return [Bin(value, value, counts[value]) for value in sorted(counts)]
    low, high = min(counts), max(counts)
    width = (high - low) / most
    if not math.isfinite(width) or width == 0:
        return [Bin(low, high, len(values))]
    bins = [0] * most
    for value, count in counts.items():
        bins[min(most - 1, int((value - low) / width))] += count
    return [Bin(low + i * width, low + (i + 1) * width, count) for i, count in enumerate(bins)]


def failures(items: Items) -> list[Failures]:
    """The failed and the pending by kind and place, the most frequent first."""
    found: dict[tuple[str, bool, int], list[int]] = {}
    for slot, state in enumerate(items.state):
        if state in {ItemState.FAILED, ItemState.PENDING}:
            code = items.error[slot]
            kind = ("lost" if state == ItemState.PENDING else "failed") if code == NONE else items.error_types[code]
            found.setdefault((kind, state == ItemState.PENDING, items.place[slot]), []).append(slot)
    groups = [
        Failures(
            kind,
            pending,
            len(slots),
            tuple(sorted(slots, key=_place(items))[:_EXAMPLES]),
            row_ranges(items.source[slot] for slot in slots),
            None if place == NONE else items.places[place],
        )
        for (kind, pending, place), slots in found.items()
    ]
    return sorted(groups, key=lambda group: (-group.count, group.error_type))


def row_ranges(rows: Iterable[int]) -> str:
    """The rows, ascending and each once, as `--rows` takes them: `3,7,10-20`."""
    ranges: list[tuple[int, int]] = []
    for row in sorted(set(rows)):
        if ranges and row == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def slowest(items: Items, count: int = _EXAMPLES) -> list[int]:
    """The slots of the results that took longest."""
    timed = (slot for slot in items.completed() if not math.isnan(items.duration[slot]))
    return nlargest(count, timed, key=lambda slot: items.duration[slot])


def rewards_over_rows(items: Items, most: int = 50) -> list[tuple[int, int, float, float, float, int]]:
    """The rewards by row: first and last row of each group of neighbours; mean, least and greatest reward; how many."""
    rewarded = [slot for slot in items.completed() if not math.isnan(items.reward[slot])]
    if not rewarded:
        return []
    width = max(items.row[slot] for slot in rewarded) // most + 1
    groups: dict[int, list[float]] = {}
    for slot in rewarded:
        groups.setdefault(items.row[slot] // width, []).append(items.reward[slot])
    return [
        (group * width, group * width + width - 1, math.fsum(found) / len(found), min(found), max(found), len(found))
        for group, found in sorted(groups.items())
    ]


def work_over_time(items: Items, *, now: float | None, slices: int = 200) -> Stretch | None:
    """The last stretch of work without five idle minutes in it. None where no start was recorded.

    `now` is the present while the run is at work. Attempts that never ended are left out of a run that is not.
    """
    changes = _changes(items, now)
    if not changes:
        return None
    began, level = 0, 0
    for at in range(1, len(changes)):
        level += changes[at - 1][1]
        if level == 0 and changes[at][0] - changes[at - 1][0] > _IDLE_SEC:
            began = at
    stretch = changes[began:]
    first, last = stretch[0][0], max(stretch[-1][0], now or 0.0)
    width = max(last - first, 1e-3) / slices
    most, level, at = [0] * slices, 0, 0
    for index in range(slices):
        most[index] = level
        end = first + (index + 1) * width if index < slices - 1 else math.inf
        while at < len(stretch) and stretch[at][0] < end:
            level += stretch[at][1]
            most[index] = max(most[index], level)
            at += 1
    return Stretch(first, last - first, most)


def _changes(items: Items, now: float | None) -> list[tuple[float, int]]:
    """When the number in flight went up or down, in order; ends before starts of the same moment."""
    open_since: dict[int, float] = {}
    changes: list[tuple[float, int]] = []
    journal = items.journal
    for slot, at, starts in zip(journal.slot, journal.at, journal.starts, strict=True):
        if starts:
            open_since[slot] = at
        elif (since := open_since.pop(slot, None)) is not None:
            changes += [(since, 1), (max(since, at), -1)]
    if now is not None:
        changes += [(since, 1) for slot, since in open_since.items() if items.state[slot] == ItemState.RUNNING]
    return sorted(changes)


def _place(items: Items) -> Callable[[int], tuple[int, int]]:
    return lambda slot: (items.row[slot], items.run[slot])
