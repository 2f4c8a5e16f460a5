"""Connections belong to the event loop they were opened on: one pool a loop, closed when its loop ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from weakref import WeakKeyDictionary

__all__ = ["PerLoop"]


class PerLoop[T]:
    """A value for each event loop that asks for one.

    User code runs on loops in worker threads, which may be given up and replaced, and frameworks start loops of their
    own for synchronous calls. `make` is called on the loop that asks; `close` when that loop shuts its asynchronous
    generators down, as `asyncio.run` and the SDK's own loops do at their end.
    """

    def __init__(self, make: Callable[[], T], close: Callable[[T], Awaitable[None]]) -> None:
        self._make = make
        self._close = close
        self._kept: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[T, AsyncGenerator[T]]] = WeakKeyDictionary()

    async def get(self) -> T:
        """The running loop's value."""
        loop = asyncio.get_running_loop()
        kept = self._kept.get(loop)
        if kept is None:
            keeper = self._keep()
            kept = self._kept[loop] = (await anext(keeper), keeper)
        return kept[0]

    async def _keep(self) -> AsyncGenerator[T]:
        value = self._make()
        try:
            yield value
        finally:
            self._kept.pop(asyncio.get_running_loop(), None)
            await self._close(value)
