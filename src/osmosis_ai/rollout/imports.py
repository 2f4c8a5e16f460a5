"""Objects given as themselves or as `"module:attribute"`."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["resolve_object"]


def resolve_object(value: Any) -> Any:
    """The object itself, or what a `"module:attribute"` string names (attributes may be dotted).

    Raises ValueError for a string of another form, ImportError or AttributeError when it names nothing.
    """
    if not isinstance(value, str):
        return value
    module_name, colon, path = value.partition(":")
    if not (module_name and colon and path):
        raise ValueError(f"{value!r} names no object; write it as 'module:attribute'")
    found: Any = importlib.import_module(module_name)
    for name in path.split("."):
        found = getattr(found, name)
    return found
