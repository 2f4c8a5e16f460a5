"""The text of a trajectory file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json

from osmosis_contract.models.trajectory import Trajectory

__all__ = ["format_trajectory_json", "indented"]

# A line break inside a string is escaped, so a raw one is layout: `[` at a line's end always opens an array.
_NUMBER = r"-?+\d[\d.eE+-]*+"
_NUMBERS = re.compile(rf"\[\n *+({_NUMBER}(?:,\n *+{_NUMBER})*+)\n *+\]")
_BREAK = re.compile(r",\n *+")


def _on_one_line(numbers: re.Match[str]) -> str:
    return f"[{_BREAK.sub(', ', numbers[1])}]"


def indented(value: Any) -> str:
    """JSON indented by two spaces, with characters outside ASCII escaped and arrays of numbers on one line.

    Raises ValueError for what JSON cannot carry, and for values nested more than about 250 deep.
    """
    return _NUMBERS.sub(_on_one_line, to_json(value, indent=2, ensure_ascii=True).decode("ascii"))


def format_trajectory_json(document: Trajectory | Mapping[str, Any]) -> str:
    """The text of the document's file: members without a value are left out, there is no newline at the end.

    Raises ValueError for a mapping that is no trajectory.
    """
    if not isinstance(document, Trajectory):
        document = Trajectory.read(document)
    return indented(document.model_dump(mode="json", by_alias=True, exclude_unset=True))
