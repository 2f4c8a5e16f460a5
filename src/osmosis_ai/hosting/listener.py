"""The loopback listener at which rollouts reach the model bridge."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from osmosis_ai.base.errors import OsmosisError

__all__ = ["listening"]

_BACKLOG = 1024
_KEEP_ALIVE_SEC = 20  # as in rollout/server/serve.py, and for the same reason
_GRACE_SEC = 1.0


@asynccontextmanager
async def listening(app: Starlette, port: int | None = None) -> AsyncIterator[str]:
    """Serves the application on 127.0.0.1 while the context is open; the base URL.

    It has no lifespan. Answers under way have a second at the end, then connections are cut. `port` None takes a free
    one. Raises OsmosisError when a given port cannot be had.
    """
    listener = _bound(port)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        _ended_quietly(app),
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_keep_alive=_KEEP_ALIVE_SEC,
    )
    # Not Server.serve: it takes the process's signal handlers, and its loop wakes ten times a second.
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=[listener])
    try:
        yield base
    finally:
        cutting = asyncio.get_running_loop().call_later(_GRACE_SEC, _cut, server)
        await server.shutdown(sockets=[listener])
        cutting.cancel()


def _bound(port: int | None) -> socket.socket:
    # The protocol is named because asyncio turns Nagle's algorithm off only where it is.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port or 0))
    except OSError as error:
        listener.close()
        raise OsmosisError(
            f"port {port} on 127.0.0.1 cannot be used for the model bridge: {error.strerror}",
            hint="Choose another with --listener-port, or leave it out.",
        ) from None
    return listener


def _ended_quietly(app: ASGIApp) -> ASGIApp:
    """The application, whose being cancelled is no failure that uvicorn need report."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return served


def _cut(server: uvicorn.Server) -> None:
    """Ends every connection, whatever its client does or does not do, and what was to be answered there."""
    server.force_exit = True
    for connection in list(server.server_state.connections):
        connection.transport.abort()
    for task in server.server_state.tasks:
        task.cancel()
