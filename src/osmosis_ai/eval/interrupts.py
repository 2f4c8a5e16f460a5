"""Ctrl-C and SIGTERM during a run: first gently, then less so."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

__all__ = ["INTERRUPTED_EXIT", "Interrupts"]

INTERRUPTED_EXIT = 130
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_TWICE = 2


class Interrupts:
    """While entered, the first SIGINT or SIGTERM stops what runs, the second cancels the task, the third ends the
    process.

    What the first does is said by `stopping`. Before anything is, it cancels the task as the second does. `received`
    counts.
    """

    def __init__(self) -> None:
        self.received = 0
        self._task: asyncio.Task[Any] | None = None
        self._stop: Callable[[], Awaitable[None]] | None = None
        self._stops: asyncio.Future[None] | None = None

    @contextmanager
    def stopping(self, stop: Callable[[], Awaitable[None]]) -> Iterator[None]:
        """While open, the first signal runs `stop`. Afterwards, with the work done, it is only counted."""
        self._stop = stop
        try:
            yield
        finally:
            self._stop = _nothing

    def _on_signal(self) -> None:
        self.received += 1
        if self.received > _TWICE:
            os._exit(INTERRUPTED_EXIT)
        elif self.received == 1 and self._stop is not None:
            self._stops = asyncio.ensure_future(self._stop())
        elif self._task is not None:
            self._task.cancel()

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


async def _nothing() -> None:
    pass
