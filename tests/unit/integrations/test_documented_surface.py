"""Every module, name and keyword that the product's rollout pages use is here, and takes what they give it."""

from __future__ import annotations

import importlib
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

SURFACE = json.loads(Path(__file__).with_name("documented_surface.json").read_text())
OURS, FRAMEWORKS = SURFACE["rollout"], SURFACE["frameworks"]  # those of Harbor: tests/harbor/test_construction.py


def resolved(path: str) -> Any:
    module, _, names = path.partition(":")
    value: Any = importlib.import_module(module)
    for name in names.split("."):
        value = getattr(value, name)
    return value


def named(entry: dict[str, Any]) -> str:
    return f"{entry['page']} {entry['name'].rpartition(':')[2]}"


@pytest.mark.parametrize("entry", [*OURS, *FRAMEWORKS], ids=named)
def test_a_documented_name_is_there_and_takes_its_keywords(entry):
    """It can be imported from where the page imports it, and called with the arguments the page gives."""
    found = resolved(entry["name"])
    if "keywords" in entry or "positional" in entry:
        arguments = [None] * entry.get("positional", 0)
        inspect.signature(found).bind(*arguments, **dict.fromkeys(entry.get("keywords", ())))


@pytest.mark.parametrize("entry", [entry for entry in [*OURS, *FRAMEWORKS] if "members" in entry], ids=named)
def test_a_documented_member_is_there(entry):
    """Fields and methods that a page reads are on the class."""
    found = resolved(entry["name"])
    assert [name for name in entry["members"] if not hasattr(found, name)] == []
