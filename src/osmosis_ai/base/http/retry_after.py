"""``Retry-After``, as RFC 9110 (section 10.2.3) defines it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

__all__ = ["parse_retry_after"]

_LONGEST_SEC = 2.0**31  # what RFC 9111 (section 1.2.2) has a number of seconds too large to represent become
_SECONDS = re.compile(r"[0-9]+")
_DATES = ("%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y")


def parse_retry_after(value: str | None, date: str | None = None) -> float | None:
    """Seconds to wait, from 0 to 2^31; None for a header that is absent, and for one that the RFC does not allow.

    Allowed are a whole number of seconds and the three forms of an HTTP date. A date counts from ``date``, the same
    answer's ``Date`` header, so that clocks need not agree, or from now.
    """
    text = (value or "").strip(" \t")
    if _SECONDS.fullmatch(text):
        return _LONGEST_SEC if len(text) > len("2147483648") else min(float(text), _LONGEST_SEC)
    wanted = _moment(text)
    if wanted is None:
        return None
    since = _moment((date or "").strip(" \t")) or datetime.now(UTC)
    return min(max(0.0, (wanted - since).total_seconds()), _LONGEST_SEC)


def _moment(text: str) -> datetime | None:
    for form in _DATES:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
