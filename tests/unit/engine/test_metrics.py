"""The numbers over a run's results."""

import itertools

import pytest

from osmosis_ai.engine.metrics import pass_at_k, summarize
from osmosis_ai.engine.results import Figures, Result, ResultTable
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import RowStatus

OK, FAILED, SKIPPED = RowStatus.SUCCESS, RowStatus.FAILED, RowStatus.SKIPPED


def figures(results: dict[WorkKey, Result], *, runs_per_row: int = 1) -> Figures:
    """The figures of a run of ten rows with these results."""
    table = ResultTable(10, runs_per_row)
    for key, result in results.items():
        table[key] = result
    return table.figures()


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
    results = {key: Result(OK, reward, 3) for key, reward in rewards.items()}
    summary = summarize(figures(results, runs_per_row=2), 1.0)
    assert (summary.pass_rate, summary.tokens_used, summary.n_runs) == (0.5, 12, 2)
    assert summary.reward_stats is not None
    assert summary.reward_stats.std == 0.375
    assert [(point.k, point.value) for point in summary.pass_at_k or []] == [(1, 0.5), (2, 0.5)]


def test_failed_rows_count_as_not_passed_and_removed_ones_not_at_all():
    """A failure is in the denominator, a removed row is not; neither is among the rewards."""
    results = {
        (0, 0): Result(OK, 1.0, 5),
        (1, 0): Result(FAILED, None, 5),
        (2, 0): Result(SKIPPED, None, None),
        (3, 0): Result(OK, None, 5),
    }
    summary = summarize(figures(results), 1.0)
    assert (summary.total_samples, summary.completed_samples, summary.skipped, summary.failed) == (4, 3, 1, 1)
    assert (summary.graded, summary.passed, summary.pass_rate) == (1, 1, pytest.approx(1 / 3))
    assert summary.pass_at_k is None
    assert summary.n_runs is None


def test_nothing_settled_has_no_statistics():
    """No results: zeros, and no mean of nothing."""
    summary = summarize(figures({}), 0.0)
    assert (summary.total_samples, summary.pass_rate, summary.reward_stats) == (0, 0.0, None)


def test_threshold_of_zero_is_honoured():
    """With a threshold of 0 a reward of 0 passes."""
    assert summarize(figures({(0, 0): Result(OK, 0.0)}), 0.0).passed == 1


def test_attempts_are_counted_by_row_whatever_ran_of_it():
    """Of a row with one attempt left out, pass@1 counts the other; pass@2 leaves the row out."""
    results = {(0, 0): Result(OK, 1.0), (0, 1): Result(SKIPPED), (1, 0): Result(OK, 0.0), (1, 1): Result(OK, 1.0)}
    summary = summarize(figures(results, runs_per_row=2), 1.0)
    assert [(point.k, point.value) for point in summary.pass_at_k or []] == [(1, 0.75), (2, 1.0)]
    assert summary.n_runs == 2


def test_cost_is_told_where_it_is_known():
    """A run on a model with a price has a cost, any other none."""
    assert summarize(figures({}), 1.0, cost_usd=0.25).cost_usd == 0.25
    assert "cost_usd" not in summarize(figures({}), 1.0).to_wire()
