"""Runs the code of users on one event loop in a worker thread, under deadlines that fire even when that code blocks.

A thread cannot be killed, and clients that user code caches belong to the loop they were first used on. So all user
code shares one loop, which is not the server's: leases, polls and health go on whatever a row does. A row that blocks
the loop past a deadline is timed out, and the loop is abandoned to it. Whatever else was running there is lost with the
loop, and may be tried again in a process that is not used up. See docs/design/user-code-threads.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import math
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import InvalidStateError
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, TypeVar

from osmosis_contract.models.rollout import ErrorLocation

__all__ = ["DeadlinePassedError", "LoopLostError", "SelfCancelledError", "UserLoop", "call"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

_CANCEL_GRACE_SEC = 0.25
_PROMPT_SEC = 0.1
_PATIENCE_SEC = 0.4
_CLOSE_SEC = 2.0
_MOST_EXTENSIONS = 3
_BLOCK_SEC = 0.1
_PAUSE_SEC = 0.05
_NOTED_SEC = 0.01
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"


class DeadlinePassedError(Exception):
    """The code gave no result within its time. `location` is where in it that was, when that is known."""

    location: ErrorLocation | None = None


class SelfCancelledError(Exception):
    """The code ended as cancelled although nothing had asked for that."""


class LoopLostError(Exception):
    """The loop was abandoned to other code that blocks it, or never had the time for this code."""


@dataclass(slots=True, eq=False)
class _Work[R]:
    """A piece of user code on a loop. `lost` belongs to the server's loop, `task` and `threads` to the user's.

    `taken_sec` is the time for which other code, or an import, blocked the loop; the loop's watch counts it, and it is
    given back.
    """

    name: str
    make: Callable[[], Coroutine[Any, Any, R]]
    lost: asyncio.Future[None]
    result: ThreadFuture[R] = field(default_factory=ThreadFuture)
    task: asyncio.Task[R] | None = None
    threads: list[threading.Thread] = field(default_factory=list)
    taken_sec: float = 0.0


_working: ContextVar[_Work[Any] | None] = ContextVar("osmosis_work", default=None)


class _LoopThread:
    """An event loop in a daemon thread, and the work on it that is waited for."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.works: set[_Work[Any]] = set()
        self.abandoned = False
        self._ending = False
        self.thread = threading.Thread(target=self._run, name="osmosis-user-loop", daemon=True)
        self.thread.start()
        self._busy = threading.Event()
        threading.Thread(target=self._watch, name="osmosis-loop-watch", daemon=True).start()

    def _watch(self) -> None:
        """Asks the loop for a turn again and again while it has work, and notes who takes the time of whom."""
        while not self._ending and not self.abandoned:
            self._busy.wait()
            answered = threading.Event()
            asked = time.monotonic()
            self._soon(answered.set)
            if answered.wait(_BLOCK_SEC):
                time.sleep(_PAUSE_SEC)
                continue
            holder, imports, imported_sec, looked = self.holder(), self.imports(), 0.0, asked
            while not (answered.wait(_PAUSE_SEC) or self._ending or self.abandoned):
                holder = self.holder() or holder
                imported_sec += time.monotonic() - looked if imports else 0.0
                imports, looked = self.imports(), time.monotonic()
            imported_sec += time.monotonic() - looked if imports else 0.0
            taken = time.monotonic() - asked
            for work in list(self.works):
                work.taken_sec += imported_sec if work is holder else taken

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
            if work.lost.done():  # cancelled, or lost, before it began
                return
            work.task = self.loop.create_task(work.make(), context=context)
            work.task.add_done_callback(finish)

        def finish(task: asyncio.Task[Any]) -> None:
            error = SelfCancelledError("the code cancelled itself") if task.cancelled() else task.exception()
            with contextlib.suppress(InvalidStateError):  # no longer waited for
                if error is None:
                    work.result.set_result(task.result())
                else:
                    work.result.set_exception(error)

        self.works.add(work)
        self._busy.set()
        self._soon(begin)

    def release(self, work: _Work[Any]) -> None:
        """The work is not waited for any more."""
        self.works.discard(work)
        if not self.works:
            self._busy.clear()

    def cancel(self, work: _Work[Any]) -> None:
        """Cancels work at the loop's next turn."""
        self._soon(lambda: work.task is not None and work.task.cancel())

    def end(self) -> None:
        """Ends the loop at its next turn; work still on it is cancelled."""
        self._ending = True
        self._busy.set()
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
        """The work whose task, or a task or callback that it spawned, runs at this moment; None if that is unknown."""
        task = asyncio.current_task(self.loop)
        context = self._running_callback() if task is None else task.get_context()
        if context is not None:
            return context.get(_working)
        return next(iter(self.works)) if len(self.works) == 1 else None

    def imports(self) -> bool:
        """True while the thread imports a module: what a fresh process does once, whichever row comes first."""
        return any(frame.f_code.co_filename == _IMPORT_SYSTEM for frame in self._frames())

    def _running_callback(self) -> Context | None:
        """The context of the callback that the loop runs, out of the frame of the asyncio function that calls it."""
        for frame in self._frames():
            if frame.f_code is asyncio.Handle._run.__code__:
                context = getattr(frame.f_locals.get("self"), "_context", None)
                return context if isinstance(context, Context) else None
        return None

    def _frames(self) -> Iterator[FrameType]:
        """What the thread runs at this moment, the innermost function first."""
        frame = sys._current_frames().get(self.thread.ident or 0)
        while frame is not None:
            yield frame
            frame = frame.f_back


class UserLoop:
    """Runs coroutines of user code on one loop off the server's, each under a deadline that always fires.

    With `replaceable` a loop that was abandoned is followed by a fresh one; without it `used_up` then says why nothing
    more is run. `abandoned` names what blocks a thread now, if anything does.
    """

    def __init__(self, *, replaceable: bool) -> None:
        self.used_up: str | None = None
        self._replaceable = replaceable
        self._current: _LoopThread | None = None
        self._abandoned: list[tuple[_LoopThread, str]] = []
        self._left_threads: list[threading.Thread] = []
        self._left_tasks: list[asyncio.Task[Any]] = []

    @property
    def stuck(self) -> int:
        """How many threads and tasks are still held by code that is not waited for any more."""
        self._left_threads = [thread for thread in self._left_threads if thread.is_alive()]
        self._left_tasks = [task for task in self._left_tasks if not task.done()]
        return len(self._left_threads) + len(self._left_tasks)

    @property
    def abandoned(self) -> str | None:
        """Why a loop was abandoned whose thread is still blocked; None while there is none."""
        return next((reason for loop, reason in self._abandoned if loop.thread.is_alive()), None)

    async def run(self, name: str, make: Callable[[], Coroutine[Any, Any, T]], limit_sec: float | None) -> T:
        """The result of `make()`, run on the user loop; `name` is what messages call it.

        Raises DeadlinePassedError once `limit_sec` seconds have passed, even if the code returns later, LoopLostError
        when the loop is abandoned to other code, SelfCancelledError for code that cancels itself, and whatever the code
        raises. Cancelling the call cancels the code; code that ignores that is left behind.
        """
        if self.used_up is not None:
            raise LoopLostError(self.used_up)
        if self._current is None:
            self._current = _LoopThread()
        loop = self._current
        work: _Work[T] = _Work(name, make, asyncio.get_running_loop().create_future())
        loop.start(work)
        result = asyncio.wrap_future(work.result)
        result.add_done_callback(_retrieve)
        try:
            return await self._within(loop, work, result, limit_sec)
        except asyncio.CancelledError:
            await self._cancel(loop, work, result)
            raise
        finally:
            work.lost.cancel()
            self._release(loop, work)

    async def _within(self, loop: _LoopThread, work: _Work[T], result: asyncio.Future[T], limit_sec: float | None) -> T:
        left_sec = limit_sec
        for extensions in range(_MOST_EXTENSIONS + 1):
            either: set[asyncio.Future[Any]] = {result, work.lost}
            await asyncio.wait(either, timeout=left_sec, return_when=asyncio.FIRST_COMPLETED)
            late = not result.done() and not work.lost.done() and await self._used_its_time(loop, work, extensions)
            if late and (loop.abandoned or not work.taken_sec or extensions == _MOST_EXTENSIONS):
                await self._cancel(loop, work, result)
                raise DeadlinePassedError
            if result.done():
                return result.result()
            if work.lost.done():
                loop.cancel(work)
                raise LoopLostError(self._reason(loop))
            left_sec = min(work.taken_sec, limit_sec or 0.0)
            work.taken_sec = 0.0
        loop.cancel(work)
        raise LoopLostError("other user code blocked the event loop again and again")

    async def _used_its_time(self, loop: _LoopThread, work: _Work[Any], extensions: int) -> bool:
        """The work's deadline has passed: False when other code, or an import, had its time."""
        if await loop.responds(_PROMPT_SEC):
            await asyncio.sleep(_NOTED_SEC)  # until the watch has counted a block that has just ended
            return True
        holder = loop.holder()
        if await loop.responds(_PATIENCE_SEC):
            if holder is not work:
                work.taken_sec = math.inf
            return holder is work
        if loop.imports() and extensions < _MOST_EXTENSIONS:
            work.taken_sec = math.inf
            return False
        if not loop.abandoned:
            self._abandon(loop, holder)
        return not work.lost.done()

    async def _cancel(self, loop: _LoopThread, work: _Work[Any], result: asyncio.Future[Any]) -> None:
        """Ends work as far as it can be ended; what cannot be ended is counted as stuck."""
        loop.cancel(work)
        if loop.abandoned:
            return
        await asyncio.wait({result}, timeout=_CANCEL_GRACE_SEC)
        if result.done():
            return
        if await loop.responds(_PATIENCE_SEC):
            if work.task is not None and not work.task.done():
                logger.warning("user code does not heed its cancellation and is left behind")
                loop.cancel(work)
                self._left_tasks.append(work.task)
        elif not loop.abandoned and loop.holder() is work:
            self._abandon(loop, work)

    def _abandon(self, loop: _LoopThread, holder: _Work[Any] | None) -> None:
        """Leaves a blocked loop to the work that holds it; all other work on it is lost."""
        loop.abandoned = True
        what = "user code" if holder is None else f"user code of rollout {holder.name!r}"
        reason = f"{what} has blocked the event loop past a deadline"
        logger.warning("%s; the loop is abandoned", reason)
        self._abandoned = [(kept, why) for kept, why in self._abandoned if kept.thread.is_alive()]
        self._abandoned.append((loop, reason))
        self._left_threads.append(loop.thread)
        if self._current is loop:
            self._current = None
        if not self._replaceable:
            self.used_up = reason
        for work in loop.works:
            if work is not holder and not work.lost.done():
                work.lost.set_result(None)
        self._end_if_over(loop)

    def _reason(self, loop: _LoopThread) -> str:
        return next((why for lost, why in self._abandoned if lost is loop), "the event loop of user code was ended")

    def _release(self, loop: _LoopThread, work: _Work[Any]) -> None:
        """The work is not waited for any more."""
        loop.release(work)
        self._left_threads += [thread for thread in work.threads if thread.is_alive()]
        self._end_if_over(loop)

    @staticmethod
    def _end_if_over(loop: _LoopThread) -> None:
        if loop.abandoned and not loop.works:
            loop.end()

    async def close(self) -> None:
        """Ends the loop; one that is blocked is left behind with its daemon thread."""
        current, self._current = self._current, None
        loops = [*(loop for loop, _ in self._abandoned), *([] if current is None else [current])]
        for loop in loops:
            loop.end()
        if current is not None:
            await asyncio.to_thread(current.thread.join, _CLOSE_SEC)


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Retrieves an exception that came too late, so that asyncio does not report it as never retrieved."""
    if not future.cancelled():
        future.exception()


async def call(function: Callable[..., Any], *args: Any) -> Any:
    """The result of a function of the user's: awaited if it is a coroutine, in a new thread if it is not."""
    if inspect.iscoroutinefunction(function):
        return await function(*args)
    result = await _in_thread(function, *args)
    return await result if inspect.isawaitable(result) else result


async def _in_thread[R](function: Callable[..., R], *args: Any) -> R:
    """Like `asyncio.to_thread` in a new daemon thread: code that blocks occupies no pool and holds up no exit."""
    loop = asyncio.get_running_loop()
    context = copy_context()
    done: asyncio.Future[R] = loop.create_future()

    def deliver(result: R | None, error: BaseException | None) -> None:
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
        with contextlib.suppress(RuntimeError):  # the loop is closed, so the result is not waited for
            loop.call_soon_threadsafe(deliver, result, error)

    thread = threading.Thread(target=work, name="osmosis-user-call", daemon=True)
    mine = _working.get()
    if mine is not None:
        mine.threads.append(thread)
    thread.start()
    return await done
