"""Building contract objects whose optional members may be unknown."""

from __future__ import annotations

from typing import Any

__all__ = ["omit_none"]


def omit_none(**members: Any) -> dict[str, Any]:
    """The members that are not None. An optional member of the contract is left out, never null."""
    return {name: value for name, value in members.items() if value is not None}
