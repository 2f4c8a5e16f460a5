"""Starlette server stubs out of the OpenAPI documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from codegen.operations import Api, python_type, read_api

TEMPLATES = Path(__file__).parent / "templates" / "stubs"


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

    def adapter(annotation: str) -> str:
        return f"adapter({annotation})"

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
        "adapter": adapter,
        "secrets": lambda annotation: sorted(secret_members(annotation, schemas)),
        "classes": classes,
        "words": lambda text: " ".join(text.split()),
    }
    return environment.get_template("server.py.jinja").render(api=api)


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
