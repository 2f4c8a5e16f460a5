"""The client for the many calls of a run."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from osmosis_ai.base.http.fast_client import FastClient
from osmosis_ai.hosting.listener import listening


async def _echo(request: Request) -> Response:
    """What came."""
    names = ("authorization", "x-one", "content-type")
    headers = {name: request.headers[name] for name in names if name in request.headers}
    told = {"body": (await request.body()).decode(), "query": dict(request.query_params), "headers": headers}
    return JSONResponse(told, headers={"set-cookie": "a=b"}, status_code=201)


async def _packed(_request: Request) -> Response:
    return Response(gzip.compress(b"plain"), headers={"content-encoding": "gzip"})


async def _elsewhere(_request: Request) -> Response:
    return RedirectResponse("/packed")


@pytest.fixture
async def base() -> AsyncIterator[str]:
    """The base URL of a server on loopback."""
    app = Starlette(
        routes=[
            Route("/echo", _echo, methods=["GET", "POST"]),
            Route("/packed", _packed),
            Route("/elsewhere", _elsewhere),
        ]
    )
    async with listening(app) as base:
        yield base


@pytest.mark.parametrize("way", [{"content": b"{}"}, {"json": {}}], ids=["short", "httpx's"])
async def test_a_call_says_the_same_either_way(base: str, way: dict[str, object]):
    """Headers of the client and of the call, the query and the body arrive; status, headers and body come back."""
    async with FastClient(timeout=5, headers={"authorization": "Bearer one", "x-one": "client"}) as client:
        for _ in range(2):  # nothing of the first call is in the second: no cookies
            answer = await client.post(
                f"{base}/echo",
                params=[("until", "terminal")],
                headers={"x-one": "call", "content-type": "application/json"},
                **way,
            )
    assert answer.status_code == 201
    assert answer.headers["set-cookie"] == "a=b"
    headers = {"authorization": "Bearer one", "x-one": "call", "content-type": "application/json"}
    assert answer.json() == {"body": "{}", "query": {"until": "terminal"}, "headers": headers}


async def test_an_answer_is_decoded_and_a_redirect_is_not_followed(base: str):
    """Content codings are undone once; a redirect is an answer like any other, unless the call asks to follow it."""
    async with FastClient(timeout=5) as client:
        assert (await client.get(f"{base}/packed")).text == "plain"
        assert (await client.get(f"{base}/elsewhere")).status_code == 307
        assert (await client.get(f"{base}/elsewhere", follow_redirects=True)).text == "plain"


async def test_a_server_that_is_not_there_is_httpx_s_error(base: str, unused_tcp_port: int):
    """Faults of the transport are told in httpx's words, and the client goes on."""
    async with FastClient(timeout=5) as client:
        with pytest.raises(httpx.TransportError):
            await client.get(f"http://127.0.0.1:{unused_tcp_port}/")
        assert (await client.get(f"{base}/packed")).text == "plain"
