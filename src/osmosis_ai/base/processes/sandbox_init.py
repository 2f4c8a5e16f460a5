"""The first program in a sandbox without a network: it runs the user's command, and carries connections in and out.

Run as a file with the standard library alone. On standard input comes one JSON object: `command` and `env` of the
user's command, `outward` (the path of the Unix socket that connections to a port of the sandbox's loopback go to, by
port) and `inward` (null, or the descriptor of a listening Unix socket and the port of the sandbox's loopback that
connections to it go to). The variables come this way because those of bwrap itself act outside the sandbox.

Nothing of the network outside is in here, not even as a descriptor: a TCP socket that was made outside could be
connected anew, to anything.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

EXEC_FAILED = 127
SIGNALLED = 128
BACKLOG = 1024


class _Half(asyncio.Protocol):
    """One end of a connection that is carried on: what comes here goes out at the other end."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _Half | None = None

    def join(self, other: "_Half") -> None:
        """Begins to carry in both directions."""
        self.other, other.other = other, self
        halves = [half.transport for half in (self, other) if half.transport is not None]
        ended = any(transport.is_closing() for transport in halves)
        for transport in halves:
            if ended:
                transport.close()
            else:
                transport.resume_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream
        self.transport = transport
        if self.other is None:
            transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)

    def eof_received(self) -> bool:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            with contextlib.suppress(OSError):
                self.other.transport.write_eof()
        return True

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()


type _Connect = Callable[[Callable[[], _Half]], Awaitable[Any]]


async def _carry(listener: socket.socket, connect: _Connect) -> None:
    """Accepts connections for ever, and carries each one on."""
    loop = asyncio.get_running_loop()
    joined = set()

    async def join(here: _Half) -> None:
        there = _Half()
        try:
            await connect(lambda: there)
        except OSError:
            if here.transport is not None:
                here.transport.abort()
            return
        here.join(there)

    def accepted() -> _Half:
        here = _Half()

        def begin() -> None:
            task = loop.create_task(join(here))
            joined.add(task)
            task.add_done_callback(joined.discard)

        loop.call_soon(begin)
        return here

    if listener.family == socket.AF_UNIX:
        await loop.create_unix_server(accepted, sock=listener, backlog=BACKLOG)
    else:
        await loop.create_server(accepted, sock=listener, backlog=BACKLOG)
    await loop.create_future()


async def _serve(outward: list[tuple[socket.socket, str]], inward: tuple[socket.socket, int] | None) -> None:
    loop = asyncio.get_running_loop()

    def to_socket(path: str) -> _Connect:
        return lambda make: loop.create_unix_connection(make, path)

    def to_port(port: int) -> _Connect:
        return lambda make: loop.create_connection(make, "127.0.0.1", port)

    carried = [_carry(listener, to_socket(path)) for listener, path in outward]
    if inward is not None:
        carried.append(_carry(inward[0], to_port(inward[1])))
    await asyncio.gather(*carried, loop.create_future())


def _become(command: list[str], env: dict[str, str]) -> NoReturn:
    """Executes the user's command in place of this process."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.closerange(3, 1 << 16)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvpe(command[0], command, env)  # noqa: S606
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(EXEC_FAILED)


def main() -> NoReturn:
    """Ends as the command does, and everything in the sandbox with it."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # it is the command that gets them, and ends
    task = json.loads(sys.stdin.buffer.read())
    outward = []
    for port, path in task["outward"].items():
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", int(port)))
        listener.listen(BACKLOG)
        outward.append((listener, path))
    inward = None
    if task["inward"] is not None:
        descriptor, port = task["inward"]
        inward = (socket.socket(fileno=descriptor), port)
    pid = os.fork()
    if pid == 0:
        _become(task["command"], task["env"])

    def wait() -> None:
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os._exit(code if code >= 0 else SIGNALLED - code)

    threading.Thread(target=wait).start()
    asyncio.run(_serve(outward, inward))
    os._exit(EXEC_FAILED)


if __name__ == "__main__":
    main()
