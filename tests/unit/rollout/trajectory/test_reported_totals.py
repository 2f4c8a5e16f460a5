"""Totals of a trajectory from what a report says of its calls."""

from osmosis_ai.rollout.trajectory.metrics import reported_totals


def test_sums_that_leave_the_finite_numbers_are_left_out():
    """Two costs near the largest double have no sum that JSON can carry: the total is absent, other totals stay."""
    calls = [{"cost_usd": 1e308, "prompt_tokens": 2}] * 2
    assert reported_totals(None, calls) == {"total_prompt_tokens": 4}
