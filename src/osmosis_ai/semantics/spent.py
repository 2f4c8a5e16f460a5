"""What model calls used: one small value that models, hosting and the engine share."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Spent"]


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and US dollars of model calls.

    `cost_usd` is None while the cost of none of them is known. `estimated`: some of the tokens are an estimate, because
    the provider sent no count.
    """

    tokens: int = 0
    cost_usd: float | None = None
    estimated: bool = False

    def plus(self, tokens: int | None, cost_usd: float | None, *, estimated: bool = False) -> Spent:
        """The sum with this much more; None adds nothing."""
        if not tokens and cost_usd is None:
            return self
        cost = self.cost_usd if cost_usd is None else (self.cost_usd or 0.0) + cost_usd
        return Spent(self.tokens + (tokens or 0), cost, self.estimated or estimated)
