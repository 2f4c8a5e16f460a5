"""Whether a value is as a case expects it: a pattern in JSON, with a few words that begin with `$`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

__all__ = ["OPERATORS", "mismatch"]

_ABSENT: Any = object()
_SHOWN = 300
_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "null": lambda value: value is None,
}


def mismatch(pattern: Any, value: Any, at: str = "") -> str | None:
    """What is not as expected, and where; None where everything is.

    An object holds at least the members of the pattern, a list is as long as the pattern's. Numbers are compared by
    value, and a boolean is no number.
    """
    if isinstance(pattern, dict):
        if len(pattern) == 1 and (word := next(iter(pattern))) in OPERATORS:
            return OPERATORS[word](pattern[word], value, at)
        if not isinstance(value, dict):
            return _differs(at, f"an object with {', '.join(pattern)}", value)
        found = (mismatch(item, value.get(key, _ABSENT), f"{at}/{key}") for key, item in pattern.items())
        return next((problem for problem in found if problem is not None), None)
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(value) != len(pattern):
            return _differs(at, f"a list of {len(pattern)}", value)
        each = (mismatch(item, value[index], f"{at}/{index}") for index, item in enumerate(pattern))
        return next((problem for problem in each if problem is not None), None)
    same = value is not _ABSENT and type(pattern) is type(value) and pattern == value
    numbers = _TYPES["number"](pattern) and _TYPES["number"](value) and pattern == value
    return None if same or numbers else _differs(at, json.dumps(pattern), value)


def _any(options: list[Any], value: Any, at: str) -> str | None:
    if any(mismatch(option, value, at) is None for option in options):
        return None
    return _differs(at, f"one of {json.dumps(options)}", value)


def _not(pattern: Any, value: Any, at: str) -> str | None:
    return None if mismatch(pattern, value, at) else _differs(at, f"anything but {json.dumps(pattern)}", value)


def _type(name: str, value: Any, at: str) -> str | None:
    return None if value is not _ABSENT and _TYPES[name](value) else _differs(at, f"a value of type {name}", value)


def _matches(expression: str, value: Any, at: str) -> str | None:
    fits = isinstance(value, str) and re.search(expression, value) is not None
    return None if fits else _differs(at, f"text that matches {expression}", value)


def _text(expression: str, value: Any, at: str) -> str | None:
    fits = value is not _ABSENT and re.search(expression, json.dumps(value)) is not None
    return None if fits else _differs(at, f"JSON text that matches {expression}", value)


def _absent(_: Any, value: Any, at: str) -> str | None:
    return None if value is _ABSENT else _differs(at, "nothing", value)


def _has(items: list[Any], value: Any, at: str) -> str | None:
    if not isinstance(value, list):
        return _differs(at, "a list", value)
    for item in items:
        if all(mismatch(item, found) for found in value):
            return _differs(at, f"a list with {json.dumps(item)}", value)
    return None


def _at_least(bound: float, value: Any, at: str) -> str | None:
    return None if _TYPES["number"](value) and value >= bound else _differs(at, f"{bound} or more", value)


def _at_most(bound: float, value: Any, at: str) -> str | None:
    return None if _TYPES["number"](value) and value <= bound else _differs(at, f"{bound} or less", value)


def _size(count: int, value: Any, at: str) -> str | None:
    fits = isinstance(value, (str, list, dict)) and len(value) == count
    return None if fits else _differs(at, f"{count} of something", value)


def _differs(at: str, expected: str, value: Any) -> str:
    came = "nothing" if value is _ABSENT else json.dumps(value, default=str)
    came = came if len(came) <= _SHOWN else came[:_SHOWN] + "…"
    return f"{at or '/'}: expected {expected}, came {came}"


OPERATORS: dict[str, Callable[[Any, Any, str], str | None]] = {
    "$any": _any,
    "$not": _not,
    "$type": _type,
    "$matches": _matches,
    "$text": _text,
    "$absent": _absent,
    "$has": _has,
    "$at_least": _at_least,
    "$at_most": _at_most,
    "$size": _size,
}
