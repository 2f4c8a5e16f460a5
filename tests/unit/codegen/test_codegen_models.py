"""The models: strict where they write, tolerant where they read, and never NaN."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

ORDER = {"name": "car", "price": 2}


def kinds(error: pytest.ExceptionInfo[ValidationError]) -> list[tuple[str, tuple[Any, ...]]]:
    return [(fault["type"], fault["loc"]) for fault in error.value.errors()]


def test_an_optional_member_that_is_never_null_is_left_out(models: Any) -> None:
    """None stands for "not there": it is the default, and is not written. Nullable members are written as null."""
    wire = models.Order.read(ORDER).to_wire()
    assert "note" not in wire
    assert wire["label"] is None
    assert wire == {
        **{"name": "car", "price": 2.0, "count": 1, "gift": False, "label": None, "messages": []},
        **{"lid": None, "box": None},
    }


@pytest.mark.parametrize("member", ["note", "colour", "tags", "extra", "from", "prices", "size"])
def test_an_explicit_null_is_refused_where_the_schema_has_none(models: Any, member: str) -> None:
    """In JSON, in a mapping and in the constructor alike."""
    for build in (
        lambda: models.Order.read({**ORDER, member: None}),
        lambda: models.Order.read(f'{{"name": "car", "price": 2, "{member}": null}}'),
        lambda: models.Order(**ORDER, **{"from_" if member == "from" else member: None}),
    ):
        with pytest.raises(ValidationError):
            build()


def test_a_default_of_the_schema_is_the_default(models: Any) -> None:
    order = models.Order(**ORDER)
    assert (order.count, order.gift, order.messages, order.note) == (1, False, [], None)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"price": True}, ("float_type", ("price",))),
        ({"price": "2"}, ("float_type", ("price",))),
        ({"count": True}, ("integer", ("count",))),
        ({"count": 1.5}, ("integer", ("count",))),
        ({"count": "1"}, ("integer", ("count",))),
        ({"count": 0}, ("greater_than_equal", ("count",))),
        ({"gift": 1}, ("bool_type", ("gift",))),
        ({"gift": "true"}, ("bool_type", ("gift",))),
        ({"gift": None}, ("bool_type", ("gift",))),
        ({"name": "Car"}, ("string_pattern_mismatch", ("name",))),
        ({"colour": "blue"}, ("enum", ("colour",))),
        ({"colour": 1}, ("enum", ("colour",))),
        ({"note": ""}, ("string_too_short", ("note",))),
        ({"tags": ["a"] * 4}, ("too_long", ("tags",))),
        ({"tags": ["a", 1]}, ("string_type", ("tags", 1))),
        ({"sizes": [1, True]}, ("integer", ("sizes", 1))),
        ({"prices": {"eur": "1"}}, ("float_type", ("prices", "eur"))),
        ({"box": {}}, ("missing", ("box", "width"))),
        ({"box": {"width": 1, "x": 1}}, ("extra_forbidden", ("box", "x"))),
        ({"extra": []}, ("dict_type", ("extra",))),
        ({"messages": [1]}, ("dict_type", ("messages", 0))),
        ({"callback": "http://127.0.0.1"}, ("member_refused", ())),
    ],
)
def test_a_value_of_another_type_is_refused(models: Any, change: dict[str, Any], fault: Any) -> None:
    """Nothing is turned into another type: no text into numbers, no numbers into booleans."""
    with pytest.raises(ValidationError) as refused:
        models.Order.read_strict({**ORDER, **change})
    assert kinds(refused) == [fault]


def test_a_whole_number_may_be_written_with_a_fraction_of_zero(models: Any) -> None:
    """2.0 is an integer in JSON Schema, and an integer is a number."""
    order = models.Order.read('{"name": "car", "price": 3, "count": 2.0}')
    assert (order.count, type(order.count), order.price, type(order.price)) == (2, int, 3.0, float)


@pytest.mark.parametrize("missing", ["name", "price"])
def test_a_required_member_is_required(models: Any, missing: str) -> None:
    with pytest.raises(ValidationError) as refused:
        models.Order.read({key: value for key, value in ORDER.items() if key != missing})
    assert kinds(refused) == [("missing", (missing,))]


def test_a_required_nullable_member_may_be_null_and_not_absent(models: Any) -> None:
    receipt = {"id": "1", "status": "accepted", "total": 1}
    assert models.Receipt.read({**receipt, "label": None}).label is None
    with pytest.raises(ValidationError):
        models.Receipt.read(receipt)


def test_words_and_enum_members_are_interchangeable(models: Any) -> None:
    """An enum's member is its word: either may be given, and the word is written."""
    order = models.Order(**ORDER, colour="dark-blue")
    assert order.colour is models.Colour.DARK_BLUE
    assert models.Order(**ORDER, colour=models.Colour.RED).to_wire()["colour"] == "red"
    assert models.Colour.RED == "red"


def test_members_that_are_no_python_names_keep_their_wire_names(models: Any) -> None:
    """`from` and `json` are attributes with an underscore, and are read and written under their own names."""
    order = models.Order(**ORDER, from_="me", json_="x")
    assert (order.to_wire()["from"], order.to_wire()["json"]) == ("me", "x")
    assert models.Order.read({**ORDER, "from": "me"}).from_ == "me"
    assert models.Order.read({**ORDER, "from_": "me"}).from_ is None


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "car", "price": NaN}',
        '{"name": "car", "price": Infinity}',
        '{"name": "car", "price": 1e999}',
        '{"name": "car", "price": 1, "extra": {"a": [NaN]}}',
        '{"name": "car", "price": 1, "extra": {"a": [-Infinity]}}',
        '{"name": "car", "price": 1, "extra": {"a": [{"b": 1e999}]}}',
        '{"name": "car", "price": 1, "extra": {"a": ' + "9" * 400 + ".0}}",
        '{"name": "car", "price": 1, "extra": {"a": "\\ud800"}}',
        b'{"name": "car", "price": 1, "extra": {"a": "\xff"}}',
        '{"name": "car", "price": 1, "extra": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"name": "car", "price": 1',
        "",
        "[]",
        "null",
    ],
)
def test_what_is_no_json_of_ours_is_refused(models: Any, text: str | bytes) -> None:
    """NaN and infinity, at any depth; numbers out of range; text that cannot be encoded; broken JSON."""
    with pytest.raises(ValidationError):
        models.Order.read(text)


def test_nan_is_refused_in_the_constructor(models: Any) -> None:
    with pytest.raises(ValidationError):
        models.Receipt(id="1", status="accepted", total=float("nan"), label=None)


def test_reading_keeps_unknown_members_of_closed_and_of_ignoring_objects(models: Any) -> None:
    """A later version's members stay in reach, at any depth; a closed model does not write them."""
    order = models.Order.read({**ORDER, "later": 1, "box": {"width": 1, "later": 2}})
    assert order.model_extra == {"later": 1}
    assert order.box.model_extra == {"later": 2}
    assert "later" not in order.to_wire()


def test_strict_reading_follows_the_schema(models: Any) -> None:
    """Closed objects refuse strangers, silent ones drop them, open ones keep and write them."""
    receipt = {"id": "1", "status": "accepted", "total": 1, "label": None}
    with pytest.raises(ValidationError):
        models.Receipt.read_strict({**receipt, "later": 1})
    assert not models.Order.read_strict({**ORDER, "later": 1}).model_extra
    weather = models.Weather.read_strict({"ok": True, "later": 1})
    assert weather.to_wire() == {"ok": True, "later": 1}


def test_the_options_of_a_union_are_told_apart_by_their_tag(models: Any) -> None:
    """A wrong member is reported in the option that the tag names."""
    receipt = {"id": "1", "status": "accepted", "total": 1, "label": None}
    read = models.Receipt.read({**receipt, "parts": [{"kind": "wheel", "radius": 1}, {"kind": "body"}]})
    assert [type(part).__name__ for part in read.parts] == ["Wheel", "Body"]
    with pytest.raises(ValidationError) as refused:
        models.Receipt.read({**receipt, "parts": [{"kind": "wheel"}]})
    assert kinds(refused) == [("missing", ("parts", 0, "wheel", "radius"))]


@pytest.mark.parametrize(("value", "ok"), [(1, True), (1.0, True), (True, False), ("1", False), (2, False)])
def test_a_constant_is_compared_by_type_too(models: Any, value: Any, ok: bool) -> None:
    receipt = {"id": "1", "status": "accepted", "total": 1, "label": None, "version": value}
    if ok:
        assert models.Receipt.read(receipt).to_wire()["version"] == 1
    else:
        with pytest.raises(ValidationError):
            models.Receipt.read(receipt)


def test_json_is_utf8_and_reads_back(models: Any) -> None:
    order = models.Order(**ORDER, note="größer 🚗")
    assert "größer 🚗".encode() in order.to_json()
    assert models.Order.read(order.to_json()) == order


def test_a_description_is_the_docstring(models: Any) -> None:
    assert models.Receipt.__doc__.startswith("An accepted order.\n")
    assert models.Receipt.model_fields["id"].description == "The order's id."


def test_models_are_imported_when_first_used(toy_package: Path) -> None:
    """Importing the package loads no module of models; an unknown name is an AttributeError."""
    code = (
        "import sys, toy_contract.models as m\n"
        "assert 'toy_contract.models.common' not in sys.modules\n"
        "m.Name\n"
        "assert 'toy_contract.models.common' in sys.modules\n"
        "assert 'toy_contract.models.toy_order' not in sys.modules\n"
        "assert 'Order' in dir(m)\n"
        "assert not hasattr(m, 'Nothing')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=toy_package)


def test_the_bundled_documents_are_self_contained(toy_package: Path) -> None:
    """No reference leads out of a document, and an unknown name says which there are."""
    spec = importlib.import_module("toy_contract.spec")
    assert spec.names() == ["schemas", "shop"]
    for name in spec.names():
        document = spec.load(name)
        for ref in _refs(document):
            here = document
            assert ref.startswith("#/")
            for step in ref[2:].split("/"):
                here = here[step]
    with pytest.raises(LookupError, match="schemas, shop"):
        spec.load("nothing")


def _refs(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [ref for value in node.values() for ref in _refs(value)]
    return [ref for value in node for ref in _refs(value)] if isinstance(node, list) else []
