"""A receiver of webhooks on loopback that answers as a test says, and keeps what it was sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

__all__ = ["HookReceiver", "Received"]


@dataclass(frozen=True)
class Received:
    """One request: its headers in lower case, and its body."""

    headers: dict[str, str]
    body: str


@dataclass
class HookReceiver:
    """Answers each request with `status`; with None it takes the request and never answers."""

    url: str
    status: int | None = 200
    received: list[Received] = field(default_factory=list)
    _open: list[asyncio.StreamWriter] = field(default_factory=list)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def ids(self) -> list[str]:
        """The `webhook-id` of each request."""
        return [each.headers["webhook-id"] for each in self.received]

    async def wait_for(self, count: int) -> None:
        """Until so many requests arrived; a minute at most."""
        async with asyncio.timeout(60):
            while len(self.received) < count:
                self._arrived.clear()
                await self._arrived.wait()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, status: int | None = 200) -> AsyncIterator[HookReceiver]:
        """Within: a receiver that listens on a free port."""
        receiver = cls("", status)
        server = await asyncio.start_server(receiver._answer, "127.0.0.1", 0)
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield receiver
        finally:
            server.close()
            for writer in receiver._open:
                writer.close()
            await server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.append(writer)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.split("\r\n")[1:-2]
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(headers, body.decode()))
        self._arrived.set()
        if self.status is None:
            await asyncio.Event().wait()
        location = "Location: /elsewhere\r\n" if self.status in range(300, 400) else ""
        answer = f"HTTP/1.1 {self.status} Any\r\n{location}Content-Length: 2\r\nConnection: close\r\n\r\nno"
        writer.write(answer.encode())
        with contextlib.suppress(ConnectionError):
            await writer.drain()
            writer.close()
