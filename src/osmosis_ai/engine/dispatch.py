"""Dispatch: work items become attempts, a bounded number at a time, until every item has a result or is given up.

When the runner dies, it is unknown which of the attempts in flight killed it. Each of them is therefore tried again
alone: one that takes the runner down by itself is given up after its second time, the innocent ones are scored, and the
rest of the run goes on at full width.

A failure that is permanent (a wrong key, no money left, an unknown model) is not tried again: its item is given up
after one attempt, and stays pending for a later invocation.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner, RunnerLostError, WorkItem, WorkKey
from osmosis_ai.semantics.outcomes import Cancelled, InfrastructureFailed

__all__ = ["DispatchReport", "Dispatcher", "Ledger"]

MAX_ATTEMPTS = 3
MAX_CRASHES_ALONE = 2
MIN_LOSSES_IN_A_ROW = 10
MIN_FAULTS_IN_A_ROW = 12
RETRY_PAUSES_SEC = (0.5, 2.0)


class Ledger(Protocol):
    """Where attempts are recorded before anything else learns of them."""

    async def started(self, attempt: Attempt) -> None:
        """Returns once the record is durable."""

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        """Returns once the record is durable."""


@dataclass(slots=True)
class DispatchReport:
    """What a dispatch did. `dispatched` counts items, not attempts at them; `given_up` those left after their last try.

    `halted` says why it stopped before the end, None when it did not.
    """

    dispatched: int = 0
    completed: int = 0
    given_up: int = 0
    halted: str | None = None
    cancelled: bool = False


@dataclass(slots=True)
class _Tries:
    """What this dispatch has tried at one item that has no result yet."""

    first: int
    attempts: int = 0
    crashes_alone: int = 0


class Dispatcher:
    """Runs the items of one run.

    `attempts_before` gives the number of attempts that earlier invocations made at an item. `stop_reason` is asked
    before every attempt: once it has one, nothing more is dispatched, what is in flight ends, and the rest stays
    pending. `warn` gets a sentence for whatever goes wrong and does not end the dispatch.
    """

    def __init__(
        self,
        runner: Runner,
        ledger: Ledger,
        *,
        max_in_flight: int,
        new_id: Callable[[], str],
        attempts_before: Callable[[WorkKey], int] = lambda _: 0,
        stop_reason: Callable[[], str | None] = lambda: None,
        warn: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._runner = runner
        self._ledger = ledger
        self._width = max_in_flight
        self._new_id = new_id
        self._before = attempts_before
        self._stop_reason = stop_reason
        self._warn = warn
        self._items: Iterator[WorkItem] = iter(())
        self._again: deque[WorkItem] = deque()
        self._crash_suspects: deque[WorkItem] = deque()
        self._tries: dict[WorkKey, _Tries] = {}
        self._in_flight = 0
        self._lost: str | None = None
        self._lost_alone = False
        self._losses_in_a_row = 0
        self._faults_in_a_row = 0
        self._failure: Exception | None = None
        self._restarting: asyncio.Future[None] | None = None
        self.report = DispatchReport()

    async def run(self, items: Iterator[WorkItem]) -> DispatchReport:
        """Dispatches every item and returns what came of it.

        Rows that cannot be read any more and a runner that cannot be restarted halt it: what is in flight ends, the
        rest stays pending. A ledger that cannot record, and any unexpected exception, end what is in flight and are
        raised.
        """
        self._items = items
        while not self._over:
            await self._side_by_side()
            if self._lost is None and not self._crash_suspects:
                break
            await self._recover()
            await self._one_by_one()
        if self._failure is not None:
            raise self._failure
        return self.report

    async def stop(self) -> None:
        """Dispatches nothing more and cancels what is in flight; `run` returns when that has ended."""
        self.report.cancelled = True
        if self._restarting is not None:
            self._restarting.cancel()
        await self._runner.cancel()

    @property
    def _over(self) -> bool:
        """True once nothing more is to be dispatched."""
        return self.report.cancelled or self.report.halted is not None or self._failure is not None

    async def _side_by_side(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._width):
                group.create_task(self._work())

    async def _work(self) -> None:
        """One of the workers. Raises nothing, so that none of them can take the others down."""
        try:
            while (item := self._next()) is not None:
                result = await self._attempt(item)
                if result is None:
                    self._crash_suspects.append(item)
                elif await self._is_to_be_retried(item, result):
                    self._again.append(item)
        except Exception as error:
            await self._fail(error)

    def _may_go_on(self) -> bool:
        """False once nothing more is to be dispatched, by now or by what the stop reason says."""
        if not self._over:
            self.report.halted = self._stop_reason()
        return not self._over

    def _next(self) -> WorkItem | None:
        if self._lost is not None or not self._may_go_on():
            return None
        if self._again:
            return self._again.popleft()
        try:
            return next(self._items, None)
        except OsmosisError as error:
            self.report.halted = error.message
            return None

    async def _one_by_one(self) -> None:
        """Attempts at the suspects, nothing else in flight, until each has a result or is given up."""
        try:
            while self._crash_suspects and self._may_go_on():
                item = self._crash_suspects.popleft()
                result = await self._attempt(item)
                if result is None:
                    cause = self._lost
                    if self._tries[item.key].crashes_alone < MAX_CRASHES_ALONE:
                        self._crash_suspects.append(item)
                    else:
                        self._give_up(item, f"it took the runner down: {cause}")
                    await self._recover()
                elif await self._is_to_be_retried(item, result):
                    self._crash_suspects.append(item)
        except Exception as error:
            await self._fail(error)

    async def _attempt(self, item: WorkItem) -> AttemptResult | None:
        """The result of one attempt, recorded; None when the runner died under it."""
        tries = self._tries.get(item.key)
        if tries is None:
            tries = self._tries[item.key] = _Tries(self._before(item.key))
            self.report.dispatched += 1
        attempt = Attempt(item, tries.first + tries.attempts, self._new_id())
        tries.attempts += 1
        await self._ledger.started(attempt)
        self._in_flight += 1
        try:
            result = await self._runner.run(attempt)
        except RunnerLostError as error:
            if self._lost is None:
                self._lost, self._lost_alone = str(error), self._in_flight == 1
            tries.crashes_alone += self._lost_alone
            await self._ledger.ended(attempt, error.result)
            return None
        finally:
            self._in_flight -= 1
        await self._ledger.ended(attempt, result)
        self._losses_in_a_row = 0
        if not isinstance(result.outcome, (Cancelled, InfrastructureFailed)):
            self._faults_in_a_row = 0
            self.report.completed += 1
            del self._tries[item.key]
        return result

    async def _is_to_be_retried(self, item: WorkItem, result: AttemptResult) -> bool:
        """True, after a pause, when the infrastructure failed, but not for good, and the item has tries left."""
        if not isinstance(result.outcome, InfrastructureFailed):
            return False
        message = result.outcome.message
        self._faults_in_a_row += 1
        if self._faults_in_a_row >= max(MIN_FAULTS_IN_A_ROW, 3 * self._width) and not self._over:
            self.report.halted = f"the infrastructure failed under {self._faults_in_a_row} rollouts in a row: {message}"
        attempts = self._tries[item.key].attempts
        if attempts >= MAX_ATTEMPTS or result.outcome.permanent:
            self._give_up(item, message)
            return False
        if self._over:
            return False
        self._warn(f"row {item.source_row_index}: {message}; trying again")
        await asyncio.sleep(RETRY_PAUSES_SEC[min(attempts, len(RETRY_PAUSES_SEC)) - 1])
        return True

    def _give_up(self, item: WorkItem, message: str) -> None:
        self._warn(f"row {item.source_row_index}: given up: {message}")
        self.report.given_up += 1
        del self._tries[item.key]

    async def _recover(self) -> None:
        """A new runner after a loss, unless losing it has become all that happens."""
        cause, self._lost = self._lost, None
        if cause is None or self._over:
            return
        self._losses_in_a_row += 1
        # Enough to try everything that is in flight at once alone, twice.
        if self._losses_in_a_row >= max(MIN_LOSSES_IN_A_ROW, 2 * self._width + 2):
            self.report.halted = f"the runner died {self._losses_in_a_row} times in a row: {cause}"
            return
        self._warn(f"{cause}; starting it again")
        restarting = self._restarting = asyncio.ensure_future(self._runner.restart())
        try:
            await restarting
        except asyncio.CancelledError:
            if not self.report.cancelled:
                raise
        except OsmosisError as error:
            self.report.halted = f"the runner could not be started again: {error.message}"
        finally:
            restarting.cancel()
            self._restarting = None

    async def _fail(self, error: Exception) -> None:
        """Ends the dispatch with the first error of this kind."""
        if self._failure is None:
            self._failure = error
            await self._runner.cancel()
