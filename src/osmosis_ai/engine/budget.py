"""What a run may spend, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget", "Spent"]


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and US dollars of model calls. `cost_usd` is None while no price was known for any of them."""

    tokens: int = 0
    cost_usd: float | None = None

    def plus(self, tokens: int | None, cost_usd: float | None) -> Spent:
        """With this much more; None adds nothing."""
        if not tokens and cost_usd is None:
            return self
        cost = self.cost_usd if cost_usd is None else (self.cost_usd or 0.0) + cost_usd
        return Spent(self.tokens + (tokens or 0), cost)


@dataclass(frozen=True, slots=True)
class Budget:
    """The most a run may spend; None is no limit. Calls under way when it is reached are let end, so a run may spend a
    little more."""

    tokens: int | None = None
    cost_usd: float | None = None

    def reached(self, spent: Spent) -> str | None:
        """Which limit is reached, in words; None while there is something left."""
        if self.tokens is not None and spent.tokens >= self.tokens:
            return f"the budget of {self.tokens:,} tokens is spent ({spent.tokens:,} used)"
        if self.cost_usd is not None and (spent.cost_usd or 0.0) >= self.cost_usd:
            return f"the budget of ${self.cost_usd:g} is spent (${spent.cost_usd or 0.0:.4f} used)"
        return None
