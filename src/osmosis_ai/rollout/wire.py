"""From what user code made to what JSON can carry: replaced, never silently lost.

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
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.rollout import RolloutResultResponse
from osmosis_contract.models.sample import ResultSample

__all__ = [
    "carried_fields",
    "json_safe",
    "result_response",
    "result_sample",
    "utf8_text",
    "with_carried_fields",
]

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
    """A copy of the value that JSON can carry, with what it cannot replaced.

    `inside` is how many levels deep it will stand in what carries it: what readers would refuse as too deep is cut.
    """
    try:
        written = to_json(value, inf_nan_mode="null", fallback=_fallback)
        read = from_json(b"[" * inside + written + b"]" * inside)
    except Exception:  # surrogates, cycles, depth, bytes that are no text, a __str__ that raises: value by value, then
        return _Walk(_replaced).plain(value, inside)
    for _ in range(inside):
        (read,) = read
    return read


def _fallback(value: Any) -> Any:
    """What pydantic's writer does not know, in JSON's own types."""
    return _Walk(_replaced).plain(value, 0)


class _NotCarriedError(ValueError):
    """Raised for a value that JSON has no place for."""


def _refused(value: Any) -> Any:
    raise _NotCarriedError(type(value).__name__)


def _replaced(value: Any) -> Any:
    """What stands for a value that JSON has no place for: null for a number that is not finite, else text."""
    if isinstance(value, float):
        return None
    return f"<{type(value).__name__} nested too deeply>" if _holds_others(value) else _text(value)


def _text(value: Any) -> str:
    try:
        return value.decode(errors="replace") if isinstance(value, (bytes, bytearray)) else utf8_text(str(value))
    except Exception:
        return f"<{type(value).__name__}>"


class _Walk:
    """Turns values into JSON's own types; `unfit` gives what stands for one that has no place there, or raises.

    A value inside itself, or deeper than readers go, is unfit.
    """

    def __init__(self, unfit: Callable[[Any], Any]) -> None:
        self._unfit = unfit
        self._above: set[int] = set()

    def plain(self, value: Any, depth: int) -> Any:
        """The value, which stands `depth` levels deep, in JSON's own types."""
        value = _python(value)
        if not _holds_others(value):
            return self._leaf(value)
        if depth >= _DEEPEST or id(value) in self._above:
            return self._unfit(value)
        self._above.add(id(value))
        try:
            if isinstance(value, Mapping):
                return {self.key(key): self.plain(entry, depth + 1) for key, entry in value.items()}
            return [self.plain(entry, depth + 1) for entry in value]
        finally:
            self._above.discard(id(value))

    def _leaf(self, value: Any) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return str(value) if value.isascii() or utf8_text(value) == value else self._unfit(value)
        if isinstance(value, (int, float)) and _fits(value):
            return _number(value)
        return self._unfit(value)

    def key(self, key: Any) -> str:
        """A key as text: numbers are written out, everything else but text is unfit."""
        if isinstance(key, str):
            return str(self._leaf(key))
        if isinstance(key, (int, float)) and not isinstance(key, bool) and _fits(key):
            return str(_number(key))
        return str(self._unfit(key))


def _python(value: Any) -> Any:
    """The Python value of a scalar or an array of NumPy or its kin; any other value itself."""
    if value is None or isinstance(value, (bool, int, float, str, Mapping, Sequence)):
        return value
    convert = getattr(value, "item" if getattr(value, "ndim", 0) == 0 else "tolist", None)
    return convert() if callable(convert) else value


def _holds_others(value: Any) -> bool:
    return isinstance(value, (Mapping, Sequence, Set)) and not isinstance(value, (str, bytes, bytearray, memoryview))


def _fits(value: int | float) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value.bit_length() / _BITS_A_DIGIT < _LONGEST_INTEGER - 1


def _number(value: int | float) -> int | float:
    """Without the subclass it may have: an IntEnum, a NumPy float."""
    return int(value) if isinstance(value, int) else float(value)


def carried_fields(fields: Mapping[Any, Any], what: str) -> dict[str, Any]:
    """The entries that JSON can carry; the others are left out and named in one warning."""
    kept: dict[str, Any] = {}
    lost: list[str] = []
    for key, value in fields.items():
        walk = _Walk(_refused)
        try:
            kept[walk.key(key)] = walk.plain(value, _ENVELOPE)
        except Exception:  # a value of the user's may raise anything when it is looked at
            lost.append(_text(key))
    if lost:
        logger.warning("%s left out, because JSON cannot carry them: %s", what, ", ".join(lost))
    return kept


def result_sample(sample: RolloutSample, *, rewarded: bool) -> ResultSample:
    """The sample as the wire carries it. `rewarded` False takes the reward away, whatever the grader set.

    A sample that cannot be carried (its messages are no list of objects) keeps label, reward and `remove_sample`.
    """
    bare = _bare_sample(sample, rewarded=rewarded)
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


def _bare_sample(sample: RolloutSample, *, rewarded: bool) -> ResultSample:
    return ResultSample(
        messages=[],
        label=None if sample.label is None else utf8_text(sample.label),
        reward=sample.reward if rewarded and not sample.remove_sample else None,
        remove_sample=sample.remove_sample,
        metrics={},
        extra_fields={},
    )


def with_carried_fields(result: ExecutionResult) -> ExecutionResult:
    """The result without the metrics and extra fields that cannot be carried, warned about here and nowhere later."""
    sample = result.sample
    if sample is None:
        return result
    fields = {
        "metrics": carried_fields(sample.metrics, "metrics"),
        "extra_fields": carried_fields(sample.extra_fields, "extra fields"),
    }
    return result.model_copy(update={"sample": sample.model_copy(update=fields)})


def result_response(rollout_id: str, result: ExecutionResult) -> RolloutResultResponse:
    """The answer to a poll that finds this result."""
    succeeded = result.status is RolloutStatus.SUCCESS
    return RolloutResultResponse(
        rollout_id=rollout_id,
        status=result.status,
        sample=None if result.sample is None else result_sample(result.sample, rewarded=succeeded),
        err_message=None if succeeded or result.err_message is None else utf8_text(result.err_message),
        err_category=None if succeeded else result.err_category,
        **omit_none(
            err_location=None if succeeded else result.err_location,
            err_traceback=None if succeeded else result.err_traceback,
            sample_cut_off=True if result.sample_cut_off and result.sample is not None else None,
        ),
    )
