"""JSON in and out of the models layer: pydantic's, a few times faster, and Python's own where that is stricter."""

import json
from typing import Any, NoReturn

from pydantic_core import PydanticSerializationError, from_json, to_json


def decode(raw: bytes | str, *, constants: bool = True) -> Any:
    """The value in `raw`. ValueError if it is not JSON; NaN and infinities only where `constants` allows them."""
    try:
        return from_json(raw, allow_inf_nan=constants)
    except ValueError:
        pass  # a lone surrogate, or no JSON at all: Python's own knows which
    try:
        return json.loads(raw, parse_constant=None if constants else _refuse)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def encode(value: Any) -> bytes:
    """`value` as compact JSON; what is not finite becomes null. ValueError for what JSON cannot hold."""
    try:
        return to_json(value, inf_nan_mode="null")
    except (PydanticSerializationError, UnicodeEncodeError):  # a lone surrogate, which ASCII escapes can carry
        pass
    try:
        return json.dumps(value, separators=(",", ":")).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
