"""JSON text from a dataset, with faults a person can act on.

Stricter than common readers: a key twice in one object is a fault, not silently its last value, and so are NaN, an
infinity and half a surrogate pair. Integers of any size (up to 4300 digits) stay exact.
"""

import json
import math
import re
from typing import Any

import msgspec

from osmosis_ai.datasets.errors import RowFault

_DEEPEST = 190
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)


def parse_json(data: bytes, what: str, *, root: str = "", offset: int | None = None) -> Any:
    """The value that `data` holds. Raises RowFault that starts with `what`, or names the member at fault.

    `root` is the name of the value itself, `offset` where the data begins in its file, for faults that have a place.
    """
    try:
        value = _decode(data)
    except ValueError as error:
        raise _fault(data, what, error, root, offset) from None
    if string_delimiters(data) != 2 * _strings(value):
        raise _repeated_key(data)
    return value


def _decode(data: bytes) -> Any:
    """Raises ValueError. Nesting is limited to what the parsers of later steps read."""
    if data.count(b"[") + data.count(b"{") <= _DEEPEST:
        try:
            return msgspec.json.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass  # the other parser says better what is wrong, and takes 1e999
    from pydantic_core import from_json

    return from_json(data, allow_inf_nan=False)


def string_delimiters(data: bytes) -> int:
    """How many double quotes of JSON text begin or end a string; the others are escaped."""
    if b"\\" not in data:
        return data.count(b'"')
    unescaped = data.replace(b"\\\\", b"")
    return unescaped.count(b'"') - unescaped.count(b'\\"')


def _strings(value: Any) -> int:
    """How many strings the text of `value` has, keys included. A key that was given twice makes the text have more."""
    kind = type(value)
    if kind is str:
        return 1
    count = 0
    if kind is dict:
        count = len(value)
        value = value.values()
    elif kind is not list:
        return 0
    for item in value:
        kind = type(item)
        if kind is str:
            count += 1
        elif kind is dict or kind is list:
            count += _strings(item)
    return count


def _repeated_key(data: bytes) -> RowFault:
    """The fault of text in which a key is given twice, naming the first such key."""
    repeated: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                repeated.append(key)
            found[key] = value
        return found

    json.loads(data, object_pairs_hook=collect)
    return RowFault(
        f"the key {json.dumps(repeated[0], ensure_ascii=False)} is given twice in one object.",
        hint="Keep one of the two: readers disagree on which of them counts.",
    )


def _fault(data: bytes, what: str, error: ValueError, root: str, offset: int | None) -> RowFault:
    said = str(error).replace(" at line 1 column ", " at column ")  # the line of the file is another
    try:
        lenient = json.loads(data)
    except (ValueError, RecursionError):
        return RowFault(f"{what}: {said}.")
    where = _find_surrogate(lenient, root)
    if where is not None:
        place = "" if offset is None else f" at offset {offset + _lone_half(data)}"
        return RowFault(
            f"{where} holds half of a surrogate pair (\\ud800 to \\udfff){place}, which is not a character.",
            hint="Write the whole character, or U+FFFD in its place; half a pair cannot be sent as UTF-8.",
        )
    where = _find_constant(lenient, root)
    if where is not None:
        return RowFault(f"{where}, which is not JSON.", hint="Write null, or leave the key out.")
    return RowFault(f"{what}: {said}.")


def _lone_half(data: bytes) -> int:
    """Where the first escape of half a surrogate pair stands in JSON text that has one."""
    high = None
    for escape in _ESCAPE.finditer(data):
        code = int(escape[1], 16) if escape[1] else 0
        is_low = 0xDC00 <= code <= 0xDFFF  # noqa: PLR2004
        if high is not None and not (is_low and escape.start() == high + 6):
            return high
        if is_low and high is None:
            return escape.start()
        high = escape.start() if 0xD800 <= code <= 0xDBFF else None  # noqa: PLR2004
    return high or 0


def _find_constant(value: Any, path: str) -> str | None:
    """The first number of leniently read JSON that JSON does not have, as `path is NaN`."""
    if isinstance(value, float) and value - value != 0:
        name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        return f"{path or 'the value'} is {name}"
    return next((found for item, where in _members(value, path) if (found := _find_constant(item, where))), None)


def _find_surrogate(value: Any, path: str) -> str | None:
    """Where in leniently read JSON the first lone surrogate is."""
    if isinstance(value, str):
        return (path or "it") if _has_surrogate(value) else None
    if isinstance(value, dict) and any(_has_surrogate(key) for key in value):
        return f"a key of {path}" if path else "a key"
    return next((found for item, where in _members(value, path) if (found := _find_surrogate(item, where))), None)


def _members(value: Any, path: str) -> list[tuple[Any, str]]:
    if isinstance(value, list):
        return [(item, f"{path}[{at}]") for at, item in enumerate(value)]
    if isinstance(value, dict):
        return [(item, f"{path}.{key}" if path else key) for key, item in value.items()]
    return []


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
