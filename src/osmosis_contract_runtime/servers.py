"""What the server stubs share: parsing requests, calling handlers, routes.

A stub describes its operations as data (`operations`); `build_routes` turns them and a server into Starlette
routes. Everything that can be worked out beforehand is: a request costs parsing, the handler, and one
validation of the answer's bytes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from osmosis_contract_runtime.answers import InvalidAnswerError, answer_body, answer_headers, answer_status
from osmosis_contract_runtime.models import parse_json
from osmosis_contract_runtime.operations import Body, Call, Kind, Operation
from osmosis_contract_runtime.problems import (
    UNREAD,
    InvalidRequestError,
    fault_at,
    faults_of,
    instance_of,
    invalid_request,
    problem,
)

logger = logging.getLogger(__name__)

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_MAX_DIGITS = 400


class IncompleteServerError(TypeError):
    """An object that lacks handlers was given to `routes`."""

    def __init__(self, server: object, missing: Sequence[str]) -> None:
        self.missing = tuple(missing)
        super().__init__(f"{type(server).__name__} has no handler for {', '.join(missing)}: define each as async def")


def _typed(text: str, kind: Kind) -> object:
    """Text from a path, query or header as the JSON value it spells, or unchanged if it spells none."""
    if kind == "string":
        return text
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if len(text) > _MAX_DIGITS:
        return text
    if kind == "integer":
        return int(text) if _INTEGER.fullmatch(text) else text
    return float(text) if _NUMBER.fullmatch(text) else text


class _Handler:
    """One operation bound to a server."""

    def __init__(self, operation: Operation, server: Any, max_body_bytes: int | None) -> None:
        self.operation = operation
        self.server = server
        self.function = getattr(server, operation.handler)
        self.authorize = server.authorize if operation.secured else None
        self.max_body_bytes = max_body_bytes
        self.answers = {answer.response: answer for answer in operation.answers}
        documented = {answer.status for answer in operation.answers}
        self.limit = max_body_bytes if 413 in documented else None  # noqa: PLR2004 - Content Too Large
        self.query = any(parameter.place == "query" for parameter in operation.parameters)

    async def respond(self, scope: Scope, receive: Receive) -> Response | None:
        """The response to one request; None when the client is gone before it was read."""
        operation = self.operation
        headers = Headers(scope=scope)
        try:
            if self.authorize is not None:
                refusal = await self.authorize(self.call(scope, headers))
                if refusal is not None:
                    return self.answer(refusal)
            values = self.parse_parameters(scope, headers)
            if operation.stream_body:
                values["body"] = Request(scope, receive).stream()
            elif operation.body is not None:
                data = await self.read_body(scope, receive)
                if data is None:
                    return problem(413, f"the body has more than {self.limit} bytes", instance=instance_of(scope))
                values["body"] = data if operation.raw_body else parse_body(operation.body, data)
            return self.answer(await self.function(operation.request(**values)))
        except InvalidRequestError as error:
            return await self.refuse(scope, headers, error.faults)
        except ClientDisconnect:
            return None
        except InvalidAnswerError as error:
            logger.error("%s: %s", operation.id, error)
        except HTTPException:
            raise
        except Exception:
            logger.exception("%s: the handler failed", operation.id)
        return problem(500, "the server failed to answer; its log says why", instance=instance_of(scope))

    def call(self, scope: Scope, headers: Headers) -> Call:
        """What is known of a request before it is parsed."""
        return Call(self.operation.id, headers.get("authorization"), scope["path_params"], headers)

    async def refuse(self, scope: Scope, headers: Headers, faults: list[dict[str, Any]]) -> Response:
        """The answer to a request that does not validate: the server's own, or a validation problem."""
        try:
            own = await self.server.explain_invalid(self.call(scope, headers), faults)
            if own is not None:
                return self.answer(own)
        except Exception:
            logger.exception("%s: explain_invalid failed", self.operation.id)
        return invalid_request(self.operation.invalid, faults, instance_of(scope))

    def parse_parameters(self, scope: Scope, headers: Headers) -> dict[str, Any]:
        """The operation's parameters by their Python names. Raises InvalidRequestError with every fault."""
        values: dict[str, Any] = {}
        faults: list[dict[str, Any]] = []
        query = QueryParams(scope["query_string"]) if self.query else None
        for parameter in self.operation.parameters:
            given: Any
            if parameter.place == "path":
                given = scope["path_params"].get(parameter.wire)
            elif parameter.place == "header":
                given = headers.get(parameter.wire)
            elif parameter.place == "cookie":
                given = cookie_parser(headers.get("cookie", "")).get(parameter.wire)
            elif parameter.many:
                given = query.getlist(parameter.wire) or None if query is not None else None
            else:
                given = query.get(parameter.wire) if query is not None else None
            where = (parameter.place, parameter.wire)
            if given is None:
                values[parameter.name] = parameter.default
                if parameter.required:
                    faults.append(fault_at("missing", where, "Field required"))
                continue
            if parameter.many:
                value: object = [_typed(item, parameter.kind) for item in given]
            else:
                value = _typed(given, parameter.kind)
            try:
                values[parameter.name] = parameter.adapter.validator.validate_python(value)
            except ValidationError as error:
                faults += faults_of(error, where, value=value)
        if faults:
            raise InvalidRequestError(faults)
        return values

    async def read_body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The request's body, or None when it is over a documented limit."""
        request = Request(scope, receive)
        if self.limit is None:
            return await request.body()
        chunks = bytearray()
        async for chunk in request.stream():
            chunks += chunk
            if len(chunks) > self.limit:
                return None
        return bytes(chunks)

    def answer(self, given: object) -> Response:
        """The handler's answer as a response. Raises InvalidAnswerError unless the document allows it."""
        answer = self.answers.get(type(given))
        if answer is None:
            expected = ", ".join(answer.response.__name__ for answer in self.operation.answers)
            raise InvalidAnswerError(f"the handler returned {type(given).__name__}, not one of {expected}")
        headers = answer_headers(answer, given)
        status = answer_status(answer, given)
        if answer.stream:
            chunks: AsyncIterator[bytes] = given.chunks  # type: ignore[attr-defined]
            return StreamingResponse(chunks, status, headers, answer.media)
        if answer.adapter is None:
            return Response(b"", status, headers)
        return Response(answer_body(answer, given.body), status, headers, answer.media)  # type: ignore[attr-defined]


def parse_body(body: Body, data: bytes) -> Any:
    """A request's body as its model. Raises InvalidRequestError with every fault."""
    if not data:
        if body.required:
            raise InvalidRequestError([fault_at("missing", ("body",), "Field required")])
        return None
    value: object = UNREAD
    try:
        value = parse_json(data, title="body")
        adapter = body.adapter
        if body.select is not None:
            there = isinstance(value, dict) and body.select.member in value
            adapter = body.select.present if there else body.select.absent
        return adapter.validator.validate_python(value, by_alias=True, by_name=False)
    except ValidationError as error:
        raise InvalidRequestError(faults_of(error, ("body",), body.secret, value)) from None


class _Endpoint:
    """Every operation of one path, as an ASGI application."""

    def __init__(self, handlers: Mapping[str, _Handler]) -> None:
        self.handlers = dict(handlers)
        if "GET" in handlers:
            self.handlers.setdefault("HEAD", handlers["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.handlers[scope["method"]].respond(scope, receive)
        if response is not None:
            await response(scope, receive, send)


def build_routes(
    server: object, operations: Iterable[Operation], base: type[Any], *, max_body_bytes: int | None = None
) -> list[Route]:
    """One route for each path of the document.

    max_body_bytes holds for the operations that document 413. Raises IncompleteServerError naming the operations
    that server does not define a handler for.
    """
    operations = list(operations)
    missing = [
        operation.id
        for operation in operations
        if not callable(getattr(server, operation.handler, None))
        or getattr(getattr(type(server), operation.handler, None), "__isabstractmethod__", False)
    ]
    if missing:
        raise IncompleteServerError(server, missing)
    if not isinstance(server, base):
        raise TypeError(f"{type(server).__name__} does not derive from {base.__name__}: derive it from that class")
    paths: dict[str, dict[str, _Handler]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = _Handler(operation, server, max_body_bytes)
    # Paths without parameters first, so that none is taken for a parameter's value.
    ordered = sorted(paths.items(), key=lambda item: "{" in item[0])
    return [
        Route(
            path,
            _Endpoint(handlers),
            methods=sorted(handlers),
            name=next(iter(handlers.values())).operation.handler,
        )
        for path, handlers in ordered
    ]


async def _http_problem(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    details = {
        404: "there is nothing at this path",
        405: "this path does not take this method",
        500: "the server failed to answer; its log says why",
    }
    detail = details.get(status) or (str(error.detail) if isinstance(error, HTTPException) else None)
    return problem(status, detail, instance=instance_of(request.scope), headers=headers)


def exception_handlers() -> dict[Any, Any]:
    """For `Starlette(exception_handlers=...)`: unknown paths, wrong methods and crashes answer with a problem."""
    return {HTTPException: _http_problem, 500: _http_problem}


def add_problem_handlers(app: Starlette) -> None:
    """The same, for an application that exists already."""
    for key, handler in exception_handlers().items():
        app.add_exception_handler(key, handler)
