"""Runs the code of users on an event loop of its own, under deadlines that fire even when that code blocks.

A thread cannot be killed, and clients that code keeps from one rollout to the next belong to one loop. So all user code
shares one loop, which is not the server's: leases, polls and health go on whatever a row does. When a deadline passes
while another row holds the loop, the row whose time was taken runs again from its beginning, on a loop of its own. When
the holder does not let go either, the loop is given up: the holder stays behind in its thread until its own deadline,
all others run again, each on a loop of its own so that a second blocker among them harms nobody, and rows that come
later share a new loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import InvalidStateError
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from typing import Any, TypeVar

__all__ = ["DeadlinePassedError", "SelfCancelledError", "UserLoops", "call"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

_CANCEL_GRACE_SEC = 0.25
_PROMPT_SEC = 0.1
_PATIENCE_SEC = 0.4
_CLOSE_SEC = 2.0


class DeadlinePassedError(Exception):
    """The code gave no result within its time."""


class SelfCancelledError(Exception):
    """The code ended as cancelled although nobody had asked for that."""


class _RunAgainError(Exception):
    """Another row held the loop; this one may be run again."""


@dataclass(slots=True, eq=False)
class _Work[R]:
    """A piece of user code on a loop.

    `evicted` belongs to the server's loop, `task` and `threads` to the user's, `result` to both.
    """

    make: Callable[[], Coroutine[Any, Any, R]]
    evicted: asyncio.Future[None]
    result: ThreadFuture[R] = field(default_factory=ThreadFuture)
    task: asyncio.Task[R] | None = None
    threads: list[threading.Thread] = field(default_factory=list)


_working: ContextVar[_Work[Any] | None] = ContextVar("osmosis_work", default=None)


class _UserLoop:
    """A loop in a daemon thread, and the work on it that somebody waits for."""

    def __init__(self, number: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.works: set[_Work[Any]] = set()
        self._retired = False
        self._ending = False
        self.thread = threading.Thread(target=self._run, name=f"osmosis-user-loop-{number}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        while not self._ending:
            try:
                self.loop.run_forever()
            except BaseException as error:  # a task that the code spawned asked the process to end: not from here
                logger.warning("user code tried to end the process: %r", error)
        with contextlib.suppress(BaseException):
            self._cancel_everything()
        self.loop.close()

    def _cancel_everything(self) -> None:
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks, timeout=1.0))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())

    def start(self, work: _Work[Any]) -> None:
        """Schedules work, in a context that names it, so that whatever it spawns can be traced back to it."""
        context = copy_context()
        context.run(_working.set, work)

        def begin() -> None:
            work.task = self.loop.create_task(work.make(), context=context)
            work.task.add_done_callback(finish)

        def finish(task: asyncio.Task[Any]) -> None:
            error = SelfCancelledError("the code cancelled itself") if task.cancelled() else task.exception()
            with contextlib.suppress(InvalidStateError):  # nobody waits any more
                if error is None:
                    work.result.set_result(task.result())
                else:
                    work.result.set_exception(error)

        self.works.add(work)
        self.loop.call_soon_threadsafe(begin)

    def drop(self, work: _Work[Any]) -> None:
        """Cancels work at the loop's next turn; what has not begun by then never does."""
        self._soon(lambda: work.task is not None and work.task.cancel())

    def release(self, work: _Work[Any]) -> None:
        """Nobody waits for the work any more."""
        self.works.discard(work)
        self._end_if_over()

    def retire(self) -> None:
        """Ends the loop once nobody waits for any work on it."""
        self._retired = True
        self._end_if_over()

    def _end_if_over(self) -> None:
        if self._retired and not self.works:
            self.end()

    def end(self) -> None:
        """Ends the loop at its next turn; work still on it is cancelled."""
        self._ending = True
        self._soon(self.loop.stop)

    def _soon(self, callback: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed already
            self.loop.call_soon_threadsafe(callback)

    async def responds(self, within: float) -> bool:
        """True when the loop has a turn within so many seconds."""
        answered: ThreadFuture[None] = ThreadFuture()

        def answer_now() -> None:
            with contextlib.suppress(InvalidStateError):  # too late
                answered.set_result(None)

        self._soon(answer_now)
        answer = asyncio.wrap_future(answered)
        await asyncio.wait({answer}, timeout=within)
        return not answer.cancel()

    def holder(self) -> _Work[Any] | None:
        """The work whose task, or a task that it spawned, runs on the loop at this moment."""
        task = asyncio.current_task(self.loop)
        return None if task is None else task.get_context().get(_working)


class UserLoops:
    """Runs coroutines of user code off the server's loop, each under a deadline that always fires."""

    def __init__(self) -> None:
        self._shared: _UserLoop | None = None
        self._loops: list[_UserLoop] = []
        self._started = 0
        self._left_threads: list[threading.Thread] = []
        self._left_tasks: list[asyncio.Task[Any]] = []

    @property
    def stuck(self) -> int:
        """How many threads and tasks are still held by code that nobody waits for any more."""
        self._left_threads = [thread for thread in self._left_threads if thread.is_alive()]
        self._left_tasks = [task for task in self._left_tasks if not task.done()]
        return len(self._left_threads) + len(self._left_tasks)

    async def run(self, make: Callable[[], Coroutine[Any, Any, T]], limit_sec: float | None) -> T:
        """The result of `make()`, run on a user loop; `make` is called a second time when another row took its time.

        Raises DeadlinePassedError once `limit_sec` seconds have passed, even if the code returns later,
        SelfCancelledError for code that cancels itself, and whatever the code raises. Cancelling the call cancels the
        code; code that does not heed it is left behind.
        """
        if self._shared is None:
            self._shared = self._new_loop()
        try:
            return await self._attempt(self._shared, make, limit_sec)
        except _RunAgainError:
            logger.warning("other user code blocked the event loop; its neighbour runs again on a loop of its own")
        own = self._new_loop()
        try:
            return await self._attempt(own, make, limit_sec)
        finally:
            own.retire()

    def _new_loop(self) -> _UserLoop:
        self._started += 1
        self._loops = [loop for loop in self._loops if loop.thread.is_alive()]
        self._loops.append(_UserLoop(self._started))
        return self._loops[-1]

    async def _attempt(
        self, user_loop: _UserLoop, make: Callable[[], Coroutine[Any, Any, T]], limit_sec: float | None
    ) -> T:
        work: _Work[T] = _Work(make, asyncio.get_running_loop().create_future())
        user_loop.start(work)
        result = asyncio.wrap_future(work.result)
        result.add_done_callback(_look_at)
        try:
            either: set[asyncio.Future[Any]] = {result, work.evicted}
            await asyncio.wait(either, timeout=limit_sec, return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                return result.result()
            if work.evicted.done() or not await self._is_late(user_loop, work):
                user_loop.drop(work)
                raise _RunAgainError
            await self._cancel(user_loop, work, result)
            raise DeadlinePassedError
        except asyncio.CancelledError:
            await self._cancel(user_loop, work, result)
            raise
        finally:
            work.evicted.cancel()
            user_loop.release(work)
            self._left_threads += [thread for thread in work.threads if thread.is_alive()]

    async def _is_late(self, user_loop: _UserLoop, work: _Work[Any]) -> bool:
        """The work's deadline has passed: True when it used the time itself, False when another row took it."""
        if await user_loop.responds(_PROMPT_SEC):
            return True
        holder = self._blocker(user_loop, work)
        if not await user_loop.responds(_PATIENCE_SEC):
            self._give_up(user_loop, holder)
        return holder is work

    def _blocker(self, user_loop: _UserLoop, work: _Work[Any]) -> _Work[Any] | None:
        """Who holds a loop that does not respond; None when that cannot be told."""
        return user_loop.holder() if user_loop is self._shared or len(user_loop.works) > 1 else work

    async def _cancel(self, user_loop: _UserLoop, work: _Work[Any], result: asyncio.Future[Any]) -> None:
        """Ends work as far as it can be ended; what cannot be ended is counted as stuck."""
        user_loop.drop(work)
        if user_loop.thread in self._left_threads:
            return
        await asyncio.wait({result}, timeout=_CANCEL_GRACE_SEC)
        if result.done():
            return
        if await user_loop.responds(_PATIENCE_SEC):
            if work.task is not None and not work.task.done():
                logger.warning("user code does not heed its cancellation and is left behind")
                user_loop.drop(work)
                self._left_tasks.append(work.task)
        elif self._blocker(user_loop, work) is work:
            self._give_up(user_loop, work)

    def _give_up(self, user_loop: _UserLoop, holder: _Work[Any] | None) -> None:
        """Leaves a blocked loop to the work that holds it; all other work on it runs again elsewhere."""
        if user_loop.thread in self._left_threads:
            return
        logger.warning("user code blocks the event loop past a deadline; the loop is given up")
        self._left_threads.append(user_loop.thread)
        if self._shared is user_loop:
            self._shared = None
        for work in user_loop.works:
            if work is not holder and not work.evicted.done():
                work.evicted.set_result(None)
        user_loop.retire()

    async def close(self) -> None:
        """Ends every loop; those that are blocked are left behind with their daemon threads."""
        self._shared = None
        for user_loop in self._loops:
            user_loop.end()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        until = time.monotonic() + _CLOSE_SEC  # of the threads' world, whatever drives the server's loop
        for user_loop in self._loops:
            user_loop.thread.join(max(0.0, until - time.monotonic()))


def _look_at(future: asyncio.Future[Any]) -> None:
    """Retrieves a result that came too late, so that nothing complains that nobody did."""
    if not future.cancelled():
        future.exception()


async def call(function: Callable[..., Any], *args: Any) -> Any:
    """The result of a function of the user's: awaited if it is a coroutine, in a thread of its own if it is not."""
    if inspect.iscoroutinefunction(function):
        return await function(*args)
    result = await _in_thread(function, *args)
    return await result if inspect.isawaitable(result) else result


async def _in_thread[R](function: Callable[..., R], *args: Any) -> R:
    """Like `asyncio.to_thread` in a new daemon thread: code that blocks takes nobody's place and holds up no exit."""
    loop = asyncio.get_running_loop()
    context = copy_context()
    done: asyncio.Future[R] = loop.create_future()

    def settle(result: R | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]
        else:
            done.set_exception(error)

    def work() -> None:
        result: R | None = None
        error: BaseException | None = None
        try:
            result = context.run(function, *args)
        except StopIteration as stop:  # no future takes one
            error = RuntimeError(f"the code raised {stop!r}")
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    thread = threading.Thread(target=work, name="osmosis-user-call", daemon=True)
    mine = _working.get()
    if mine is not None:
        mine.threads.append(thread)
    thread.start()
    return await done
