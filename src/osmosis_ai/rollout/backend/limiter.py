"""A limit on how many rollouts run at once, with the counts that health reports."""

from __future__ import annotations

import asyncio
from types import TracebackType

__all__ = ["ConcurrencyLimiter"]


class ConcurrencyLimiter:
    """An async context manager that at most `limit` holders are inside of, first come first served; None is no limit."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.queued = 0
        self.running = 0
        self._slots = None if limit is None else asyncio.Semaphore(limit)

    async def __aenter__(self) -> None:
        if self._slots is not None:
            self.queued += 1
            try:
                await self._slots.acquire()
            finally:
                self.queued -= 1
        self.running += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.running -= 1
        if self._slots is not None:
            self._slots.release()
