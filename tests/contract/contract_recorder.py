"""Watches the traffic of an ASGI application and holds every exchange against the bundled OpenAPI document."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs, unquote

from spec_examples import schema_at

from osmosis_contract import spec
from osmosis_contract.base import parse_json

_METHODS = ("get", "put", "post", "delete", "patch")
# What the application answers for paths and methods that the document has not, whatever the operation.
_OUTSIDE = {404, 405}

type Pointer = tuple[str, ...]


@dataclass(frozen=True)
class Operation:
    """An operation of the document and where it stands in it."""

    id: str
    method: str
    path: re.Pattern[str]
    pointer: Pointer
    node: dict[str, Any]


@dataclass
class Exchange:
    """One request and its answer, as they were on the wire."""

    scope: dict[str, Any]
    request: bytearray = field(default_factory=bytearray)
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    response: bytearray = field(default_factory=bytearray)

    def __str__(self) -> str:
        scope = self.scope
        return f"{scope['method']} {scope['raw_path'].decode()} {bytes(self.request[:300])!r} -> {self.status}"


class Recorder:
    """An ASGI application around another. `seen` counts (operationId, status), `faults` lists what broke the contract.

    A request that the document allows must not be answered with the validation status, one that it does not allow must
    not succeed; every answer must be documented, with its media type, headers and shape.
    """

    def __init__(self, api: str, app: Any = None, *, requests: bool = True) -> None:
        """With requests False only answers are checked: schemathesis itself knows which request was right."""
        self.api = api
        self.requests = requests
        self.app = app
        self.document = spec.load(api)
        self.seen: Counter[tuple[str, int]] = Counter()
        self.faults: list[str] = []

    @cached_property
    def operations(self) -> list[Operation]:
        """Every operation that a server offers; callbacks are another server's."""
        found = []
        for path, item in self.document["paths"].items():
            pattern = re.compile(re.sub(r"\\\{[^}]*\\\}", "([^/]+)", re.escape(path)))
            for method in _METHODS:
                if method in item:
                    found.append(
                        Operation(
                            item[method]["operationId"], method.upper(), pattern, ("paths", path, method), item[method]
                        )
                    )
        return sorted(found, key=lambda operation: operation.path.groups)

    def documented(self) -> set[tuple[str, int]]:
        """Every (operationId, status) of the document."""
        return {(operation.id, int(status)) for operation in self.operations for status in operation.node["responses"]}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes everything on, and looks at it once it is over."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        exchange = Exchange(scope)

        async def watched_receive() -> Any:
            message = await receive()
            exchange.request += message.get("body", b"")
            return message

        async def watched_send(message: Any) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
                exchange.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            exchange.response += message.get("body", b"")
            await send(message)

        await self.app(scope, watched_receive, watched_send)
        if exchange.status:
            self._look_at(exchange)

    def _look_at(self, exchange: Exchange) -> None:
        raw_path = exchange.scope["raw_path"].decode().partition("?")[0]
        method = {"HEAD": "GET"}.get(exchange.scope["method"], exchange.scope["method"])
        for operation in self.operations:
            match = operation.path.fullmatch(raw_path)
            if match is not None and operation.method == method:
                self.seen[operation.id, exchange.status] += 1
                self.faults += [f"{exchange}: {fault}" for fault in self._faults(operation, match, exchange)]
                return
        if exchange.status not in _OUTSIDE | {401, 422}:
            self.faults.append(f"{exchange}: no operation of the document")

    def _faults(self, operation: Operation, match: re.Match[str], exchange: Exchange) -> list[str]:
        faults = self._response_faults(operation, exchange)
        if not self.requests:
            return faults
        wrong = self._request_faults(operation, match, exchange)
        if wrong and exchange.status < 400:
            faults.append(f"succeeded although {wrong}")
        if not wrong and exchange.status == 422:
            faults.append(f"refused although the document allows it: {bytes(exchange.response)!r}")
        return faults

    def _resolved(self, pointer: Pointer) -> tuple[Pointer, Any]:
        node: Any = self.document
        for step in pointer:
            node = node[int(step)] if isinstance(node, list) else node[step]
        if isinstance(node, dict) and "$ref" in node and "schemas" not in node["$ref"]:
            return self._resolved(tuple(node["$ref"].removeprefix("#/").split("/")))
        return pointer, node

    def _response_faults(self, operation: Operation, exchange: Exchange) -> list[str]:
        status = str(exchange.status)
        known = operation.node["responses"]
        key = status if status in known else f"{status[0]}XX"
        if key not in known:
            return [f"the status is not documented: {bytes(exchange.response[:300])!r}"]
        pointer, response = self._resolved((*operation.pointer, "responses", key))
        faults = []
        for name in response.get("headers", {}):
            _, header = self._resolved((*pointer, "headers", name))
            value = exchange.headers.get(name.lower())
            if value is None and header.get("required"):
                faults.append(f"the header {name} is missing")
            elif value is not None and header["schema"].get("type") == "integer" and not value.isdigit():
                faults.append(f"the header {name} is no integer: {value}")
        content = response.get("content", {})
        media = exchange.headers.get("content-type", "").partition(";")[0]
        if not content and not exchange.response:
            return faults
        if media not in content:
            return [*faults, f"the media type {media} is not documented"]
        if exchange.scope["method"] == "HEAD" or media in ("text/event-stream", "text/plain"):
            return faults
        try:
            body = parse_json(bytes(exchange.response))
        except ValueError as error:
            return [*faults, f"the body is no JSON: {error}"]
        validator = schema_at(self.api, (*pointer, "content", media, "schema"))
        return faults + [
            f"the body at {fault.json_path}: {fault.message[:300]}" for fault in validator.iter_errors(body)
        ]

    def _request_faults(self, operation: Operation, match: re.Match[str], exchange: Exchange) -> str | None:
        """Why the document does not allow a request, or None."""
        given = {
            "path": {"rollout_id": unquote(match[1], errors="surrogateescape") if match.groups() else None},
            "query": {
                name: values[0]
                for name, values in parse_qs(exchange.scope["query_string"].decode(), keep_blank_values=True).items()
            },
            "header": {name.decode().lower(): value.decode("latin-1") for name, value in exchange.scope["headers"]},
        }
        for index in range(len(operation.node.get("parameters", []))):
            pointer, parameter = self._resolved((*operation.pointer, "parameters", str(index)))
            name = parameter["name"].lower() if parameter["in"] == "header" else parameter["name"]
            value = given[parameter["in"]].get(name)
            if value is None:
                if parameter.get("required"):
                    return f"{parameter['name']} is missing"
            elif not schema_at(self.api, (*pointer, "schema")).is_valid(value):
                return f"{parameter['name']} is {value!r}"
        if "requestBody" not in operation.node:
            return None
        try:
            body = parse_json(bytes(exchange.request))
        except ValueError:
            return "the body is no JSON"
        validator = schema_at(self.api, (*operation.pointer, "requestBody", "content", "application/json", "schema"))
        fault = next(iter(validator.iter_errors(body)), None)
        return None if fault is None else f"the body: {fault.message[:300]}"
