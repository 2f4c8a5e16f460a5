"""``Retry-After``: every form that RFC 9110 allows, and nothing else."""

from __future__ import annotations

import pytest

from osmosis_ai.base.http.retry_after import parse_retry_after

DATE = "Sun, 06 Nov 1994 08:49:07 GMT"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("120", 120.0),
        (" 7\t", 7.0),
        ("007", 7.0),
        ("9" * 400, 2.0**31),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 30.0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 30.0),
        ("Sun Nov  6 08:49:37 1994", 30.0),
        ("Sun, 06 Nov 1994 08:48:37 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 2.0**31),
    ],
)
def test_what_the_rfc_allows_is_read_as_the_rfc_says(value: str, seconds: float):
    """A whole number of seconds, or a date in one of three forms, counted from the answer's own date."""
    assert parse_retry_after(value, DATE) == seconds


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", "inf", "-inf", "nan", "Infinity", "1e3", "1.5", "-1", "+1", "1_000", "0x10", "\u0663", "soon"),
        *("7, 8", "7 seconds", "2026-01-01T00:00:00Z"),
        *("Sun, 06 Nov 1994 08:49:37 +0100", "Sun, 32 Nov 1994 08:49:37 GMT"),
    ],
)
def test_anything_else_counts_as_absent(value: str | None):
    """A value that the RFC does not allow, an infinity above all, asks for nothing."""
    assert parse_retry_after(value, DATE) is None


def test_date_without_the_answers_own_counts_from_now():
    """A date in the past, by this machine's clock, asks for no pause; one far ahead for a long one."""
    assert parse_retry_after(DATE) == 0.0
    assert parse_retry_after("Fri, 31 Dec 9999 23:59:59 GMT", "yesterday") == 2.0**31
