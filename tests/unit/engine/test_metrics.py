"""The numbers over a run's results."""

import itertools

import pytest

from osmosis_ai.engine.metrics import Result, pass_at_k, summarize
from osmosis_contract.models.run_events import RowStatus

OK, FAILED, SKIPPED = RowStatus.SUCCESS, RowStatus.FAILED, RowStatus.SKIPPED


def test_pass_at_k_is_the_share_of_samples_with_a_pass():
    """It equals the count over all ways to draw k of the attempts."""
    for attempts in range(1, 7):
        for passed in range(attempts + 1):
            outcomes = [True] * passed + [False] * (attempts - passed)
            for k in range(1, attempts + 1):
                draws = list(itertools.combinations(outcomes, k))
                assert pass_at_k(attempts, passed, k) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize(("attempts", "passed", "k"), [(1, 0, 2), (1, 2, 1), (1, -1, 1), (0, 0, 0), (3, 1, 0)])
def test_pass_at_k_outside_its_bounds_is_an_error(attempts: int, passed: int, k: int):
    """More draws than attempts, or more passes, mean nothing."""
    with pytest.raises(ValueError, match="not defined"):
        pass_at_k(attempts, passed, k)


def test_two_attempts_a_row():
    """Two rows with rewards 1, 1 and 0.25, 0.25: half pass, at every k."""
    rewards = {(0, 0): 1.0, (0, 1): 1.0, (1, 0): 0.25, (1, 1): 0.25}
    summary = summarize((Result(key, OK, reward, 3) for key, reward in rewards.items()), 1.0)
    assert (summary.pass_rate, summary.tokens_used, summary.n_runs) == (0.5, 12, 2)
    assert summary.reward_stats is not None
    assert summary.reward_stats.std == 0.375
    assert [(point.k, point.value) for point in summary.pass_at_k or []] == [(1, 0.5), (2, 0.5)]


def test_failed_rows_count_as_not_passed_and_removed_ones_not_at_all():
    """A failure is in the denominator, a removed row is not; neither is among the rewards."""
    results = [
        Result((0, 0), OK, 1.0, 5),
        Result((1, 0), FAILED, None, 5),
        Result((2, 0), SKIPPED, None, None),
        Result((3, 0), OK, None, 5),
    ]
    summary = summarize(results, 1.0)
    assert (summary.total_samples, summary.completed_samples, summary.skipped, summary.failed) == (4, 3, 1, 1)
    assert (summary.graded, summary.passed, summary.pass_rate) == (1, 1, pytest.approx(1 / 3))
    assert summary.pass_at_k is None
    assert summary.n_runs is None


def test_nothing_settled_has_no_statistics():
    """No results: zeros, and no mean of nothing."""
    summary = summarize([], 0.0)
    assert (summary.total_samples, summary.pass_rate, summary.reward_stats) == (0, 0.0, None)


def test_threshold_of_zero_is_honoured():
    """With a threshold of 0 a reward of 0 passes."""
    assert summarize([Result((0, 0), OK, 0.0, None)], 0.0).passed == 1
