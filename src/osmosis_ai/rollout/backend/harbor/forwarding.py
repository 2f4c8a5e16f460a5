"""Connections to a socket in a sandbox, passed on to a port of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import socket

__all__ = ["relay_to"]


async def relay_to(listening: socket.socket, host: str, port: int) -> asyncio.Server:
    """Pass on what connects to the listening socket, both ways, until the server is closed."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))

    return await asyncio.start_server(relay, sock=listening)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        with contextlib.suppress(OSError):
            writer.close()
