"""Every example of the specification: schema and model agree on it, and it survives being read and written."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import ValidationError
from spec_examples import (
    APIS,
    SCHEMAS,
    Example,
    by_schema,
    exchanges,
    instances,
    known,
    model_class,
    parts,
    place_in,
    read_model,
    same,
    schema_at,
    schema_of,
    to_wire,
)

from osmosis_contract import models, spec
from osmosis_contract.base import ContractModel

VALID = instances("valid")
INVALID = instances("invalid")
RULES = instances("rules")
BY_SCHEMA = by_schema(VALID)


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_valid_instances_are_accepted_and_survive_reading_and_writing(name: str) -> None:
    """Schema and model take each; what is written again has every known member unchanged, and is still valid."""
    for example in BY_SCHEMA[name]:
        instance = example.content
        schema_of(name).validate(instance)
        wire = to_wire(name, model := read_model(name, instance))
        assert same(known(model, instance), wire), example
        schema_of(name).validate(wire)


@pytest.mark.parametrize("name", [name for name in BY_SCHEMA if issubclass(model_class(name), ContractModel)])
def test_a_tolerant_reader_takes_members_it_does_not_know(name: str) -> None:
    """`read` takes an object with a member of a later version, and keeps it in reach."""
    for example in BY_SCHEMA[name]:
        read = getattr(models, name).read({**example.content, "x_later": {"a": [1]}})
        assert (read.model_extra or {}).get("x_later") == {"a": [1]}, example


@pytest.mark.parametrize(("name", "examples"), by_schema(INVALID).items(), ids=by_schema(INVALID))
def test_invalid_instances_are_refused_by_schema_and_model_alike(name: str, examples: list[Example]) -> None:
    """Both refuse each, and the model says where: at the place the example names, or below it."""
    for example in examples:
        instance, place = example.content["instance"], parts(example.content["at"])
        assert not schema_of(name).is_valid(instance), f"{example}: {example.content['why']}"
        with pytest.raises(ValidationError) as refused:
            read_model(name, instance)
        locations = [place_in(instance, error["loc"]) for error in refused.value.errors()]
        assert any(location[: len(place)] == place for location in locations), (example, place, locations)


def test_what_only_a_rule_refuses_is_valid_to_schema_and_model() -> None:
    """The examples of the rules between members say nothing that the schema could."""
    for example in RULES:
        schema_of(example.owner).validate(example.content["instance"])
        read_model(example.owner, example.content["instance"])


def test_every_schema_has_examples() -> None:
    """Every schema has a valid instance, and an invalid one unless it takes anything."""
    valid, invalid = {example.owner for example in VALID}, {example.owner for example in INVALID}
    assert not set(SCHEMAS) - valid, "schemas without a valid instance"
    lacking = {name for name in set(SCHEMAS) - invalid if not _takes_anything(SCHEMAS[name])}
    assert not lacking, "schemas without an invalid instance"


def test_every_example_belongs_to_a_schema() -> None:
    """No folder of examples is left over from a schema that is gone."""
    assert not {example.owner for example in [*VALID, *INVALID, *RULES]} - set(SCHEMAS)


def _takes_anything(schema: dict[str, Any]) -> bool:
    return not {"type", "$ref", "oneOf", "anyOf", "allOf", "enum", "const"} & set(schema)


def _operations() -> dict[str, tuple[str, str, str, dict[str, Any]]]:
    return {
        node["operationId"]: (api, path, method, node)
        for api in APIS
        for path, item in spec.load(api)["paths"].items()
        for method, node in item.items()
        if isinstance(node, dict) and "operationId" in node
    }


OPERATIONS = _operations()


def _resolve(api: str, node: dict[str, Any], pointer: tuple[str, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A component the node refers to, with the pointer it is found at."""
    while "$ref" in node:
        pointer = tuple(node["$ref"].removeprefix("#/").split("/"))
        node = spec.load(api)
        for step in pointer:
            node = node[step]
    return node, pointer


@pytest.mark.parametrize("example", exchanges(), ids=str)
def test_an_exchange_is_what_its_operation_documents(example: Example) -> None:
    """Path, method, parameters and body of the request fit the operation (unless the answer says that they do
    not), and the answer's status, media type, headers and body are documented."""
    api, path, method, node = OPERATIONS[example.owner]
    request, response = example.content["request"], example.content["response"]
    assert request["method"].lower() == method
    shape = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))
    assert re.fullmatch(shape, request["path"].partition("?")[0])
    here = ("paths", path, method)
    status = str(response["status"])
    refused = status == str(spec.load(api)["info"].get("x-osmosis-validation-status", 422))
    assert refused or not list(_request_faults(api, node, here, request))
    documented = status if status in node["responses"] else f"{status[0]}XX"
    answer, pointer = _resolve(api, node["responses"][documented], (*here, "responses", documented))
    _check_answer(api, answer, pointer, response)


def _request_faults(api: str, node: dict[str, Any], here: tuple[str, ...], request: dict[str, Any]) -> Any:
    headers = {name.lower() for name in request.get("headers", {})}
    for index, given in enumerate(node.get("parameters", [])):
        parameter, _ = _resolve(api, given, (*here, "parameters", str(index)))
        if parameter["in"] == "header" and parameter.get("required") and parameter["name"].lower() not in headers:
            yield f"no header {parameter['name']}"
    if "application/json" in node.get("requestBody", {}).get("content", {}):
        schema = schema_at(api, (*here, "requestBody", "content", "application/json", "schema"))
        yield from (error.message for error in schema.iter_errors(request.get("body")))


def _check_answer(api: str, answer: dict[str, Any], pointer: tuple[str, ...], response: dict[str, Any]) -> None:
    headers = {name.lower(): value for name, value in response.get("headers", {}).items()}
    for name, given in answer.get("headers", {}).items():
        header, _ = _resolve(api, given, (*pointer, "headers", name))
        assert name.lower() in headers or not header.get("required"), f"the answer lacks {name}"
    if "content" not in answer:
        assert response.get("body") is None
        return
    media = headers.get("content-type", next(iter(answer["content"]))).partition(";")[0]
    assert media in answer["content"]
    if media != "text/event-stream":
        schema_at(api, (*pointer, "content", media, "schema")).validate(response["body"])


def test_every_operation_has_an_exchange() -> None:
    """Each operation is shown at least once, and no example names one that is gone."""
    shown = {example.owner for example in exchanges()}
    assert shown == set(OPERATIONS)
