"""Two runs compared row by row: what is paired, what is left out, and what is said of the difference."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.run_folders import RunFolder

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.runs.reading.compare import check_comparable, compare, differing_inputs
from osmosis_ai.runs.reading.run import Run


def made(tmp_path: Path, name: str, rewards: dict[int, float | None], **options: Any) -> Run:
    """A run with these rewards; None is a failed row."""
    folder = RunFolder(tmp_path / name, rows=options.pop("rows", 6), **options)
    for row, reward in rewards.items():
        folder.result(row, reward, outcome="agent_failed" if reward is None else "")
    run = Run(folder.root)
    run.refresh()
    return run


def test_rows_are_paired_by_their_place_in_the_dataset(tmp_path):
    """Row 0 of a run over rows 3 to 5 is row 3 of the dataset; only rows that both have count."""
    a = made(tmp_path, "a", {0: 0.0, 1: 0.5, 2: 1.0}, rows=6)
    b = made(tmp_path, "b", {0: 1.0, 1: 1.0}, rows=3, selected="1-3")
    found = compare(a, b)
    assert [(row["source_row_index"], row["reward_difference"]) for row in found["row_differences"]] == [
        (1, 0.5),
        (2, 0.0),
    ]
    assert found["rows"] == {
        "paired": 2,
        "with_rewards": 2,
        "without_rewards": 0,
        "left_out": {"not selected in B": 1},
    }


def test_attempts_of_a_row_are_averaged_first(tmp_path):
    """Two attempts are one row, so that they do not count as independent."""
    folder = RunFolder(tmp_path / "a", rows=1, n=2)
    folder.result(0, 1.0, run=0)
    folder.result(0, 0.0, run=1)
    a = Run(folder.root)
    a.refresh()
    found = compare(a, made(tmp_path, "b", {0: 1.0}, rows=1))
    (row,) = found["row_differences"]
    assert (row["reward_a"], row["reward_difference"], row["pass_a"], row["pass_difference"]) == (0.5, 0.5, 0.5, 0.5)
    assert found["reward_difference"] == {"mean": 0.5, "low": None, "high": None, "confidence": 0.95, "pairs": 1}


def test_a_failed_row_counts_as_not_passed_and_has_no_reward(tmp_path):
    """Its reward is not taken for zero: the pass rate falls, the mean reward is over the other rows."""
    found = compare(made(tmp_path, "a", {0: 1.0, 1: 1.0}), made(tmp_path, "b", {0: 1.0, 1: None}))
    assert (found["a"]["pass_rate"], found["b"]["pass_rate"]) == (1.0, 0.5)
    assert (found["a"]["mean_reward"], found["b"]["mean_reward"]) == (1.0, 1.0)
    assert found["rows"]["without_rewards"] == 1
    assert (found["b"]["failed"], found["b"]["failed_rows"]) == (1, [1])
    assert (found["regressions"], found["improvements"]) == ([1], [])
    assert (found["wins"], found["ties"], found["losses"]) == (0, 1, 1)


def test_differences_have_students_interval(tmp_path):
    """Differences 1, 1, 0, 0: mean 0.5, t(0.975; 3) = 3.182446, s = 0.57735, so 0.5 ± 0.918693."""
    a = made(tmp_path, "a", {0: 0.0, 1: 0.0, 2: 1.0, 3: 1.0})
    b = made(tmp_path, "b", {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0})
    found = compare(a, b)
    for difference in (found["reward_difference"], found["pass_rate_difference"]):
        assert difference["mean"] == 0.5
        assert (difference["low"], difference["high"]) == pytest.approx((-0.418693, 1.418693), abs=1e-6)
    assert found["improvements"] == [0, 1]


def test_what_is_left_out_is_told_with_the_reason(tmp_path):
    """Removed, pending, not tried and not selected rows are four things."""
    a = made(tmp_path, "a", {0: 1.0, 1: 1.0, 2: 1.0}, rows=4)
    folder = RunFolder(tmp_path / "b", rows=4)
    folder.result(0, outcome="removed")
    folder.result(1, outcome="infrastructure_failed")
    folder.result(3, 1.0)
    b = Run(folder.root)
    b.refresh()
    found = compare(a, b)
    assert found["rows"]["left_out"] == {
        "removed in B": 1,
        "no result in B": 1,
        "not tried yet in B": 1,
        "not tried yet in A": 1,
    }
    assert found["reward_difference"] is None
    assert found["row_differences"] == []


def test_tokens_and_time_are_compared_on_the_paired_rows(tmp_path):
    """B's mean over A's; a row that only one run has does not count."""
    a = made(tmp_path, "a", {0: 1.0, 5: 1.0})
    folder = RunFolder(tmp_path / "b", rows=6)
    folder.result(0, 1.0, seconds=3, tokens=50)
    b = Run(folder.root)
    b.refresh()
    found = compare(a, b)
    assert (found["tokens_ratio"], found["time_ratio"]) == (0.5, 3.0)


def test_different_datasets_are_not_compared(tmp_path):
    """Row 3 of one file is not row 3 of another: a conflict, with the option that says otherwise."""
    a, b = made(tmp_path, "a", {}), made(tmp_path, "b", {}, sha256="1" * 64)
    with pytest.raises(ConflictError, match="different datasets") as told:
        check_comparable(a, b)
    assert "--different-datasets" in (told.value.hint or "")


def test_what_else_differs_is_named(tmp_path):
    """A difference may come from more than the one thing that was meant to change."""
    a = made(tmp_path, "a", {})
    b = made(tmp_path, "b", {}, model="another", source_digest="2" * 64, threshold=0.5, n=2)
    assert differing_inputs(a, b) == [
        "the model",
        "the rollout's code",
        "the attempts a row",
        "the pass threshold",
    ]
    assert differing_inputs(a, a) == []


def test_metrics_are_compared_on_the_rows_that_have_them_in_both(tmp_path):
    """The attempts of a row are averaged first; a metric that one run alone has is left out."""
    runs = []
    for name, values in (("a", {0: [1.0, 3.0], 1: [4.0, 4.0]}), ("b", {0: [5.0, 5.0], 1: [6.0, 6.0]})):
        folder = RunFolder(tmp_path / name, rows=3, n=2)
        for row, steps in values.items():
            for run, value in enumerate(steps):
                folder.result(row, 1.0, run=run, metrics={"steps": value, f"only {name}": 1.0})
        folder.result(2, 1.0, **({"metrics": {"steps": 100.0}} if name == "a" else {}))
        runs.append(Run(folder.root))
        runs[-1].refresh()
    found = compare(*runs)
    assert list(found["metric_differences"]) == ["steps"]
    steps = found["metric_differences"]["steps"]
    assert (steps["rows"], steps["mean_a"], steps["mean_b"], steps["difference"]["mean"]) == (2, 3.0, 5.5, 2.5)
