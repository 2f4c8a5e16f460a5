"""The operations of a bundled OpenAPI document, in the form the stub and client generators use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from codegen.documents import Json
from codegen.openapi_subset import METHODS, OCTETS, STREAMS, validation_status

PREFIX = "#/components/schemas/"
PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
CONSTRAINTS = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "pattern": "pattern",
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
    "minItems": "min_length",
    "maxItems": "max_length",
}


@dataclass(frozen=True)
class Value:
    """A parameter or a response header: text on the wire, typed in Python."""

    wire: str
    name: str
    place: str
    required: bool
    annotation: str
    kind: str
    many: bool
    description: str
    default: str | None


@dataclass(frozen=True)
class Body:
    """A request body: its Python type, and the member that decides between two shapes if there is one."""

    annotation: str
    required: bool
    select: dict[str, str] | None = field(hash=False)


@dataclass(frozen=True)
class Answer:
    """One documented response."""

    status: str
    class_name: str
    annotation: str | None
    media: str | None
    headers: list[Value]
    description: str
    stream: bool = False

    @property
    def is_class(self) -> bool:
        """Whether it documents a class of statuses, such as 4XX: the handler says which."""
        return self.status.endswith("XX")


@dataclass(frozen=True)
class Operation:
    """One operation."""

    id: str
    method: str
    path: str
    description: str
    parameters: list[Value]
    body: Body | None
    answers: list[Answer]
    secured: bool
    client: bool
    raw_body: bool
    stream_body: bool
    """Whether the handler takes the body piece by piece, as it comes."""

    @property
    def function(self) -> str:
        """The handler's name."""
        return snake(self.id)

    @property
    def stem(self) -> str:
        """What the operation's classes begin with."""
        return self.id[:1].upper() + self.id[1:]


@dataclass(frozen=True)
class Api:
    """One API."""

    name: str
    title: str
    server_class: str
    description: str
    validation_status: int
    operations: list[Operation]
    models: list[str] = field(default_factory=list)


def snake(name: str) -> str:
    """A wire name as a Python name: `X-Osmosis-Rollout-Lease`, `createRollout` -> snake case."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def python_type(schema: Json) -> str:
    """The Python annotation of a schema inside an API document."""
    if "$ref" in schema:
        return f"models.{str(schema['$ref']).removeprefix(PREFIX)}"
    for form in ("oneOf", "anyOf", "allOf"):
        if form in schema:
            return " | ".join("None" if o == {"type": "null"} else python_type(o) for o in schema[form])
    given = schema.get("type")
    if isinstance(given, list):
        return " | ".join(python_type({**schema, "type": kind}) for kind in given)
    kind = given
    if kind == "array":
        text = f"list[{python_type(schema['items'])}]"
    elif kind == "object":
        extra = schema.get("additionalProperties")
        text = f"dict[str, {python_type(extra) if isinstance(extra, dict) else 'Any'}]"
    elif "enum" in schema:
        text = f"Literal[{', '.join(repr(word) for word in schema['enum'])}]"
    elif "const" in schema:
        text = f"Literal[{schema['const']!r}]"
    elif kind == "null":
        return "None"
    else:
        text = PRIMITIVES.get(str(kind), "Any")
    limits = {CONSTRAINTS[key]: value for key, value in schema.items() if key in CONSTRAINTS}
    if limits:
        text = f"Annotated[{text}, Field({', '.join(f'{key}={value!r}' for key, value in limits.items())})]"
    return text


def read_api(name: str, document: dict[str, Any]) -> Api:
    """The operations of one bundled document, in the order they are written."""
    reader = Reader(document)
    operations = [
        reader.operation(path, method, item, item[method])
        for path, item in document.get("paths", {}).items()
        for method in METHODS
        if method in item
    ]
    info = document["info"]
    return Api(
        name=name,
        title=info["title"],
        server_class=info["x-osmosis-server-class"],
        description=info["description"],
        validation_status=int(validation_status(document)),
        operations=operations,
        models=sorted(document["components"]["schemas"]),
    )


class Reader:
    """Follows the references of one bundled document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def resolve(self, node: Json) -> Json:
        """The component node refers to, or node itself."""
        if "$ref" in node and str(node["$ref"]).startswith("#/components/"):
            _, _, kind, name = str(node["$ref"]).split("/", 3)
            return self.document["components"][kind][name]
        return node

    def operation(self, path: str, method: str, item: Json, node: Json) -> Operation:
        """One operation with everything it refers to."""
        given = [self.resolve(p) for p in [*item.get("parameters", []), *node.get("parameters", [])]]
        parameters = {(p["in"], p["name"]): self.value(p["name"], p, p["in"]) for p in given}
        stem = node["operationId"][:1].upper() + node["operationId"][1:]
        answers = [
            answer
            for status, response in node["responses"].items()
            for answer in self.answers(stem, str(status), self.resolve(response))
        ]
        streams = OCTETS in node.get("requestBody", {}).get("content", {})
        return Operation(
            id=node["operationId"],
            method=method.upper(),
            path=path,
            description=_words(node.get("summary"), node.get("description")),
            parameters=list(parameters.values()),
            body=self.body(node["requestBody"]) if "requestBody" in node and not streams else None,
            answers=answers,
            secured=bool(node.get("security", self.document.get("security"))),
            client=node.get("x-osmosis-client", True) is not False,
            raw_body=node.get("x-osmosis-raw-body", False) is True,
            stream_body=streams,
        )

    def value(self, wire: str, node: Json, place: str) -> Value:
        """A parameter or response header."""
        schema = self.schema(node["schema"])
        many = schema.get("type") == "array"
        kind = self.schema(schema["items"]) if many else schema
        required = bool(node.get("required", False))
        annotation = python_type(node["schema"])
        default = schema.get("default")
        if not required and default is None:
            annotation += " | None"
        return Value(
            wire=wire,
            name=snake(wire),
            place=place,
            required=required,
            annotation=annotation,
            kind=str(kind.get("type", "string")),
            many=many,
            description=_words(None, node.get("description")),
            default=None if required else repr(default),
        )

    def schema(self, node: Json) -> Json:
        """The schema itself, references followed."""
        while "$ref" in node or "allOf" in node:
            node = self.document["components"]["schemas"][
                (node["$ref"] if "$ref" in node else node["allOf"][0]["$ref"]).removeprefix(PREFIX)
            ]
        return node

    def body(self, node: Json) -> Body:
        """A request body."""
        schema = node["content"]["application/json"]["schema"]
        return Body(python_type(schema), bool(node.get("required", False)), schema.get("x-osmosis-select"))

    def answers(self, stem: str, status: str, node: Json) -> list[Answer]:
        """The response classes of one status: its JSON form and its stream."""
        headers = [self.value(name, self.resolve(header), "header") for name, header in node.get("headers", {}).items()]
        content = node.get("content", {})
        found = []
        description = _words(None, node.get("description"))
        for media, value in content.items():
            stream = media in STREAMS
            name = f"{stem}{status}{'Stream' if stream else ''}"
            annotation = None if stream else python_type(value["schema"])
            found.append(Answer(status, name, annotation, media, headers, description, stream))
        return found or [Answer(status, f"{stem}{status}", None, None, headers, description)]


def _words(summary: str | None, description: str | None) -> str:
    parts = [" ".join(str(part).split()) for part in (summary, description) if part]
    if len(parts) > 1 and not parts[0].endswith((".", "!", "?")):
        parts[0] += "."
    return "\n\n".join(parts).replace("\\", "\\\\").replace('"""', "'''")
