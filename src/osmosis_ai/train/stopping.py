"""Ctrl-C, SIGTERM and `train stop` during a training: it ends in order, at once if asked a second time."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

__all__ = ["StopSignals", "Stoppable"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LOOK_SEC = 0.5
_EXIT = 130


class Stoppable(Protocol):
    """What can be asked to stop; asking again changes nothing."""

    async def stop(self, reason: str) -> None:
        """Ends the rollouts in flight; an update goes on to its end, and the last complete step is saved."""


class StopSignals:
    """While entered: the first signal stops, the second cancels the task, the third ends the process.

    SIGHUP stays ignored where it is, as nohup has it. A file at `request` is what `train stop` leaves.
    """

    def __init__(self, run: Stoppable, request: Path) -> None:
        self._run = run
        self._request = request
        self._received = 0
        self._task: asyncio.Task[Any] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._stopping: set[asyncio.Task[None]] = set()
        self._handled: list[signal.Signals] = []

    def _on_signal(self, number: signal.Signals) -> None:
        self._received += 1
        if self._received > 2:  # noqa: PLR2004 - the third
            os._exit(_EXIT)
        elif self._received > 1 and self._task is not None:
            self._task.cancel()
        else:
            stopping = asyncio.ensure_future(self._run.stop(f"stopped by {number.name}"))
            self._stopping.add(stopping)

    async def _watch(self) -> None:
        while not self._request.exists():  # noqa: ASYNC110 - another process makes the file
            await asyncio.sleep(_LOOK_SEC)
        await self._run.stop("stopped by `train stop`")

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        ignores_hangups = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        self._handled = [each for each in _SIGNALS if each is not signal.SIGHUP or not ignores_hangups]
        for number in self._handled:
            loop.add_signal_handler(number, self._on_signal, number)
        self._watching = asyncio.create_task(self._watch())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop = asyncio.get_running_loop()
        for number in self._handled:
            loop.remove_signal_handler(number)
        if self._watching is not None:
            self._watching.cancel()
