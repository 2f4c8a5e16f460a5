"""When the benchmark refuses to compare: figures about different work are worth nothing."""

from dataclasses import replace

import pytest

from tests.bench.work import Graded, Load, Measurement, NotComparableError, check_comparable, check_complete
from tests.peers.command import CommandResult, ProcessUse

OURS = Measurement(
    side="ours",
    load=Load(rows=8, in_flight=2),
    graded=Graded(rows=8, failed=0, mean_reward=0.75, inputs={"n": 1, "rollout": {"source_digest": "a"}}),
    dispatch_sec=0.7,
    command=CommandResult(0, "", "", 4.0, ProcessUse(), ProcessUse()),
)
THEIRS = replace(OURS, side="theirs", dispatch_sec=7.0)


def with_graded(found: Measurement, **change: object) -> Measurement:
    """The measurement, whose files say something else."""
    return replace(found, graded=replace(found.graded, **change))


def test_equal_work_is_compared():
    """Sides that graded the same rows with the same rewards are compared, however long they took."""
    check_complete(OURS)
    check_comparable([OURS, THEIRS])


def test_a_side_without_inputs_on_record_is_compared():
    """A side that keeps no inputs is held to the rows and the rewards alone."""
    check_comparable([OURS, with_graded(THEIRS, inputs={})])


def test_rate_counts_intervals():
    """Eight rows are seven intervals between the first call and the last."""
    assert OURS.per_second == pytest.approx(10)
    assert OURS.per_second_in_all == pytest.approx(2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rows": 7}, "7 of 8 rows graded"),
        ({"failed": 1}, "1 failed"),
        ({"mean_reward": 1.0}, "mean reward is 1.0, not 0.75"),
        ({"mean_reward": None}, "mean reward is None"),
    ],
)
def test_incomplete_work_is_refused(change, said: str):
    """A row that was not graded, a row that failed, and rewards that a grader would not have given are refused."""
    with pytest.raises(NotComparableError, match=said):
        check_complete(with_graded(THEIRS, **change))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (with_graded(THEIRS, rows=7), "rows graded: 8 for ours, 7 for theirs"),
        (with_graded(THEIRS, mean_reward=0.5), "mean reward: 0.75 for ours, 0.5 for theirs"),
        (replace(THEIRS, load=Load(8, 3)), "in flight: 2 for ours, 3 for theirs"),
        (
            with_graded(THEIRS, inputs={"n": 2, "rollout": {"source_digest": "a"}}),
            "input 'n': 1 for ours, 2 for theirs",
        ),
    ],
)
def test_other_work_is_refused(other: Measurement, said: str):
    """Another number of rows, another mean reward, another width or other inputs on record are refused, and named."""
    with pytest.raises(NotComparableError, match=said):
        check_comparable([OURS, other])
