"""Ctrl-C, SIGTERM and SIGHUP during a run: what a command makes of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from osmosis_ai.engine.run import Phase, RunControl

__all__ = ["INTERRUPTED_EXIT", "Interrupts"]

INTERRUPTED_EXIT = 130
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_TWICE = 2


class Interrupts:
    """While entered, the first of these signals runs `stop`, the second cancels the task, the third ends the process.

    SIGHUP says that the terminal is gone; where it is ignored, as nohup has it, it stays ignored.
    Before the run dispatches, the first cancels the task as the second does; after that, it is only counted.
    """

    def __init__(self, control: RunControl, stop: Callable[[], Awaitable[None]]) -> None:
        self.received = 0
        self._control = control
        self._stop = stop
        self._task: asyncio.Task[Any] | None = None
        self._stopping: asyncio.Future[None] | None = None
        self._handled: list[signal.Signals] = []

    def _on_signal(self) -> None:
        self.received += 1
        first = self.received == 1
        if self.received > _TWICE:
            os._exit(INTERRUPTED_EXIT)
        elif first and self._control.phase is Phase.DISPATCHING:
            self._stopping = asyncio.ensure_future(self._stop())
        elif self._task is not None and not (first and self._control.phase is Phase.FINISHING):
            self._task.cancel()

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        ignores_hangups = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        self._handled = [each for each in _SIGNALS if each is not signal.SIGHUP or not ignores_hangups]
        for number in self._handled:
            loop.add_signal_handler(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop = asyncio.get_running_loop()
        for number in self._handled:
            loop.remove_signal_handler(number)
