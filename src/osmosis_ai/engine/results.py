"""The results of a run in columns: some forty bytes a work item and eight a metric, however many items there are."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from osmosis_ai.engine.work import WorkKey
from osmosis_ai.semantics.sample_figures import MOST_METRICS
from osmosis_contract.models.run_events import RowStatus

__all__ = ["Figures", "Result", "ResultTable"]

_STATUSES = (RowStatus.SUCCESS, RowStatus.FAILED, RowStatus.SKIPPED)
_CODES = {status: code for code, status in enumerate(_STATUSES, 1)}
_RESUMED, _TRAJECTORY, _REOPENED, _ESTIMATED = 1, 2, 4, 8
_NO_METRICS: Mapping[str, float] = {}


class Result(NamedTuple):
    """What counts of one completed work item.

    `resumed`: an earlier invocation of the run brought it. `metrics` are the numbers that its sample has.
    `tokens_estimated`: not all of its tokens were counted.
    """

    status: RowStatus
    reward: float | None = None
    tokens: int | None = None
    max_context_tokens: int | None = None
    has_trajectory: bool = False
    resumed: bool = False
    metrics: Mapping[str, float] = _NO_METRICS
    tokens_estimated: bool = False


class ResultTable:
    """The current result of every work item that has one, and how often each was tried.

    Items are the keys (row, run) with 0 <= row < rows and 0 <= run < runs_per_row. A result that is set again replaces
    the one before. A reopened item keeps its result and is to be tried all the same. Of metrics, the first 32 names
    that any result brings are kept.
    """

    def __init__(self, rows: int, runs_per_row: int) -> None:
        self.rows = rows
        self.runs_per_row = runs_per_row
        items = rows * runs_per_row
        self._status = bytearray(items)
        self._flags = bytearray(items)
        self._rewards = array("d", [math.nan]) * items
        self._tokens = array("q", [-1]) * items
        self._contexts = array("q", [-1]) * items
        self._attempts = array("i", [0]) * items
        self._metrics: dict[str, array[float]] = {}
        self._completed = 0
        self._reopened = 0

    @property
    def items(self) -> int:
        """How many results the complete run has."""
        return len(self._status)

    def __len__(self) -> int:
        return self._completed

    def __iter__(self) -> Iterator[WorkKey]:
        return self.keys()

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and self.holds(key) and bool(self._status[self.number(key)])

    def __getitem__(self, key: WorkKey) -> Result:
        number = self.number(key)
        if not self.holds(key) or not self._status[number]:
            raise KeyError(key)
        reward, tokens, context = self._rewards[number], self._tokens[number], self._contexts[number]
        return Result(
            status=_STATUSES[self._status[number] - 1],
            reward=None if math.isnan(reward) else reward,
            tokens=None if tokens < 0 else tokens,
            max_context_tokens=None if context < 0 else context,
            has_trajectory=bool(self._flags[number] & _TRAJECTORY),
            resumed=bool(self._flags[number] & _RESUMED),
            metrics={name: values[number] for name, values in self._metrics.items() if not math.isnan(values[number])},
            tokens_estimated=bool(self._flags[number] & _ESTIMATED),
        )

    def __setitem__(self, key: WorkKey, result: Result) -> None:
        number = self.number(key)
        self._completed += not self._status[number]
        self._reopened -= bool(self._flags[number] & _REOPENED)
        self._status[number] = _CODES[result.status]
        self._flags[number] = (
            _RESUMED * result.resumed | _TRAJECTORY * result.has_trajectory | _ESTIMATED * result.tokens_estimated
        )
        self._rewards[number] = math.nan if result.reward is None else result.reward
        self._tokens[number] = -1 if result.tokens is None else result.tokens
        self._contexts[number] = -1 if result.max_context_tokens is None else result.max_context_tokens
        for name in result.metrics:
            if name not in self._metrics and len(self._metrics) < MOST_METRICS:
                self._metrics[name] = array("d", [math.nan]) * self.items
        for name, values in self._metrics.items():
            values[number] = result.metrics.get(name, math.nan)

    def describe(self, key: WorkKey, *, max_context_tokens: int | None, has_trajectory: bool) -> None:
        """Adds to an item's result what its event does not have."""
        number = self.number(key)
        self._contexts[number] = -1 if max_context_tokens is None else max_context_tokens
        self._flags[number] = self._flags[number] & ~_TRAJECTORY | _TRAJECTORY * has_trajectory

    def number(self, key: WorkKey) -> int:
        """The item's place among all items, by row, then run."""
        return key[0] * self.runs_per_row + key[1]

    def holds(self, key: WorkKey) -> bool:
        """True when the run has such an item."""
        return 0 <= key[0] < self.rows and 0 <= key[1] < self.runs_per_row

    def count(self, status: RowStatus) -> int:
        """How many results have this status."""
        return self._status.count(_CODES[status])

    def keys(self, *statuses: RowStatus) -> Iterator[WorkKey]:
        """The items with a result, of one of the statuses if any are named; by row, then run."""
        codes = {_CODES[status] for status in statuses or _STATUSES}
        return (divmod(number, self.runs_per_row) for number, code in enumerate(self._status) if code in codes)

    def values(self, *statuses: RowStatus) -> Iterator[Result]:
        """The results, or those with one of the statuses, in the order of their items."""
        return map(self.__getitem__, self.keys(*statuses))

    def reopen(self, *statuses: RowStatus) -> None:
        """Every item whose result has one of the statuses is to be tried again."""
        for key in self.keys(*statuses):
            self._flags[self.number(key)] |= _REOPENED
            self._reopened += 1

    def reopen_items(self, keys: Iterable[WorkKey]) -> None:
        """Every one of these items that has a result is to be tried again."""
        for key in keys:
            number = self.number(key)
            if self._status[number] and not self._flags[number] & _REOPENED:
                self._flags[number] |= _REOPENED
                self._reopened += 1

    def is_pending(self, key: WorkKey) -> bool:
        """True for an item without a result, and for a reopened one until it has a new one."""
        number = self.number(key)
        return not self._status[number] or bool(self._flags[number] & _REOPENED)

    @property
    def pending(self) -> int:
        """How many items are pending."""
        return self.items - self._completed + self._reopened

    def attempts(self, key: WorkKey) -> int:
        """How many attempts at the item are on record."""
        return self._attempts[self.number(key)]

    def tried(self, key: WorkKey, attempts: int) -> None:
        """So many attempts at the item are on record now, unless there were more already."""
        number = self.number(key)
        self._attempts[number] = max(self._attempts[number], attempts)

    def figures(self) -> Figures:
        """The columns that metrics are computed from, as they are now; safe to hand to another thread."""
        metrics = {name: values[:] for name, values in self._metrics.items()}
        estimated = sum(bool(flags & _ESTIMATED) for flags in self._flags)
        return Figures(self.runs_per_row, bytes(self._status), self._rewards[:], self._tokens[:], metrics, estimated)


@dataclass(frozen=True, slots=True)
class Figures:
    """Statuses, rewards, tokens and metrics of all items, row after row, `runs_per_row` to each.

    A status is 0 where there is no result; a reward or metric is NaN and a token count negative where there is none.
    """

    runs_per_row: int
    statuses: bytes
    rewards: array[float]
    tokens: array[int]
    metrics: Mapping[str, array[float]] = field(default_factory=dict)
    estimated: int = 0
    """How many results have tokens that were not all counted."""

    def count(self, status: RowStatus) -> int:
        """How many results have this status."""
        return self.statuses.count(_CODES[status])

    def counted(self) -> Iterator[tuple[int, float]]:
        """Row and reward of every result that is not removed; the reward is NaN where there is none."""
        skipped = _CODES[RowStatus.SKIPPED]
        for number, (status, reward) in enumerate(zip(self.statuses, self.rewards, strict=True)):
            if status and status != skipped:
                yield number // self.runs_per_row, reward

    def metric(self, name: str) -> list[float]:
        """The values of a metric, of every result that has it and is not removed."""
        skipped = _CODES[RowStatus.SKIPPED]
        return [
            value
            for status, value in zip(self.statuses, self.metrics[name], strict=True)
            if status and status != skipped and not math.isnan(value)
        ]
