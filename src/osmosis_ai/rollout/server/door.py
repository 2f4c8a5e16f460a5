"""What a rollout server checks before it looks at a request: who sent it, the key, the size and pace of its body."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Collection, Sequence

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from osmosis_contract.servers.rollout import problem
from osmosis_contract_runtime.problems import instance_of

__all__ = ["Door"]

_BODIES = frozenset({"/rollout", "/rollout/cancel"})
_POLICY_VIOLATION = 1008  # the code a refused WebSocket is closed with


class _RefusedError(Exception):
    """A request that is not let in, and the answer to it."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


class Door:
    """Lets a request through to the application, or refuses it with 403, 401, 415, 413 or 408, in this order.

    `keys`: with any, the Authorization header must be, byte for byte, `Bearer <key>` with one of them. A request with
    an `Origin` was sent by a web page, and is refused. So is one that reached a loopback address with the `Host` of
    anything else, which is how a page reaches a local server through a domain it controls. `allowed_hosts` are further
    names; with any, `Host` is checked at every address, and with `*` nowhere. The bodies of the contract's operations
    are read here, within `max_body_bytes` and `body_sec` seconds; those of other routes are left to them.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        keys: Sequence[str] = (),
        allowed_hosts: Collection[str] = (),
        max_body_bytes: int,
        body_sec: float,
    ) -> None:
        self._app = app
        self._expected = [f"Bearer {key}".encode() for key in keys]
        self._allowed_hosts = frozenset(host.lower() for host in allowed_hosts)
        self._max_body_bytes = max_body_bytes
        self._body_sec = body_sec

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check_sender(scope)
            self._check_key(scope)
            if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in _BODIES:
                body = await self._read_body(scope, receive)
                if body is None:  # the client is gone
                    return
                receive = _replaying(body, receive)
        except _RefusedError as refusal:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
                return
            response = problem(refusal.status, refusal.detail, instance=instance_of(scope), headers=refusal.headers)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _check_sender(self, scope: Scope) -> None:
        if _header(scope, b"origin") is not None:
            raise _RefusedError(403, "A web page sent this request (it has an Origin); this server answers programs.")
        server = scope.get("server")
        if "*" in self._allowed_hosts or not (self._allowed_hosts or _is_loopback(server[0] if server else "")):
            return
        for name, value in scope["headers"]:
            if name == b"host":
                host = _host_name(value)
                if host not in self._allowed_hosts and not _is_loopback(host):
                    raise _RefusedError(
                        403,
                        "The Host is not a name of this server; create_rollout_server(allowed_hosts=...) adds names.",
                    )

    def _check_key(self, scope: Scope) -> None:
        if not self._expected:
            return
        given = _header(scope, b"authorization") or b""
        if not sum(hmac.compare_digest(given, expected) for expected in self._expected):  # every one, always
            raise _RefusedError(401, "unauthorized", {"WWW-Authenticate": "Bearer"})

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None when the client went away before it had sent it."""
        media = (_header(scope, b"content-type") or b"").partition(b";")[0].strip().lower()
        if media != b"application/json":
            raise _RefusedError(415, "Send the body as application/json.")
        if (_header(scope, b"content-encoding") or b"identity").strip().lower() != b"identity":
            raise _RefusedError(415, "Send the body without a Content-Encoding.")
        closing = {"Connection": "close"} if scope.get("http_version", "1.1").startswith("1") else {}
        too_large = _RefusedError(413, f"The body has more than {self._max_body_bytes} bytes.", closing)
        length = _header(scope, b"content-length") or b""
        if length.isdigit() and int(length[:20]) > self._max_body_bytes:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(self._body_sec):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > self._max_body_bytes:
                        raise too_large
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise _RefusedError(408, f"The body did not arrive within {self._body_sec:g} seconds.", closing) from None


def _replaying(body: bytes, receive: Receive) -> Receive:
    """What gives the body once, as a whole, and then whatever else comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return left.pop() if left else await receive()

    return replay


def _header(scope: Scope, name: bytes) -> bytes | None:
    """The value of the first header of that name, which is lower case."""
    return next((value for found, value in scope["headers"] if found == name), None)


def _host_name(value: bytes) -> str:
    """The host of a `Host` header without its port, in lower case."""
    text = value.decode("latin-1").strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.rpartition(":")[0] if ":" in text else text


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
