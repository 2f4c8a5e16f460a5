"""Problem documents (RFC 9457), and what they quote of a request that does not fit the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Scope

PROBLEM_JSON = "application/problem+json"
DOES_NOT_FIT = "The request does not fit the contract"
MAX_FAULTS = 50
MAX_TEXT = 256
MAX_ITEMS = 16
MAX_DEPTH = 4
MAX_INTEGER = 1 << 63

UNREAD: Any = object()
"""Stands for a value that could not even be parsed."""


class InvalidRequestError(Exception):
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


def faults_of(
    error: ValidationError, where: tuple[str | int, ...], secret: frozenset[str] = frozenset(), value: object = UNREAD
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
    if value is UNREAD:
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


def fault_at(kind: str, where: tuple[str | int, ...], message: str) -> dict[str, Any]:
    """A fault that no validation found."""
    return {"type": kind, "loc": list(where), "msg": message}


def invalid_request(status: int, faults: list[dict[str, Any]], instance: str | None = None) -> Response:
    """The answer to a request that does not validate: the faults in `errors`, and with their input in `detail`."""
    errors = [{"type": fault["type"], "loc": fault["loc"], "msg": fault["msg"]} for fault in faults]
    return problem(status, faults, instance=instance, title=DOES_NOT_FIT, errors=errors)


def instance_of(scope: Scope) -> str:
    """The path that was asked for, as a URI reference."""
    return quote(str(scope.get("path", ""))[: MAX_TEXT * 4], safe="/:@!$&'()*+,;=-._~", errors="replace")
