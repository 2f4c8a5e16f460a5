"""The subset of OpenAPI 3.1 an API document keeps to."""

from __future__ import annotations

import re
from typing import Any

from codegen.documents import Json, Pointer, Spec
from codegen.subset import Reporter, SchemaChecker, resolve_problem

METHODS = ("get", "put", "post", "delete", "patch")
KEYS = {
    "document": "openapi info servers tags paths components security",
    "info": "title version description summary license contact",
    "components": "parameters headers responses securitySchemes",
    "path": "summary description parameters get put post delete patch",
    "operation": "operationId summary description tags parameters requestBody responses security callbacks deprecated",
    "parameter": "name in required description schema deprecated example examples",
    "header": "required description schema deprecated example examples",
    "body": "description required content",
    "response": "description headers content links",
    "link": "operationId description parameters requestBody",
    "media": "schema example examples",
}
OCTETS = "application/octet-stream"
MEDIA_TYPES = ("application/json", "application/problem+json", "text/event-stream", "text/plain", OCTETS)
STREAMS = ("text/event-stream", "text/plain", OCTETS)
REQUEST_TYPES = ("application/json", OCTETS)
BINARY = (OCTETS, "application/gzip", "application/zip", "application/x-tar")
OPERATION_ID = re.compile(r"[a-z][A-Za-z0-9]*")


class ApiChecker:
    """Checks one OpenAPI document."""

    def __init__(self, report: Reporter, spec: Spec, document: dict[str, Any]) -> None:
        self.report = report
        self.document = document
        self.schemas = SchemaChecker(report, lambda ref: resolve_problem(spec, ref, None))
        self.used: set[tuple[str, str]] = set()
        self.operation_ids: set[str] = set()
        self.linked: list[tuple[str, Pointer]] = []

    def run(self) -> None:
        """Check the whole document."""
        document = self.document
        self._keys(document, "document", ())
        if document.get("openapi") not in {"3.1.0", "3.1.1", "3.1.2"}:
            self.report.add(("openapi",), "another version than 3.1", "write openapi: 3.1.0")
        info = document.get("info", {})
        self._keys(info, "info", ("info",))
        self._described(info, ("info",))
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", str(info.get("x-osmosis-server-class", ""))):
            self.report.add(
                ("info", "x-osmosis-server-class"),
                "no name for the server class",
                "give a PascalCase class name",
            )
        status = validation_status(document)
        if status not in {400, 422}:
            self.report.add(
                ("info", "x-osmosis-validation-status"), f"the validation status {status}", "use 400 or 422"
            )
        components = document.get("components", {})
        self._keys(components, "components", ("components",))
        for path, item in document.get("paths", {}).items():
            self._path(path, item, ("paths", path))
        for kind, check in (
            ("parameters", self._parameter),
            ("headers", self._header),
            ("responses", self._response),
        ):
            for name, value in components.get(kind, {}).items():
                check(value, ("components", kind, name))
        for kind in ("parameters", "headers", "responses"):  # a response may use a header
            for name in components.get(kind, {}):
                if (kind, name) not in self.used:
                    self.report.add(("components", kind, name), "nothing refers to this", "use it or take it out")
        for name, here in self.linked:
            if name not in self.operation_ids:
                self.report.add(here, f"a link to {name}: there is no such operation", "name an operationId")

    def _keys(self, node: Json, kind: str, pointer: Pointer) -> None:
        if not isinstance(node, dict):
            self.report.add(pointer, "not a mapping", "see the OpenAPI specification")
            return
        for key in node:
            if key not in KEYS[kind].split() and not key.startswith("x-"):
                self.report.add((*pointer, key), f"{key} is outside the subset", "see spec/README.md for what is in it")

    def _described(self, node: Json, pointer: Pointer) -> None:
        if not (isinstance(node, dict) and str(node.get("description") or "").strip()):
            self.report.add(pointer, "no description", "say in your own words what this is and what it means")

    def _resolve(self, node: Json, kind: str, pointer: Pointer) -> Json:
        """The component node refers to, or node itself; None (and a fault) when the reference dangles."""
        if not (isinstance(node, dict) and "$ref" in node):
            return node
        prefix = f"#/components/{kind}/"
        ref = str(node["$ref"])
        name = ref.removeprefix(prefix)
        if not ref.startswith(prefix) or name not in self.document.get("components", {}).get(kind, {}):
            self.report.add((*pointer, "$ref"), f"$ref to {ref}: there is no such component", f"define it in {prefix}")
            return None
        self.used.add((kind, name))
        return self.document["components"][kind][name]

    def _path(self, path: str, item: Json, pointer: Pointer, *, callback: bool = False) -> None:
        self._keys(item, "path", pointer)
        if not isinstance(item, dict):
            return
        shared = item.get("parameters", [])
        for index, parameter in enumerate(shared):
            self._parameter(parameter, (*pointer, "parameters", str(index)))
        for method in METHODS:
            if method in item:
                self._operation(path, item[method], (*pointer, method), shared, callback=callback)

    def _operation(
        self, path: str, operation: dict[str, Any], pointer: Pointer, shared: list[Json], *, callback: bool
    ) -> None:
        self._keys(operation, "operation", pointer)
        self._described(operation, pointer)
        name = str(operation.get("operationId", ""))
        if not OPERATION_ID.fullmatch(name):
            self.report.add((*pointer, "operationId"), f"the operationId {name!r}", "use camelCase letters and digits")
        if name in self.operation_ids:
            self.report.add((*pointer, "operationId"), f"{name} is used twice", "give every operation its own name")
        self.operation_ids.add(name)
        inputs = self._inputs(path, operation, pointer, shared, callback=callback)
        responses = operation.get("responses", {})
        if not responses:
            self.report.add((*pointer, "responses"), "no responses", "document every status")
        for status, response in responses.items():
            here = (*pointer, "responses", str(status))
            if not re.fullmatch(r"[1-5](?:[0-9][0-9]|XX)", str(status)):
                self.report.add(here, f"the status {status}", "name a status, or a class such as 4XX; no default")
            if self._resolve(response, "responses", here) is response:
                self._response(response, here)
        wanted = str(validation_status(self.document))
        if inputs and not callback and not {wanted, f"{wanted[0]}XX"} & set(responses):
            self.report.add(
                (*pointer, "responses"),
                f"no {wanted} for input that does not validate",
                "document it: servers send it",
            )
        for callback_name, callbacks in operation.get("callbacks", {}).items():
            for expression, item in callbacks.items():
                self._path(expression, item, (*pointer, "callbacks", callback_name, expression), callback=True)

    def _inputs(
        self, path: str, operation: dict[str, Any], pointer: Pointer, shared: list[Json], *, callback: bool
    ) -> bool:
        """Check parameters and body; True when the operation takes anything that can be wrong."""
        parameters = []
        for index, parameter in enumerate(operation.get("parameters", [])):
            self._parameter(parameter, (*pointer, "parameters", str(index)))
        for parameter in [*shared, *operation.get("parameters", [])]:
            resolved = self._resolve(parameter, "parameters", pointer)
            if isinstance(resolved, dict):
                parameters.append(resolved)
        in_path = {parameter.get("name") for parameter in parameters if parameter.get("in") == "path"}
        if not callback and in_path != set(re.findall(r"\{([^}]*)\}", path)):
            self.report.add(pointer, f"the path {path} and its path parameters differ", "describe each exactly once")
        if "requestBody" in operation:
            body = operation["requestBody"]
            here = (*pointer, "requestBody")
            self._keys(body, "body", here)
            self._content(body.get("content", {}), (*here, "content"), request=True)
        return bool(parameters) or "requestBody" in operation

    def _parameter(self, node: Json, pointer: Pointer) -> None:
        if self._resolve(node, "parameters", pointer) is not node:
            return
        self._keys(node, "parameter", pointer)
        self._described(node, pointer)
        if node.get("in") not in {"path", "query", "header", "cookie"}:
            self.report.add((*pointer, "in"), f"a parameter in {node.get('in')}", "use path, query, header or cookie")
        if node.get("in") == "path" and node.get("required") is not True:
            self.report.add((*pointer, "required"), "an optional path parameter", "write required: true")
        schema = node.get("schema")
        self._primitive(schema, (*pointer, "schema"), lists=node.get("in") == "query")
        if node.get("in") == "cookie" and isinstance(schema, dict) and schema.get("type") != "string":
            self.report.add((*pointer, "schema"), "a cookie that is not text", "write type: string")

    def _header(self, node: Json, pointer: Pointer) -> None:
        if self._resolve(node, "headers", pointer) is not node:
            return
        self._keys(node, "header", pointer)
        self._described(node, pointer)
        self._primitive(node.get("schema"), (*pointer, "schema"), lists=False)

    def _primitive(self, schema: Json, pointer: Pointer, *, lists: bool) -> None:
        self.schemas.check(schema, pointer, described=False)
        if not isinstance(schema, dict) or "$ref" in schema:
            return
        kind = schema.get("type")
        if lists and kind == "array":
            self._primitive(schema.get("items"), (*pointer, "items"), lists=False)
        elif kind not in {"string", "integer", "number", "boolean"}:
            self.report.add(pointer, f"a parameter or header of type {kind}", "text, numbers and booleans fit there")

    def _response(self, node: Json, pointer: Pointer) -> None:
        self._keys(node, "response", pointer)
        self._described(node, pointer)
        for name, header in node.get("headers", {}).items():
            self._header(header, (*pointer, "headers", name))
        if "content" in node:
            self._content(node["content"], (*pointer, "content"), request=False)
        for name, link in node.get("links", {}).items():
            here = (*pointer, "links", name)
            self._keys(link, "link", here)
            self._described(link, here)
            if isinstance(link, dict):
                self.linked.append((str(link.get("operationId")), (*here, "operationId")))

    def _content(self, content: Json, pointer: Pointer, *, request: bool) -> None:
        if not isinstance(content, dict) or not content:
            self.report.add(pointer, "no content", "give one media type with a schema")
            return
        known = REQUEST_TYPES if request else MEDIA_TYPES
        shapes = [media for media in content if media not in STREAMS]
        if len(shapes) > 1 or (request and len(content) != 1):
            self.report.add(pointer, "several JSON media types", "one status has one shape")
        for media, value in content.items():
            here = (*pointer, media)
            if media not in known:
                self.report.add(here, f"the media type {media}", f"use {' or '.join(known)}")
            self._keys(value, "media", here)
            schema = value.get("schema") if isinstance(value, dict) else None
            if media in STREAMS and schema is None:
                continue
            self.schemas.check(schema, (*here, "schema"), described=False)
            inline = isinstance(schema, dict) and not ({"$ref", "oneOf", "anyOf"} & set(schema))
            if inline and media not in STREAMS:
                self.report.add(
                    (*here, "schema"),
                    "a shape written inside the API document",
                    "give it a home in schemas/",
                )
            self._selection(schema, (*here, "schema"))

    def _selection(self, schema: Json, pointer: Pointer) -> None:
        if not isinstance(schema, dict) or "x-osmosis-select" not in schema:
            return
        select = schema["x-osmosis-select"]
        here = (*pointer, "x-osmosis-select")
        options = {str(option.get("$ref", "")).rpartition("/")[2] for option in schema.get("oneOf", [])}
        if not isinstance(select, dict) or set(select) != {"member", "present", "absent"}:
            self.report.add(here, "not of the form {member, present, absent}", "name the member that decides")
        elif {select["present"], select["absent"]} != options:
            self.report.add(here, "present and absent are not the two options", f"choose among {sorted(options)}")


def validation_status(document: dict[str, Any]) -> Any:
    """The status this API answers input that does not validate with."""
    return document.get("info", {}).get("x-osmosis-validation-status", document.get("x-osmosis-validation-status", 422))


def check_api(report: Reporter, spec: Spec, document: Json) -> None:
    """Record every fault of one OpenAPI document, unknown references included."""
    ApiChecker(report, spec, document).run()
