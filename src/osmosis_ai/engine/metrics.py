"""Numbers over the results of a run."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from osmosis_ai.contract.members import known
from osmosis_ai.engine.work import WorkKey
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.run_metrics import MetricsSummary, PassAtK, RewardStats

__all__ = ["Result", "pass_at_k", "summarize"]


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of one settled work item."""

    key: WorkKey
    status: RowStatus
    reward: float | None
    tokens: int | None


def pass_at_k(attempts: int, passed: int, k: int) -> float:
    """Unbiased estimate of the chance that at least one of k attempts passes (Chen et al. 2021, eq. 1).

    attempts >= k >= 1, 0 <= passed <= attempts; result in [0, 1]. Raises ValueError outside those bounds.
    """
    if not (attempts >= k >= 1 and 0 <= passed <= attempts):
        raise ValueError(f"pass@{k} of {passed} passes in {attempts} attempts is not defined")
    if attempts - passed < k:
        return 1.0
    return 1.0 - math.comb(attempts - passed, k) / math.comb(attempts, k)


def summarize(results: Iterable[Result], pass_threshold: float) -> MetricsSummary:
    """The summary of a run's settled items.

    Failed rows count as not passed, removed ones not at all; rows that the infrastructure failed are not here, because
    they have no result. `pass_at_k` is given for k = 1, 2, 4, … when rows were tried at least twice.
    """
    found = list(results)
    counted = [result for result in found if result.status is not RowStatus.SKIPPED]
    rewards = [result.reward for result in counted if result.reward is not None]
    passed = sum(reward >= pass_threshold for reward in rewards)
    runs = max((result.key[1] + 1 for result in found), default=0)
    return MetricsSummary(
        total_samples=len(found),
        completed_samples=len(counted),
        skipped=len(found) - len(counted),
        failed=sum(result.status is RowStatus.FAILED for result in found),
        graded=len(rewards),
        passed=passed,
        pass_rate=passed / len(counted) if counted else 0.0,
        pass_threshold=pass_threshold,
        tokens_used=sum(result.tokens or 0 for result in found),
        **known(
            reward_stats=_reward_stats(rewards) if rewards else None,
            n_runs=runs if runs > 1 else None,
            pass_at_k=_pass_at_k(counted, runs, pass_threshold),
        ),
    )


def _reward_stats(rewards: Sequence[float]) -> RewardStats:
    return RewardStats(
        mean=statistics.fmean(rewards),
        median=statistics.median(rewards),
        std=statistics.pstdev(rewards),
        min=min(rewards),
        max=max(rewards),
    )


def _pass_at_k(counted: Sequence[Result], runs: int, threshold: float) -> list[PassAtK] | None:
    tried: dict[int, list[bool]] = {}
    for result in counted:
        passed = result.reward is not None and result.reward >= threshold
        tried.setdefault(result.key[0], []).append(passed)
    points: list[PassAtK] = []
    k = 1
    while k <= runs:
        estimates = [pass_at_k(len(row), sum(row), k) for row in tried.values() if len(row) >= k]
        if estimates:
            points.append(PassAtK(k=k, value=statistics.fmean(estimates)))
        k *= 2
    return points if len(points) > 1 else None
