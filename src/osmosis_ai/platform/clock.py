"""The time. Always aware, always UTC, and never finer than the microsecond that both databases keep."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

__all__ = ["MOST_SKEW_SEC", "Clock", "utc_now", "wire_time"]

MOST_SKEW_SEC = 60.0
"""By how much two clocks may differ. URLs are refused once they differ by more than their validity, or some minutes."""

type Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


def wire_time(moment: datetime) -> str:
    """As it is written on the wire: ISO 8601 with microseconds and `Z`. Raises ValueError for a naive time."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} has no offset")
    text = moment.isoformat(timespec="microseconds")
    if text[-6:] != "+00:00":
        text = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return text[:-6] + "Z"
