"""What the generated clients share: where to call, with which HTTP client, and how an answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx
from pydantic import TypeAdapter, ValidationError

from osmosis_contract.base import ContractModel, parse_json

MAX_SHOWN = 500


class ClientError(Exception):
    """An answer the contract does not know. Carries the operation, the status and the body."""

    def __init__(self, operation: str, status_code: int, content: bytes, why: str) -> None:
        self.operation = operation
        self.status_code = status_code
        self.content = content
        text = content[: MAX_SHOWN * 4].decode("utf-8", "replace")
        shown = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
        super().__init__(f"{operation}: {why}: {shown}" if shown else f"{operation}: {why}")


class UnexpectedStatusError(ClientError):
    """The server answered with a status the operation does not document."""


class UnreadableAnswerError(ClientError):
    """The server answered with success, and a body that is not what the operation documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Where and how to call: cheap to make, so make one for each peer and share the HTTP client among them.

    http serves the blocking functions, async_http the asynchronous ones; any transport will do. headers go
    with every request. timeout, in seconds, overrides that of the HTTP client. Redirects are not followed.
    """

    base_url: str
    http: httpx.Client | None = None
    async_http: httpx.AsyncClient | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Response[T]:
    """An answer: its status, headers and bytes, and the body as its model.

    parsed is None where the operation documents no body, and for an error whose body is not the documented
    one (a proxy's page, say): there the status is the message.
    """

    status_code: int
    headers: httpx.Headers
    content: bytes
    parsed: T


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation, as its module describes it. An answer's status below 10 is a class of statuses: 4 is 4XX."""

    id: str
    method: str
    path: str
    answers: Mapping[int, TypeAdapter[Any] | None]


def write_body(adapter: TypeAdapter[Any], body: object) -> bytes:
    """The bytes of a request's body; a class derived from a model is written as that model."""
    return body.to_json() if isinstance(body, ContractModel) else adapter.dump_json(body, by_alias=True)


def fill_path(path: str, **values: object) -> str:
    """The path with its parameters in place, percent-encoded."""
    return path.format(**{name: quote(_text(value), safe="") for name, value in values.items()})


def call(client: Client, operation: Operation, timeout: float | None, **request: Any) -> Response[Any]:
    """Send a request and read the answer. Raises ClientError and httpx.HTTPError."""
    if client.http is None:
        raise ValueError(f"{operation.id}: this client has no httpx.Client; give Client(http=...)")
    return read_answer(operation, client.http.request(**_arguments(client, operation, timeout, **request)))


async def call_async(
    client: Client,
    operation: Operation,
    timeout: float | None,  # noqa: ASYNC109 - it is the HTTP client that keeps the time
    **request: Any,
) -> Response[Any]:
    """Send a request and read the answer. Raises ClientError and httpx.HTTPError."""
    if client.async_http is None:
        raise ValueError(f"{operation.id}: this client has no httpx.AsyncClient; give Client(async_http=...)")
    answer = await client.async_http.request(**_arguments(client, operation, timeout, **request))
    return read_answer(operation, answer)


def _arguments(
    client: Client,
    operation: Operation,
    timeout: float | None,
    *,
    path: str,
    query: Mapping[str, object] | None = None,
    headers: Mapping[str, object] | None = None,
    content: bytes | None = None,
) -> dict[str, Any]:
    sent = dict(client.headers)
    if headers:
        sent |= {name: _text(value) for name, value in headers.items() if value is not None}
    arguments: dict[str, Any] = {
        "method": operation.method,
        "url": client.base_url.rstrip("/") + path,
        "headers": sent,
        "follow_redirects": False,
    }
    if query:
        arguments["params"] = [
            (name, _text(item))
            for name, value in query.items()
            if value is not None
            for item in (value if isinstance(value, list) else [value])
        ]
    if content is not None:
        arguments["content"] = content
        sent["Content-Type"] = "application/json"
    seconds = client.timeout if timeout is None else timeout
    if seconds is not None:
        arguments["timeout"] = seconds
    return arguments


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_answer(operation: Operation, answer: httpx.Response) -> Response[Any]:
    """An answer with its body as the model that is documented for its status; unknown members are kept."""
    status, content = answer.status_code, answer.content
    known = status if status in operation.answers else status // 100
    if known not in operation.answers:
        listed = ", ".join(str(code) if code > 9 else f"{code}XX" for code in operation.answers)  # noqa: PLR2004
        raise UnexpectedStatusError(operation.id, status, content, f"status {status}, which is none of {listed}")
    adapter = operation.answers[known]
    parsed = None
    if adapter is not None:
        try:
            value = parse_json(content, title=operation.id)
            parsed = adapter.validator.validate_python(value, extra="allow", by_alias=True, by_name=False)
        except ValidationError as error:
            if status < 400:  # noqa: PLR2004 - not an error
                first = error.errors(include_url=False, include_context=False, include_input=False)[0]
                where = ".".join(str(step) for step in first["loc"]) or "the body"
                why = f"status {status} with a body that cannot be read ({where}: {first['msg']})"
                raise UnreadableAnswerError(operation.id, status, content, why) from error
    return Response(status, answer.headers, content, parsed)
