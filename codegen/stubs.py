"""Starlette server stubs out of the OpenAPI documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from codegen.operations import Answer, Api, Operation, Value, python_type, read_api

TEMPLATES = Path(__file__).parent / "templates" / "stubs"
_MOST_WORDS = 8


def generate_stubs(apis: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The modules of `servers`, one for each bundled API document, by their path inside the package."""
    files = {"servers/__init__.py": '"""Server stubs: a module for each API. Generated; do not edit."""\n'}
    return files | {
        f"servers/{module(name)}.py": _render(read_api(name, document), document) for name, document in apis.items()
    }


def module(name: str) -> str:
    """The module of the API called name."""
    return name.replace("-", "_")


def _render(api: Api, document: dict[str, Any]) -> str:
    schemas = document["components"]["schemas"]
    adapters = _names(_adapted(api))
    shapes = _shapes(api)
    request_shapes = _request_shapes(api)

    def classes(annotation: str | None) -> list[str]:
        """The model classes a value of this annotation is one of; empty when it need not be a model."""
        names = _options(annotation, schemas)
        known = bool(names) and all(is_class(schemas.get(name.removeprefix("models."), {})) for name in names)
        return names if known else []

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - the output is Python
    )
    environment.filters |= {
        "adapter": adapters.__getitem__,
        "secrets": lambda annotation: sorted(secret_members(annotation, schemas)),
        "classes": classes,
        "words": lambda text: " ".join(text.split()),
    }
    return environment.get_template("server.py.jinja").render(
        api=api,
        adapters=adapters,
        shapes=shapes,
        shape_of={name: shape.name for shape in shapes for name in shape.classes},
        request_shapes=request_shapes,
        request_shape_of={stem: shape.name for shape in request_shapes for stem in shape.classes},
    )


@dataclass(frozen=True)
class Shape[T: (Answer, Operation)]:
    """What several classes hold alike: a base class that they share, as making each anew takes time."""

    name: str
    example: T
    """What one of the classes is made from, for the members."""
    classes: tuple[str, ...]
    """What tells the classes apart: an answer's class name, the stem of an operation's."""


def _alike[T: (Answer, Operation)](
    keyed: Iterable[tuple[object, T]], name_of: Callable[[T], str], class_of: Callable[[T], str]
) -> list[Shape[T]]:
    """A shape for every key that more than one has, in the order of their names."""
    groups: dict[object, list[T]] = {}
    for key, one in keyed:
        groups.setdefault(key, []).append(one)
    shared = [group for group in groups.values() if len(group) > 1]
    names = _unique([name_of(group[0]) for group in shared])
    found = [Shape(name, group[0], tuple(map(class_of, group))) for name, group in zip(names, shared, strict=True)]
    return sorted(found, key=lambda shape: shape.name)


def _request_shapes(api: Api) -> list[Shape[Operation]]:
    """The shapes of the requests of more than one operation."""
    keyed = [((tuple(each.parameters), each.body, each.raw_body, each.stream_body), each) for each in api.operations]
    return _alike(keyed, _request_name, lambda operation: operation.stem)


def _request_name(operation: Operation) -> str:
    names = [value.name.removeprefix("x_osmosis_") for value in operation.parameters]
    body = _capitals(operation.body.annotation) if operation.body else ""
    return f"_RequestWith{''.join(map(_capitals, names))}{body}"


def _shapes(api: Api) -> list[Shape[Answer]]:
    """The shapes that more than one answer of the API has."""

    def key(answer: Answer) -> tuple[object, ...]:
        headers = tuple((header.name, header.annotation, header.required) for header in answer.headers)
        return answer.annotation, answer.is_class, answer.stream, headers

    keyed = [(key(answer), answer) for operation in api.operations for answer in operation.answers]
    return _alike(keyed, _shape_name, lambda answer: answer.class_name)


def _shape_name(answer: Answer) -> str:
    body = "Stream" if answer.stream else _capitals(answer.annotation or "Empty")
    headers = "".join(
        ("" if header.required else "Optional") + _capitals(header.name.removeprefix("x_osmosis_"))
        for header in answer.headers
    )
    return f"_{body}{f'With{headers}' if headers else ''}{'Status' if answer.is_class else ''}"


def _capitals(text: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", text.replace("models.", ""))
    return "".join(word[:1].upper() + word[1:] for word in words)


def _adapted(api: Api) -> Iterator[str]:
    """Every annotation that the runtime validates by."""

    def annotations(values: list[Value]) -> Iterator[str]:
        yield from (value.annotation for value in values)

    for operation in api.operations:
        yield from annotations(operation.parameters)
        if operation.body:
            yield operation.body.annotation
            if operation.body.select:
                yield from (f"models.{operation.body.select[key]}" for key in ("present", "absent"))
        for answer in operation.answers:
            if answer.annotation:
                yield answer.annotation
            yield from annotations(answer.headers)


def _names(annotations: Iterator[str]) -> dict[str, str]:
    """A constant for the adapter of each annotation, so that each is made once."""
    different = sorted(set(annotations))
    return dict(zip(different, _unique([_constant(each) for each in different]), strict=True))


def _constant(annotation: str) -> str:
    plain = re.sub(r"Annotated|Field|models\.", "", annotation.replace(" | None", " or None"))
    words = re.findall(r"[A-Za-z]+|[0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", plain))
    return "_" + "_".join(words if len(words) <= _MOST_WORDS else [*words[:_MOST_WORDS], "more"]).upper()


def _unique(names: list[str]) -> list[str]:
    """The names, those that occurred before with a number."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return found


def secret_members(annotation: str, schemas: dict[str, Any]) -> set[str]:
    """The names of all members marked `writeOnly` in the schemas of an annotation, at any depth."""
    found: set[str] = set()
    seen: set[str] = set()

    def visit(node: Any) -> None:
        if isinstance(node, list):
            for item in node:
                visit(item)
        elif isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                visit(schemas.get(reference.rsplit("/", 1)[-1]))
            members = node.get("properties")
            if isinstance(members, dict):
                found.update(
                    name for name, member in members.items() if isinstance(member, dict) and member.get("writeOnly")
                )
            for item in node.values():
                visit(item)

    for name in _options(annotation, schemas):
        visit(schemas.get(name.removeprefix("models."), {}))
    return found


def is_class(schema: dict[str, Any]) -> bool:
    """Whether a schema's Python form is a model class, not a type alias."""
    if schema.get("type") != "object":
        return False
    return bool(schema.get("properties")) or schema.get("additionalProperties") is False or "not" in schema


def _options(annotation: str | None, schemas: dict[str, Any]) -> list[str]:
    """The names of the schemas a union annotation lists, unions among them taken apart."""
    if annotation is None:
        return []
    names: list[str] = []
    for option in (part.strip() for part in annotation.split("|")):
        schema = schemas.get(option.removeprefix("models."), {})
        inner = schema.get("oneOf", schema.get("anyOf"))
        if inner and all("$ref" in choice for choice in inner):
            names += _options(" | ".join(python_type(choice) for choice in inner), schemas)
        else:
            names.append(option)
    return names
