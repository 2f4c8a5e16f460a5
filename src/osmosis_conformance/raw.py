"""Connections without an HTTP client, for what none would send."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence

import h11

from osmosis_conformance.subject import Server

__all__ = ["lose_answer", "talk"]

_READ_BYTES = 65536


async def talk(server: Server, parts: Sequence[bytes], then: str) -> tuple[int, dict[str, str], str]:
    """Sends the parts one after the other; status, headers and body of the answer, 0 where none comes."""
    host, port = server.address
    reader, writer = await asyncio.open_connection(host, port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
        if then == "close":
            return 0, {}, ""
        if then == "half_close":
            writer.write_eof()
        return await _answer(reader)
    except ConnectionError:
        return 0, {}, ""
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def lose_answer(server: Server, path: str, content: bytes, headers: Mapping[str, str | None]) -> None:
    """Posts, and breaks the connection as soon as the first byte of the answer is there."""
    host, port = server.address
    reader, writer = await asyncio.open_connection(host, port)
    head = [f"POST {path} HTTP/1.1", f"Host: {server.host}", f"Content-Length: {len(content)}"]
    head += [f"{name}: {value}" for name, value in headers.items() if value is not None]
    writer.write("\r\n".join([*head, "", ""]).encode() + content)
    await writer.drain()
    with contextlib.suppress(ConnectionError):
        await reader.read(1)
    writer.transport.abort()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], str]:
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method="GET", target="/", headers=[("Host", "conformance")]))
    connection.send(h11.EndOfMessage())
    status, body = 0, bytearray()
    headers: dict[str, str] = {}
    while True:
        try:
            event = connection.next_event()
        except h11.RemoteProtocolError:
            return status, headers, body.decode("utf-8", "replace")
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(_READ_BYTES))
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in event.headers}
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, (h11.EndOfMessage, h11.ConnectionClosed)) or event is h11.PAUSED:
            return status, headers, body.decode("utf-8", "replace")
