"""The figures of a training run as CSV: a row a step, and one for each evaluation of a model without a step."""

from __future__ import annotations

import csv
import io

from osmosis_ai.runs.training.state import TrainingState

__all__ = ["metrics_csv"]

_COUNTS = ("prompts", "rollouts", "scored")


def metrics_csv(state: TrainingState) -> str:
    """Columns: step, when, the policy that answered, counts, `unscorable/<reason>`, every metric, `seconds/<phase>`.

    Step 0 is the base model, which has an evaluation at most. A value that is not known is an empty cell.
    """
    records = state.steps.values()
    reasons = sorted({reason for record in records for reason in record.unscorable})
    metrics = sorted({key for record in records for key in record.metrics})
    phases = list(dict.fromkeys(phase for record in records for phase in record.seconds))
    evaluated = ["eval/validation/reward", "eval/rows", "eval/scored"] if state.evaluations else []
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ["step", "at", "policy_version", *_COUNTS]
        + [f"unscorable/{reason}" for reason in reasons]
        + metrics
        + [f"seconds/{phase}" for phase in phases]
        + evaluated
    )
    for step in sorted({*state.steps, *state.evaluations}):
        record, evaluation = state.steps.get(step), state.evaluations.get(step)
        row: list[object] = [step]
        if record is None:
            at = None if evaluation is None else evaluation.at
            row += [at, *[None] * (1 + len(_COUNTS) + len(reasons) + len(metrics) + len(phases))]
        else:
            row += [record.at, record.policy_version, record.prompts, record.rollouts, record.scored]
            row += [record.unscorable.get(reason, 0) for reason in reasons]
            row += [record.metrics.get(key) for key in metrics]
            row += [record.seconds.get(phase) for phase in phases]
        if evaluated:
            row += [None] * 3 if evaluation is None else [evaluation.reward, evaluation.rows, evaluation.scored]
        rows.writerow(["" if cell is None else cell for cell in row])
    return text.getvalue()
