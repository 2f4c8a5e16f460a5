"""When the benchmark refuses to compare: figures about different work are worth nothing."""

from dataclasses import replace

import pytest

from tests.bench.throughput import Load, Measurement, NotComparableError, check_comparable, check_complete

OURS = Measurement(
    side="ours",
    load=Load(rows=8, in_flight=2),
    graded=8,
    failed=0,
    mean_reward=0.75,
    dispatch_sec=0.7,
    command_sec=4.0,
    peak_mb=1.0,
    server_peak_mb=1.0,
    inputs={"n": 1, "rollout": {"source_digest": "a"}},
)
THEIRS = replace(OURS, side="theirs", dispatch_sec=7.0)


def test_equal_work_is_compared():
    """Sides that graded the same rows with the same rewards are compared, however long they took."""
    check_complete(OURS)
    check_comparable([OURS, THEIRS])


def test_rate_counts_intervals():
    """Eight rows are seven intervals between the first call and the last."""
    assert OURS.per_second == pytest.approx(10)
    assert OURS.per_second_in_all == pytest.approx(2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"graded": 7}, "7 of 8 rows graded"),
        ({"failed": 1}, "1 failed"),
        ({"mean_reward": 1.0}, "mean reward is 1.0, not 0.75"),
        ({"mean_reward": None}, "mean reward is None"),
    ],
)
def test_incomplete_work_is_refused(change, said: str):
    """A row that was not graded, a row that failed, and rewards that a grader would not have given are refused."""
    with pytest.raises(NotComparableError, match=said):
        check_complete(replace(THEIRS, **change))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"graded": 7}, "rows graded: 8 for ours, 7 for theirs"),
        ({"mean_reward": 0.5}, "mean reward: 0.75 for ours, 0.5 for theirs"),
        ({"load": Load(8, 3)}, "in flight: 2 for ours, 3 for theirs"),
        ({"inputs": {"n": 2, "rollout": {"source_digest": "a"}}}, "input 'n': 1 for ours, 2 for theirs"),
    ],
)
def test_other_work_is_refused(change, said: str):
    """Another number of rows, another mean reward, another width or other inputs on record are refused, and named."""
    with pytest.raises(NotComparableError, match=said):
        check_comparable([OURS, replace(THEIRS, **change)])
