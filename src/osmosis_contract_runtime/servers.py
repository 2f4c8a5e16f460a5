"""What the server stubs share: parsing requests, checking answers, problem documents.

A stub describes its operations as data (`Operation`); `build_routes` turns them and a server into Starlette
routes. Everything that can be worked out beforehand is: a request costs parsing, the handler, and one
validation of the answer's bytes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypeAliasType, get_args, get_origin
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from osmosis_contract_runtime.models import ContractModel, parse_json

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
DOES_NOT_FIT = "The request does not fit the contract"
MAX_FAULTS = 50
MAX_TEXT = 256
MAX_ITEMS = 16
MAX_DEPTH = 4
MAX_INTEGER = 1 << 63

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_MAX_DIGITS = 400
_MAX_ALIASES = 8  # an alias may name itself
_PLAIN = frozenset({str, int, float, bool, type(None)})  # these hold no members
_UNREAD: Any = object()  # a value that could not even be parsed

type Kind = Literal["string", "integer", "number", "boolean"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path, query, header or cookie parameter of an operation."""

    wire: str
    name: str
    place: Literal["path", "query", "header", "cookie"]
    kind: Kind
    adapter: TypeAdapter[Any]
    required: bool
    many: bool = False
    default: Any = None


@dataclass(frozen=True, slots=True)
class Select:
    """Two shapes of one body, one with a certain member and one without it."""

    member: str
    present: TypeAdapter[Any]
    absent: TypeAdapter[Any]


@dataclass(frozen=True, slots=True)
class Body:
    """A JSON request body. `secret` names the members, at any depth, whose values no answer may repeat."""

    adapter: TypeAdapter[Any]
    required: bool
    select: Select | None = None
    secret: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Header:
    """A documented response header."""

    wire: str
    name: str
    adapter: TypeAdapter[Any]
    required: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A documented response: its class, status and, unless it has no content, its media type and shape.

    A status below 10 is a class of statuses (4 is 4XX): the response object says which.
    """

    response: type[Any]
    status: int
    media: str | None = None
    adapter: TypeAdapter[Any] | None = None
    models: tuple[type[Any], ...] = ()
    headers: tuple[Header, ...] = ()
    stream: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the document."""

    id: str
    method: str
    path: str
    handler: str
    request: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    body: Body | None
    answers: tuple[Answer, ...]
    invalid: int
    secured: bool = False
    raw_body: bool = False
    stream_body: bool = False
    """Whether the handler takes the body piece by piece."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is known of a request before it is parsed: enough to decide whether the caller may make it."""

    operation_id: str
    authorization: str | None
    path: Mapping[str, str]
    headers: Mapping[str, str]
    """The request's headers; names in any case."""


class IncompleteServerError(TypeError):
    """An object that lacks handlers was given to `routes`."""

    def __init__(self, server: object, missing: Sequence[str]) -> None:
        self.missing = tuple(missing)
        super().__init__(f"{type(server).__name__} has no handler for {', '.join(missing)}: define each as async def")


class InvalidAnswerError(Exception):
    """A handler's answer is not one the contract allows."""


class _InvalidRequestError(Exception):
    """A request does not validate."""

    def __init__(self, faults: list[dict[str, Any]]) -> None:
        self.faults = faults
        super().__init__(f"{len(faults)} faults")


def problem(
    status: int,
    detail: object = None,
    *,
    instance: str | None = None,
    headers: Mapping[str, str] | None = None,
    title: str | None = None,
    errors: list[dict[str, Any]] | None = None,
) -> Response:
    """A response with a problem document (RFC 9457)."""
    body: dict[str, Any] = {"type": "about:blank", "title": title or _phrase(status), "status": status}
    if detail is not None:
        body["detail"] = detail
    if instance is not None:
        body["instance"] = instance
    if errors is not None:
        body["errors"] = errors
    return Response(to_json(body), status, dict(headers or {}), PROBLEM_JSON)


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def json_safe(value: object, depth: int = 0) -> Any:
    """value as short JSON that can always be encoded: what it quotes came from a stranger."""
    if isinstance(value, (bytes, str)):
        return _short(value[: MAX_TEXT * 4].decode("utf-8", "replace") if isinstance(value, bytes) else value)
    if isinstance(value, (Mapping, list, tuple)):
        return _cut(value, depth) if depth < MAX_DEPTH else "…"
    return _scalar(value)


def _scalar(value: object) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < MAX_INTEGER else "a huge integer"
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    return _short(type(value).__name__)


def _cut(value: Mapping[Any, Any] | list[Any] | tuple[Any, ...], depth: int) -> Any:
    """The first items of a container; an ellipsis in place of the rest."""
    if isinstance(value, Mapping):
        pairs = list(value.items())[:MAX_ITEMS]
        cut = {_short(str(key)): json_safe(item, depth + 1) for key, item in pairs}
        return cut if len(value) <= MAX_ITEMS else {**cut, "…": len(value) - MAX_ITEMS}
    items = [json_safe(item, depth + 1) for item in value[:MAX_ITEMS]]
    return items if len(value) <= MAX_ITEMS else [*items, "…"]


def _short(text: str) -> str:
    cut = text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"
    return cut.encode("utf-8", "replace").decode("utf-8")


def _faults(
    error: ValidationError, where: tuple[str | int, ...], secret: frozenset[str] = frozenset(), value: object = _UNREAD
) -> list[dict[str, Any]]:
    """Each fault of `value`, which was found at `where`."""
    listed = error.errors(include_url=False, include_context=False)[:MAX_FAULTS]
    return [
        {
            "type": fault["type"],
            "loc": [json_safe(step) for step in (*where, *_place(fault, value))],
            "msg": _short(fault["msg"]),
            **({} if _unspeakable(fault["type"], fault["loc"], secret) else {"input": _shown(fault["input"], secret)}),
        }
        for fault in listed
    ]


def _place(fault: Mapping[str, Any], value: object) -> tuple[str | int, ...]:
    """Where in the value a fault is: its steps without the names of models that validation tried on the way."""
    place: list[str | int] = []
    if value is _UNREAD:
        return tuple(fault["loc"])
    for step in fault["loc"]:
        if _holds(value, step):
            value = value[step]  # type: ignore[index]
        elif not (fault["type"] == "missing" and isinstance(value, Mapping) and step == fault["loc"][-1]):
            continue
        place.append(step)
    return tuple(place)


def _holds(value: object, step: str | int) -> bool:
    if isinstance(value, Mapping):
        return step in value
    return isinstance(value, (list, tuple)) and isinstance(step, int) and 0 <= step < len(value)


def _unspeakable(kind: str, loc: Sequence[str | int], secret: frozenset[str]) -> bool:
    """Whether a fault shows no input: there is none, or it may hold the value of a secret member."""
    return kind == "missing" or (bool(secret) and (kind == "json_invalid" or not secret.isdisjoint(loc)))


def _shown(value: object, secret: frozenset[str]) -> Any:
    """The value cut short, without what secret members hold."""
    return json_safe(_without(value, secret) if secret else value)


def _without(value: object, secret: frozenset[str], depth: int = 0) -> object:
    if depth >= MAX_DEPTH:
        return value if not isinstance(value, (Mapping, list)) else "…"
    if isinstance(value, Mapping):
        return {key: "…" if key in secret else _without(item, secret, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_without(item, secret, depth + 1) for item in value[: MAX_ITEMS + 1]]
    return value


def _fault(kind: str, where: tuple[str | int, ...], message: str) -> dict[str, Any]:
    return {"type": kind, "loc": list(where), "msg": message}


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
        except _InvalidRequestError as error:
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
        """The operation's parameters by their Python names. Raises _InvalidRequestError with every fault."""
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
                    faults.append(_fault("missing", where, "Field required"))
                continue
            if parameter.many:
                value: object = [_typed(item, parameter.kind) for item in given]
            else:
                value = _typed(given, parameter.kind)
            try:
                values[parameter.name] = parameter.adapter.validator.validate_python(value)
            except ValidationError as error:
                faults += _faults(error, where, value=value)
        if faults:
            raise _InvalidRequestError(faults)
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
        headers = _answer_headers(answer, given)
        status = _answer_status(answer, given)
        if answer.stream:
            chunks: AsyncIterator[bytes] = given.chunks  # type: ignore[attr-defined]
            return StreamingResponse(chunks, status, headers, answer.media)
        if answer.adapter is None:
            return Response(b"", status, headers)
        return Response(answer_body(answer, given.body), status, headers, answer.media)  # type: ignore[attr-defined]


def parse_body(body: Body, data: bytes) -> Any:
    """A request's body as its model. Raises _InvalidRequestError with every fault."""
    if not data:
        if body.required:
            raise _InvalidRequestError([_fault("missing", ("body",), "Field required")])
        return None
    value: object = _UNREAD
    try:
        value = parse_json(data, title="body")
        adapter = body.adapter
        if body.select is not None:
            there = isinstance(value, dict) and body.select.member in value
            adapter = body.select.present if there else body.select.absent
        return adapter.validator.validate_python(value, by_alias=True, by_name=False)
    except ValidationError as error:
        raise _InvalidRequestError(_faults(error, ("body",), body.secret, value)) from None


def answer_body(answer: Answer, body: object) -> bytes:
    """The bytes of an answer's body, validated as a reader of the contract would."""
    name = answer.response.__name__
    adapter = answer.adapter
    assert adapter is not None  # noqa: S101 - the caller looked
    if answer.models and not isinstance(body, answer.models):
        expected = " or ".join(model.__name__ for model in answer.models)
        raise InvalidAnswerError(f"the body of {name} is {type(body).__name__}, not {expected}")
    unknown = unknown_members(body)
    if unknown:
        raise InvalidAnswerError(f"the body of {name} has members its schema does not allow: {', '.join(unknown)}")
    try:
        data = adapter.serializer.to_json(body, by_alias=True, warnings=False)
        adapter.validator.validate_json(data, by_alias=True, by_name=False)
    except (ValidationError, PydanticSerializationError, AttributeError) as error:
        raise InvalidAnswerError(f"the body of {name} is not what its schema says: {_summary(error)}") from error
    return data


def unknown_members(value: object) -> list[str]:
    """The members of closed models inside value that their schema does not know, as dotted names."""
    if isinstance(value, ContractModel):
        members, shape = value.__dict__, _shape(type(value))
        extra = value.__pydantic_extra__
        if not extra and members.keys() <= shape.known:
            names: Iterable[str] = shape.holding
            found: list[str] = []
        else:
            names = members
            found = [name for name in (*members, *(extra or ())) if name not in shape.known] if shape.closed else []
        for name in names:
            member = members.get(name)
            if isinstance(member, (ContractModel, list, dict)):
                found += [f"{name}.{inner}" for inner in unknown_members(member)]
        return found
    if isinstance(value, list):
        return _unknown_members_of(value)
    if isinstance(value, dict):
        return _unknown_members_of(value.values())
    return []


def _unknown_members_of(items: Iterable[object]) -> list[str]:
    """The same of models that are items. Most are of one class that holds no models: those are looked at right here."""
    found: list[str] = []
    kind: type[object] | None = None
    flat: frozenset[str] | None = None
    for item in items:
        if type(item) is not kind:
            kind = type(item)
            shape = _shape(kind) if issubclass(kind, ContractModel) else None
            flat = None if shape is None or shape.holding else shape.known
        if flat is not None and flat.issuperset(item.__dict__) and not item.__pydantic_extra__:  # type: ignore[attr-defined]
            continue
        if isinstance(item, ContractModel):
            found += unknown_members(item)
    return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is known of a model's members beforehand."""

    known: frozenset[str]
    closed: bool
    holding: tuple[str, ...]
    """The members that may hold a model."""


@cache
def _shape(kind: type[ContractModel]) -> _Shape:
    fields = kind.__pydantic_fields__
    holding = tuple(name for name, field in fields.items() if _may_hold_models(field.annotation))
    return _Shape(frozenset(fields), kind.model_config.get("extra") == "forbid", holding)


def _may_hold_models(annotation: Any, aliases: int = 0) -> bool:
    if isinstance(annotation, TypeAliasType):
        return aliases == _MAX_ALIASES or _may_hold_models(annotation.__value__, aliases + 1)
    if annotation in _PLAIN or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return False
    if get_origin(annotation) is Literal:
        return False
    inside = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return _may_hold_models(inside[0], aliases)
    return not inside or any(_may_hold_models(argument, aliases) for argument in inside)


def _answer_status(answer: Answer, given: object) -> int:
    if answer.status >= 100:  # noqa: PLR2004 - a status, not a class of them
        return answer.status
    status: object = given.status  # type: ignore[attr-defined]
    if type(status) is int and status // 100 == answer.status:
        return status
    raise InvalidAnswerError(f"the status of {answer.response.__name__} is {status!r}")


def _summary(error: Exception) -> str:
    """What is wrong and where, without the values: they may be private."""
    if not isinstance(error, ValidationError):
        return str(error)
    listed = error.errors(include_url=False, include_context=False, include_input=False)[:MAX_FAULTS]
    return "; ".join(f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}" for fault in listed)


def _answer_headers(answer: Answer, given: object) -> dict[str, str]:
    headers: dict[str, str] = {}
    for header in answer.headers:
        value = getattr(given, header.name)
        if value is None and not header.required:
            continue
        try:
            header.adapter.validator.validate_python(value)
        except ValidationError as error:
            raise InvalidAnswerError(
                f"the header {header.wire} of {answer.response.__name__}: {_summary(error)}"
            ) from None
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if not text.isprintable() or not text.isascii():
            raise InvalidAnswerError(f"the header {header.wire} of {answer.response.__name__} is not printable ASCII")
        headers[header.wire] = text
    return headers


def invalid_request(status: int, faults: list[dict[str, Any]], instance: str | None = None) -> Response:
    """The answer to a request that does not validate: the faults in `errors`, and with their input in `detail`."""
    errors = [{"type": fault["type"], "loc": fault["loc"], "msg": fault["msg"]} for fault in faults]
    return problem(status, faults, instance=instance, title=DOES_NOT_FIT, errors=errors)


def instance_of(scope: Scope) -> str:
    """The path that was asked for, as a URI reference."""
    return quote(str(scope.get("path", ""))[: MAX_TEXT * 4], safe="/:@!$&'()*+,;=-._~", errors="replace")


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
