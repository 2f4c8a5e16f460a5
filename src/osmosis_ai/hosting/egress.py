"""The way out of a sandbox: an HTTP proxy that connects to the hosts that the rules allow, and to nothing else.

A name is looked up here, once, and the address that was judged is the one that is connected to.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from osmosis_ai.base.http.network_rules import NetworkRules

__all__ = ["serve_egress"]

_HEAD_SEC = 30.0
_CONNECT_SEC = 30.0
_HEAD_BYTES = 1 << 16
_PIECE = 1 << 16
_MOST_CONNECTIONS = 512
_HTTP = 80


class _RefusedError(Exception):
    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


@asynccontextmanager
async def serve_egress(
    listener: socket.socket, rules: NetworkRules, refused: Callable[[str], None]
) -> AsyncIterator[None]:
    """Serves CONNECT and plain http on a listening socket within the block; `refused` hears each reason once."""
    known: set[str] = set()
    room = asyncio.Semaphore(_MOST_CONNECTIONS)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a callback of asyncio's server
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            async with room:
                try:
                    await _proxy(reader, writer, rules)
                except _RefusedError as refusal:
                    why = str(refusal)
                    if why not in known and len(known) < _MOST_CONNECTIONS:
                        known.add(why)
                        refused(why)
                    body = f"{why}\n".encode()
                    writer.write(
                        f"HTTP/1.1 {refusal.status}\r\nContent-Type: text/plain\r\n"
                        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                        + body
                    )
                    await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(serve, sock=listener, limit=_HEAD_BYTES)
    try:
        yield
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rules: NetworkRules) -> None:
    try:
        async with asyncio.timeout(_HEAD_SEC):
            head = await reader.readuntil(b"\r\n\r\n")
    except (TimeoutError, asyncio.LimitOverrunError):
        raise _RefusedError("400 Bad Request", "the head of the request is too long, or takes too long") from None
    first, _, rest = head.partition(b"\r\n")
    method, target = _request_line(first)
    if method == "CONNECT":
        host, port = _host_and_port(f"//{target}", None)
        there = await _connect(host, port, rules)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await _carry_both(reader, writer, *there)
        return
    if not target.lower().startswith("http://"):
        raise _RefusedError("400 Bad Request", f"{method} {target[:100]} is not a request to a proxy")
    host, port = _host_and_port(target, _HTTP)
    their_reader, their_writer = await _connect(host, port, rules)
    parts = urlsplit(target)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kept = [
        line
        for line in rest.split(b"\r\n")
        if line and line.partition(b":")[0].strip().lower() not in (b"proxy-connection", b"connection")
    ]
    # One request a connection: what follows on it would go to the same host, whatever it names.
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1"), *kept, b"Connection: close", b"", b""]
    their_writer.write(b"\r\n".join(lines))
    await _carry_both(reader, writer, their_reader, their_writer)


def _request_line(line: bytes) -> tuple[str, str]:
    parts = line.decode("latin-1").split(" ")
    if len(parts) != 3 or not parts[0].isalpha():  # noqa: PLR2004 - method, target, version
        raise _RefusedError("400 Bad Request", "this is a proxy for HTTP")
    return parts[0].upper(), parts[1]


def _host_and_port(url: str, default: int | None) -> tuple[str, int]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or default
    except ValueError:
        host, port = None, None
    if not host or port is None:
        raise _RefusedError("400 Bad Request", f"{url[:100]} names no host and port")
    return host, port


async def _connect(host: str, port: int, rules: NetworkRules) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if (why := rules.name_refusal(host, port)) is not None:
        raise _RefusedError("403 Forbidden", why)
    try:
        async with asyncio.timeout(_CONNECT_SEC):
            addresses = await _looked_up(host, port)
            for address in addresses:
                if (why := rules.address_refusal(host, port, address)) is not None:
                    raise _RefusedError("403 Forbidden", why)
            problem: OSError | None = None
            for address in addresses:
                try:
                    return await asyncio.open_connection(address, port)
                except OSError as error:
                    problem = error
    except (OSError, UnicodeError) as error:  # TimeoutError too
        problem = error if isinstance(error, OSError) else OSError(str(error))
    raise _RefusedError("502 Bad Gateway", f"{host}:{port} cannot be reached: {problem}")


async def _looked_up(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


async def _carry_both(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    their_reader: asyncio.StreamReader,
    their_writer: asyncio.StreamWriter,
) -> None:
    try:
        await asyncio.gather(_carry(reader, their_writer), _carry(their_reader, writer))
    finally:
        their_writer.close()


async def _carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while data := await source.read(_PIECE):
        sink.write(data)
        await sink.drain()
    if sink.can_write_eof():
        sink.write_eof()
