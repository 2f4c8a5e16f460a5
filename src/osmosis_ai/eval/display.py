"""What an evaluation asks a person, and the words in which its plan is shown. The command line implements it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from osmosis_ai.engine.replay import Replay
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.runs.log import Watcher
from osmosis_contract.models.run_manifest import RunSource, RunSourceSelection

__all__ = ["Display", "Prompter", "counted", "plan_summary", "question", "subset_of"]


class Prompter(Protocol):
    """Asks a person. The command alone does so: a run that has started asks nothing."""

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        """Returns when the person agrees; raises when they do not, or cannot be asked."""

    def ask_yes_no(self, prompt: str) -> bool:
        """Whether a person, asked, says yes; False where no person can be asked."""

    def ask_secret(self, name: str) -> str | None:
        """The value of a secret, typed unseen; None where no person can be asked or nothing is typed."""


class Display(Prompter, Watcher, Protocol):
    """Asks before a run and watches it."""


def question(plan: EvalPlan, before: Replay) -> str:
    """What is asked: how many rollouts, on which model, or how many samples."""
    if plan.grades_samples and plan.source is not None:
        return f"Grade {counted(before.results.pending, 'sample')} of {plan.source.run_name}? No model is called."
    return f"Run {counted(before.results.pending, 'rollout')} on {plan.inputs.model_path}?"


def plan_summary(plan: EvalPlan, name: str, before: Replay) -> Mapping[str, object]:
    """Labels and values, in the order in which a person asks for them; what is as usual is left out."""
    pending, done = before.results.pending, len(before.results)
    rows: dict[str, object] = {
        "Run": name,
        "Rollout": plan.serves,
        "Model": plan.inputs.model_path,
        "Dataset": f"{plan.dataset_shown} ({plan.scan.selected_count:,} of {plan.scan.row_count:,} rows)",
    }
    if plan.source is not None:
        rows["Rows from"] = (
            f"{plan.source.run_name}, {subset_of(plan.source)}: {plan.inputs.dataset.selected_source_rows}"
        )
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
    if plan.address.advertise_url or plan.address.tunnel:
        rows["Model reached by"] = plan.address.advertise_url or f"a tunnel of {plan.address.tunnel}"
    rows["Results"] = f"{plan.output_shown}/{name}"
    return rows


def subset_of(source: RunSource) -> str:
    """Which rows of a run another one takes, in words."""
    words = {
        RunSourceSelection.ALL: "all",
        RunSourceSelection.FAILED: "those that failed",
        RunSourceSelection.NOT_PASSED: "those that did not pass",
        RunSourceSelection.PENDING: "those without a result",
        RunSourceSelection.GRADER_FAILED: "those whose grader failed",
    }
    return f"{words[source.selection]} of its {counted(source.row_count, 'row')}"


def _work(plan: EvalPlan, pending: int, done: int) -> str:
    if pending == plan.work_items and not done:
        return f"{pending:,}"
    again = pending + done - plan.work_items
    parts = [f"{pending:,} of {plan.work_items:,}, the rest is done"]
    if again:
        parts.append(f"{again:,} of them failed or removed before")
    return "; ".join(parts)


def _budget(plan: EvalPlan, before: Replay) -> str:
    budget, spent = plan.budget, before.spent
    parts = []
    if budget.cost_usd is not None:
        parts.append(f"${budget.cost_usd:g}" + (f" (${spent.cost_usd:.4f} spent)" if spent.cost_usd else ""))
    if budget.tokens is not None:
        parts.append(f"{budget.tokens:,} tokens" + (f" ({spent.tokens:,} used)" if spent.tokens else ""))
    return ", ".join(parts)


def counted(number: int, noun: str) -> str:
    """`1 rollout`, `2 rollouts`."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"
