"""Whole numbers that come as text."""

from __future__ import annotations

import pytest

from osmosis_ai.base.numbers import INT64, short_number


@pytest.mark.parametrize("text", ["0", "7", "007", "9" * 18])
def test_a_short_text_of_digits_is_a_number_of_64_bits(text: str):
    """Leading zeros count as digits."""
    assert short_number(text) == int(text)
    assert short_number(text) in INT64


@pytest.mark.parametrize("text", ["", " 1", "1 ", "+1", "-1", "1_0", "1.0", "1e3", "²", "٣", "9" * 19, "9" * 10_000])
def test_any_other_text_is_not_a_number(text: str):
    """What `int` would take beside, digits of other scripts, and more digits than are asked for."""
    assert short_number(text) is None
    assert short_number("1234", digits=3) is None
