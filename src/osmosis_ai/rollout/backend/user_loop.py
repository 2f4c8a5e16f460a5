"""One event loop, in a thread of its own, for the code of users.

A thread cannot be killed, and clients that a rollout keeps across rollouts belong to one loop. So all user code shares
a loop that is not the server's: when a row blocks it, leases, polls and health go on, the row is timed out from outside,
the loop is abandoned, and its innocent neighbours run again on a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import InvalidStateError
from typing import Any, TypeVar

__all__ = ["LoopAbandonedError", "UserLoops", "call"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

_CANCEL_GRACE_SEC = 0.25
_PING_SEC = 0.25


class LoopAbandonedError(Exception):
    """The loop this work ran on was blocked by other work and has been given up; the work may be run again."""


class _UserLoop:
    """A loop in a daemon thread, with the work that runs on it."""

    def __init__(self, number: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.given_up: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # the server's
        self.thread = threading.Thread(target=self._run, name=f"osmosis-user-loop-{number}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self._cancel_everything()
            self.loop.close()

    def _cancel_everything(self) -> None:
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks, timeout=1.0))

    def start(self, work: Coroutine[Any, Any, T]) -> tuple[ThreadFuture[T], ThreadFuture[asyncio.Task[T]]]:
        """Schedules work; the second future gives its task once it exists, to tell who holds the loop."""
        done: ThreadFuture[T] = ThreadFuture()
        started: ThreadFuture[asyncio.Task[T]] = ThreadFuture()

        def begin() -> None:
            task = self.loop.create_task(work)
            started.set_result(task)
            task.add_done_callback(finish)

        def finish(task: asyncio.Task[T]) -> None:
            error = None if task.cancelled() else task.exception()
            with contextlib.suppress(InvalidStateError):  # nobody waits any more
                if task.cancelled():
                    done.cancel()
                elif error is not None:
                    done.set_exception(error)
                else:
                    done.set_result(task.result())

        self.loop.call_soon_threadsafe(begin)
        return done, started

    async def responds(self, within: float) -> bool:
        """True when the loop runs a callback within so many seconds."""
        answered: ThreadFuture[None] = ThreadFuture()
        self.loop.call_soon_threadsafe(answered.set_result, None)
        try:
            await asyncio.wait_for(asyncio.wrap_future(answered), within)
        except TimeoutError:
            return False
        return True

    def holder(self) -> asyncio.Task[Any] | None:
        """The task that is running on the loop at this moment."""
        return asyncio.current_task(self.loop)

    def stop(self) -> None:
        """Ends the loop as soon as it gets a turn; its work is cancelled."""
        self.loop.call_soon_threadsafe(self.loop.stop)


class UserLoops:
    """Runs coroutines of user code off the server's loop, each under a deadline that always fires."""

    def __init__(self) -> None:
        self._current: _UserLoop | None = None
        self._started = 0
        self._stuck: list[_UserLoop] = []

    @property
    def stuck_threads(self) -> int:
        """How many abandoned threads are still held by code that blocks."""
        self._stuck = [loop for loop in self._stuck if loop.thread.is_alive()]
        return len(self._stuck)

    async def run(self, make: Callable[[], Coroutine[Any, Any, T]], timeout: float | None) -> T:
        """The result of `make()`, run on the user loop, or TimeoutError once `timeout` seconds have passed.

        Cancelling the call cancels the work. A result that arrives after the deadline is still a TimeoutError. Raises
        LoopAbandonedError when other work blocked the loop for good.
        """
        user_loop = self._loop()
        done, started = user_loop.start(make())
        waiter: asyncio.Future[T] = asyncio.wrap_future(done)
        waiter.add_done_callback(_retrieve)
        given_up = user_loop.given_up
        try:
            either: set[asyncio.Future[Any]] = {waiter, given_up}
            await asyncio.wait(either, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if waiter.done():
                return await waiter
            if given_up.done():
                raise LoopAbandonedError
            return await self._past_deadline(user_loop, waiter, started, timeout)
        except asyncio.CancelledError:
            await self._end(user_loop, waiter, started)
            raise

    async def _past_deadline(
        self,
        user_loop: _UserLoop,
        waiter: asyncio.Future[T],
        started: ThreadFuture[asyncio.Task[T]],
        timeout: float | None,
    ) -> T:
        """The deadline has passed: whose fault is it, this work's or that of work which holds the loop?"""
        if await user_loop.responds(_PING_SEC) or not self._held_by_another(user_loop, started):
            await self._end(user_loop, waiter, started)
            raise TimeoutError(f"no result within {timeout} s")
        # Another row blocks the loop. Its own deadline, if it has one, abandons the loop; if it lets go first, this
        # work gets its whole time again, because none of the time that passed was its own.
        while not user_loop.given_up.done():
            if waiter.done():
                return await waiter
            if await user_loop.responds(_PING_SEC):
                await asyncio.wait({waiter}, timeout=timeout)
                if waiter.done():
                    return await waiter
                return await self._past_deadline(user_loop, waiter, started, timeout)
        raise LoopAbandonedError

    @staticmethod
    def _held_by_another(user_loop: _UserLoop, started: ThreadFuture[asyncio.Task[Any]]) -> bool:
        holder = user_loop.holder()
        mine = started.result() if started.done() else None
        return holder is not None and holder is not mine

    async def _end(
        self, user_loop: _UserLoop, waiter: asyncio.Future[T], started: ThreadFuture[asyncio.Task[T]]
    ) -> None:
        """Cancels the work; a loop that it holds on to is abandoned."""
        if user_loop.given_up.done():
            return
        if started.done():
            user_loop.loop.call_soon_threadsafe(started.result().cancel)
        else:
            started.add_done_callback(lambda future: future.result().cancel())
        await asyncio.wait({waiter}, timeout=_CANCEL_GRACE_SEC)
        if waiter.done() or await user_loop.responds(_PING_SEC):
            return  # ended, or it swallows cancellation but lets others run
        if self._held_by_another(user_loop, started):
            return
        self._abandon(user_loop)

    def _abandon(self, user_loop: _UserLoop) -> None:
        logger.warning("user code blocks its thread past its deadline; its neighbours move to a new thread")
        user_loop.given_up.set_result(None)
        user_loop.stop()
        self._stuck.append(user_loop)
        if self._current is user_loop:
            self._current = None

    def _loop(self) -> _UserLoop:
        if self._current is None:
            self._started += 1
            self._current = _UserLoop(self._started)
        return self._current

    async def close(self) -> None:
        """Ends the current loop; one that is blocked is left behind with its daemon thread."""
        current, self._current = self._current, None
        if current is not None:
            current.stop()
            await asyncio.to_thread(current.thread.join, 2.0)


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Looks at a late result, so that nothing complains that nobody did."""
    if not future.cancelled():
        future.exception()


async def call(function: Callable[..., Any], *args: Any) -> Any:
    """The result of a function of the user's, awaited if it is a coroutine, run in a thread of its own if it is not."""
    if asyncio.iscoroutinefunction(function):
        return await function(*args)
    result = await asyncio.to_thread(function, *args)
    return await result if isinstance(result, Awaitable) else result
