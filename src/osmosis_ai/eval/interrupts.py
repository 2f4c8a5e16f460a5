"""Ctrl-C and SIGTERM during a run: first gently, then less so."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

__all__ = ["INTERRUPTED_EXIT", "interruptible"]

INTERRUPTED_EXIT = 130
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible(stop: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """While open: the first signal runs `stop`, the second cancels the current task, the third ends the process."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    stopping: list[asyncio.Future[None]] = []
    received = 0

    def on_signal() -> None:
        nonlocal received
        received += 1
        if received == 1:
            stopping.append(asyncio.ensure_future(_awaited(stop)))
        elif received == 2 and task is not None:  # noqa: PLR2004
            task.cancel()
        else:
            os._exit(INTERRUPTED_EXIT)

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


async def _awaited(stop: Callable[[], Awaitable[None]]) -> None:
    await stop()
