"""A rollout server whose answers no server should give: each costs a row, and bounded memory and time."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest

from osmosis_ai.base.http import limits
from osmosis_ai.base.http.fast_client import FastClient
from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError
from osmosis_contract.models.rollout import RolloutInitRequest

ID = "a" * 32
REQUEST = RolloutInitRequest(
    rollout_id=ID, initial_messages=[{"role": "user", "content": "hi"}], chat_completions_url="http://127.0.0.1:9/v1"
)
LEASE = {
    "rollout_id": ID,
    "status": "queued",
    "polling_lease_token": "t" * 43,
    "result_wait_timeout_sec": 30.0,
    "polling_lease_timeout_sec": 120.0,
}
RUNNING = {"rollout_id": ID, "status": "running", "sample": None, "err_message": None, "err_category": None}
DONE = RUNNING | {"status": "success"}
SMALL = 100_000

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


def answer(body: object, *, status: str = "200 OK") -> Answer:
    """A proper answer."""

    async def write(writer: asyncio.StreamWriter) -> None:
        data = json.dumps(body).encode()
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        await writer.drain()

    return write


def admission(**members: object) -> Answer:
    """A proper admission, but for these members."""
    return answer(LEASE | members, status="202 Accepted")


async def endless_header(writer: asyncio.StreamWriter) -> None:
    """One header that never ends."""
    writer.write(b"HTTP/1.1 200 OK\r\nx-long: ")
    await endlessly(writer, b"x" * 4096)


async def endless_headers(writer: asyncio.StreamWriter) -> None:
    """Headers without an end to them."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    await endlessly(writer, b"x-more: " + b"y" * 1000 + b"\r\n")


async def endless_body(writer: asyncio.StreamWriter) -> None:
    """A body without a length and without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
    await endlessly(writer, b"1000\r\n" + b" " * 4096 + b"\r\n")


async def long_body(writer: asyncio.StreamWriter) -> None:
    """A body that says itself that it is too long."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 300000000\r\n\r\n")
    await endlessly(writer, b" " * 4096)


async def compressed(writer: asyncio.StreamWriter) -> None:
    """A body that is small only until it is decompressed."""
    data = zlib.compress(b" " * 10_000_000)
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\n" + b"content-length: %d\r\n\r\n" % len(data) + data)
    await writer.drain()


async def endlessly(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Writes for as long as anyone reads, and counts that it does not do so for ever."""
    for _ in range(10_000):
        writer.write(data)
        await writer.drain()
    raise AssertionError("40 MB of an answer were read")


@asynccontextmanager
async def serving(admitted: Answer, polled: Answer) -> AsyncIterator[str]:
    """A server that answers admissions and polls in these ways; its base URL."""

    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                if length:
                    await reader.readexactly(int(length[0].split(b":")[1]))
                await (admitted if head.startswith(b"POST /rollout ") else polled)(writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            for writer in writers:
                writer.transport.abort()


@pytest.fixture(params=["of eval run", "default"])
async def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[type | None]:
    """Makes clients: on the HTTP client that `eval run` gives them, or on their own. Both read 100 kB of an answer."""
    monkeypatch.setattr(limits, "MAX_ANSWER_BYTES", SMALL)
    made: list[RolloutClient] = []
    async with FastClient(timeout=5, max_answer_bytes=SMALL) as http:

        def make(url: str) -> RolloutClient:
            made.append(RolloutClient(url=url, http_client=http if request.param == "of eval run" else None))
            return made[-1]

        yield make
        for client in made:
            await client.aclose()


@pytest.mark.parametrize("polled", [endless_header, endless_headers, endless_body, long_body, compressed])
async def test_answer_to_a_poll_is_bounded(client: Callable[[str], RolloutClient], polled: Answer):
    """However an answer tries to be endless, the row ends with an error that a run can record."""
    async with serving(admission(), polled) as url:
        with pytest.raises((RolloutProtocolError, httpx.TransportError)):
            await client(url).run_rollout(REQUEST)


@pytest.mark.parametrize("token", ["a\r\nX-Other: b", "a\nb", "é", "a b", "x" * 5000])
async def test_token_that_no_header_can_carry(client: Callable[[str], RolloutClient], token: str):
    """A lease token with a line break is refused before it is sent anywhere."""
    async with serving(admission(polling_lease_token=token), answer(DONE)) as url:
        with pytest.raises(RolloutProtocolError, match="lease token that no header can carry"):
            await client(url).run_rollout(REQUEST)


async def test_body_that_trickles_has_an_end(client: Callable[[str], RolloutClient], monkeypatch: pytest.MonkeyPatch):
    """A byte now and then does not keep a call open for longer than its time in all."""
    monkeypatch.setattr(limits, "TRANSFER_SEC", 0.3)

    async def trickle(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with serving(admission(), trickle) as url:
        rollouts = client(url)
        monkeypatch.setattr(rollouts._http, "timeout", httpx.Timeout(2.0))
        with pytest.raises((RolloutProtocolError, httpx.TransportError), match="did not end within"):
            await asyncio.wait_for(rollouts.health(), 10)


async def test_server_that_answers_running_at_once_is_not_asked_without_a_pause(
    client: Callable[[str], RolloutClient], monkeypatch: pytest.MonkeyPatch
):
    """The pauses between such answers grow from a quarter of a second to two; one with news is not made to wait."""
    pauses: list[float] = []
    polls = 0

    async def poll(writer: asyncio.StreamWriter) -> None:
        nonlocal polls
        polls += 1
        await answer({1: RUNNING, 8: RUNNING | {"status": "grading"}, 9: DONE}.get(polls, RUNNING))(writer)

    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds:
            pauses.append(seconds)
        await sleep(0)

    async with serving(admission(), poll) as url:
        rollouts = client(url)
        monkeypatch.setattr("osmosis_ai.rollout.control.leases.asyncio.sleep", noted)
        assert (await rollouts.run_rollout(REQUEST)).status == "success"
    assert pauses == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0]


async def test_missing_certificates_do_not_keep_a_client_from_loopback(monkeypatch: pytest.MonkeyPatch):
    """A client of an http URL reads no certificates, and one of loopback uses no proxies, whatever the environment."""
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/certificates.pem")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with serving(admission(), answer(DONE)) as url, RolloutClient(url=url) as rollouts:
        assert (await rollouts.run_rollout(REQUEST)).status == "success"
