"""The metrics of a training run, as the platform's API gives them: a pure function of its journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from osmosis_ai.runs.training.state import TrainingState
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.local_training import TrainingEndStatus
from osmosis_contract.models.platform_training_runs import (
    MetricPoint,
    MetricSeries,
    MetricSummary,
    TrainingMetricsOverview,
    TrainingRunMetrics,
    TrainingRunStatus,
)

__all__ = ["TITLES", "metrics_of", "series_of", "status_of"]

TITLES: Mapping[str, str] = {
    "rollout/raw_reward": "Training Reward",
    "eval/validation/reward": "Validation Reward",
    "train/entropy_loss": "Model Entropy",
    "rollout/response_lengths": "Response Length",
    "rollout/total_lengths": "Total Length",
    "rollout/truncated_ratio": "Truncation Ratio",
    "rollout/reward_std": "Reward Spread",
    "rollout/unscorable": "Unscorable Rollouts",
    "train/loss": "Loss",
    "train/grad_norm": "Gradient Norm",
    "train/serving_logp_difference": "Log-probability Difference",
}
"""Keys of metrics, the documented ones first, and what people call them."""


def series_of(state: TrainingState) -> dict[str, list[tuple[int, float, str]]]:
    """The values of each metric: step, value, and when."""
    found: dict[str, list[tuple[int, float, str]]] = {}
    for step, record in sorted(state.steps.items()):
        unscorable = float(record.rollouts - record.scored)
        for key, value in {**record.metrics, "rollout/unscorable": unscorable}.items():
            if key in TITLES:
                found.setdefault(key, []).append((step, value, record.at))
    for step, evaluation in sorted(state.evaluations.items()):
        if evaluation.reward is not None:
            found.setdefault("eval/validation/reward", []).append((step, evaluation.reward, evaluation.at))
    return {key: found[key] for key in TITLES if key in found}


def status_of(state: TrainingState, *, alive: bool) -> TrainingRunStatus:
    """Where a run stands; `alive` says whether a process works on it."""
    if alive:
        return TrainingRunStatus.RUNNING
    if state.started is None:
        return TrainingRunStatus.PENDING
    if state.ended is None:
        return TrainingRunStatus.CRASHED
    return {
        TrainingEndStatus.FINISHED: TrainingRunStatus.FINISHED,
        TrainingEndStatus.STOPPED: TrainingRunStatus.STOPPED,
        TrainingEndStatus.FAILED: TrainingRunStatus.FAILED,
    }[state.ended.status]


def metrics_of(state: TrainingState, *, alive: bool) -> TrainingRunMetrics:
    """The document."""
    series = series_of(state)
    times = [state.first_started_at, *(record.at for record in state.steps.values())]
    known = [_milliseconds(text) for text in times if text is not None]
    return TrainingRunMetrics(
        status=status_of(state, alive=alive),
        overview=TrainingMetricsOverview(
            metric_summaries=[_summary(key, [value for _, value, _ in points]) for key, points in series.items()],
            examples_processed_count=sum(record.scored for record in state.steps.values()),
            latest_step=state.last_step,
            total_steps=state.total_steps,
            **omit_none(duration_ms=max(known) - min(known) if known else None),
        ),
        metrics=[
            MetricSeries(
                metric_key=key,
                title=TITLES[key],
                data_points=[
                    MetricPoint(step=step, value=value, timestamp=_milliseconds(at)) for step, value, at in points
                ],
            )
            for key, points in series.items()
        ],
    )


def _summary(key: str, values: list[float]) -> MetricSummary:
    return MetricSummary(
        key=key,
        title=TITLES[key],
        initial=values[0],
        latest=values[-1],
        delta=values[-1] - values[0],
        min=min(values),
        max=max(values),
    )


def _milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at).timestamp() * 1000)
