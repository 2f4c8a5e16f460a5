"""Doubles of what a dispatcher works with: a runner that does what a script says, and a ledger in memory."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.work import Attempt, AttemptResult, RunnerLostError, WorkItem, WorkKey
from osmosis_ai.semantics.outcomes import Cancelled, InfrastructureFailed, Outcome, Scored

Act = Callable[[], Outcome]


def items(count: int) -> Iterator[WorkItem]:
    for index in range(count):
        yield WorkItem(index, 0, DatasetRow(index, [{"role": "user", "content": f"row {index}"}], "label", None))


class RunnerDouble:
    """Acts by row: `script[row]` gives one outcome an attempt, the last again and again; rows without one are scored.

    `said` is what every result has besides its outcome. `"die"` takes the runner down, and every attempt in flight with
    it; `"hang"` waits for the cancellation.
    """

    def __init__(self, script: dict[int, list[Outcome | str | Exception]] | None = None) -> None:
        self.script = script or {}
        self.tried: Counter[int] = Counter()
        self.said: dict[str, Any] = {}
        self.restarts = 0
        self.most = 0
        self.refuses_restart = False
        self.hanging = asyncio.Event()
        self._in_flight = 0
        self._death = asyncio.Event()
        self._cancelled = asyncio.Event()

    async def run(self, attempt: Attempt) -> AttemptResult:
        row = attempt.item.row_index
        acts = self.script.get(row, [Scored(1.0)])
        act = acts[min(self.tried[row], len(acts) - 1)]
        self.tried[row] += 1
        self._in_flight += 1
        self.most = max(self.most, self._in_flight)
        try:
            return AttemptResult(await self._act(act), 1.0, **self.said)
        finally:
            self._in_flight -= 1

    async def _act(self, act: Outcome | str | Exception) -> Outcome:
        if isinstance(act, Exception):
            raise act
        if act == "die":
            await asyncio.sleep(0.001)  # so that the neighbours are in flight
            self._death.set()
        ends = [asyncio.create_task(self._death.wait())]
        if act == "hang":
            self.hanging.set()
            ends.append(asyncio.create_task(self._cancelled.wait()))
        elif not isinstance(act, str):
            ends.append(asyncio.create_task(asyncio.sleep(0.002)))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in ends:
                task.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
        if self._death.is_set():
            raise RunnerLostError("the double died")
        return Cancelled() if isinstance(act, str) else act

    async def restart(self) -> None:
        if self.refuses_restart:
            raise OsmosisError("no second double")
        self.restarts += 1
        self._death = asyncio.Event()

    async def cancel(self) -> None:
        self._cancelled.set()


class LedgerDouble:
    """Keeps what it is told, and breaks after so many records if asked to."""

    def __init__(self, *, breaks_after: int | None = None) -> None:
        self.started_attempts: list[Attempt] = []
        self.ended_attempts: list[tuple[Attempt, AttemptResult]] = []
        self._left = breaks_after

    def _record(self) -> None:
        if self._left is not None:
            if self._left == 0:
                raise OsmosisError("the ledger is full")
            self._left -= 1

    async def started(self, attempt: Attempt) -> None:
        self._record()
        self.started_attempts.append(attempt)

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        self._record()
        self.ended_attempts.append((attempt, result))

    def outcomes(self, row: int) -> list[Outcome]:
        return [result.outcome for attempt, result in self.ended_attempts if attempt.item.row_index == row]

    def scored(self) -> set[WorkKey]:
        return {a.item.key for a, result in self.ended_attempts if isinstance(result.outcome, Scored)}

    def lost(self, row: int) -> bool:
        return all(isinstance(outcome, InfrastructureFailed) for outcome in self.outcomes(row))
