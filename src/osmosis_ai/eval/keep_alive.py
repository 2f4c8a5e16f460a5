"""Keeping the connection of a slow model call alive where proxies between a rollout and the bridge would cut it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["KeepAlive"]

_QUIET_SEC = 90.0
_PAUSE_SEC = 30.0
_CHAT = "/chat/completions"


class KeepAlive:
    """ASGI middleware for chat completions.

    An answer that begins within 90 seconds passes as it is. For one that takes longer a 200 is sent with a space, and
    then a space every 30 seconds until the body comes: white space before JSON is no part of it. An error that comes
    so late has to be told by its body alone, which has `error`.
    """

    def __init__(self, app: ASGIApp, quiet_sec: float = _QUIET_SEC, pause_sec: float = _PAUSE_SEC) -> None:
        self._app = app
        self._quiet = quiet_sec
        self._pause = pause_sec

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, in time or with spaces first."""
        if scope["type"] != "http" or not scope["path"].endswith(_CHAT):
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        work = asyncio.ensure_future(self._app(scope, receive, answer))
        try:
            wait = self._quiet
            while not work.done() and not answer.began:
                began = asyncio.ensure_future(answer.beginning.wait())
                await asyncio.wait([work, began], timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                began.cancel()
                if not work.done():
                    await answer.space()
                wait = self._pause
            await work
        finally:
            if not work.done():
                work.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await work


class _Answer:
    """Where the application sends to. `began` once it has said anything."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._opened = False
        self._turn = asyncio.Lock()
        self.beginning = asyncio.Event()

    @property
    def began(self) -> bool:
        return self.beginning.is_set()

    async def __call__(self, message: Message) -> None:
        async with self._turn:
            if message["type"] == "http.response.start":
                self.beginning.set()
                if self._opened:
                    return  # too late for a status
            await self._send(message)

    async def space(self) -> None:
        """A sign of life, unless the answer has begun."""
        async with self._turn:
            if self.began:
                return
            if not self._opened:
                self._opened = True
                await self._send(_OK)
            await self._send({"type": "http.response.body", "body": b" ", "more_body": True})


_OK: MutableMapping[str, Any] = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"application/json"), (b"cache-control", b"no-cache"), (b"x-accel-buffering", b"no")],
}
