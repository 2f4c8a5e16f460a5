"""JSON text, and everything that can be wrong with it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_ai.base.files.json_document import DEEPEST, inspect_value, parse_document

CHARACTERS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
    | CHARACTERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(CHARACTERS, inner, max_size=4),
)  # fmt: skip


def faults(data: bytes) -> list[tuple[str, str]]:
    """Pointer and problem of each fault."""
    return [(fault.pointer, fault.problem) for fault in parse_document(data).faults]


@given(PLAIN)
def test_what_is_in_order_comes_back_without_a_fault(value: object):
    """Any finite JSON value is read as it is, however it was escaped."""
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        document = parse_document(text.encode())
        assert (document.parsed, document.value, document.faults) == (True, value, [])


@pytest.mark.parametrize(
    ("data", "pointer", "problem"),
    [
        (b"\xef\xbb\xbf{}", "", "the text begins with a byte order mark"),
        (b'{"a/b": {"~": NaN}}', "/a~1b/~0", "NaN is not a number that JSON has, or too large for one"),
        (b'{"a": [1, -Infinity]}', "/a/1", "-Infinity is not a number that JSON has, or too large for one"),
        (b'{"a": 1e999}', "/a", "Infinity is not a number that JSON has, or too large for one"),
        (b'{"a": [1' + b"0" * 400 + b"]}", "/a/0", "Infinity is not a number that JSON has, or too large for one"),
        (b'{"a": -1' + b"0" * 9000 + b"}", "/a", "-Infinity is not a number that JSON has, or too large for one"),
        (b'{"a": [{"b": 1, "b": 2}]}', "/a/0/b", "the key 'b' is more than once in its object"),
        (rb'{"a": ["\ud800"]}', "/a/0", "the text holds half of a surrogate pair, which is not a character"),
        (rb'{"a": {"\udfff": 1}}', "/a", "a key holds half of a surrogate pair, which is not a character"),
    ],
)
def test_fault_that_leaves_a_value_is_told_with_its_place(data: bytes, pointer: str, problem: str):
    """The value can still be looked at, and the one fault has its pointer."""
    document = parse_document(data)
    assert document.parsed
    assert faults(data) == [(pointer, problem)]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "there is no text in it"),
        (b" \n", "there is no text in it"),
        (b'{"a": \xff}', "byte 0xff at offset 6 is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "the text is UTF-16, not UTF-8"),
        (b'{"a": [1, 2', "the text ends in the middle of the JSON, in line 1"),
        (b"{'a': 1}", "line 1, column 2 is not JSON: expecting property name enclosed in double quotes"),
        (b'{"a": 1}\n{}', "line 2, column 1 is not JSON: extra data"),
    ],
)
def test_text_without_a_value_has_one_fault(data: bytes, problem: str):
    """Another encoding, text cut off, and text that is not JSON are each told in a sentence of their own."""
    document = parse_document(data)
    assert not document.parsed
    assert faults(data) == [("", problem)]


@pytest.mark.parametrize("levels", [DEEPEST + 1, 900, 5_000, 200_000])
def test_nesting_beyond_the_bound_is_a_fault_at_any_depth(levels: int):
    """However deep, there is no crash: one fault, and no value."""
    document = parse_document(b"[" * (levels + 1) + b"]" * (levels + 1))
    assert not document.parsed
    assert [fault.problem for fault in document.faults] == [f"the value is nested deeper than {DEEPEST} levels"]


def test_nesting_up_to_the_bound_is_in_order():
    """The deepest value that is read has 200 levels above it."""
    assert parse_document(b"[" * DEEPEST + b'"x"' + b"]" * DEEPEST).parsed


def test_value_that_holds_itself_is_too_deep():
    """A cycle ends at the bound."""
    cycle: list[object] = []
    cycle.append(cycle)
    assert not inspect_value(cycle).parsed


def test_every_fault_of_a_text_is_told_in_its_order():
    """Several faults of one text are all listed, as they come."""
    data = rb'{"b": NaN, "a": {"x": 1, "x": 2, "y": "\ud800"}, "c": 1e999}'
    assert [pointer for pointer, _ in faults(data)] == ["/b", "/a/x", "/a/y", "/c"]
