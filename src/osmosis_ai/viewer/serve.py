"""Serving the page on loopback until it is interrupted."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.connections import ConnectionLimits, limited_protocol
from osmosis_ai.viewer.guard import Guard

__all__ = ["PageServer"]

_HOST = "127.0.0.1"
_CLOSE_SEC = 2


class PageServer:
    """Serves a page at a port of loopback for `command`; it listens from the start and answers once it `run`s.

    `url` has the token of this start. Raises OsmosisError when the port cannot be had.
    """

    def __init__(self, page: ASGIApp, port: int | None = None, *, command: str = "osmosis eval view") -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((_HOST, port or 0))
        except (OSError, OverflowError) as error:
            self._socket.close()
            raise OsmosisError(
                f"port {port} on {_HOST} cannot be used: {getattr(error, 'strerror', None) or error}",
                hint="Choose another with --port, or leave it out.",
            ) from None
        self._socket.listen()
        self.port: int = self._socket.getsockname()[1]
        token = secrets.token_urlsafe(32)
        self.url = f"http://{_HOST}:{self.port}/?token={token}"
        host = _HOST if self.port == 80 else f"{_HOST}:{self.port}"  # noqa: PLR2004 - browsers leave HTTP's own port out
        config = uvicorn.Config(
            Guard(page, host=host, token=token, command=command),
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            http=limited_protocol(ConnectionLimits.of_this_process()),
            timeout_graceful_shutdown=_CLOSE_SEC,
        )
        self._server = uvicorn.Server(config)

    def run(self, on_start: Callable[[], None] | None = None) -> None:
        """Serves until SIGINT or SIGTERM, or until `stop`; then the port is free again."""
        if on_start is not None:
            on_start()
        with contextlib.suppress(KeyboardInterrupt), self._socket:
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Lets `run` return. May be called from another thread."""
        self._server.should_exit = True
