"""The gate against incompatible changes of the specification: what it lets through, and what it stops."""

from typing import Any

import pytest
from codegen.compatibility import breaks_since_release, compare_documents, main

OBJECT: dict[str, Any] = {
    "type": "object",
    "required": ["a"],
    "properties": {"a": {"type": "string"}, "b": {"type": "string", "enum": ["x", "y"]}},
}


def changed(**members: Any) -> dict[str, Any]:
    return {**OBJECT, **members}


def api(body: dict[str, Any], answer: dict[str, Any], **operation: Any) -> dict[str, Any]:
    def content(schema: dict[str, Any]) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": schema}}}

    post = {"requestBody": content(body), "responses": {"200": content(answer)}} | operation
    return {"paths": {"/things": {"post": post}}}


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return compare_documents(old, new, "things")


MORE = {**OBJECT["properties"], "c": {"type": "integer"}}
NULLABLE = {**OBJECT["properties"], "a": {"type": ["string", "null"]}}
FEWER_WORDS = {**OBJECT["properties"], "b": {"type": "string", "enum": ["x"]}}
MORE_WORDS = {**OBJECT["properties"], "b": {"type": "string", "enum": ["x", "y", "z"]}}
ONLY_A = {"a": OBJECT["properties"]["a"]}


@pytest.mark.parametrize(
    "new",
    [
        api(changed(properties=MORE), changed(properties=MORE)),
        api(changed(properties=NULLABLE), OBJECT),
        api(changed(required=[]), changed(required=["a", "b"])),
        api(changed(properties=MORE_WORDS), changed(properties=MORE_WORDS)),
        api(OBJECT, OBJECT, parameters=[{"in": "query", "name": "p", "schema": {"type": "string"}}]),
    ],
    ids=["members", "null-accepted", "required", "words", "parameter"],
)
def test_what_may_change_within_a_version(new: dict[str, Any]):
    """More may be accepted, and more may be sent."""
    assert breaks(api(OBJECT, OBJECT), new) == []


def test_an_operation_that_was_not_served_may_be_served():
    """Its 501 may go: nobody could use it."""
    described = api(OBJECT, OBJECT, responses={"501": {"description": "It is not served."}})
    assert breaks(described, api(OBJECT, OBJECT)) == []


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (api(changed(required=["a", "b"]), OBJECT), "is now required"),
        (api(changed(properties=FEWER_WORDS), OBJECT), "does not take y any more"),
        (api(changed(additionalProperties=False), OBJECT), "does not take unknown members"),
        (api(changed(properties={**MORE, "a": {"type": "string", "maxLength": 5}}), OBJECT), "maxLength is 5"),
        (api(OBJECT, changed(properties=NULLABLE)), "may now be null"),
        (api(OBJECT, changed(properties=ONLY_A)), ".b: is gone"),
        (api(OBJECT, changed(required=[])), "may now be absent"),
        (api(OBJECT, OBJECT, responses={}), "is not answered any more"),
        (
            api(OBJECT, OBJECT, parameters=[{"in": "query", "name": "p", "required": True, "schema": {}}]),
            "is a new required parameter",
        ),
        ({"paths": {}}, "is gone"),
    ],
)
def test_what_breaks_whoever_reads_or_writes_by_the_released_one(new: dict[str, Any], said: str):
    """Each break is named with its place."""
    assert said in " ".join(breaks(api(OBJECT, OBJECT), new))


def test_files_are_sent_and_configs_are_accepted():
    """A config's schema may grow in what it takes, a file's in what it has."""
    old = {"$defs": {"RunFile": OBJECT, "RunConfig": OBJECT}}
    assert breaks(old, {"$defs": {"RunFile": OBJECT, "RunConfig": changed(required=[])}}) == []
    assert breaks(old, {"$defs": {"RunFile": changed(required=[]), "RunConfig": OBJECT}}) == [
        "RunFile.a: may now be absent"
    ]


def test_the_specification_is_compatible_with_the_released_one(capsys: pytest.CaptureFixture[str]):
    """What is not has a reason."""
    assert main() == 0, capsys.readouterr().out
    assert isinstance(list(breaks_since_release()), list)
