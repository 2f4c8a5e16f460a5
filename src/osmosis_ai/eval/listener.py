"""The loopback listener at which rollouts reach the model bridge."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from hypercorn.asyncio import serve
from hypercorn.config import Config
from starlette.applications import Starlette

from osmosis_ai.base.errors import OsmosisError

__all__ = ["listening"]

_BACKLOG = 1024
_KEEP_ALIVE_SEC = 20.0  # as in rollout/server/serve.py, and for the same reason
_CLOSE_SEC = 2.0


@asynccontextmanager
async def listening(app: Starlette, port: int | None = None) -> AsyncIterator[str]:
    """Serves the application on 127.0.0.1 while the context is open; the base URL.

    `port` None takes a free one. Raises OsmosisError when a given port cannot be had.
    """
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port or 0))
    except OSError as error:
        listener.close()
        raise OsmosisError(
            f"port {port} on 127.0.0.1 cannot be used for the model bridge: {error.strerror}",
            hint="Choose another with --listener-port, or leave it out.",
        ) from None
    listener.listen(_BACKLOG)
    listener.set_inheritable(False)
    config = Config()
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config.bind = [f"fd://{listener.detach()}"]  # Hypercorn's from here on, to close as well
    config.loglevel = "WARNING"
    config.keep_alive_timeout = _KEEP_ALIVE_SEC
    config.graceful_timeout = 1.0
    config.accesslog = None
    stop = asyncio.Event()
    serving = asyncio.ensure_future(serve(_without_lifespan(app), config, shutdown_trigger=stop.wait))
    try:
        yield base
    finally:
        stop.set()
        await asyncio.wait([serving], timeout=_CLOSE_SEC)
        if not serving.done():  # a client that neither reads nor leaves; its connection ends with the loop
            _quieten_cancellations()
            serving.cancel()
            await asyncio.wait([serving], timeout=_CLOSE_SEC)


def _quieten_cancellations() -> None:
    """From now on the loop does not report connections that are cancelled; Python 3.12 takes that for an error."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if isinstance(context.get("exception"), asyncio.CancelledError):
            return
        if before is not None:
            before(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)


def _without_lifespan(app: Starlette) -> Any:
    """The application with nothing to start or end, so that Hypercorn is quiet when it is cancelled."""

    async def served(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        with contextlib.suppress(asyncio.CancelledError):
            for _ in range(2):
                message = await receive()
                await send({"type": f"{message['type']}.complete"})

    return served
