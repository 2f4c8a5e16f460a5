"""An ASGI application on a real socket of this machine, served by Hypercorn from a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

from hypercorn.asyncio import serve
from hypercorn.config import Config


@contextlib.contextmanager
def live_server(app: Any) -> Iterator[str]:
    """Serves while the block runs; its address. Shut down with the application's lifespan at the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = Config()
    config.bind = [f"fd://{listener.detach()}"]  # Hypercorn's from now on
    config.accesslog = None
    config.errorlog = None
    config.graceful_timeout = 1
    config.shutdown_timeout = 150
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    def run() -> None:
        loop.run_until_complete(serve(app, config, shutdown_trigger=stop.wait))
        loop.close()

    thread = threading.Thread(target=run, name="live-server", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(60)
        assert not thread.is_alive(), "the server did not shut down"
