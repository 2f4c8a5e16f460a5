"""JSON text from a dataset, with faults a person can act on.

A key that repeats in one object keeps its last value, as common JSON readers do. Integers of any size (up to
4300 digits) stay exact. NaN and Infinity are read; whether a cell may hold them is for the row's rules to
say.
"""

import json
from typing import Any

from pydantic_core import from_json

from osmosis_ai.datasets.errors import RowFault


def parse_json(data: bytes, what: str) -> Any:
    """The value that `data` holds. Raises RowFault starting with `what`, or naming a lone surrogate."""
    try:
        return from_json(data, cache_strings="keys")
    except ValueError as error:
        where = _lone_surrogate(data)
        if where is None:
            raise RowFault(f"{what}: {error}.") from None
        raise RowFault(
            f"{where} holds half of a surrogate pair (\\ud800 to \\udfff), which is not a character.",
            hint="Write the whole character, or U+FFFD in its place; half a pair cannot be sent as UTF-8.",
        ) from None


def _lone_surrogate(data: bytes) -> str | None:
    """Where in JSON text the first lone surrogate is; None if the text is at fault in another way."""
    try:
        return _find_surrogate(json.loads(data), "")
    except (ValueError, RecursionError):
        return None


def _find_surrogate(value: Any, path: str) -> str | None:
    if isinstance(value, str):
        return (path or "it") if _has_surrogate(value) else None
    if isinstance(value, list):
        parts = ((item, f"{path}[{at}]") for at, item in enumerate(value))
    elif isinstance(value, dict):
        if any(_has_surrogate(key) for key in value):
            return f"a key of {path}" if path else "a key"
        parts = ((item, f"{path}.{key}" if path else key) for key, item in value.items())
    else:
        return None
    return next((found for item, where in parts if (found := _find_surrogate(item, where))), None)


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
