"""Serving an application the way supervisors expect it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
from typing import Any

from osmosis_ai.base import variables

__all__ = ["serve"]

logger = logging.getLogger(__name__)

_DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535
# Longer than clients keep an idle connection (httpx 5 s, aiohttp 15 s), and no longer: Hypercorn holds the socket of a
# connection that the client has closed until this time is over.
_KEEP_ALIVE_SEC = 20.0
_DRAIN_SEC = 150.0
_STARTUP_SEC = 86400.0  # a lifespan may build images; whoever starts the server limits it
_MAX_HEAD_BYTES = 64 * 1024
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


def serve(app: Any, *, host: str = "127.0.0.1", port: int | None = None) -> None:
    """Serves an ASGI application with Hypercorn until SIGINT or SIGTERM, then lets it drain.

    The application's startup has no limit here, and ends at once with either signal.

    `port` defaults to the environment's `_OSMOSIS_ROLLOUT_PORT`, then 8000. A connection that stays idle,
    or takes over the head of a request, for more than 20 seconds is closed. Raises OSError when the port is taken,
    ValueError when the variable does not hold a port, TypeError for what is no application, such as a backend.
    """
    if not callable(app):
        kind = type(app).__name__
        raise TypeError(f"serve takes an application, not a {kind}: serve(create_rollout_server(backend=...))")
    from hypercorn.asyncio import serve as hypercorn_serve
    from hypercorn.config import Config

    chosen = port if port is not None else _port_of_the_environment()
    config = Config()
    config.bind = [f"{host}:{chosen}"]
    config.keep_alive_timeout = _KEEP_ALIVE_SEC  # until the whole head of the next request, the first one included
    config.h11_max_incomplete_size = _MAX_HEAD_BYTES
    config.startup_timeout = _STARTUP_SEC
    config.graceful_timeout = _DRAIN_SEC
    config.shutdown_timeout = _DRAIN_SEC
    config.accesslog = None

    async def run() -> None:
        stop, started = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_AcceptErrors())
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)

        async def wait_once_started() -> None:
            started.set()
            await stop.wait()

        serving = asyncio.ensure_future(hypercorn_serve(app, config, shutdown_trigger=wait_once_started))
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not (serving.done() or started.is_set()):
            serving.cancel()  # in the application's own startup, which is not drained
            await asyncio.wait({serving})
            return
        await serving

    asyncio.run(run())


class _AcceptErrors:
    """An event loop's exception handler that reports once that there are no descriptors left for connections.

    asyncio reports it with a traceback for every connection that waits, a thousand times a second.
    """

    def __init__(self) -> None:
        self._reported = False

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in _EXHAUSTED):
            loop.default_exception_handler(context)
        elif not self._reported:
            self._reported = True
            logger.warning("connections wait: %s; raise the limit of open files (ulimit -n)", error.strerror)


def _port_of_the_environment() -> int:
    text = os.environ.get(variables.ROLLOUT_PORT) or str(_DEFAULT_PORT)
    if not (text.isascii() and text.isdigit() and int(text) <= _HIGHEST_PORT):
        raise ValueError(f"{variables.ROLLOUT_PORT} must be a port number from 0 to {_HIGHEST_PORT}, not {text!r}")
    return int(text)
