"""TOML is parsed in a time that its length bounds."""

from __future__ import annotations

import pytest

from osmosis_ai.base.config.source import ConfigSource
from osmosis_ai.base.config.toml_text import DEEPEST_KEY, parse_toml

PARTS = DEEPEST_KEY + 1


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * PARTS) + " = 1",
        "[" + " . ".join(["a"] * PARTS) + "]",
        "x = {" + ".".join(['"a.b"'] * PARTS) + " = 1}",
        ".".join(["'a'"] * PARTS) + "=1",
    ],
    ids=["key", "header", "inline", "quoted"],
)
def test_key_of_too_many_parts_is_refused_before_it_is_parsed(text: str):
    """The standard parser takes minutes for a key of 60,000 parts; one of more than 100 does not reach it."""
    with pytest.raises(ValueError, match="more than 100 parts"):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * DEEPEST_KEY) + " = 1",
        'a = "' + "x." * 300 + '"',
        "a = '''\n" + "x." * 300 + "\n'''",
        "# " + "x." * 300,
        '"' + "." * 300 + '" = 1',
        "a = [" + "1.5, " * 300 + "]",
    ],
    ids=["100 parts", "string", "long string", "comment", "one quoted part", "numbers"],
)
def test_points_elsewhere_are_no_parts_of_a_key(text: str):
    """Texts, comments and numbers may hold any number of points."""
    parse_toml(text)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "{a = " * 100_000], ids=["arrays", "tables"])
def test_nesting_beyond_the_parser_is_an_error_in_words(text: str):
    """Arrays and inline tables nested without end are refused, not a crash."""
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_toml(text)


def test_line_is_not_looked_for_in_a_large_file():
    """Finding a line costs many times the parsing: a file beyond 64 KiB is reported on without lines."""
    text = "#" * 70_000 + "\nkey = 1\n"
    assert ConfigSource("x", text, {}).line("key") is None
    assert ConfigSource("x", text[-100:], {}).line("key") == 2
