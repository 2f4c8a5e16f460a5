"""A small HTTP/1.1 listener that may hold an answer, break off in its middle, or say anything."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import h11

__all__ = ["Answer", "Incoming", "Listener"]

_READ_BYTES = 65536
_BACKLOG = 1024


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: the whole body, or its parts as they are ready. `cut` breaks the connection after the parts."""

    status: int = 200
    body: bytes = b""
    media: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    parts: AsyncIterator[bytes] | None = None
    cut: bool = False


type Respond = Callable[[Incoming], Awaitable[Answer]]


class Listener:
    """Serves `respond` on a free loopback port."""

    def __init__(self, respond: Respond) -> None:
        self._respond = respond
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self.url = ""

    async def start(self) -> None:
        """Begins to listen; `url` is then known."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=_BACKLOG)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Ends every connection."""
        if self._server is not None:
            self._server.close()
        for connection in list(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)
        try:
            await self._serve(reader, writer)
        except (ConnectionError, h11.ProtocolError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER)
        while True:
            request = await _next_request(connection, reader, writer)
            if request is None:
                return
            answer = await self._respond(request)
            if not await _send(connection, writer, answer):
                writer.transport.abort()
                return
            if connection.our_state is h11.MUST_CLOSE:
                return
            connection.start_next_cycle()


async def _next_request(
    connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Incoming | None:
    request: h11.Request | None = None
    body = bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            if connection.they_are_waiting_for_100_continue:
                writer.write(connection.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
            connection.receive_data(await reader.read(_READ_BYTES))
        elif isinstance(event, h11.Request):
            request = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage) and request is not None:
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in request.headers}
            return Incoming(request.method.decode(), request.target.decode("latin-1"), headers, bytes(body))
        else:
            return None


async def _send(connection: h11.Connection, writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Sends an answer; False where the connection is to be broken."""
    headers = {"Content-Type": answer.media, **answer.headers}
    if answer.parts is None and not answer.cut:
        headers["Content-Length"] = str(len(answer.body))
    if answer.cut and answer.parts is None and not answer.body:
        return False
    response = h11.Response(status_code=answer.status, headers=list(headers.items()), reason=b"-")
    writer.write(connection.send(response) or b"")
    if answer.parts is None:
        writer.write(connection.send(h11.Data(data=answer.body)) or b"")
    else:
        async for part in answer.parts:
            writer.write(connection.send(h11.Data(data=part)) or b"")
            await writer.drain()
    await writer.drain()
    if answer.cut:
        return False
    writer.write(connection.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    return True
