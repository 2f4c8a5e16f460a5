"""How many calls a provider gets at a time: as many as the run wants, until it says that they are too many."""

import asyncio
import math
from collections import deque
from collections.abc import Callable

from osmosis_ai.models.policy import ProviderError

LONGEST_PAUSE = 60.0
_SMALLEST = 1.0


class ProviderLimit:
    """A limit of calls in flight to one provider: additive increase, multiplicative decrease.

    It begins at `width` (None: without a limit). A rate limit halves it, once for all the calls that were in flight
    together, and pauses everyone for the time the provider asks for. Each success lets it grow by a fraction of a call,
    so that a whole round of them adds one, up to where it began. Callers wait in the order in which they came.
    """

    def __init__(self, width: int | None = None, log: Callable[[str], None] = lambda _line: None) -> None:
        self._limit = self._widest = math.inf if width is None else max(_SMALLEST, width)
        self._log = log
        self._in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._round = 0
        self._pause: asyncio.TimerHandle | None = None
        self.fault: ProviderError | None = None
        """The rate limit that keeps calls back now; None while there are as many as the run wants."""

    @property
    def limit(self) -> float:
        """Calls in flight that are allowed now."""
        return self._limit

    async def acquire(self) -> int:
        """Wait for a turn. Give it back with `release`; the number says which round of calls it belongs to."""
        if self._in_flight + 1 <= self._limit and self._pause is None:  # then no call waits either
            self._in_flight += 1
            return self._round
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the turn came in the same moment: it is the next one's
                self.release()
            raise
        return self._round

    def release(self) -> None:
        """Give a turn back."""
        self._in_flight -= 1
        self._admit()

    def succeeded(self) -> None:
        """A call was answered: grow, where the limit had been lowered."""
        if self.fault is None:
            return
        self._limit += 1 / self._limit
        if self._limit >= self._widest:
            self._limit = self._widest
            self.fault = None
            self._log("the provider takes as many calls as before")
        self._admit()

    def refused(self, round_: int, fault: ProviderError) -> None:
        """A call of this round met a rate limit: halve, unless another of the round has done so, and pause."""
        if round_ == self._round:
            self._round += 1
            if self.fault is None and math.isinf(self._widest):
                self._limit = self._widest = max(_SMALLEST, self._in_flight)
            self._limit = max(_SMALLEST, self._limit / 2)
            self.fault = fault
            after = "" if fault.retry_after is None else f", and pauses for {fault.retry_after:g} s as it asks"
            self._log(f"rate limited: the provider gets {math.floor(self._limit)} calls at a time{after}")
        if fault.retry_after:
            self._pause_for(min(fault.retry_after, LONGEST_PAUSE))

    def _pause_for(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._pause is not None:
            if self._pause.when() >= until:
                return
            self._pause.cancel()
        self._pause = loop.call_at(until, self._resume)

    def _resume(self) -> None:
        self._pause = None
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self._pause is None and self._in_flight + 1 <= self._limit:
            turn = self._waiting.popleft()
            if not turn.done():
                self._in_flight += 1
                turn.set_result(None)
