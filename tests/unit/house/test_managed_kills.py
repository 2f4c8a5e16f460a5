"""How the kills of `nox -s managed-kills` are spread over the life of the evaluations."""

from __future__ import annotations

from tests.managed_kills.session import kills_by_now
from tests.managed_kills.world import Plan


def test_most_kills_wait_until_there_are_results_to_lose():
    """A quarter may come before the first result, and all of them before the last quarter of the results."""
    plan = Plan(runs=4, rows=25, kills=40)
    assert [kills_by_now(plan, results) for results in (0, 25, 50, 75, 100)] == [10, 20, 30, 40, 40]
