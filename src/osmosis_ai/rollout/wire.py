"""From what user code made to what JSON can carry: mended, never silently lost.

In messages a non-finite number becomes null, a lone surrogate U+FFFD, an object that is no JSON value its text. A metric
or an extra field that cannot be carried is left out, with one warning for all of them. A reward is a number only where
the rollout succeeded and the sample was not removed.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence, Set
from typing import Any

from pydantic_core import from_json, to_json

from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus
from osmosis_contract.models.rollout import RolloutResultResponse
from osmosis_contract.models.sample import ResultSample

__all__ = ["carried_fields", "json_safe", "result_response", "result_sample", "utf8_text"]

logger = logging.getLogger(__name__)

_DEEPEST = 200


def utf8_text(text: str) -> str:
    """The text with every lone surrogate replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def json_safe(value: Any) -> Any:
    """A copy of the value that JSON can carry, mended where it must be."""
    try:
        return from_json(to_json(value, inf_nan_mode="null", fallback=_scalar_or_text))
    except Exception:  # surrogates, cycles, bytes that are no text, a __str__ that raises: value by value, then
        return _mended(value, 0)


def _scalar_or_text(value: Any) -> Any:
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "ndim", 0) == 0:
        scalar = item()
        if isinstance(scalar, (bool, int, str)):
            return scalar
        if isinstance(scalar, float):
            return scalar if math.isfinite(scalar) else None
    return _text(value)


def _text(value: Any) -> str:
    try:
        return utf8_text(str(value))
    except Exception:
        return f"<{type(value).__name__}>"


def _mended(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return utf8_text(value)
    if depth >= _DEEPEST:
        return f"<{type(value).__name__} nested too deeply>"
    if isinstance(value, Mapping):
        return {_text(key): _mended(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, (Sequence, Set)) and not isinstance(value, (bytes, bytearray)):
        return [_mended(entry, depth + 1) for entry in value]
    return _scalar_or_text(value)


class _NotCarriedError(ValueError):
    """Raised for a value that JSON has no place for."""


def _carried(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        raise _NotCarriedError
    if isinstance(value, str):
        if value.isascii():
            return str(value)
        value.encode()
        return str(value)
    if depth >= _DEEPEST:
        raise _NotCarriedError
    if isinstance(value, Mapping):
        return {_key(key): _carried(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_carried(entry, depth + 1) for entry in value]
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "ndim", 0) == 0:
        scalar = item()
        if isinstance(scalar, (bool, int, float)):
            return _carried(scalar, depth + 1)
    raise _NotCarriedError


def _key(key: Any) -> str:
    if isinstance(key, str):
        key.encode()
        return key
    if isinstance(key, (int, float)) and not isinstance(key, bool) and math.isfinite(key):
        return str(key)
    raise _NotCarriedError


def carried_fields(fields: Mapping[Any, Any], what: str) -> dict[str, Any]:
    """The entries that JSON can carry; the others are left out and named in one warning."""
    kept: dict[str, Any] = {}
    lost: list[str] = []
    for key, value in fields.items():
        try:
            kept[_key(key)] = _carried(value, 0)
        except (_NotCarriedError, UnicodeEncodeError):
            lost.append(_text(key))
    if lost:
        logger.warning("%s left out, because JSON cannot carry them: %s", what, ", ".join(lost))
    return kept


def result_sample(sample: RolloutSample, *, rewarded: bool) -> ResultSample:
    """The sample as the wire carries it. `rewarded` False takes the reward away, whatever the grader set."""
    return ResultSample(
        messages=json_safe(sample.messages),
        label=None if sample.label is None else utf8_text(sample.label),
        reward=sample.reward if rewarded and not sample.remove_sample else None,
        remove_sample=sample.remove_sample,
        metrics=carried_fields(sample.metrics, "metrics"),
        extra_fields=carried_fields(sample.extra_fields, "extra fields"),
    )


def result_response(rollout_id: str, result: ExecutionResult) -> RolloutResultResponse:
    """The answer to a poll that finds this result."""
    succeeded = result.status is RolloutStatus.SUCCESS
    return RolloutResultResponse(
        rollout_id=rollout_id,
        status=result.status,
        sample=None if result.sample is None else result_sample(result.sample, rewarded=succeeded),
        err_message=None if result.err_message is None else utf8_text(result.err_message),
        err_category=result.err_category,
    )
