"""Whole numbers as they come from outside: how large one may be, and one that is written as text."""

from __future__ import annotations

__all__ = ["INT64", "short_number"]

INT64 = range(-(2**63), 2**63)
"""Whole numbers of 64 bits."""


def short_number(text: str, *, digits: int = 18) -> int | None:
    """The number that a text of ASCII digits is, no more than `digits` of them; None for any other text.

    18 digits fit into 64 bits, whichever they are.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
