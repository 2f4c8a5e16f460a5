"""Budgets: what a run may spend."""

import pytest

from osmosis_ai.engine.budget import Budget
from osmosis_ai.semantics.spent import Spent


@pytest.mark.parametrize(
    ("budget", "spent", "said"),
    [
        (Budget(), Spent(10**9, 1e6), None),
        (Budget(tokens=100), Spent(99), None),
        (Budget(tokens=1000), Spent(1000), "budget of 1,000 tokens"),
        (Budget(cost_usd=0.5), Spent(10**6), None),
        (Budget(cost_usd=0.5), Spent(1, 0.49), None),
        (Budget(cost_usd=0.5), Spent(1, 0.5), "budget of $0.5"),
        (Budget(tokens=10, cost_usd=0.5), Spent(1, 0.7), "budget of $0.5"),
    ],
)
def test_budget_is_reached_when_as_much_is_spent(budget: Budget, spent: Spent, said: str | None):
    """Each limit for itself, and none where none is set."""
    reached = budget.reached(spent)
    assert reached is None if said is None else said in (reached or "")


def test_unknown_cost_adds_nothing():
    """Calls without a price leave the cost as it was: unknown at first, then that of the others."""
    spent = Spent().plus(5, None)
    assert spent == Spent(5, None)
    assert spent.plus(None, 0.25).plus(2, None) == Spent(7, 0.25)
