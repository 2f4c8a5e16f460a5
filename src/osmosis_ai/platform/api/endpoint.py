"""What a call of an operation passes through before the stub parses it: version of the client, body, time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from osmosis_ai.platform.api.context import RequestContext, current
from osmosis_ai.platform.api.edge import ENCODED_SLASH
from osmosis_ai.platform.api.problems import problem_of, problem_response
from osmosis_ai.platform.api.versions import ClientVersions
from osmosis_ai.platform.settings import Limits
from osmosis_contract.models import ClientVersionStatus, UpgradeRequired
from osmosis_contract_runtime.operations import Operation

__all__ = ["bounded_routes"]

_PUBLISHED = "/api/cli/"
_LARGE_BODIES = frozenset({"appendJournal", "presignJobFiles", "startImport"})
_LARGE_BODY_BYTES = 64 * 1024 * 1024
_TRANSFERS = frozenset({"sendFile", "takeFile"})
"""Operations that last as long as their files need: their bodies are not gathered, and a stalled client ends them."""
_STALLED_SEC = 120.0
_DISCARDED_BYTES = 64 * 1024 * 1024
_JSON = ("application/json", "text/json")


def bounded_routes(
    routes: Iterable[Route], operations: Iterable[Operation], limits: Limits, versions: ClientVersions
) -> list[Route]:
    """The stub's routes, each with its bounds around it."""
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    return [
        Route(
            route.path,
            _Endpoint(route.endpoint, by_path[route.path], limits, versions),
            methods=sorted(by_path[route.path]),
            name=route.name,
        )
        for route in routes
    ]


class _RefusedError(Exception):
    """The body is not taken."""

    def __init__(self, response: Response) -> None:
        self.response = response


class _Endpoint:
    """Every operation of one path, as an ASGI application."""

    def __init__(
        self, app: ASGIApp, operations: Mapping[str, Operation], limits: Limits, versions: ClientVersions
    ) -> None:
        self.app = app
        self.operations = dict(operations)
        if "GET" in operations:
            self.operations.setdefault("HEAD", operations["GET"])
        self.limits = limits
        self.versions = versions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        operation = self.operations[scope["method"]]
        context = current()
        context.operation_id = operation.id
        version_headers: dict[str, str] = {}
        if operation.path.startswith(_PUBLISHED):
            verdict = self.versions.judge(context.headers.get("x-osmosis-cli-version"))
            if verdict.status == "unsupported":
                await _upgrade_required(verdict.message or "")(scope, receive, send)
                return
            version_headers = {"x-osmosis-version-status": verdict.status}
            if verdict.message is not None:
                version_headers["x-osmosis-version-message"] = verdict.message
        try:
            body = b"" if operation.body is None else await self._body(operation, context, receive)
        except _RefusedError as refused:
            await refused.response(scope, receive, send)
            return
        if operation.id in _TRANSFERS:
            stalling = _unless_stalled(_with_headers(send, version_headers))
            await self.app({**scope, "path_params": dict(scope["path_params"])}, receive, stalling)
            return
        parameters = {name: str(value).replace(ENCODED_SLASH, "/") for name, value in scope["path_params"].items()}
        await self._call({**scope, "path_params": parameters}, body, _with_headers(send, version_headers))

    async def _call(self, scope: Scope, body: bytes, send: Send) -> None:
        started = False
        given = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        async def receive() -> Message:
            nonlocal given
            if given:
                await asyncio.Future()  # the whole body was given; only the end of the task ends the wait
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        try:
            async with asyncio.timeout(self.limits.request_seconds):
                await self.app(scope, receive, sending)
        except TimeoutError:
            if started:
                raise
            detail = f"The server did not answer within {self.limits.request_seconds} seconds. Ask again."
            problem = problem_of(503, detail, code="UNAVAILABLE")
            await problem_response(problem, {"Retry-After": "5"})(scope, receive, send)

    async def _body(self, operation: Operation, context: RequestContext, receive: Receive) -> bytes:
        """The whole body. Raises _RefusedError for one that is too large, too slow or not JSON."""
        most = max(self.limits.request_bytes, _LARGE_BODY_BYTES if operation.id in _LARGE_BODIES else 0)
        declared = context.headers.get("content-length", "")
        announced = int(declared[:20]) if declared.isascii() and declared.isdecimal() else 0
        try:
            async with asyncio.timeout(self.limits.request_seconds):
                body = await _read(receive, most) if announced <= most else None
                if body is None and announced <= _DISCARDED_BYTES:
                    await _discard(receive)
        except TimeoutError:
            detail = f"The body did not arrive within {self.limits.request_seconds} seconds."
            problem = problem_of(408, detail, code="REQUEST_TIMEOUT")
            raise _RefusedError(problem_response(problem, {"Connection": "close"})) from None
        if body is None:
            raise _too_large(most)
        media = context.headers.get("content-type", "").partition(";")[0].strip().lower()
        if operation.raw_body:
            return body
        if body and media not in _JSON and not (media.startswith("application/") and media.endswith("+json")):
            detail = "The body has to be JSON: send Content-Type: application/json."
            raise _RefusedError(problem_response(problem_of(415, detail, code="UNSUPPORTED_MEDIA_TYPE")))
        return body


async def _read(receive: Receive, most: int) -> bytes | None:
    """The body, or None for one of more than `most` bytes. A client that is gone has sent all it will."""
    body = bytearray()
    while True:
        message: Any = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


async def _discard(receive: Receive) -> None:
    """Takes the rest of a body that is refused: a client, and nginx, that cannot send it all sees no answer."""
    left = _DISCARDED_BYTES
    while left > 0:
        message: Any = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


def _too_large(most: int) -> _RefusedError:
    problem = problem_of(413, f"The body has more than {most} bytes.", code="TOO_LARGE")
    return _RefusedError(problem_response(problem, {"Connection": "close"}))


def _upgrade_required(message: str) -> Response:
    body = UpgradeRequired(
        title="Upgrade Required",
        status=ClientVersionStatus.UNSUPPORTED,
        detail=message,
        message=message,
        code="UPGRADE_REQUIRED",
    )
    return Response(body.to_json(), 426, media_type="application/json")


def _unless_stalled(send: Send) -> Send:
    """`send` that gives up on a client which takes nothing for a while. Raises TimeoutError."""

    async def send_in_time(message: Message) -> None:
        async with asyncio.timeout(_STALLED_SEC):
            await send(message)

    return send_in_time


def _with_headers(send: Send, added: Mapping[str, str]) -> Send:
    """`send` that adds headers to the start of every successful answer."""
    if not added:
        return send

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < 300:  # noqa: PLR2004 - a success
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers[name] = value
        await send(message)

    return send_with_headers
