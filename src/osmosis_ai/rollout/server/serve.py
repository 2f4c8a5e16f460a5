"""Serving an application the way supervisors expect it."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from osmosis_ai.base import variables

__all__ = ["serve"]

_DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535
# Longer than clients keep an idle connection (httpx 5 s, aiohttp 15 s), and no longer: Hypercorn holds the socket of a
# connection that the client has closed until this time is over.
_KEEP_ALIVE_SEC = 20.0
_DRAIN_SEC = 150.0


def serve(app: Any, *, host: str = "127.0.0.1", port: int | None = None) -> None:
    """Serves an ASGI application with Hypercorn until SIGINT or SIGTERM, then lets it drain.

    `port` defaults to the environment's `_OSMOSIS_ROLLOUT_PORT`, then 8000. Raises OSError when it is taken, ValueError
    when the variable holds no port.
    """
    from hypercorn.asyncio import serve as hypercorn_serve
    from hypercorn.config import Config

    chosen = port if port is not None else _port_of_the_environment()
    config = Config()
    config.bind = [f"{host}:{chosen}"]
    config.keep_alive_timeout = _KEEP_ALIVE_SEC
    config.graceful_timeout = _DRAIN_SEC
    config.shutdown_timeout = _DRAIN_SEC
    config.accesslog = None

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        await hypercorn_serve(app, config, shutdown_trigger=stop.wait)

    asyncio.run(run())


def _port_of_the_environment() -> int:
    text = os.environ.get(variables.ROLLOUT_PORT) or str(_DEFAULT_PORT)
    if not (text.isascii() and text.isdigit() and int(text) <= _HIGHEST_PORT):
        raise ValueError(f"{variables.ROLLOUT_PORT} must be a port number from 0 to {_HIGHEST_PORT}, not {text!r}")
    return int(text)
