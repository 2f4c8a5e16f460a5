"""What the specification may not hold: each is refused with the file, the place and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from codegen.check import check_spec
from codegen.documents import SpecError, load_spec

type Edit = Callable[[str, Callable[[Any], None]], Path]

ORDERS = "schemas/toy-order.yaml"
COMMON = "schemas/common.yaml"
API = "shop/openapi.yaml"


def faults(root: Path) -> list[str]:
    with pytest.raises(SpecError) as refused:
        check_spec(load_spec(root))
    assert all(fault.hint for fault in refused.value.faults)
    return [f"{line}" for line in str(refused.value).splitlines()]


def order(document: Any) -> Any:
    return document["$defs"]["Order"]


def member(schema: Any) -> Callable[[Any], None]:
    """Puts a member `odd` of the given schema into the order."""

    def change(document: Any) -> None:
        order(document)["properties"]["odd"] = schema

    return change


def test_the_toy_specification_is_inside_the_subset(spec_copy: Path) -> None:
    """The toy uses every form that is allowed."""
    check_spec(load_spec(spec_copy))


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("if", {"type": "string"}),
        ("then", {"type": "string"}),
        ("else", {"type": "string"}),
        ("prefixItems", [{"type": "string"}]),
        ("patternProperties", {"^a": {"type": "string"}}),
        ("unevaluatedProperties", False),
        ("dependentSchemas", {"a": {"type": "object"}}),
        ("dependentRequired", {"a": ["b"]}),
        ("propertyNames", {"type": "string"}),
        ("contains", {"type": "string"}),
        ("uniqueItems", True),
        ("multipleOf", 2),
        ("minProperties", 1),
        ("maxProperties", 1),
        ("nullable", True),
        ("discriminator", {"propertyName": "kind"}),
        ("$dynamicRef", "#x"),
        ("$anchor", "x"),
        ("$id", "x"),
        ("$comment", "x"),
        ("readOnly", True),
        ("contentEncoding", "base64"),
        ("$defs", {"A": {"type": "string"}}),
    ],
)
def test_a_keyword_outside_the_subset_fails_with_its_place(edit: Edit, keyword: str, value: Any) -> None:
    """Any keyword that is not listed is named with file and pointer."""
    root = edit(ORDERS, lambda document: order(document).update({keyword: value}))
    assert faults(root)[0].startswith(
        f"schemas/toy-order.yaml#/$defs/Order/{keyword}: the keyword {keyword} is outside the subset"
    )


@pytest.mark.parametrize(
    ("schema", "place", "message"),
    [
        (True, "", "a boolean schema"),
        ({"type": "string"}, "", "no description"),
        ({"type": "string", "description": " "}, "", "no description"),
        ({"type": "string", "pattern": "a(?=b)", "description": "x"}, "/pattern", "lookaround"),
        ({"type": "string", "pattern": "(?<!a)b", "description": "x"}, "/pattern", "lookaround"),
        ({"type": "string", "pattern": r"(a)\1", "description": "x"}, "/pattern", "backreference"),
        ({"type": "string", "pattern": r"\d+", "description": "x"}, "/pattern", "engines read differently"),
        ({"type": "string", "pattern": "(", "description": "x"}, "/pattern", "does not compile"),
        ({"type": ["object", "string"], "description": "x"}, "/type", "the type"),
        ({"type": ["null", "string"], "description": "x"}, "/type", "the type"),
        ({"type": "date", "description": "x"}, "/type", "the type"),
        ({"minLength": 1, "description": "x"}, "/minLength", "without the type"),
        ({"type": "string", "minimum": 1, "description": "x"}, "/minimum", "without the type"),
        ({"type": "array", "description": "x"}, "", "an array without items"),
        ({"type": "array", "items": False, "description": "x"}, "/items", "a boolean schema"),
        ({"enum": ["a"], "description": "x"}, "/enum", "not of type string"),
        ({"type": ["string", "null"], "enum": ["a"], "description": "x"}, "/enum", "not of type string"),
        ({"type": "string", "enum": ["a", "a"], "description": "x"}, "/enum", "distinct"),
        ({"const": 1.5, "description": "x"}, "/const", "a const"),
        ({"const": 1, "type": "string", "description": "x"}, "/const", "a const"),
        ({"oneOf": [{"type": "string"}], "description": "x"}, "/oneOf/0", "something else than a $ref"),
        ({"allOf": [], "description": "x"}, "/allOf", "wrong size"),
        ({"$ref": "#/$defs/Part", "minLength": 1, "description": "x"}, "/minLength", "beside $ref"),
        ({"$ref": "#/$defs/Nowhere", "description": "x"}, "/$ref", "defines no Nowhere"),
        ({"$ref": "nowhere.yaml#/$defs/A", "description": "x"}, "/$ref", "no such schema file"),
        ({"$ref": "https://example.com/a#/$defs/A", "description": "x"}, "/$ref", "no such schema file"),
        ({"$ref": "#/elsewhere", "description": "x"}, "/$ref", "not of the form"),
        ({"type": "object", "not": {"type": "string"}, "description": "x"}, "/not", "a not of another form"),
        ({"type": "object", "required": ["a"], "description": "x"}, "/required/0", "a is not a property"),
        (
            {
                "type": "object",
                "description": "x",
                "properties": {"a": {"type": "string", "description": "x"}},
                "additionalProperties": {"type": "string"},
            },
            "/additionalProperties",
            "beside properties",
        ),
    ],
)
def test_a_schema_of_another_form_fails_with_its_place(edit: Edit, schema: Any, place: str, message: str) -> None:
    """Forms that other languages' tools read differently, or not at all, are refused where they stand."""
    root = edit(ORDERS, member(schema))
    first = faults(root)[0]
    assert first.startswith(f"schemas/toy-order.yaml#/$defs/Order/properties/odd{place}: ")
    assert message in first


def test_a_name_is_defined_once_in_the_whole_specification(edit: Edit) -> None:
    """A second schema of the same name is refused, naming the file that has the first."""
    root = edit(ORDERS, lambda d: d["$defs"].update(Problem={"type": "string", "description": "x"}))
    assert faults(root)[0] == ("schemas/toy-order.yaml#/$defs/Problem: Problem is also defined in schemas/common.yaml")


def test_schema_files_do_not_go_in_circles(edit: Edit) -> None:
    """Two libraries that need each other are refused: their modules could not import each other."""
    root = edit(
        COMMON,
        lambda d: d["$defs"].update(Odd={"description": "x", "allOf": [{"$ref": "toy-order.yaml#/$defs/Part"}]}),
    )
    assert "common.yaml -> toy-order.yaml -> common.yaml" in faults(root)[0]


def test_a_member_may_not_hide_what_models_can_do(edit: Edit) -> None:
    """A member called as a method of every model is refused."""
    root = edit(ORDERS, lambda d: order(d)["properties"].update(to_wire={"type": "string", "description": "x"}))
    assert "to_wire is an attribute of every generated model" in faults(root)[0]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (lambda d: d["paths"]["/orders"]["post"].pop("description"), "no description"),
        (lambda d: d["paths"]["/orders"]["post"]["parameters"][0].pop("description"), "no description"),
        (lambda d: d["paths"]["/orders"]["post"]["responses"]["202"].pop("description"), "no description"),
        (lambda d: d["paths"]["/orders"]["post"].update(operationId="Create Order"), "the operationId"),
        (lambda d: d["paths"]["/weather"]["get"].update(operationId="getOrder"), "getOrder is used twice"),
        (lambda d: d["paths"]["/orders"]["post"]["responses"].pop("422"), "no 422 for input"),
        (
            lambda d: d["paths"]["/orders"]["post"]["responses"].update(default={"description": "x"}),
            "the status",
        ),
        (lambda d: d["paths"]["/weather"]["get"].update(servers=[]), "servers is outside the subset"),
        (lambda d: d["info"].pop("x-osmosis-server-class"), "no name for the server class"),
        (lambda d: d["info"].update({"x-osmosis-validation-status": 418}), "the validation status 418"),
        (lambda d: d["components"]["responses"].update(Spare={"description": "x"}), "nothing refers to this"),
        (lambda d: d["components"].update(schemas={}), "schemas is outside the subset"),
        (
            lambda d: d["paths"]["/orders"]["post"]["responses"].update({"413": {"$ref": "#/components/responses/No"}}),
            "no such component",
        ),
        (
            lambda d: d["paths"]["/orders/{order_id}"].pop("parameters"),
            "its path parameters differ",
        ),
        (
            lambda d: d["paths"]["/weather"]["get"]["responses"]["200"]["content"].update(
                {"application/json": {"schema": {"type": "object", "description": "x"}}}
            ),
            "a shape written inside the API document",
        ),
        (
            lambda d: d["paths"]["/weather"]["get"]["responses"]["200"].update(
                content={"text/html": {"schema": {"type": "string"}}}
            ),
            "the media type text/html",
        ),
        (
            lambda d: d["paths"]["/orders"]["post"]["requestBody"]["content"]["application/json"]["schema"][
                "x-osmosis-select"
            ].update(present="Receipt"),
            "present and absent are not the two options",
        ),
        (
            lambda d: d["paths"]["/orders"]["post"]["parameters"][1].update(schema={"type": "object"}),
            "a parameter or header of type object",
        ),
    ],
)
def test_an_api_document_of_another_form_is_refused(edit: Edit, how: Callable[[Any], None], message: str) -> None:
    """What stubs and clients cannot be made from is refused, and the fault says what it is."""
    assert any(message in line for line in faults(edit(API, how)))


def test_every_fault_is_reported_at_once(edit: Edit) -> None:
    """A writer sees all faults of all files together, each with a hint."""
    edit(COMMON, lambda d: d["$defs"]["Name"].pop("description"))
    root = edit(ORDERS, member(True))
    lines = faults(root)
    assert len([line for line in lines if "Hint:" in line]) == 2


def test_a_key_that_is_given_twice_is_refused(spec_copy: Path) -> None:
    """YAML that says two things under one key says neither."""
    path = spec_copy / COMMON
    path.write_text(path.read_text() + "title: Again\n")
    with pytest.raises(SpecError, match="the key 'title' is given twice"):
        load_spec(spec_copy)
