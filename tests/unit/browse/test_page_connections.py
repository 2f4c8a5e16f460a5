"""The page's server, with connections that want nothing."""

import socket
import threading
from pathlib import Path

import httpx
import pytest

from osmosis_ai.base.http.connections import ConnectionLimits
from osmosis_ai.viewer.app import page_app
from osmosis_ai.viewer.cache import RunCache
from osmosis_ai.viewer.serve import PageServer


def test_idle_connections_do_not_keep_a_person_from_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """With more connections than there may be, the longest idle ones go, and the page is answered."""
    monkeypatch.setattr(ConnectionLimits, "of_this_process", lambda: ConnectionLimits(3))
    server = PageServer(page_app(RunCache(tmp_path)))
    thread = threading.Thread(target=server.run)
    thread.start()
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(6)]
    try:
        assert httpx.get(server.url, trust_env=False, timeout=20).status_code == 303
        idle[0].settimeout(20)
        assert idle[0].recv(1) == b""
    finally:
        for connection in idle:
            connection.close()
        server.stop()
        thread.join(20)
