"""The figures of pictures and lists, from values that can be worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.run_folders import BEGAN, RunFolder

from osmosis_ai.runs.reading import figures
from osmosis_ai.runs.reading.figures import Bin, Spread
from osmosis_ai.runs.reading.overview import overview
from osmosis_ai.runs.reading.query import Query, matching
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.semantics.sample_figures import MOST_METRICS
from osmosis_contract.models.cli_eval_results import EvalInfoResult


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """Five rows: passed, half, minus one, failed, and tried twice."""
    made = RunFolder(tmp_path / "some-run", rows=6)
    made.result(0, 1.0, seconds=4)
    made.result(1, 0.5, seconds=1)
    made.result(2, -1.0, seconds=3)
    made.result(3, outcome="agent_failed", category="agent_error", error="No Ärger here", seconds=2)
    made.result(4, outcome="infrastructure_failed", category="http_error", error="502", seconds=1)
    made.result(4, 1.0, attempt=1, seconds=5)
    return made


def run_of(folder: RunFolder) -> Run:
    run = Run(folder.root)
    run.refresh()
    return run


def test_few_different_values_get_a_bin_each():
    """Rewards of 0 and 1 are two bins, not twenty."""
    assert figures.histogram([0, 1, 1, 0.5]) == [Bin(0, 0, 1), Bin(0.5, 0.5, 1), Bin(1, 1, 2)]
    assert figures.histogram([]) == []


def test_many_values_get_equal_bins_that_hold_them_all():
    """The bins span from the least to the greatest value, and the greatest is in the last."""
    bins = figures.histogram([float(value) for value in range(101)], 10)
    assert [one.count for one in bins] == [10] * 9 + [11]
    assert (bins[0].low, bins[-1].high) == (0.0, 100.0)


def test_values_too_far_apart_are_one_bin():
    """No width of a bin can be written down for them."""
    assert figures.histogram([-1.7e308, *map(float, range(20)), 1.7e308]) == [Bin(-1.7e308, 1.7e308, 22)]


def test_a_spread_is_interpolated():
    """Of 1 to 4 the middle is 2.5; of nothing there is none."""
    assert figures.spread([4, 1, 3, 2]) == Spread(4, 2.5, pytest.approx(3.85), 4)
    assert figures.spread([]) is None


def test_failures_are_grouped_with_examples(folder):
    """Failed and pending ones apart, and the first rows of each kind named."""
    folder.result(5, outcome="infrastructure_failed", category="http_error", error="503")
    found = figures.failures(run_of(folder).items)
    assert [(group.error_type, group.pending, group.count, group.examples) for group in found] == [
        ("agent_error", False, 1, (3,)),
        ("http_error", True, 1, (5,)),
    ]


def test_failures_are_grouped_by_exception_and_place(tmp_path):
    """Failures at two places are two groups, each with its exception and all its rows as `--rows` takes them."""
    folder = RunFolder(tmp_path / "failing", rows=9)
    for row in (0, 2, 3, 4, 8):
        place = {"file": "main.py", "line": 15 if row else 40, "function": "parse"}
        error = "KeyError: 'x' (main.py:15 in parse)" if row else "no words at all"
        folder.result(row, outcome="agent_failed", category="agent_error", error=error, err_location=place)
    folder.finish()
    run = run_of(folder)
    groups = figures.failures(run.items)
    assert [(str(group.place), group.count, group.rows) for group in groups] == [
        ("KeyError, main.py:15 in parse", 4, "2-4,8"),
        ("main.py:40 in parse", 1, "0"),
    ]
    shown = EvalInfoResult.read(json.dumps(overview(run)).encode()).results.failures[0]
    assert (shown.exception, shown.location.line if shown.location else None, shown.rows) == ("KeyError", 15, "2-4,8")


def test_metrics_are_summarised_and_rows_chosen_and_ordered_by_them(tmp_path):
    """A removed sample counts in no statistic; rows without the metric come last and match no bound."""
    folder = RunFolder(tmp_path / "measured", rows=4)
    for row, steps in enumerate((3.0, 1.0, None)):
        folder.result(row, 1.0, answer=f"Answer ÄB {row}", **({} if steps is None else {"metrics": {"steps": steps}}))
    folder.result(3, outcome="removed", metrics={"steps": 100.0})
    run = run_of(folder)
    stats = (run.summary().metrics or {})["steps"]
    assert (stats.count, stats.mean, stats.std) == (2, 2.0, 1.0)

    def rows(**query: Any) -> list[int]:
        return [run.items.row[slot] for slot in matching(run.items, run.folder, run.threshold, Query(**query))]

    assert rows(sort="metric:steps") == [1, 0, 3, 2]
    assert rows(sort="metric:none") == [0, 1, 2, 3]
    assert rows(metric="steps", metric_from=2, metric_to=50) == [0]
    assert rows(metric="none", metric_from=2) == []
    assert rows(text="äb 2") == [2]


def test_a_run_keeps_so_many_metrics_and_no_more(tmp_path):
    """A workflow that names a metric a row does not make the run's columns grow with its rows."""
    folder = RunFolder(tmp_path / "many", rows=40)
    for row in range(40):
        folder.result(row, 1.0, metrics={f"of row {row}": 1.0})
    run = run_of(folder)
    assert len(run.items.metrics) == MOST_METRICS
    assert len(run.summary().metrics or {}) == MOST_METRICS


def test_the_slowest_come_first(folder):
    """By the time of the attempt that counts."""
    assert figures.slowest(run_of(folder).items, 2) == [4, 0]


def test_rewards_over_rows_are_grouped_when_there_are_many(folder):
    """Neighbouring rows share a group; each has its mean, least and greatest reward, and how many results it has."""
    assert figures.rewards_over_rows(run_of(folder).items, most=2) == [
        (0, 2, pytest.approx(0.5 / 3), -1.0, 1.0, 3),
        (3, 5, 1.0, 1.0, 1.0, 1),
    ]


def test_work_in_flight_is_counted_from_starts_and_ends(folder):
    """One at a time here, for sixteen seconds; what never ended counts only while the run is at work."""
    folder.started(5)
    run = run_of(folder)
    stretch = figures.work_over_time(run.items, now=None, slices=4)
    assert stretch is not None
    assert (stretch.began, stretch.seconds, stretch.in_flight) == (BEGAN.timestamp(), 16.0, [1, 1, 1, 1])
    running = figures.work_over_time(run.items, now=BEGAN.timestamp() + 32, slices=4)
    assert running is not None
    assert (running.seconds, running.in_flight[-1]) == (32.0, 1)


def test_only_the_last_stretch_of_work_is_drawn(folder):
    """A run that was taken up again days later is not one line with a bump at each end."""
    folder.clock += 86_400
    folder.result(5, 1.0, seconds=7)
    stretch = figures.work_over_time(run_of(folder).items, now=None)
    assert stretch is not None
    assert stretch.seconds == 7.0


def test_without_starts_there_is_no_work_to_draw(tmp_path):
    """The published package does not record them."""
    folder = RunFolder(tmp_path / "theirs", published=True)
    folder.result(0, 1.0)
    assert figures.work_over_time(run_of(folder).items, now=None) is None


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (Query(), [0, 1, 2, 3, 4]),
        (Query(descending=True), [4, 3, 2, 1, 0]),
        (Query(outcome="passed"), [0, 4]),
        (Query(outcome="not_passed"), [1, 2, 3]),
        (Query(outcome="failed"), [3]),
        (Query(outcome="scored"), [0, 1, 2, 4]),
        (Query(outcome="running"), []),
        (Query(reward_from=-1, reward_to=0.5), [1, 2]),
        (Query(reward_from=0.75), [0, 4]),
        (Query(retried=True), [4]),
        (Query(text="ÄRGER"), [3]),
        (Query(text="agent_err"), [3]),
        (Query(text="2 times"), [2]),
        (Query(text="#4"), [4]),
        (Query(text="20"), [4]),
        (Query(text="nowhere"), []),
        (Query(sort="reward"), [2, 1, 0, 4, 3]),
        (Query(sort="reward", descending=True), [0, 4, 1, 2, 3]),
        (Query(sort="duration"), [1, 3, 2, 0, 4]),
        (Query(sort="tokens", descending=True), [4, 3, 2, 1, 0]),
        (Query(sort="attempts", descending=True), [4, 0, 1, 2, 3]),
    ],
)
def test_rows_are_chosen_and_ordered(folder, query, rows):
    """Filters hold together; rows without the value that orders them come last; equal ones keep the order of rows."""
    run = run_of(folder)
    found = matching(run.items, run.folder, run.threshold, query)
    assert [run.items.row[slot] for slot in found] == rows


@pytest.mark.parametrize("asked", [{"outcome": "great"}, {"sort": "name"}])
def test_an_unknown_choice_is_refused(asked):
    """It is not taken for "all"."""
    with pytest.raises(ValueError, match="no such"):
        Query(**asked)
