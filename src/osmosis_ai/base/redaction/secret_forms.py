"""The forms in which programs write a secret down: as it is, encoded, or with some of its characters escaped.

A form without choices is a literal. One in which each character may or may not be escaped is an `EscapedPattern`.
Everything is in bytes of UTF-8. A line feed in a form that is not a literal is always an escaped one.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
from base64 import b64encode
from collections.abc import Collection, Iterator

__all__ = ["MARKS", "EscapedPattern", "escaped_patterns", "literals"]

_KEY_LINE = re.compile(r"[A-Za-z0-9+/=_-]{16,}")
_WORD = re.compile(r"[A-Za-z0-9]+")
_UNIT = re.compile(r"(\\*)([^\\]|\Z)", re.DOTALL)  # backslashes, and the character that follows them
_SHORT_ESCAPES = {"\n": b"n", "\r": b"r", "\t": b"t", "\b": b"b", "\f": b"f"}
MARKS = (b"%", b"%25", b"+", b"\\", b"\\u")  # what an escape begins with
_PERCENT = rb"%(?:25){0,2}"  # twice encoded again at most
_DEEP = 8  # backslashes that one becomes when it is escaped three times, as JSON in JSON in JSON is
_BEFORE_CODES = ((b"%", b"%"), (b"%25", b"25"), (b"\\u", b"u00"))
_MOST_OF_A_SLASH = len("%25255C")
_MOST_OF_A_BYTE = _MOST_OF_A_SLASH * _DEEP + len("U0001F600")  # of UTF-8, however deep it is escaped


def literals(value: str) -> set[bytes]:
    """The forms of a secret without choices: itself, hexadecimal, base64 at any offset of what was encoded.

    Of one with several lines also each line that looks like a part of a key, since such lines are printed, indented
    and quoted one by one.
    """
    data = _utf8(value)
    forms = {data, data.replace(b"\n", b"\r\n"), data.hex().encode(), data.hex().upper().encode()}
    encoded = [b64encode(data).decode().rstrip("="), *_base64_cores(data)]
    forms.update(form.encode() for text in encoded for form in (text, _url_safe(text)))
    lines = value.split("\n")
    if len(lines) > 1:
        forms.update(line.strip().encode() for line in lines if _KEY_LINE.fullmatch(line.strip()))
    with contextlib.suppress(UnicodeEncodeError):
        forms.add(os.fsencode(value))  # a variable that is not UTF-8
    return forms


def escaped_patterns(value: str) -> list[EscapedPattern]:
    """The forms of a secret with choices: its characters, or those of its base64, escaped as JSON and URLs do."""
    cores = [core for core in _base64_cores(_utf8(value)) if not core.isalnum()]
    return [EscapedPattern(text) for text in (value, *cores)]


class EscapedPattern:
    """A text in which any character may be percent-encoded or escaped by backslashes.

    As URLs are (either case of the digits, `+` for a space, encoded once more), as JSON is (`\\"`, `\\/`, `\\n`,
    `\\u00e9`, JSON in JSON), and as Python shows texts and bytes. `longest` bounds the bytes of a match.
    """

    def __init__(self, text: str) -> None:
        self._units = [(len(run), char) for run, char in _UNIT.findall(text) if run or char]
        self.longest = sum(_longest(run, char) for run, char in self._units)
        self._anchors = _anchors(text)

    def may_be_in(self, data: bytes, marks: Collection[bytes]) -> bool:
        """Whether the pattern is worth trying, at a small part of its cost; `marks` are those of MARKS in the data."""
        return any(anchor in data for mark, anchor in self._anchors if mark in marks)

    @functools.cached_property
    def pattern(self) -> re.Pattern[bytes]:
        """Matches the text however its characters are written. Compiled when it is first needed."""
        return re.compile(b"".join(_unit(run, char) for run, char in self._units))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _base64_cores(data: bytes) -> Iterator[str]:
    """For each of the three alignments, what the base64 of every text has in common that has the data there."""
    for before in range(3):
        encoded = b64encode(b"\0" * before + data).decode()
        yield encoded[-(-8 * before // 6) : 8 * (before + len(data)) // 6]


def _url_safe(text: str) -> str:
    return text.replace("+", "-").replace("/", "_")


def _anchors(text: str) -> list[tuple[bytes, bytes]]:
    """Marks, each with what is beside it wherever characters of the text are escaped so.

    Encoders treat ASCII letters and digits alike: the longest word of the text is there, or its first letter's code.
    """
    word = max(_WORD.findall(text), key=len, default="").encode()
    anchors = [] if word == _utf8(text) else [(mark, word) for mark in MARKS if len(mark) == 1]
    if word:
        codes = {word[:1].hex().encode(), word[:1].hex().upper().encode()}
        anchors += [(mark, before + code) for mark, before in _BEFORE_CODES for code in sorted(codes)]
    return anchors


def _unit(run: int, char: str) -> bytes:
    """So many backslashes and a character, as a pattern; the character is empty at the end of a text."""
    if not char:
        return _slashes(run, _DEEP * run)
    percent = b"".join(_PERCENT + _digits(byte, 2) for byte in _utf8(char))
    raw = b"[ +]" if char == " " else re.escape(_utf8(char))
    plain = percent if char == "\n" else raw + b"|" + percent
    escaped = b"|".join(_escapes(char))
    if run:
        unit = rb"%s(?:%s|%s)" % (_slashes(run, _DEEP * (run + 1)), plain, escaped)
    elif char.isalnum() or char == "%":  # a slash before a percent sign may be a percent-encoded one of the secret's
        unit = rb"(?:%s|%s(?:%s))" % (plain, _slashes(1, _DEEP), escaped)
    else:
        unit = rb"(?:%s(?:%s)|%s(?:%s))" % (_slashes(0, _DEEP), plain, _slashes(1, _DEEP), escaped)
    return rb"(?:%sr|%s0[dD])?" % (_slashes(1, _DEEP), _PERCENT) + unit if char == "\n" else unit


def _longest(run: int, char: str) -> int:
    """Bytes that a unit can take; a line feed may have a carriage return before it."""
    of_char = _MOST_OF_A_BYTE * len(_utf8(char)) * (2 if char == "\n" else 1)
    return _MOST_OF_A_SLASH * _DEEP * run + of_char


def _slashes(fewest: int, most: int) -> bytes:
    """So many backslashes, each perhaps encoded. They are not given back, so that no text takes long to try."""
    return rb"(?:\\u005[cC]|\\|%s5[cC]){%d,%d}+" % (_PERCENT, fewest, most)


def _escapes(char: str) -> Iterator[bytes]:
    """What may follow a backslash, or several, to mean the character."""
    between = _slashes(1, _DEEP)
    utf16 = char.encode("utf-16-be", "surrogatepass")
    units = [utf16[at] << 8 | utf16[at + 1] for at in range(0, len(utf16), 2)]
    yield between.join(b"u" + _digits(unit, 4) for unit in units)
    yield b"U" + _digits(ord(char), 8)
    if not (char.isascii() and char.isalnum()):
        yield between.join(b"x" + _digits(byte, 2) for byte in _utf8(char))
        if char <= "\xff":
            yield b"x" + _digits(ord(char), 2)
    if char in _SHORT_ESCAPES:
        yield _SHORT_ESCAPES[char]


def _digits(number: int, width: int) -> bytes:
    """Hexadecimal digits, in either case."""
    digits = f"{number:0{width}x}"
    return "".join(f"[{digit}{digit.upper()}]" if digit.isalpha() else digit for digit in digits).encode()
