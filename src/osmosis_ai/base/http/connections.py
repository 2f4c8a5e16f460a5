"""Limits on the connections of a listener: how many there are, and how long one may take to say what it wants."""

from __future__ import annotations

import asyncio
import errno
import resource
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["ConnectionLimits", "accept_connections", "limited_protocol"]

_LEAST_CONNECTIONS, _MOST_CONNECTIONS = 32, 4096
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_EXHAUSTED_PAUSE_SEC = 0.5


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What one listener grants its clients."""

    connections: int
    """How many are open at a time. Beyond that the one that has been idle for longest is closed, else the new one."""

    head_sec: float = 10.0
    """How long the head of a request may take to arrive, from the connection or from its first byte."""

    head_bytes: int = 1 << 16
    """How long a head may be."""

    @classmethod
    def of_this_process(cls) -> ConnectionLimits:
        """Half of the descriptors that this process may open, so that files can be opened whatever clients do."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        half = _MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft // 2
        return cls(max(_LEAST_CONNECTIONS, min(half, _MOST_CONNECTIONS)))


def limited_protocol(limits: ConnectionLimits) -> type[HttpToolsProtocol]:
    """uvicorn's protocol within the limits, for `uvicorn.Config(http=...)`."""
    return cast("type[HttpToolsProtocol]", type("LimitedProtocol", (_LimitedProtocol,), {"limits": limits}))


class _LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed when it stays too long without a request, or takes too long over the head of one."""

    limits: ClassVar[ConnectionLimits]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_bytes = 0
        self._idle_since = 0.0
        self._head_deadline: asyncio.TimerHandle | None = None

    @property
    def _is_idle(self) -> bool:
        """True while no request of this connection is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._await_head()
        if len(self.connections) > self.limits.connections:
            idle = [each for each in cast("set[_LimitedProtocol]", self.connections) if each._is_idle]
            min(idle, key=lambda each: each._idle_since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._is_idle or self.transport.is_closing():
            return
        self._await_head()
        if self._head_bytes > self.limits.head_bytes:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head_bytes = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def _await_head(self) -> None:
        if self._head_deadline is None:
            self._head_deadline = self.loop.call_later(self.limits.head_sec, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_deadline is not None:
            self._head_deadline.cancel()
            self._head_deadline = None


async def accept_connections(
    listener: socket.socket, make: Callable[[], asyncio.Protocol], warn: Callable[[str], None]
) -> None:
    """Accepts connections until it is cancelled. When descriptors run out it warns once, and tries again and again.

    asyncio's own server reports every failed accept with a traceback, a thousand times a second.
    """
    loop = asyncio.get_running_loop()
    warned = False
    while True:
        try:
            connection, _ = await loop.sock_accept(listener)
            await loop.connect_accepted_socket(make, connection)
        except OSError as error:
            if error.errno in _EXHAUSTED:
                if not warned:
                    warn(f"connections wait: {error.strerror}; raise the limit of open files (ulimit -n)")
                warned = True
                await asyncio.sleep(_EXHAUSTED_PAUSE_SEC)
