"""What model calls used: per rollout for its record, and in total for a run's budget."""

from dataclasses import dataclass, field

from osmosis_ai.models.policy import FaultKind
from osmosis_ai.models.prices import Price
from osmosis_ai.models.usage import Usage
from osmosis_ai.semantics.spent import Spent


@dataclass(frozen=True, slots=True)
class ProviderFault:
    """A call in which the provider failed, through no fault of the request. `at` is Unix time."""

    at: float
    kind: FaultKind
    status: int | None
    message: str


@dataclass(slots=True)
class RolloutUsage:
    """What one rollout's model calls used.

    `calls` counts the answered ones. `max_context_tokens`: the largest call, both ways. `cached_tokens` are part of
    `prompt_tokens`. `cost_usd` is None where no price is known. `estimated`: some of the counts are estimates.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    max_context_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = None
    estimated: bool = False
    provider_faults: list[ProviderFault] = field(default_factory=list)


class Accounts:
    """Books calls at a price, unless the provider says itself what it charged."""

    def __init__(self, price: Price | None) -> None:
        self.spent = Spent()
        self._price = price

    def book(self, rollout: RolloutUsage, call: Usage, *, answered: bool = True) -> None:
        """Add a call, `answered` or broken off, to its rollout and to the total."""
        rollout.calls += answered
        rollout.prompt_tokens += call.prompt_tokens
        rollout.completion_tokens += call.completion_tokens
        rollout.total_tokens += call.total_tokens
        rollout.cached_tokens += call.cached_tokens
        rollout.max_context_tokens = max(rollout.max_context_tokens, call.prompt_tokens + call.completion_tokens)
        rollout.estimated = rollout.estimated or call.estimated
        cost = call.cost_usd
        if cost is None and self._price is not None:
            cost = self._price.of(call)
        if cost is not None:
            rollout.cost_usd = (rollout.cost_usd or 0.0) + cost
        self.spent = self.spent.plus(call.total_tokens, cost, estimated=call.estimated)
