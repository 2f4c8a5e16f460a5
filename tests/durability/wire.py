"""An in-memory network between a client and ASGI applications, which can fail in every way a real one does.

Time is the running loop's, read timeouts included. An application goes on with a request whose caller has gone, as a
real server does, and a process that is killed takes its requests and tasks with it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import httpx


class Fault(Enum):
    """What happens to one request."""

    UNREACHED = "no connection"
    RESET = "the connection breaks before the request arrives"
    REQUEST_LOST = "the request never arrives, and nobody says so"
    ANSWER_RESET = "the connection breaks before the answer"
    ANSWER_LOST = "the answer never arrives, and nobody says so"
    REQUEST_DELAYED = "the request arrives late"
    ANSWER_DELAYED = "the answer arrives late"
    TWICE = "the request arrives twice, the second time late"
    GATEWAY = "a gateway answers instead"
    GATEWAY_AFTER = "a gateway answers after the request went through"
    BUSY = "the other side, or something before it, answers 429 with Retry-After"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault with its size: seconds of delay, seconds in Retry-After, or which gateway status."""

    fault: Fault
    size: float


_GATEWAYS = (502, 503, 504)
process_of_task: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process_of_task", default=None)


def track_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Makes the loop's tasks known to the process in whose context they were created."""

    def make(loop: asyncio.AbstractEventLoop, coro: Any, **options: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, **options)
        context = options.get("context")
        process = process_of_task.get() if context is None else context.get(process_of_task)
        if process is not None:
            process.tasks.add(task)
            task.add_done_callback(process.tasks.discard)
        return task

    loop.set_task_factory(make)


@dataclass(eq=False)
class Process:
    """An application that answers until it is killed. `arrived` hears of every request, `answered` of every answer."""

    name: str
    app: Any = None
    arrived: Callable[[Process, httpx.Request], None] = lambda process, request: None
    answered: Callable[[Process, httpx.Request, httpx.Response], None] = lambda process, request, response: None
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    dead: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def alive(self) -> bool:
        """True until it is killed."""
        return not self.dead.done()

    def spawn(self, coro: Any) -> asyncio.Task[Any]:
        """A task of this process, as is every task that it creates."""
        context = contextvars.copy_context()
        context.run(process_of_task.set, self)
        return asyncio.get_running_loop().create_task(coro, context=context)

    async def deliver(self, request: httpx.Request) -> httpx.Response:
        """The application's answer. Raises httpx's errors for a process that is dead, or dies meanwhile."""
        if not self.alive:
            raise httpx.ConnectError("connection refused", request=request)
        answering = self.spawn(self._answer(request))
        await asyncio.wait({answering, self.dead}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done() or answering.cancelled() or not self.alive:
            raise httpx.RemoteProtocolError("the server died", request=request)
        return answering.result()

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.arrived(self, request)
        response = await httpx.ASGITransport(app=self.app).handle_async_request(request)
        content = await response.aread()
        whole = httpx.Response(response.status_code, headers=response.headers, content=content, request=request)
        self.answered(self, request, whole)
        return whole

    def kill(self) -> None:
        """Ends it as SIGKILL would: nothing goes in or out any more, and its tasks are cancelled."""
        if self.alive:
            self.dead.set_result(None)
        for task in list(self.tasks):
            task.cancel()


class Wire(httpx.AsyncBaseTransport):
    """A transport to whichever process `target` names. `troubles` come upon the next requests, one each.

    `owner`: the process at this end, whose death cuts the wire. `edit` may change a request, `mask` its answer;
    `heard` is told what became of each request, as a status or None.
    """

    def __init__(
        self,
        target: Callable[[], Process | None],
        troubles: deque[Trouble],
        *,
        owner: Process | None = None,
        edit: Callable[[httpx.Request], None] = lambda request: None,
        mask: Callable[[httpx.Request, httpx.Response], httpx.Response] = lambda request, response: response,
        heard: Callable[[httpx.Request, int | None], None] = lambda request, status: None,
    ) -> None:
        self._target = target
        self._troubles = troubles
        self._owner = owner
        self._edit = edit
        self._mask = mask
        self._heard = heard
        self._echoes: set[asyncio.Task[Any]] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        content = await request.aread()
        patience = request.extensions.get("timeout", {}).get("read")
        copy = self._copy(request, content)
        status = None
        try:
            async with asyncio.timeout(patience):
                response = await self._exchange(copy)
            status = response.status_code
        except TimeoutError:
            raise httpx.ReadTimeout("no answer", request=request) from None
        finally:
            self._heard(request, status)
        response = self._mask(copy, response)
        return httpx.Response(response.status_code, headers=response.headers, content=response.content, request=request)

    def _copy(self, request: httpx.Request, content: bytes) -> httpx.Request:
        copy = httpx.Request(request.method, request.url, headers=request.headers, content=content)
        self._edit(copy)
        return copy

    async def _exchange(self, request: httpx.Request) -> httpx.Response:  # noqa: PLR0912 - a fault a case
        if self._owner is not None and not self._owner.alive:
            raise httpx.ConnectError("a dead process sends nothing", request=request)
        target = self._target()
        if target is None or not target.alive:
            raise httpx.ConnectError("connection refused", request=request)
        trouble = self._troubles.popleft() if self._troubles else None
        if trouble is None:
            return await target.deliver(request)
        match trouble.fault:
            case Fault.UNREACHED:
                raise httpx.ConnectError("no route", request=request)
            case Fault.RESET:
                raise httpx.ReadError("reset", request=request)
            case Fault.REQUEST_LOST:
                return await _never()
            case Fault.ANSWER_RESET:
                await target.deliver(request)
                raise httpx.ReadError("reset", request=request)
            case Fault.ANSWER_LOST:
                await target.deliver(request)
                return await _never()
            case Fault.REQUEST_DELAYED:
                return await asyncio.shield(self._later(target, request, trouble.size))
            case Fault.ANSWER_DELAYED:
                response = await target.deliver(request)
                await asyncio.sleep(trouble.size)
                return response
            case Fault.TWICE:
                again = self._copy(request, request.content)
                self._later(target, again, trouble.size)
                return await target.deliver(request)
            case Fault.GATEWAY:
                return httpx.Response(_gateway(trouble), text="bad gateway", request=request)
            case Fault.GATEWAY_AFTER:
                await target.deliver(request)
                return httpx.Response(_gateway(trouble), text="bad gateway", request=request)
            case Fault.BUSY:
                return _busy(request, trouble.size)

    def _later(self, target: Process, request: httpx.Request, seconds: float) -> asyncio.Task[httpx.Response]:
        """Delivers a request after a while, whoever still waits for it."""

        async def deliver() -> httpx.Response:
            await asyncio.sleep(seconds)
            return await target.deliver(request)

        task = asyncio.Task(deliver(), loop=asyncio.get_running_loop())
        self._echoes.add(task)
        task.add_done_callback(self._echoes.discard)
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return task


async def _never() -> httpx.Response:
    await asyncio.Event().wait()
    raise AssertionError


def _gateway(trouble: Trouble) -> int:
    return _GATEWAYS[int(trouble.size) % len(_GATEWAYS)]


def _busy(request: httpx.Request, seconds: float) -> httpx.Response:
    body = {"type": "about:blank", "title": "Busy", "status": 429, "detail": "ask again"}
    return httpx.Response(429, json=body, headers={"Retry-After": str(int(seconds))}, request=request)
