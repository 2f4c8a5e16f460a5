"""What a check of something outside the platform comes to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from osmosis_ai.platform.clock import MOST_SKEW_SEC

__all__ = ["Found", "clock_ahead", "clock_finding"]


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong, or what works, and what to do about it."""

    ok: bool
    message: str
    hint: str | None = None
    unreachable: bool = False
    """Whether nothing answered at all, as where no server runs."""
    advisory: bool = False
    """Whether it works from this machine, and only others may have trouble."""


def clock_ahead(date: str | None) -> float | None:
    """By how many seconds a clock is ahead of this machine's, by the `Date` of an answer; None where that says none."""
    try:
        there = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    return (there.replace(tzinfo=there.tzinfo or UTC) - datetime.now(UTC)).total_seconds()


def clock_finding(whose: str, ahead_sec: float | None, effect: str) -> list[Found]:
    """What is wrong with a clock; nothing while it differs by a minute at most."""
    if ahead_sec is None or abs(ahead_sec) <= MOST_SKEW_SEC:
        return []
    words = "ahead of" if ahead_sec > 0 else "behind"
    message = f"the clock of {whose} is {abs(ahead_sec):.0f} seconds {words} this machine's"
    return [Found(False, message, f"Set both by NTP: {effect}.")]
