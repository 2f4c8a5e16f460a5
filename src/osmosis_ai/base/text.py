"""Text for people: shortened, on one line, without what a terminal obeys or what reorders a line; and figures."""

from __future__ import annotations

import math
import re
import unicodedata

__all__ = ["duration_text", "one_line", "printable", "size_text", "truncate"]

_BYTE_UNITS = ("KB", "MB", "GB", "TB")
_STEP = 1024
_MINUTE = 60

_LINE_BREAKS = re.compile(r"\r\n|[\t\n\r\v\f\x85\u2028\u2029]")
_SAFE = re.compile(r"[\n\t\x20-\x7e]*")
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # controls, bidi and other format marks, half pairs
_JOINERS = frozenset("\u200c\u200d")  # of Persian, of Indian scripts and of emoji: they move nothing


def truncate(text: str, limit: int) -> str:
    """The text in at most ``limit`` characters (1 or more), an ellipsis at the end of one that was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def printable(value: object) -> str:
    """``value`` as text that neither controls a terminal nor reorders what is around it.

    Control characters, escapes, bidirectional marks and lone surrogates are written as Python escapes (``\\x1b``,
    ``\\u202e``); line feeds and tabs stay.
    """
    text = str(value)
    return text if _SAFE.fullmatch(text) else "".join(map(_shown, text))


def one_line(value: object) -> str:
    """``value`` as one line, or one cell of tab-separated output: line breaks and tabs become spaces."""
    return printable(_LINE_BREAKS.sub(" ", str(value)))


def size_text(count: int) -> str:
    """A number of bytes as published commands write it: ``240 B``, ``2.4 KB``, where 1 KB is 1024 bytes."""
    if count < _STEP:
        return f"{count} B"
    power = min(int(math.log(count, _STEP)), len(_BYTE_UNITS))
    return f"{count / _STEP**power:.1f} {_BYTE_UNITS[power - 1]}"


def duration_text(milliseconds: float) -> str:
    """A duration in the unit a person would choose."""
    seconds = milliseconds / 1000
    if seconds < 1:
        return f"{milliseconds:.0f} ms"
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    minutes, seconds = divmod(round(seconds), _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s"


def _shown(char: str) -> str:
    if char in "\n\t" or char in _JOINERS or unicodedata.category(char) not in _UNSAFE_CATEGORIES:
        return char
    return char.encode("unicode_escape").decode()
