"""JSON text as another program wrote it: its value, and apart from it everything that is wrong with the text.

Common parsers let through, or correct in silence, what makes two readers see two documents: a key twice in one object,
NaN, half a surrogate pair. Here each is an issue with its place.
"""

from __future__ import annotations

import codecs
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from osmosis_ai.base.text import truncate

__all__ = ["DEEPEST", "JsonDocument", "TextFault", "escaped", "inspect_value", "parse_document"]

DEEPEST = 200
"""Values nested deeper than this are refused: common readers stop there."""

_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_LONGEST_NAME = 80
_SAFE_DIGITS = 300
_TOO_DEEP = f"the value is nested deeper than {DEEPEST} levels"


@dataclass(frozen=True, slots=True)
class TextFault:
    """What is wrong with a text, where (a JSON pointer, empty for the whole), and what to do about it.

    ``harmless``: no reader can misunderstand the text for it.
    """

    pointer: str
    problem: str
    remedy: str
    harmless: bool = False


@dataclass(slots=True)
class JsonDocument:
    """What a text held. ``parsed`` is False where there is no value; then ``faults`` says why."""

    value: Any = None
    parsed: bool = False
    faults: list[TextFault] = field(default_factory=list)


class _Repeated(dict[str, Any]):
    """An object in which keys are repeated."""

    keys_twice: tuple[str, ...] = ()


def parse_document(data: bytes) -> JsonDocument:
    """Parse UTF-8 JSON text and list its issues; where it can be read in spite of them, the value is there too.

    Issues with a value: a byte order mark, a key that repeats (its last value counts), NaN or an infinity or a number
    beyond a double, a lone surrogate. Issues without one: another encoding, text that is not JSON, nesting beyond
    ``DEEPEST``.
    """
    found = JsonDocument()
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        found.faults.append(
            TextFault(
                "",
                "the text begins with a byte order mark",
                "save it as UTF-8 without one; JSON has none",
                harmless=True,
            )
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        found.faults.append(_not_utf8(data, error))
        return found
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        found.faults.append(_no_json(text, error))
        return found
    except RecursionError:
        found.faults.append(_too_deep(""))
        return found
    inspected = inspect_value(value)
    inspected.faults[:0] = found.faults
    return inspected


def inspect_value(value: Any) -> JsonDocument:
    """The issues of a value that is parsed already: numbers, text and nesting, as ``parse_document`` finds them."""
    faults = list(_value_faults(value))
    if faults and faults[-1].problem == _TOO_DEEP:
        return JsonDocument(faults=faults)
    return JsonDocument(value, True, faults)


def escaped(name: object) -> str:
    """A member's name as a part of a JSON pointer."""
    return str(name).replace("~", "~0").replace("/", "~1")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    counts = Counter(name for name, _ in pairs)
    repeated = _Repeated(plain)
    repeated.keys_twice = tuple(name for name, count in counts.items() if count > 1)
    return repeated


def _integer(digits: str) -> float:
    """The integer, or the infinity it comes to where no double holds it."""
    if len(digits) <= _SAFE_DIGITS:
        return int(digits)
    return int(digits) if math.isfinite(float(digits)) else float(digits)


def _value_faults(root: Any) -> Iterator[TextFault]:
    """The issues of a parsed value, in the order of the document. Walks without recursion, for any depth."""
    stack: list[tuple[str, Any, int]] = [("", root, 0)]
    while stack:
        at, value, depth = stack.pop()
        if depth > DEEPEST:
            yield _too_deep(at)
            return
        if isinstance(value, dict):
            yield from _key_faults(value, at)
            stack.extend(
                (f"{at}/{escaped(name)}", entry, depth + 1)
                for name, entry in reversed(value.items())
                if isinstance(entry, (dict, list, str, float))
            )
        elif isinstance(value, list):
            stack.extend(
                (f"{at}/{index}", value[index], depth + 1)
                for index in range(len(value) - 1, -1, -1)
                if isinstance(value[index], (dict, list, str)) or _is_odd(value[index])
            )
        elif isinstance(value, str):
            if _has_surrogate(value):
                yield _surrogate(at, "the text")
        elif _is_odd(value):
            yield TextFault(
                at,
                f"{_number(value)} is not a number that JSON has, or too large for one",
                "leave the member out, or write a finite number",
            )


def _key_faults(value: dict[str, Any], at: str) -> Iterator[TextFault]:
    for name in getattr(value, "keys_twice", ()):
        yield TextFault(
            f"{at}/{escaped(_shown(name))}",
            f"the key {_shown(name)!r} is more than once in its object",
            "keep one of them; readers differ in which they take",
        )
    if any(_has_surrogate(name) for name in value):
        yield _surrogate(at, "a key")


def _is_odd(value: object) -> bool:
    return isinstance(value, float) and value - value != 0


def _number(value: float) -> str:
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]


def _has_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _shown(name: str) -> str:
    return truncate(name.encode("utf-8", "replace").decode(), _LONGEST_NAME)


def _surrogate(at: str, what: str) -> TextFault:
    return TextFault(
        at.encode("utf-8", "replace").decode(),
        f"{what} holds half of a surrogate pair, which is not a character",
        "write the whole character, or U+FFFD in its place",
    )


def _too_deep(at: str) -> TextFault:
    return TextFault(
        at if len(at) <= _LONGEST_NAME else "",
        _TOO_DEEP,
        "flatten it, or keep the inner part as JSON text",
    )


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> TextFault:
    encoding = next((name for mark, name in _ENCODINGS.items() if data.startswith(mark)), None)
    if encoding is not None:
        return TextFault("", f"the text is {encoding}, not UTF-8", "save it as UTF-8")
    return TextFault(
        "", f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8", "save the text as UTF-8"
    )


def _no_json(text: str, error: json.JSONDecodeError) -> TextFault:
    if not text.strip():
        return TextFault("", "there is no text in it", "write the document again")
    if error.pos >= len(text.rstrip()):
        problem = f"the text ends in the middle of the JSON, in line {error.lineno}"
        return TextFault("", problem, "write the document again; it may have been cut off")
    said = error.msg[:1].lower() + error.msg[1:]
    problem = f"line {error.lineno}, column {error.colno} is not JSON: {said}"
    return TextFault("", problem, "correct the text there; JSON has no comments, single quotes or trailing commas")
