"""An event loop whose clock moves only when nothing is left to do, so that an hour of waiting takes no time."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any


class _JumpingSelector(selectors.DefaultSelector):
    """Instead of sleeping, moves its loop's clock; while threads work for the loop, it waits for them."""

    loop: VirtualTimeLoop

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None or timeout <= 0 or self.loop.threads:
            patience = 0.01 if self.loop.threads and timeout != 0 else timeout
            return super().select(patience)
        events = super().select(0)
        if not events:
            self.loop.now += timeout
        return events


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Time begins at 1000 and jumps to the next timer whenever the loop would sleep."""

    def __init__(self) -> None:
        selector = _JumpingSelector()
        selector.loop = self
        self.now = 1000.0
        self.threads = 0
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        self.threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._thread_done)
        return future

    def _thread_done(self, _future: object) -> None:
        self.threads -= 1
