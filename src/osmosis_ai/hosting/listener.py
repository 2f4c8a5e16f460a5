"""The loopback listener at which rollouts reach the model bridge and the receiver of callbacks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.server import ServerState

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.connections import ConnectionLimits, accept_connections, limited_protocol
from osmosis_ai.base.http.hosts import is_loopback_host

__all__ = ["MAX_BODY_BYTES", "Guard", "listening"]

MAX_BODY_BYTES = 64 << 20
_BODY_SEC = 60.0
_BACKLOG = 1024
_KEEP_ALIVE_SEC = 20  # as in rollout/server/serve.py, and for the same reason
_GRACE_SEC = 1.0
_PAUSE_SEC = 0.01


@asynccontextmanager
async def listening(
    app: ASGIApp,
    port: int | None = None,
    *,
    warn: Callable[[str], None] = lambda _: None,
    limits: ConnectionLimits | None = None,
    served: tuple[socket.socket, str] | None = None,
) -> AsyncIterator[str]:
    """Serves the application on 127.0.0.1 while the context is open; the base URL.

    It has no lifespan. Answers under way have a second at the end, then connections are cut. `port` None takes a free
    one. `warn` hears of errors of the application and of descriptors that run out. Raises OsmosisError when a given
    port cannot be had. `served` is a listening socket in place of one on 127.0.0.1, with its base URL for clients.
    """
    if served is None:
        listener = _bound(port)
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    else:
        listener, base = served
    protocol_class = limited_protocol(limits or ConnectionLimits.of_this_process())
    config = uvicorn.Config(
        _ended_quietly(app),
        http=protocol_class,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SEC,
    )
    # Not uvicorn.Server: it takes the process's signal handlers, and its loop wakes ten times a second.
    config.load()
    state, logger = ServerState(), _logger(warn)

    def connected() -> asyncio.Protocol:
        protocol = protocol_class(config=config, server_state=state, app_state={})
        protocol.logger = logger
        return protocol

    accepting = asyncio.create_task(accept_connections(listener, connected, warn))
    try:
        yield base
    finally:
        accepting.cancel()
        await asyncio.gather(accepting, return_exceptions=True)
        listener.close()
        await _close(state)


async def _close(state: ServerState) -> None:
    """Ends every connection, once what is being answered there has been, or a second later."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + _GRACE_SEC
    for connection in list(state.connections):
        connection.shutdown()
    while (state.connections or state.tasks) and loop.time() < give_up:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(_PAUSE_SEC)
    for connection in list(state.connections):
        connection.transport.abort()
    tasks = list(state.tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)  # the connections that were cut learn of it


def _bound(port: int | None) -> socket.socket:
    # The protocol is named because asyncio turns Nagle's algorithm off only where it is.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port or 0))
    except OSError as error:
        listener.close()
        raise OsmosisError(
            f"port {port} on 127.0.0.1 cannot be used for the model bridge: {error.strerror}",
            hint="Choose another with --listener-port, or leave it out.",
        ) from None
    listener.listen(_BACKLOG)
    listener.setblocking(False)
    return listener


def _ended_quietly(app: ASGIApp) -> ASGIApp:
    """The application, whose cancellation is not an error that uvicorn need report."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return served


def _logger(warn: Callable[[str], None]) -> logging.Logger:
    """A logger of this listener alone, for errors of the application; a request that is not HTTP is not reported."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            warn(self.format(record))

    logger = logging.Logger("listener", logging.ERROR)
    logger.addHandler(Handler())
    return logger


class _RefusedError(Exception):
    """A request that is not let in, and the answer to it."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Guard:
    """Lets a request of a program of this run through to the application, or refuses it.

    403 for one of a web page, which has an Origin, and for one whose Host is neither loopback nor the host of
    `advertised`; 415 for a body that is not JSON, 413 for one of more than 64 MiB, 408 for one that takes more than a
    minute. The application checks the key.
    """

    def __init__(self, app: ASGIApp, advertised: Collection[str] = ()) -> None:
        self._app = app
        self._hosts: set[str] = set()
        for url in advertised:
            self.allow(url)

    def allow(self, url: str) -> None:
        """Requests may name the host of this URL too."""
        self._hosts.add((urlsplit(url).hostname or "").lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers it."""
        try:
            self._check_sender(scope)
            if scope["method"] == "POST":
                receive = await _read_body(scope, receive)
        except _RefusedError as refusal:
            await _refuse(refusal, send)
            return
        await self._app(scope, receive, send)

    def _check_sender(self, scope: Scope) -> None:
        if _header(scope, b"origin") is not None:
            raise _RefusedError(
                403, "A web page sent this request (it has an Origin); only programs are answered here."
            )
        host = _host_name((_header(scope, b"host") or b"").decode("latin-1"))
        if not is_loopback_host(host) and host not in self._hosts:
            raise _RefusedError(403, "The Host is not a name of this listener.")


async def _read_body(scope: Scope, receive: Receive) -> Receive:
    """What gives the body as a whole, and then whatever else comes."""
    media = (_header(scope, b"content-type") or b"").partition(b";")[0].strip().lower()
    if media != b"application/json":
        raise _RefusedError(415, "Send the body as application/json (header Content-Type).")
    length = _header(scope, b"content-length") or b""
    if length.isdigit() and int(length[:20]) > MAX_BODY_BYTES:
        raise _RefusedError(413, f"The body has more than {MAX_BODY_BYTES:,} bytes.")
    parts: list[bytes] = []
    size, more = 0, True
    last: list[Message] = []
    try:
        async with asyncio.timeout(_BODY_SEC):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    last.append(message)
                    break
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MAX_BODY_BYTES:
                    raise _RefusedError(413, f"The body has more than {MAX_BODY_BYTES:,} bytes.")
                more = message.get("more_body", False)
    except TimeoutError:
        raise _RefusedError(408, f"The body did not arrive within {_BODY_SEC:g} seconds.") from None
    if not last:
        last.append({"type": "http.request", "body": b"".join(parts), "more_body": False})

    async def replay() -> Message:
        return last.pop() if last else await receive()

    return replay


async def _refuse(refusal: _RefusedError, send: Send) -> None:
    error = {"message": refusal.detail, "type": "bridge_error", "code": refusal.status}
    body = json.dumps({"error": error, "detail": refusal.detail}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> bytes | None:
    """The value of the first header of that name, which is lower case."""
    return next((value for found, value in scope["headers"] if found == name), None)


def _host_name(value: str) -> str:
    """The host of a `Host` header without its port, in lower case."""
    text = value.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.rpartition(":")[0] if ":" in text else text
