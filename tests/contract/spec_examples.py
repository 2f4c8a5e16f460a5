"""The examples of the specification, and what the tests of the contract need to walk them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from pydantic import TypeAdapter
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from osmosis_contract import models, spec
from osmosis_contract.base import ContractModel, adapter, parse_json

EXAMPLES = Path(__file__).parents[2] / "spec" / "examples"
SCHEMAS: dict[str, Any] = spec.load("schemas")["$defs"]
APIS = [name for name in spec.names() if name != "schemas"]

type Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Example:
    """One instance of a schema, or one exchange of an operation."""

    owner: str
    file: Path

    @cached_property
    def content(self) -> Any:
        return parse_json(self.file.read_bytes())

    def __str__(self) -> str:
        return f"{self.owner}-{self.file.stem}"


def instances(kind: str) -> list[Example]:
    """Every instance of the kind: `valid`, `invalid` or `rules`."""
    return [
        Example(folder.name, file)
        for folder in sorted(EXAMPLES.iterdir())
        if folder.name != "operations"
        for file in sorted((folder / kind).glob("*.json"))
    ]


def by_schema(examples: list[Example]) -> dict[str, list[Example]]:
    """The examples of each schema."""
    found: dict[str, list[Example]] = {}
    for example in examples:
        found.setdefault(example.owner, []).append(example)
    return found


def exchanges() -> list[Example]:
    """Every exchange of an operation."""
    return [Example(file.parent.name, file) for file in sorted((EXAMPLES / "operations").glob("*/*.json"))]


@cache
def _registry() -> Registry:
    documents = {name: Resource(spec.load(name), DRAFT202012) for name in spec.names()}
    return Registry().with_resources([(f"urn:{name}", resource) for name, resource in documents.items()])


@cache
def _validator_at(ref: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": ref}, registry=_registry())


def schema_of(name: str) -> Draft202012Validator:
    """The JSON Schema called name."""
    return _validator_at(f"urn:schemas#/$defs/{name}")


def schema_at(api: str, pointer: tuple[str, ...]) -> Draft202012Validator:
    """The schema at a place inside an API document."""
    steps = "/".join(
        step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D") for step in pointer
    )
    return _validator_at(f"urn:{api}#/{steps}")


@cache
def model_of(name: str) -> TypeAdapter[Any]:
    """The generated model (or alias, or enum) called name."""
    return adapter(getattr(models, name))


def model_class(name: str) -> type:
    """The generated class called name; `object` for a name that stands for another type."""
    named = getattr(models, name)
    return named if isinstance(named, type) else object


def read_model(name: str, instance: object) -> Any:
    """The instance as its model, exactly as the schema says."""
    return model_of(name).validate_python(instance, by_alias=True, by_name=False)


def parts(pointer: str) -> tuple[str, ...]:
    """The steps of a JSON Pointer."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def place_in(instance: Any, loc: Path_) -> tuple[str, ...]:
    """A model's error location without the names of union branches, which are no part of the instance."""
    found: list[str] = []
    here = instance
    for index, step in enumerate(loc):
        if (isinstance(here, dict) and step in here) or (
            isinstance(here, list) and isinstance(step, int) and step < len(here)
        ):
            here = here[step]
        elif not isinstance(here, dict) or index != len(loc) - 1:
            continue
        found.append(str(step))
    return tuple(found)


def at(instance: Any, pointer: Path_) -> Any:
    """The value at a path."""
    for step in pointer:
        instance = instance[step]
    return instance


@dataclass(frozen=True)
class Place:
    """An object inside an instance that a schema describes. chosen: whether a union was entered on the way."""

    pointer: Path_
    schema: dict[str, Any]
    chosen: bool

    def __str__(self) -> str:
        return "#" + "".join(f"/{step}" for step in self.pointer)


def objects(name: str, instance: Any) -> Iterator[Place]:
    """Every object inside an instance of the schema, with the object schema that holds there."""
    yield from _objects({"$ref": f"#/$defs/{name}"}, instance, (), False)


def _objects(schema: dict[str, Any], value: Any, pointer: Path_, chosen: bool) -> Iterator[Place]:
    if "$ref" in schema:
        yield from _objects(SCHEMAS[schema["$ref"].removeprefix("#/$defs/")], value, pointer, chosen)
    for option in schema.get("allOf", []):
        yield from _objects(option, value, pointer, chosen)
    for option in [*schema.get("oneOf", []), *schema.get("anyOf", [])]:
        if "$ref" in option and schema_of(option["$ref"].removeprefix("#/$defs/")).is_valid(value):
            yield from _objects(option, value, pointer, True)
    if isinstance(value, dict):
        if "properties" in schema or schema.get("additionalProperties") is False:
            yield Place(pointer, schema, chosen)
        extra = schema.get("additionalProperties")
        for key, item in value.items():
            if key in schema.get("properties", {}):
                yield from _objects(schema["properties"][key], item, (*pointer, key), chosen)
            elif isinstance(extra, dict):
                yield from _objects(extra, item, (*pointer, key), chosen)
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from _objects(schema["items"], item, (*pointer, index), chosen)


def same(instance: Any, wire: Any) -> bool:
    """Whether two JSON values are equal: 2 is 2.0, true is not 1, and wire may have more members."""
    if isinstance(instance, bool) or isinstance(wire, bool):
        return instance is wire
    if isinstance(instance, dict) and isinstance(wire, dict):
        return all(key in wire and same(value, wire[key]) for key, value in instance.items())
    if isinstance(instance, list) and isinstance(wire, list):
        return len(instance) == len(wire) and all(map(same, instance, wire))
    return (type(instance) is type(wire) and instance == wire) or (
        isinstance(instance, (int, float)) and isinstance(wire, (int, float)) and instance == wire
    )


def known(model: Any, instance: Any) -> Any:
    """The instance without the members its model does not know: they are read over."""
    if isinstance(model, ContractModel) and isinstance(instance, dict):
        kept = {}
        for name, field in type(model).model_fields.items():
            wire = field.alias or name
            if wire in instance:
                kept[wire] = known(getattr(model, name), instance[wire])
        return kept | {
            key: instance[key] for key in (model.model_extra or {}) if type(model).model_config.get("extra") == "allow"
        }
    if isinstance(model, list) and isinstance(instance, list):
        return [known(item, value) for item, value in zip(model, instance, strict=True)]
    if isinstance(model, dict) and isinstance(instance, dict):
        return {key: known(model[key], value) for key, value in instance.items()}
    return instance


def to_wire(name: str, model: Any) -> Any:
    """What a model writes, parsed again."""
    return json.loads(model_of(name).dump_json(model, by_alias=True))
