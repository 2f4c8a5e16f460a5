"""What the server stubs say of their operations, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

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
