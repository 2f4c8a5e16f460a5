"""The loopback listener of the model bridge."""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.connections import ConnectionLimits
from osmosis_ai.hosting import listener
from osmosis_ai.hosting.listener import Guard, listening


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


async def echo(request: Request) -> Response:
    """What a request brought."""
    return PlainTextResponse(await request.body())


APP = Starlette(routes=[Route("/", echo, methods=["POST"]), Route("/slow", lambda _: asyncio.sleep(3600))])


@pytest.fixture
async def guarded() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a guarded listener."""
    async with (
        listening(Guard(APP, ["https://models.example.com/way"])) as base,
        httpx.AsyncClient(base_url=base, trust_env=False) as client,
    ):
        yield client


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Content-Type": "application/json; charset=utf-8"}, 200),
        ({"Host": "localhost:9"}, 200),
        ({"Host": "[::1]:9"}, 200),
        ({"Host": "MODELS.example.com"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Host": ""}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": ""}, 415),
    ],
)
async def test_requests_of_web_pages_are_refused(guarded: httpx.AsyncClient, headers: dict[str, str], status: int):
    """Only a program names this listener, sends no Origin, and says that its body is JSON."""
    answer = await guarded.post("/", content=b"{}", headers={"Content-Type": "application/json"} | headers)
    assert answer.status_code == status
    assert status == 200 or answer.json()["error"]["code"] == status


async def test_bodies_are_bounded(guarded: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch):
    """One that says that it is too long is not read, one that does not say so is read so far; a slow one has an end."""
    monkeypatch.setattr(listener, "MAX_BODY_BYTES", 1000)
    monkeypatch.setattr(listener, "_BODY_SEC", 0.2)
    headers = {"Content-Type": "application/json"}

    async def pieces(seconds: float) -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100
            await asyncio.sleep(seconds)

    async def posted(content: bytes | AsyncIterator[bytes]) -> int:
        try:
            return (await guarded.post("/", content=content, headers=headers)).status_code
        except httpx.TransportError:  # the connection was closed while this side was still sending
            return 0

    assert await posted(b" " * 1000) == 200
    assert await posted(b" " * 1001) in {0, 413}
    assert await posted(pieces(0)) in {0, 413}
    assert await posted(pieces(0.1)) in {0, 408}


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the other side ends the connection."""
    try:
        return await asyncio.wait_for(reader.read(), 10) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ", b"\r\n"])
async def test_connection_that_does_not_say_what_it_wants_is_ended(sent: bytes):
    """Neither a connection without a request nor half a head is kept."""
    async with listening(APP, limits=ConnectionLimits(10, head_sec=0.1)) as base:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
        writer.write(sent)
        assert await ended(reader)
        writer.close()


async def test_head_that_does_not_end_is_ended():
    """A head of more than its bytes is not kept in memory."""
    async with listening(APP, limits=ConnectionLimits(10, head_bytes=1000)) as base:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
        writer.write(b"POST / HTTP/1.1\r\n" + b"X-More: y\r\n" * 1000)
        assert await ended(reader)
        writer.close()


async def test_requests_of_one_connection_are_not_taken_for_a_long_head():
    """What earlier requests of a connection brought does not count, nor does the time that answers take."""
    headers = {"Content-Type": "application/json"}
    async with (
        listening(Guard(APP), limits=ConnectionLimits(10, head_sec=0.2, head_bytes=1000)) as base,
        httpx.AsyncClient(base_url=base, trust_env=False) as client,
    ):
        for _ in range(5):
            assert (await client.post("/", content=b" " * 5000, headers=headers)).status_code == 200
            await asyncio.sleep(0.1)


async def test_idle_connections_make_room_for_those_that_want_something():
    """With more connections than there may be, the longest idle one goes, and a request is answered all the same."""
    async with listening(Guard(APP), limits=ConnectionLimits(3)) as base:
        port = int(base.rpartition(":")[2])
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(6)]
        for reader, _ in idle[:3]:
            assert await ended(reader)
        async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
            headers = {"Content-Type": "application/json"}
            assert (await client.post("/", content=b"{}", headers=headers)).status_code == 200
        for _, writer in idle:
            writer.close()


async def test_descriptors_that_run_out_are_one_warning(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    """However long accepting fails, there is one line and no traceback; connections are taken once they can be."""
    monkeypatch.setattr("osmosis_ai.base.http.connections._EXHAUSTED_PAUSE_SEC", 0)
    warnings: list[str] = []
    failing = True
    accept = asyncio.get_running_loop().sock_accept

    async def exhausted(sock: socket.socket) -> tuple[socket.socket, object]:
        await asyncio.sleep(0)
        if failing:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return await accept(sock)

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_accept", exhausted)
    async with listening(Guard(APP), warn=warnings.append) as base:
        for _ in range(50):
            await asyncio.sleep(0)
        failing = False
        async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
            assert (await client.post("/", content=b"{}", headers={"Content-Type": "application/json"})).text == "{}"
    assert warnings == ["connections wait: Too many open files; raise the limit of open files (ulimit -n)"]
    assert capfd.readouterr() == ("", "")


def test_files_keep_half_of_the_descriptors(monkeypatch: pytest.MonkeyPatch):
    """However many connections come, files that must be written can be opened."""
    for soft, connections in ((1024, 512), (50, 32), (1 << 20, 4096), (-1, 4096)):
        monkeypatch.setattr("resource.getrlimit", lambda _, soft=soft: (soft, -1))
        assert ConnectionLimits.of_this_process().connections == connections


async def test_error_of_the_application_is_reported_without_touching_the_terminal(capfd: pytest.CaptureFixture[str]):
    """What goes wrong in an answer reaches whoever opened the listener, and its client as a 500."""

    async def broken(scope: object, receive: object, send: object) -> None:
        raise RuntimeError("what went wrong")

    warnings: list[str] = []
    async with listening(broken, warn=warnings.append) as base, httpx.AsyncClient(trust_env=False) as client:
        assert (await client.get(base)).status_code == 500
    assert "what went wrong" in warnings[0]
    assert capfd.readouterr() == ("", "")
