"""Durations as people read them."""

import pytest

from osmosis_ai.eval.test_mode.results import format_duration


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0ms"),
        (999.4, "999ms"),
        (999.6, "1.0s"),
        (1000, "1.0s"),
        (1500, "1.5s"),
        (59949, "59.9s"),
        (59960, "1m0.0s"),
        (60000, "1m0.0s"),
        (119960, "2m0.0s"),
        (130300, "2m10.3s"),
        (3600000, "60m0.0s"),
        (3725000, "62m5.0s"),
    ],
)
def test_a_duration_is_rounded_before_its_unit_is_chosen(milliseconds: float, text: str):
    """No `1000ms`, no `60.0s`, no `1m60.0s`."""
    assert format_duration(milliseconds) == text
