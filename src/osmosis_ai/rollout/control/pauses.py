"""How long to wait before asking again."""

from __future__ import annotations

import math
import random
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

__all__ = ["jittered", "retry_after"]

_SHORTEST_SEC, _LONGEST_SEC, _USUAL_SEC = 0.05, 60.0, 1.0
_JITTER = 0.25


def retry_after(headers: httpx.Headers) -> float:
    """What `Retry-After` asks for, within 0.05 and 60 seconds; a second when it is missing or says nothing.

    It is a number or an HTTP date. A date is read against the answer's own `Date`, so that clocks need not agree.
    """
    value = headers.get("Retry-After")
    seconds = None if value is None else _seconds(value, headers.get("Date"))
    if seconds is None or not math.isfinite(seconds):
        return _USUAL_SEC
    return min(max(seconds, _SHORTEST_SEC), _LONGEST_SEC)


def _seconds(value: str, date: str | None) -> float | None:
    try:
        return float(value)
    except ValueError:
        wanted = _moment(value)
    if wanted is None:
        return None
    now = None if date is None else _moment(date)
    return wanted - (time.time() if now is None else now)


def _moment(text: str) -> float | None:
    """Unix time of an HTTP date, which is in UTC; None for what is none."""
    try:
        found: datetime = parsedate_to_datetime(text)
        return (found if found.tzinfo is not None else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def jittered(seconds: float) -> float:
    """The pause, a quarter longer at most, so that those who failed together do not come back together."""
    return seconds * random.uniform(1.0, 1.0 + _JITTER)  # noqa: S311 - not a secret
