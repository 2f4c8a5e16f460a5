"""A small HTTP server on loopback, in a separate thread: code under test may block its loop, or have none.

It is written on h11 rather than as an ASGI application because a policy must be able to do what such a server prevents:
cut a connection in the middle of an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import h11

__all__ = ["CutConnectionError", "Received", "Reply", "ThreadedServer"]

_BLOCK = 1 << 16


class CutConnectionError(Exception):
    """Raised by a reply's events: the connection ends here, in mid-answer."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came. Header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: a body with its length, or events that are sent as they come."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    events: AsyncIterator[bytes] | None = None


class ThreadedServer:
    """Answers requests with `answer`, which is called on the server's own loop. `start` and `stop` may block."""

    def __init__(self, answer: Callable[[Received], Awaitable[Reply]]) -> None:
        self._answer = answer
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="osmosis-scripted-policy", daemon=True)
        self._started = threading.Event()
        self._stopping: asyncio.Event | None = None
        self._error: OSError | None = None
        self.port = 0

    def start(self) -> None:
        """Listens on a free port of 127.0.0.1. Raises OSError where that cannot be."""
        self._thread.start()
        self._started.wait()
        if self._error is not None:
            self._thread.join()
            raise self._error

    def stop(self) -> None:
        """Ends every connection and the thread."""
        if self._stopping is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    def _run(self) -> None:
        with contextlib.closing(self._loop):
            self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        self._stopping = asyncio.Event()
        connections: set[asyncio.Task[None]] = set()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._converse(reader, writer))
            connections.add(task)
            task.add_done_callback(connections.discard)

        try:
            server = await asyncio.start_server(connected, "127.0.0.1", 0)
        except OSError as error:
            self._error = error
            self._started.set()
            return
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stopping.wait()
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER)
        try:
            while True:
                request = await _request(connection, reader)
                if request is None:
                    break
                await _send(connection, writer, await self._answer(request))
                if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                    break
                connection.start_next_cycle()
        except (CutConnectionError, ConnectionError, h11.RemoteProtocolError):
            writer.transport.abort()
        finally:
            writer.close()


async def _request(connection: h11.Connection, reader: asyncio.StreamReader) -> Received | None:
    head: h11.Request | None = None
    body = b""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(_BLOCK))
        elif isinstance(event, h11.Request):
            head = event
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage) and head is not None:
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
            return Received(head.method.decode(), head.target.decode("latin-1"), headers, body)
        else:
            return None


async def _send(connection: h11.Connection, writer: asyncio.StreamWriter, reply: Reply) -> None:
    length = {"content-length": str(len(reply.body))} if reply.events is None else {"transfer-encoding": "chunked"}
    head = h11.Response(status_code=reply.status, headers=list({**reply.headers, **length}.items()))
    writer.write(connection.send(head) or b"")
    if reply.events is None:
        writer.write(connection.send(h11.Data(data=reply.body)) or b"")
    else:
        async for event in reply.events:
            writer.write(connection.send(h11.Data(data=event)) or b"")
            await writer.drain()
    writer.write(connection.send(h11.EndOfMessage()) or b"")
    await writer.drain()
