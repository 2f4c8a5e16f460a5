"""TOML text to values, in a time that its length bounds."""

import re
import tomllib
from typing import Any

__all__ = ["DEEPEST_KEY", "parse_toml"]

DEEPEST_KEY = 100
"""Parts that a dotted key may have. The standard parser's time grows with their square."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    rf"""\"{{3}}.*?(?:\"{{3}}|\Z)|'{{3}}.*?(?:'{{3}}|\Z)|\#[^\n]*+|(?P<key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)""",
    re.DOTALL,
)


def parse_toml(text: str) -> dict[str, Any]:
    """The document. Raises ValueError, with ``(at line …, column …)`` where the place is known, for everything else.

    Refused as well are keys of more than 100 parts, and tables and arrays nested deeper than the parser can follow.
    """
    for token in _TOKEN.finditer(text) if text.count(".") >= DEEPEST_KEY else ():
        key = token["key"] or ""
        if key.count(".") >= DEEPEST_KEY and len(re.findall(_PART, key)) > DEEPEST_KEY:
            raise ValueError(f"a key has more than {DEEPEST_KEY} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("tables or arrays are nested too deeply") from None
