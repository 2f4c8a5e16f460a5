"""Settings of a platform that are no numbers, or are numbers that nothing can keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.settings import SETTINGS_FILE, load_settings

VARIABLE = "OSMOSIS_PLATFORM_TOKEN_DAYS"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("--5", "is not a whole number"),
        ("\N{SUPERSCRIPT TWO}", "is not a whole number"),
        ("9" * 5000, "is not a whole number"),
        ("9" * 25, "is too large"),
        ("-5", "is negative"),
    ],
)
def test_a_variable_that_holds_no_usable_number_is_named(text: str, problem: str, tmp_path: Path):
    """Whatever it holds, the error says which variable, and what to write."""
    with pytest.raises(OsmosisError, match=f"{VARIABLE}: .*{problem}") as raised:
        load_settings(tmp_path, environment={VARIABLE: text})
    assert raised.value.hint


@pytest.mark.parametrize(("text", "problem"), [("true", "is not a whole number"), ("-1", "is negative")])
def test_a_key_of_the_file_that_holds_no_usable_number_is_named(text: str, problem: str, tmp_path: Path):
    """With the file, its table and the key."""
    (tmp_path / SETTINGS_FILE).write_text(f"[limits]\nruns_open = {text}\n")
    with pytest.raises(OsmosisError, match=rf"{SETTINGS_FILE}, \[limits\] runs_open: .*{problem}"):
        load_settings(tmp_path, environment={})


@pytest.mark.parametrize("value", ["[" * 5000, "9" * 5000])
def test_a_file_that_no_parser_follows_is_named(value: str, tmp_path: Path):
    """As any other file that is not valid TOML."""
    (tmp_path / SETTINGS_FILE).write_text(f"token_days = {value}\n")
    with pytest.raises(OsmosisError, match=f"{SETTINGS_FILE} is not valid TOML"):
        load_settings(tmp_path, environment={})
