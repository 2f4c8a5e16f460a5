"""The loopback listener of the model bridge."""

import asyncio
import socket

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.hosting.listener import listening


def test_listener_ends_while_a_client_stays(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture):
    """The listener and its loop end, quietly, while a client neither gets its answer nor leaves."""
    asked = asyncio.Event()

    async def hang(_request: Request) -> Response:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def serve() -> socket.socket:
        app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here")), Route("/hang", hang)])
        async with listening(app) as base:
            async with httpx.AsyncClient(trust_env=False) as client:
                assert (await client.get(base)).text == "here"
            host, port = base.removeprefix("http://").split(":")
            connection = socket.create_connection((host, int(port)))
            connection.sendall(b"GET /hang HTTP/1.1\r\nHost: here\r\n\r\n")
            await asked.wait()
        return connection

    asyncio.run(serve()).close()
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""


async def test_listener_refuses_a_port_that_is_taken():
    """A port somebody else has is an error that names it."""
    app = Starlette()
    async with listening(app) as base:
        port = int(base.rpartition(":")[2])
        with pytest.raises(OsmosisError, match=f"port {port} on 127.0.0.1 cannot be used"):
            async with listening(app, port):
                pass
