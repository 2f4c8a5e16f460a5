"""Serving a platform until a signal, with everything that runs beside requests; stopped in under five seconds."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from hypercorn.asyncio import serve as hypercorn_serve
from hypercorn.asyncio import tcp_server
from hypercorn.config import Config

from osmosis_ai import __version__
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.operations import commands
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.control import control_server
from osmosis_ai.platform.operations.doctor import public_url_warning
from osmosis_ai.platform.operations.endable_requests import EndableRequests
from osmosis_ai.platform.operations.logs import configure_logs
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import setup
from osmosis_ai.platform.settings import Settings

__all__ = ["serve"]

type BuildApp = Callable[[Platform], Any]
type OnStart = Callable[[Platform], None]

_GRACE_SEC = 2.0
_DEADLINE_SEC = 4.5
"""How long a stop may take in all. Then the process ends as by SIGKILL, which loses nothing that was acknowledged."""
_KEEP_ALIVE_SEC = 20.0
_HEADERS_BYTES = 64 * 1024
_READ_BYTES = 256 * 1024
"""Bytes of a body that Hypercorn takes at once, as many as asyncio reads from a socket: each piece passes through every
layer, and Hypercorn's own are of 64 KiB."""
_log = structlog.get_logger("osmosis.platform")


async def serve(
    settings: Settings,
    build_app: BuildApp,
    *,
    on_start: OnStart | None = None,
    owner_email: str = setup.DEFAULT_EMAIL,
    workspace: str = setup.DEFAULT_WORKSPACE,
) -> None:
    """Serves until SIGTERM, SIGINT or the operation `stop`. `on_start` is called once the socket accepts.

    Requests that are being answered then have two seconds, and everything together has 4.5: what holds the stop up for
    longer (a thread that does not end, say) is given up with the process, whose exit status is then 1.

    Raises OsmosisError as `Platform.open` does, and for an address that cannot be had.
    """
    configure_logs(settings.log_format)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with Platform.open(settings, owner_email=owner_email, workspace=workspace) as platform:
        _log_start(platform)
        background = Background(platform)
        platform.is_serving = True

        async def run(operation: str, arguments: Any) -> dict[str, Any]:
            if operation == "stop":
                stop.set()
                return {"process_id": os.getpid()}
            return await commands.execute(platform, operation, arguments)

        async def listening() -> None:
            """Hypercorn awaits this once its sockets accept, and stops when it ends."""
            gc.freeze()  # what was imported stays: looking through it again and again holds requests up
            if on_start is not None:
                on_start(platform)
            await stop.wait()
            _end_in_time()
            # Hypercorn's own grace begins once every connection is closed, as Python 3.12's servers wait for that.
            loop.call_later(_GRACE_SEC, requests.end)

        requests = EndableRequests(build_app(platform))
        async with control_server(settings.control_socket, run), background.running():
            await _serve(requests, settings, listening)
    _log.info("platform.stopped")


def _end_in_time() -> None:
    """Ends this process once the deadline of a stop has passed. A thread, since the loop itself may be held up."""

    def end() -> None:
        _log.error("platform.stop_forced", seconds=_DEADLINE_SEC, effect="what was acknowledged is kept")
        sys.stderr.flush()
        os._exit(1)

    timer = threading.Timer(_DEADLINE_SEC, end)
    timer.daemon = True
    timer.start()


async def _serve(app: Any, settings: Settings, listening: Callable[[], Awaitable[None]]) -> None:
    tcp_server.MAX_RECV = _READ_BYTES
    config = Config()
    config.bind = [settings.bind]
    config.certfile = None if settings.tls_certificate is None else str(settings.tls_certificate)
    config.keyfile = None if settings.tls_key is None else str(settings.tls_key)
    config.keep_alive_timeout = _KEEP_ALIVE_SEC
    config.read_timeout = None  # it would end every answer that takes longer: a request's own time is bounded instead
    config.graceful_timeout = _GRACE_SEC
    config.shutdown_timeout = _GRACE_SEC
    config.h11_max_incomplete_size = _HEADERS_BYTES
    config.include_server_header = False
    config.accesslog = None
    config.errorlog = logging.getLogger("osmosis.platform.server")
    try:
        await hypercorn_serve(app, config, shutdown_trigger=listening)
    except OSError as error:
        raise OsmosisError(
            f"{settings.bind} cannot be listened at: {error.strerror or error}.", hint="Choose another with --bind."
        ) from None


def _log_start(platform: Platform) -> None:
    started, settings = platform.started, platform.settings
    _log.info(
        "platform.started",
        version=__version__,
        database=platform.database.dialect,
        migrated_from=started.migration.before,
        schema=started.migration.after,
        public_url=settings.public_url,
        bind=settings.bind,
    )
    for key_id in started.keys.missing:
        _log.warning("keys.missing", key=key_id, effect="secrets encrypted with it cannot be read; see doctor")
    warning = public_url_warning(settings.public_url)
    if warning is not None:
        _log.warning("platform.insecure", message=warning)
