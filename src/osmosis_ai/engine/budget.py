"""What a run may spend."""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.semantics.spent import Spent

__all__ = ["Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """The most a run may spend; None is no limit.

    Calls in flight when it is reached are completed, so a run may spend a little more.
    """

    tokens: int | None = None
    cost_usd: float | None = None

    def reached(self, spent: Spent) -> str | None:
        """Which limit is reached, in words; None while there is something left."""
        if self.tokens is not None and spent.tokens >= self.tokens:
            part = ", some of it estimated: the model's endpoint sends no usage" if spent.estimated else ""
            return f"the budget of {self.tokens:,} tokens is spent ({spent.tokens:,} used{part})"
        if self.cost_usd is not None and (spent.cost_usd or 0.0) >= self.cost_usd:
            return f"the budget of ${self.cost_usd:g} is spent (${spent.cost_usd or 0.0:.4f} used)"
        return None
