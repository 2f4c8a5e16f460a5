"""One rollout server for all of a trainer's calls in a process, since none of them says when it is done."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from osmosis_ai.train.hosted_rollouts import HostedRollouts

__all__ = ["SharedRollouts"]


class SharedRollouts:
    """Opened by the first call, for one event loop. It ends with `aclose`, or when its loop cancels its tasks."""

    def __init__(self, open_: Callable[[], AbstractAsyncContextManager[HostedRollouts]]) -> None:
        self._open = open_
        self._owner: asyncio.Task[None] | None = None
        self._opened: asyncio.Future[HostedRollouts] | None = None
        self._close = asyncio.Event()

    async def get(self) -> HostedRollouts:
        """The server, once it is up. Raises OsmosisError where it does not start; the next call tries again."""
        if self._opened is None or (self._opened.done() and self._opened.exception() is not None):
            self._opened = asyncio.get_running_loop().create_future()
            self._close.clear()
            self._owner = asyncio.create_task(self._own(self._opened))
        return await asyncio.shield(self._opened)

    async def aclose(self) -> None:
        """Ends the server, if there is one."""
        self._close.set()
        if self._owner is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._owner
        self._owner = self._opened = None

    async def _own(self, opened: asyncio.Future[HostedRollouts]) -> None:
        """Enters and leaves the context in one task, as its scopes want it."""
        try:
            async with self._open() as rollouts:
                opened.set_result(rollouts)
                await self._close.wait()
        except Exception as error:
            if opened.done():
                raise
            opened.set_exception(error)
