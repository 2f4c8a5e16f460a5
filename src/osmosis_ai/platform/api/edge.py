"""What every request passes through: its path, its id, its client, its line in the log."""

from __future__ import annotations

import ipaddress
import re
import secrets
import time
from collections.abc import Sequence
from urllib.parse import quote, unquote

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from osmosis_ai.platform.access.actors import Origin
from osmosis_ai.platform.access.client_address import client_address
from osmosis_ai.platform.access.tokens import TOKEN_PATTERN
from osmosis_ai.platform.api.context import RequestContext, set_current
from osmosis_ai.platform.api.metrics import RequestMetrics
from osmosis_ai.platform.api.problems import problem_of, problem_response
from osmosis_ai.platform.api.spans import RequestSpans
from osmosis_ai.platform.settings import Settings

__all__ = ["ENCODED_SLASH", "Edge", "routed_path"]

ENCODED_SLASH = "\ue000"
"""Stands for a `%2F` while a path is routed, so that it does not end its segment. A private character of Unicode."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_LOCAL_PROXY = (ipaddress.ip_network("127.0.0.1/32"),)
_USER_AGENT_LENGTH = 200
_TOKENS = re.compile(TOKEN_PATTERN)  # one-time links and push hooks carry theirs in the path

logger = structlog.get_logger("osmosis.platform.http")


class Edge:
    """The outermost application of a platform."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: RequestMetrics, spans: RequestSpans | None = None
    ) -> None:
        self.app = app
        self.spans = spans
        self.settings = settings
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        raw = bytes(scope.get("raw_path") or b"") or _quoted(str(scope["path"]))
        raw = _without_prefix(raw.partition(b"?")[0], self.settings.path_prefix.encode())
        headers = Headers(scope=scope)
        origin = Origin(
            address=self._client(scope, headers),
            user_agent=headers.get("user-agent", "")[:_USER_AGENT_LENGTH],
            request_id=secrets.token_hex(8),
        )
        context = RequestContext(_TOKENS.sub("…", raw.decode("ascii", "replace")), headers, origin)
        set_current(context)
        structlog.contextvars.bind_contextvars(request_id=context.request_id)  # of every line that is logged for it
        inner = {**scope, "path": routed_path(raw), "raw_path": raw, "root_path": ""}
        await self._answer(context, inner, receive, send)

    async def _answer(self, context: RequestContext, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        self.metrics.begin()
        status = 0
        head = scope["method"] == "HEAD"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answered = MutableHeaders(scope=message)
                answered["x-request-id"] = context.request_id
                for name, value in _HEADERS.items():
                    answered.setdefault(name, value)
                answered.setdefault("cache-control", "no-store")
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            logger.exception("request failed", path=context.path)
            if status == 0:
                detail = "The server failed to answer. Its log says why, under the id in X-Request-Id."
                problem = problem_of(500, detail, code="INTERNAL")
                await problem_response(problem)(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - started
            self.metrics.end(context.operation_id or "none", status, seconds)
            if self.spans is not None:
                self.spans.record(context, scope["method"], status, seconds)
            logger.info(
                "request",
                method=scope["method"],
                path=context.path,
                operation=context.operation_id or None,
                status=status,
                milliseconds=round(seconds * 1000, 1),
                address=context.origin.address,
                user_id=context.actor.user_id if context.actor is not None else None,
                workspace_id=context.member.workspace_id if context.member is not None else None,
            )

    def _client(self, scope: Scope, headers: Headers) -> str:
        """The client's address. Whoever reaches a Unix socket is a proxy on this machine."""
        trusted: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network] = self.settings.trusted_proxies
        peer = str(scope["client"][0]) if scope.get("client") else ""
        if self.settings.bind.startswith("unix:"):
            peer, trusted = "127.0.0.1", (*trusted, *_LOCAL_PROXY)
        return client_address(peer, headers.getlist("x-forwarded-for"), trusted)


def routed_path(raw: bytes) -> str:
    """A percent-encoded path as it is routed: decoded segment by segment, an encoded slash kept apart."""
    if b"%" not in raw:
        return raw.decode("ascii", "replace")
    segments = (unquote(segment.decode("ascii", "replace"), errors="replace") for segment in raw.split(b"/"))
    return "/".join(segment.replace("/", ENCODED_SLASH) for segment in segments)


def _without_prefix(raw: bytes, prefix: bytes) -> bytes:
    """The path below the public URL's prefix. A proxy may have removed the prefix already."""
    if prefix and (raw == prefix or raw.startswith(prefix + b"/")):
        return raw[len(prefix) :] or b"/"
    return raw


def _quoted(path: str) -> bytes:
    """A path that a server gives only decoded, encoded again."""
    return quote(path, safe="/:@!$&'()*+,;=-._~").encode()
