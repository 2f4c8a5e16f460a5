"""An evaluation's plan in words, as it is shown before the question."""

from __future__ import annotations

from collections.abc import Mapping

from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.runs.replay import Replay

__all__ = ["counted", "question", "summary"]


def question(plan: EvalPlan, before: Replay) -> str:
    """What is asked: how many rollouts, on which model."""
    return f"Run {counted(before.results.pending, 'rollout')} on {plan.inputs.model_path}?"


def summary(plan: EvalPlan, name: str, before: Replay) -> Mapping[str, object]:
    """Labels and values, in the order in which a person asks for them; what is left out is as usual."""
    pending, done = before.results.pending, len(before.results)
    rows: dict[str, object] = {
        "Run": name,
        "Rollout": f"{plan.inputs.rollout.name}/{plan.inputs.rollout.entrypoint}",
        "Model": plan.inputs.model_path,
        "Dataset": f"{plan.shown(plan.dataset.path)} ({plan.scan.selected_count:,} of {plan.scan.row_count:,} rows)",
    }
    if plan.attempts_per_row > 1:
        rows["Attempts per row"] = plan.attempts_per_row
    rows["Rollouts"] = _work(plan, pending, done)
    if plan.width is not None:
        rows["In flight"] = f"at most {plan.width}"
    limits = plan.inputs.timeouts
    times = [
        f"{seconds:g} s for the {whom}"
        for whom, seconds in (("agent", limits.agent_timeout_sec), ("grader", limits.grader_timeout_sec))
        if seconds is not None
    ]
    if times:
        rows["Time limits"] = ", ".join(times)
    budget = _budget(plan, before)
    if budget:
        rows["Budget"] = budget
    if plan.inputs.secret_names:
        rows["Secrets"] = ", ".join(plan.inputs.secret_names)
    if plan.options.advertise_url or plan.options.tunnel:
        rows["Model reached by"] = plan.options.advertise_url or f"a tunnel of {plan.options.tunnel}"
    rows["Results"] = plan.shown(plan.output / name)
    return rows


def _work(plan: EvalPlan, pending: int, done: int) -> str:
    if pending == plan.work_items and not done:
        return f"{pending:,}"
    again = pending + done - plan.work_items
    parts = [f"{pending:,} of {plan.work_items:,}, the rest is done"]
    if again:
        parts.append(f"{again:,} of them failed or removed before")
    return "; ".join(parts)


def _budget(plan: EvalPlan, before: Replay) -> str:
    options, spent = plan.options, before.spent
    parts = []
    if options.max_cost is not None:
        parts.append(f"${options.max_cost:g}" + (f" (${spent.cost_usd:.4f} spent)" if spent.cost_usd else ""))
    if options.max_tokens is not None:
        parts.append(f"{options.max_tokens:,} tokens" + (f" ({spent.tokens:,} used)" if spent.tokens else ""))
    return ", ".join(parts)


def counted(number: int, noun: str) -> str:
    """`1 rollout`, `2 rollouts`."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"
