"""What is fuzzed keeps its traffic at home: the transport that guards it, and the proof that its absence is noticed."""

from __future__ import annotations

import socket

import httpx
import pytest
from live_server import live_server
from network_watch import LeftTheMachineError, nothing_leaves
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tests.support import loopback
from tests.support.loopback import LoopbackOnlyTransport, NotLoopbackError

ELSEWHERE = [
    "http://192.0.2.1/",
    "http://192.0.2.1:8080/x",
    "https://example.com/",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "http://sub.localhost/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://127.1/",
    "http://0x7f.0.0.1/",
    "http://[2001:db8::1]/",
    "http://[::ffff:192.0.2.1]/",
    "http://user:127.0.0.1@192.0.2.1/",
    "http://128.0.0.1/",
    "http://[::]/",
]


@pytest.mark.parametrize("url", ELSEWHERE)
async def test_an_address_elsewhere_is_refused_before_anything_is_opened(url: str, monkeypatch: pytest.MonkeyPatch):
    """No socket is made, no name is looked up."""

    def forbidden(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was made")

    monkeypatch.setattr(socket.socket, "__init__", forbidden)
    with nothing_leaves() as seen:
        async with httpx.AsyncClient(transport=LoopbackOnlyTransport()) as client:
            with pytest.raises(NotLoopbackError, match="loopback"):
                await client.post(url)
    assert seen == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_this_machine_is_let_through(host: str):
    """By address and by its one name, which keeps its Host header and is not looked up."""

    async def echo(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.headers["host"])

    with live_server(Starlette(routes=[Route("/", echo)])) as url, nothing_leaves():
        port = url.rpartition(":")[2]
        async with httpx.AsyncClient(transport=LoopbackOnlyTransport()) as client:
            response = await client.get(f"http://{host}:{port}/")
    assert (response.status_code, response.text) == (200, f"{host}:{port}")


async def test_a_redirect_does_not_lead_away():
    """Every hop is looked at."""

    async def away(request: Request) -> PlainTextResponse:
        return PlainTextResponse("", 302, {"Location": "http://192.0.2.1/"})

    with live_server(Starlette(routes=[Route("/", away)])) as url, nothing_leaves() as seen:
        async with httpx.AsyncClient(transport=LoopbackOnlyTransport(), follow_redirects=True) as client:
            with pytest.raises(NotLoopbackError):
                await client.get(url)
    assert seen == []


async def test_a_broken_guard_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """With the guard's test of addresses taken out, the watch that every fuzzing session keeps sees the attempt."""
    monkeypatch.setattr(loopback, "is_loopback_address", lambda host: True)
    for url in ("http://192.0.2.1/", "http://example.com/"):
        with nothing_leaves() as seen:
            async with httpx.AsyncClient(transport=LoopbackOnlyTransport()) as client:
                with pytest.raises((LeftTheMachineError, httpx.ConnectError)):
                    await client.post(url)
        assert seen, url
