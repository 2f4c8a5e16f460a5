"""Dispatch: work items become attempts, a bounded number at a time, until every item is settled or given up.

When the runner dies, nobody can say which of the attempts in flight killed it. Each of them is therefore tried again
alone: one that takes the runner down by itself is given up after its second time, the innocent ones are scored, and the
rest of the run goes on at full width.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from osmosis_ai.contract.outcomes import Cancelled, InfrastructureFailed
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner, RunnerLostError, WorkItem, WorkKey

__all__ = ["DispatchReport", "Dispatcher", "Ledger", "Unfinished"]

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
MAX_LOSSES_ALONE = 2
MAX_LOSSES_IN_A_ROW = 4
RETRY_PAUSE_SEC = 0.5


class Ledger(Protocol):
    """Where attempts are recorded before anybody is told of them."""

    async def started(self, attempt: Attempt) -> None:
        """Returns once the record is safe."""

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        """Returns once the record is safe."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An item left pending, with what its last attempt ended in."""

    item: WorkItem
    result: AttemptResult


@dataclass(slots=True)
class DispatchReport:
    """What a dispatch did. `dispatched` counts items, not attempts at them. `halted` says why it stopped before the end, None when it did not."""

    dispatched: int = 0
    settled: int = 0
    unfinished: list[Unfinished] = field(default_factory=list)
    halted: str | None = None
    cancelled: bool = False


@dataclass(slots=True)
class _State:
    attempts: int = 0
    losses_alone: int = 0


class Dispatcher:
    """Runs the items of one run. `attempts_before` gives the attempts that earlier invocations made, by item."""

    def __init__(
        self,
        runner: Runner,
        ledger: Ledger,
        *,
        max_in_flight: int,
        new_id: Callable[[], str],
        attempts_before: dict[WorkKey, int] | None = None,
    ) -> None:
        self._runner = runner
        self._ledger = ledger
        self._width = max_in_flight
        self._new_id = new_id
        self._before = attempts_before or {}
        self._states: dict[WorkKey, _State] = {}
        self._again: deque[WorkItem] = deque()
        self._suspects: deque[WorkItem] = deque()
        self._lost: str | None = None
        self._losses_in_a_row = 0
        self._stopping = False
        self.report = DispatchReport()

    async def run(self, items: Iterator[WorkItem]) -> DispatchReport:
        """Dispatches every item and returns what came of it."""
        while True:
            await self._all_at_once(items)
            if self._over or (self._lost is None and not self._suspects):
                break
            await self._recover()
            while self._suspects and not self._over:
                await self._alone(self._suspects.popleft())
        self.report.cancelled = self._stopping
        return self.report

    @property
    def _over(self) -> bool:
        """True once nothing more is to be dispatched."""
        return self._stopping or self.report.halted is not None

    async def stop(self) -> None:
        """Dispatches nothing more and cancels what is in flight."""
        self._stopping = True
        await self._runner.cancel()

    async def _all_at_once(self, items: Iterator[WorkItem]) -> None:
        async def worker() -> None:
            while (item := self._next(items)) is not None:
                await self._once(item)

        async with asyncio.TaskGroup() as group:
            for _ in range(self._width):
                group.create_task(worker())

    def _next(self, items: Iterator[WorkItem]) -> WorkItem | None:
        if self._over or self._lost is not None:
            return None
        return self._again.popleft() if self._again else next(items, None)

    async def _once(self, item: WorkItem) -> None:
        """One attempt among others; a loss of the runner makes the item a suspect."""
        result = await self._attempt(item)
        if result is None:
            self._suspects.append(item)
        elif self._to_be_retried(item, result):
            await asyncio.sleep(RETRY_PAUSE_SEC)
            self._again.append(item)

    async def _alone(self, item: WorkItem) -> None:
        """Attempts at a suspect with nothing else in flight, until it is settled or given up."""
        state = self._states.setdefault(item.key, _State())
        while not self._over:
            result = await self._attempt(item)
            if result is not None:
                if not self._to_be_retried(item, result):
                    return
                await asyncio.sleep(RETRY_PAUSE_SEC)
                continue
            state.losses_alone += 1
            cause = self._lost or ""
            await self._recover()
            if state.losses_alone >= MAX_LOSSES_ALONE:
                self._give_up(item, AttemptResult(InfrastructureFailed(f"took the rollout server down: {cause}"), 0.0))
                return

    async def _attempt(self, item: WorkItem) -> AttemptResult | None:
        """The result of one attempt, recorded; None when the runner died under it."""
        state = self._states.setdefault(item.key, _State(self._before.get(item.key, 0)))
        attempt = Attempt(item, state.attempts, self._new_id())
        self.report.dispatched += state.attempts == self._before.get(item.key, 0)
        state.attempts += 1
        await self._ledger.started(attempt)
        try:
            result = await self._runner.run(attempt)
        except RunnerLostError as error:
            self._lost = str(error)
            await self._ledger.ended(attempt, AttemptResult(InfrastructureFailed(str(error)), 0.0))
            return None
        await self._ledger.ended(attempt, result)
        self._losses_in_a_row = 0
        if not isinstance(result.outcome, (Cancelled, InfrastructureFailed)):
            self.report.settled += 1
            del self._states[item.key]
        return result

    def _to_be_retried(self, item: WorkItem, result: AttemptResult) -> bool:
        if not isinstance(result.outcome, InfrastructureFailed):
            return False
        state = self._states[item.key]
        if state.attempts - self._before.get(item.key, 0) < MAX_ATTEMPTS:
            logger.warning(
                "row %d: %s; trying again",
                item.source_row_index,
                result.outcome.message or "infrastructure failed",
            )
            return True
        self._give_up(item, result)
        return False

    def _give_up(self, item: WorkItem, result: AttemptResult) -> None:
        self.report.unfinished.append(Unfinished(item, result))
        self._states.pop(item.key, None)

    async def _recover(self) -> None:
        """A new runner, unless losing it has become all that happens."""
        cause, self._lost = self._lost, None
        if cause is None:
            return
        self._losses_in_a_row += 1
        if self._losses_in_a_row > MAX_LOSSES_IN_A_ROW:
            self.report.halted = f"the rollout server died {self._losses_in_a_row} times in a row: {cause}"
            return
        logger.warning("%s; starting it again", cause)
        try:
            await self._runner.restart()
        except Exception as error:
            self.report.halted = f"the rollout server could not be started again: {error}"
