"""JSON text to values and back, where speed matters: pydantic's parser, and Python's own for what that one refuses.

For a document whose every fault is to be listed there is ``files/json_document.py``.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from pydantic_core import PydanticSerializationError, from_json, to_json

__all__ = ["decode", "encode"]


def decode(raw: bytes | str, *, constants: bool = False) -> Any:
    """The value of JSON text. Lone surrogates are kept; NaN and infinities only where ``constants`` allows them.

    Raises ValueError for everything else: no JSON, another encoding, nesting deeper than common parsers read.
    """
    try:
        return from_json(raw, allow_inf_nan=constants, cache_strings="keys")
    except ValueError:
        pass  # a lone surrogate, or no JSON at all: Python's own parser knows which
    try:
        return json.loads(raw, parse_constant=None if constants else _refuse)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def encode(value: Any) -> bytes:
    """``value`` as compact JSON; what is not finite becomes null. ValueError for what JSON cannot hold."""
    try:
        return to_json(value, inf_nan_mode="null")
    except (PydanticSerializationError, UnicodeEncodeError):  # a lone surrogate, which ASCII escapes can carry
        pass
    try:
        finite = json.loads(json.dumps(value), parse_constant=lambda _: None)
        return json.dumps(finite, separators=(",", ":")).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
