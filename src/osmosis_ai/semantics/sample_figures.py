"""What is kept of a sample beside its reward: the numbers among its metrics, and its answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

__all__ = ["LONGEST_ANSWER", "LONGEST_METRIC_NAME", "MOST_METRICS", "answer_of", "metrics_of"]

MOST_METRICS = 32
"""How many metrics of a sample, and of a run, are kept."""

LONGEST_METRIC_NAME = 100
LONGEST_ANSWER = 500
_READ_AT_MOST = 4 * LONGEST_ANSWER
_TEXT_PARTS = frozenset({"text", "output_text", None})


def metrics_of(metrics: Mapping[str, Any]) -> dict[str, float]:
    """The finite numbers, in their order, true as 1 and false as 0; at most 32, under names of 1 to 100 characters."""
    numbers = (
        (name, float(value))
        for name, value in metrics.items()
        if 0 < len(name) <= LONGEST_METRIC_NAME and isinstance(value, (int, float)) and _is_finite(value)
    )
    return dict(islice(numbers, MOST_METRICS))


def answer_of(messages: Iterable[Any]) -> str | None:
    """The text of the last message of the assistant that has any, with its beginning alone where it is long.

    Understands chat completions, content parts and response items. None where there is no such message.
    """
    for message in reversed(list(messages)):
        if isinstance(message, Mapping) and message.get("role") == "assistant":
            text = _text(message.get("content")).strip()
            if text:
                return text[:_READ_AT_MOST]
    return None


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float can hold
        return False


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part for part in content if isinstance(part, Mapping) and part.get("type") in _TEXT_PARTS)
    return "".join(text for part in parts if isinstance(text := part.get("text"), str))
