"""Whose failure it was: the agent's, or that of the model's provider under it."""

from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.semantics.outcomes import (
    AgentFailed,
    GraderFailed,
    InfrastructureFailed,
    Outcome,
    Scored,
    TimedOut,
    Ungraded,
)
from osmosis_contract.models.rollout import RolloutErrorCategory

__all__ = ["with_provider_faults"]


def with_provider_faults(outcome: Outcome, usage: RolloutUsage) -> Outcome:
    """A failure under which the model's provider had failed is the infrastructure's, not the agent's.

    So is a success in which the provider never answered: whatever was graded is not the model's.
    """
    if not usage.provider_faults:
        return outcome
    failed = isinstance(outcome, (AgentFailed, GraderFailed, TimedOut))
    if failed or (not usage.calls and isinstance(outcome, (Scored, Ungraded))):
        fault = usage.provider_faults[-1]
        message = f"the model's provider failed: {fault.message}"
        return InfrastructureFailed(message, RolloutErrorCategory.HTTP_ERROR, permanent=fault.kind.is_permanent)
    return outcome
