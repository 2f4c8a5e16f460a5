"""Whether a run can keep to its budget, before it spends anything."""

from __future__ import annotations

import os

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.runs.replay import Replay

__all__ = ["check_budget"]


def check_budget(plan: EvalPlan, before: Replay) -> None:
    """Raises OsmosisError for a budget that earlier invocations spent, and for a cost limit that cannot be kept."""
    spent = plan.budget.reached(before.spent)
    if spent is not None:
        raise OsmosisError(
            f"{spent}, with {before.results.pending} of {plan.work_items} rollouts still to run",
            hint="What earlier invocations of a run spent counts. Give a higher limit, or none.",
        )
    if plan.options.max_cost is not None and not _has_price(plan):
        raise OsmosisError(
            f"--max-cost cannot be kept to: what {plan.inputs.model_path} costs is not known",
            hint="Limit the tokens instead, with --max-tokens.",
        )


def _has_price(plan: EvalPlan) -> bool:
    from osmosis_ai.models.prices import price_of

    return price_of(plan.inputs.model_path, {**os.environ, **(plan.config.env or {})}) is not None
