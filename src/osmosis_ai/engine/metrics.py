"""Numbers over the results of a run."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from osmosis_ai.engine.results import Figures
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.run_metrics import MetricsSummary, MetricStats, PassAtK, RewardStats

__all__ = ["pass_at_k", "summarize"]


def pass_at_k(attempts: int, passed: int, k: int) -> float:
    """Unbiased estimate of the chance that at least one of k attempts passes (Chen et al. 2021, eq. 1).

    attempts >= k >= 1, 0 <= passed <= attempts; result in [0, 1]. Raises ValueError outside those bounds.
    """
    if not (attempts >= k >= 1 and 0 <= passed <= attempts):
        raise ValueError(f"pass@{k} of {passed} passes in {attempts} attempts is not defined")
    if attempts - passed < k:
        return 1.0
    return 1.0 - math.comb(attempts - passed, k) / math.comb(attempts, k)


def summarize(figures: Figures, pass_threshold: float, *, cost_usd: float | None = None) -> MetricsSummary:
    """The summary of a run's completed items.

    Failed rows count as not passed, removed ones not at all; rows that the infrastructure failed are not here, because
    they have no result. `pass_at_k` is given for k = 1, 2, 4, … when rows were tried at least twice. `cost_usd` is what
    the model calls of all attempts cost, None where prices are not known.
    """
    rewards = [reward for _, reward in figures.counted() if not math.isnan(reward)]
    completed = len(figures.statuses) - figures.statuses.count(0) - figures.count(RowStatus.SKIPPED)
    passed = sum(reward >= pass_threshold for reward in rewards)
    runs = _runs(figures)
    return MetricsSummary(
        total_samples=completed + figures.count(RowStatus.SKIPPED),
        completed_samples=completed,
        skipped=figures.count(RowStatus.SKIPPED),
        failed=figures.count(RowStatus.FAILED),
        graded=len(rewards),
        passed=passed,
        pass_rate=passed / completed if completed else 0.0,
        pass_threshold=pass_threshold,
        tokens_used=sum(tokens for tokens in figures.tokens if tokens > 0),
        **omit_none(
            tokens_estimated=figures.estimated or None,
            cost_usd=cost_usd,
            reward_stats=_reward_stats(rewards) if rewards else None,
            metrics=_metric_stats(figures) or None,
            n_runs=runs if runs > 1 else None,
            pass_at_k=_pass_at_k(figures, runs, pass_threshold) if runs > 1 else None,
        ),
    )


def _runs(figures: Figures) -> int:
    """One more than the highest run with a result."""
    width = figures.runs_per_row
    return next((run + 1 for run in reversed(range(width)) if any(figures.statuses[run::width])), 0)


def _reward_stats(rewards: Sequence[float]) -> RewardStats:
    return RewardStats(
        mean=statistics.fmean(rewards),
        median=statistics.median(rewards),
        std=statistics.pstdev(rewards),
        min=min(rewards),
        max=max(rewards),
    )


def _metric_stats(figures: Figures) -> dict[str, MetricStats]:
    """By name, over the results that have the metric; names that no counted result has are left out."""
    return {
        name: MetricStats(count=len(values), mean=statistics.fmean(values), std=statistics.pstdev(values))
        for name in sorted(figures.metrics)
        if (values := figures.metric(name))
    }


def _pass_at_k(figures: Figures, runs: int, threshold: float) -> list[PassAtK] | None:
    tried: dict[tuple[int, int], int] = {}
    for _, row in groupby(figures.counted(), key=itemgetter(0)):
        passed = [reward >= threshold for _, reward in row]
        form = (len(passed), sum(passed))
        tried[form] = tried.get(form, 0) + 1
    points: list[PassAtK] = []
    k = 1
    while k <= runs:
        rows = {form: count for form, count in tried.items() if form[0] >= k}
        if rows:
            total = math.fsum(pass_at_k(attempts, passed, k) * count for (attempts, passed), count in rows.items())
            points.append(PassAtK(k=k, value=total / sum(rows.values())))
        k *= 2
    return points if len(points) > 1 else None
