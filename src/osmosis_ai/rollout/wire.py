"""From what user code made to what JSON can carry: mended, never silently lost.

In messages a non-finite number becomes null, a lone surrogate U+FFFD, an object that is no JSON value its text. A
metric or an extra field that cannot be carried is left out, with one warning for all of them. A reward is a number only
where the rollout succeeded and the sample was not removed.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from pydantic_core import from_json, to_json

from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus
from osmosis_contract.models.rollout import RolloutResultResponse
from osmosis_contract.models.sample import ResultSample

__all__ = ["bare_sample", "carried_fields", "json_safe", "result_response", "result_sample", "utf8_text"]

logger = logging.getLogger(__name__)

_DEEPEST = 190  # readers refuse what is nested about 200 deep
_ENVELOPE = 8  # how deep inside an answer a sample's values stand, and some to spare
_LONGEST_INTEGER = 4300  # decimal digits; Python and others read no more
_BITS_A_DIGIT = math.log2(10)


def utf8_text(text: str) -> str:
    """The text with every lone surrogate replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def json_safe(value: Any, *, inside: int = 0) -> Any:
    """A copy of the value that JSON can carry, mended where it must be.

    `inside` is how many levels deep it will stand in what carries it: what readers would refuse as too deep is cut.
    """
    try:
        written = to_json(value, inf_nan_mode="null", fallback=_fallback)
        read = from_json(b"[" * inside + written + b"]" * inside)
    except Exception:  # surrogates, cycles, depth, bytes that are no text, a __str__ that raises: value by value, then
        return _plain(value, inside, _mended)
    for _ in range(inside):
        (read,) = read
    return read


def _fallback(value: Any) -> Any:
    return _plain(value, 0, _mended)


def _mended(value: Any) -> Any:
    """What stands for a value that JSON has no place for: null for a number that is not finite, else text."""
    if isinstance(value, float):
        return None
    return f"<{type(value).__name__} nested too deeply>" if _holds_others(value) else _text(value)


def _text(value: Any) -> str:
    try:
        return value.decode(errors="replace") if isinstance(value, (bytes, bytearray)) else utf8_text(str(value))
    except Exception:
        return f"<{type(value).__name__}>"


class _NotCarriedError(ValueError):
    """Raised for a value that JSON has no place for."""


def _refused(value: Any) -> Any:
    raise _NotCarriedError(type(value).__name__)


def _plain(value: Any, depth: int, unfit: Callable[[Any], Any]) -> Any:
    """The value in JSON's own types; `unfit` gives what stands for a value that has no place there, or raises."""
    if not _holds_others(value):
        return _leaf(value, unfit)
    if depth >= _DEEPEST:
        return unfit(value)
    if isinstance(value, Mapping):
        return {_key(key, unfit): _plain(entry, depth + 1, unfit) for key, entry in value.items()}
    return [_plain(entry, depth + 1, unfit) for entry in value]


def _holds_others(value: Any) -> bool:
    return isinstance(value, (Mapping, Sequence, Set)) and not isinstance(value, (str, bytes, bytearray, memoryview))


def _leaf(value: Any, unfit: Callable[[Any], Any]) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value) if value.isascii() or utf8_text(value) == value else unfit(value)
    if isinstance(value, (int, float)):
        return _number(value) if _fits(value) else unfit(value)
    item = getattr(value, "item", None)
    scalar = item() if callable(item) and getattr(value, "ndim", 0) == 0 else None  # NumPy and its kin
    return _leaf(scalar, unfit) if isinstance(scalar, (bool, int, float, str)) else unfit(value)


def _fits(value: int | float) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value.bit_length() / _BITS_A_DIGIT < _LONGEST_INTEGER - 1


def _number(value: int | float) -> int | float:
    """Without the subclass it may have: an IntEnum, a NumPy float."""
    return int(value) if isinstance(value, int) else float(value)


def _key(key: Any, unfit: Callable[[Any], Any]) -> str:
    if isinstance(key, str):
        return str(_plain(key, 0, unfit))
    if isinstance(key, (int, float)) and not isinstance(key, bool) and _fits(key):
        return str(_number(key))
    return str(unfit(key))


def carried_fields(fields: Mapping[Any, Any], what: str) -> dict[str, Any]:
    """The entries that JSON can carry; the others are left out and named in one warning."""
    kept: dict[str, Any] = {}
    lost: list[str] = []
    for key, value in fields.items():
        try:
            kept[_key(key, _refused)] = _plain(value, _ENVELOPE, _refused)
        except Exception:  # a value of the user's may raise anything when it is looked at
            lost.append(_text(key))
    if lost:
        logger.warning("%s left out, because JSON cannot carry them: %s", what, ", ".join(lost))
    return kept


def result_sample(sample: RolloutSample, *, rewarded: bool) -> ResultSample:
    """The sample as the wire carries it. `rewarded` False takes the reward away, whatever the grader set.

    A sample that is past mending (its messages are no list of objects) is reduced to what `bare_sample` keeps.
    """
    bare = bare_sample(sample, rewarded=rewarded)
    try:
        return ResultSample(
            messages=json_safe(sample.messages, inside=_ENVELOPE),
            label=bare.label,
            reward=bare.reward,
            remove_sample=bare.remove_sample,
            metrics=carried_fields(sample.metrics, "metrics"),
            extra_fields=carried_fields(sample.extra_fields, "extra fields"),
        )
    except Exception as error:
        logger.warning("the sample's messages, metrics and extra fields are left out: %s", error)
        return bare


def bare_sample(sample: RolloutSample, *, rewarded: bool) -> ResultSample:
    """Label, reward and `remove_sample` alone: what must arrive when the rest cannot."""
    return ResultSample(
        messages=[],
        label=None if sample.label is None else utf8_text(sample.label),
        reward=sample.reward if rewarded and not sample.remove_sample else None,
        remove_sample=sample.remove_sample,
        metrics={},
        extra_fields={},
    )


def result_response(rollout_id: str, result: ExecutionResult) -> RolloutResultResponse:
    """The answer to a poll that finds this result."""
    succeeded = result.status is RolloutStatus.SUCCESS
    return RolloutResultResponse(
        rollout_id=rollout_id,
        status=result.status,
        sample=None if result.sample is None else result_sample(result.sample, rewarded=succeeded),
        err_message=None if succeeded or result.err_message is None else utf8_text(result.err_message),
        err_category=None if succeeded else result.err_category,
    )
