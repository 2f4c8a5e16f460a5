"""Requests that a stop does not wait for any longer."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from osmosis_contract.models import PlatformProblem

__all__ = ["EndableRequests"]

_DETAIL = "The platform is being stopped. Send it again."
_HEADERS = (
    (b"content-type", b"application/problem+json"),
    (b"retry-after", b"5"),
    (b"connection", b"close"),
)


class EndableRequests:
    """An application whose requests can be ended all at once.

    A server waits for its connections before it stops, and a client that sends or takes nothing keeps its own open.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ended = False

    def end(self) -> None:
        """Cancels every request that is being answered; what has no answer yet gets 503, and its connection closes."""
        self._ended = True
        for task in self._tasks:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the application does, until `end`."""
        task = asyncio.current_task()
        if task is None or scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        self._tasks.add(task)
        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if started or not self._ended:
                raise
            task.uncancel()
            problem = PlatformProblem(
                title="Service Unavailable", status=503, detail=_DETAIL, message=_DETAIL, code="UNAVAILABLE"
            ).to_json()
            length = (b"content-length", str(len(problem)).encode())
            await send({"type": "http.response.start", "status": 503, "headers": [*_HEADERS, length]})
            await send({"type": "http.response.body", "body": problem})
        finally:
            self._tasks.discard(task)
