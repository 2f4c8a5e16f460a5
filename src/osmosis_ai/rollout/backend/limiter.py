"""A limit on how many rollouts run at once, with the counts that health reports."""

from __future__ import annotations

import asyncio

__all__ = ["ConcurrencyLimiter"]


class ConcurrencyLimiter:
    """At most `limit` holders at once, first come first served; None is no limit."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.queued = 0
        self.running = 0
        self._slots = None if limit is None else asyncio.Semaphore(limit)

    async def acquire(self) -> None:
        """Waits for a slot and takes it."""
        if self._slots is not None:
            self.queued += 1
            try:
                await self._slots.acquire()
            finally:
                self.queued -= 1
        self.running += 1

    def release(self) -> None:
        """Gives a slot back."""
        self.running -= 1
        if self._slots is not None:
            self._slots.release()
