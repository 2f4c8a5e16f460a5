"""The calls of a command, as they were on the wire."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import h11

_IDS = re.compile(r"\b(tok|usr|wsp|sec|rol|brr|dst)_[0-9a-z]{24}")
_GRANT = re.compile(r"(?<=grant=)[^&]+")
_SCOPES = ("x-osmosis-git", "x-osmosis-workspace")


def calls(connections: Sequence[bytes]) -> list[dict[str, Any]]:
    """Method, target, scope, whether a token was sent, and the body of each; ids of the platform are masked."""
    return [_call(*request) for connection in connections for request in _requests(connection)]


def headers(connections: Sequence[bytes]) -> list[dict[str, str]]:
    """The headers of each request, by name in lower case."""
    return [_headers(request) for connection in connections for request, _ in _requests(connection)]


def _call(request: h11.Request, body: bytes) -> dict[str, Any]:
    found = _headers(request)
    return {
        "method": request.method.decode(),
        "target": _GRANT.sub("X", _IDS.sub(r"\1_X", request.target.decode())),
        "scope": [f"{name}: {found[name]}" for name in _SCOPES if name in found],
        "token": found.get("authorization", "").startswith("Bearer "),
        "body": _body(found, body),
    }


def _body(headers: dict[str, str], body: bytes) -> Any:
    """A document, with ids of the platform masked; of a file its length and its hash."""
    if not body:
        return None
    if headers.get("content-type", "").startswith("application/json"):
        return json.loads(_IDS.sub(r"\1_X", body.decode()))
    return f"{len(body)} bytes, {hashlib.sha256(body).hexdigest()}"


def _headers(request: h11.Request) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in request.headers}


def _requests(connection: bytes) -> Iterator[tuple[h11.Request, bytes]]:
    """The requests of one connection, with their bodies."""
    reader = h11.Connection(h11.SERVER)
    reader.receive_data(connection)
    while isinstance(request := reader.next_event(), h11.Request):
        body = b""
        while isinstance(part := reader.next_event(), h11.Data):
            body += bytes(part.data)
        yield request, body
        reader.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
        reader.send(h11.EndOfMessage())
        if reader.our_state is h11.MUST_CLOSE or reader.their_state is h11.MUST_CLOSE:
            return
        reader.start_next_cycle()
