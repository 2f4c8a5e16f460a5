"""The figures of a step: plain functions of its rollouts and of what the trainer said."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from osmosis_ai.train.rollouts import Rollout
from osmosis_ai.train.trainer import Update
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, UnscorableTokenTrajectory

__all__ = ["reasons_of", "scored_of", "step_figures"]

_OF_TRAINER = {
    "entropy": "train/entropy_loss",
    "loss": "train/loss",
    "grad_norm": "train/grad_norm",
    "serving_logp_difference": "train/serving_logp_difference",
}
_LENGTH = "length"


def scored_of(rollouts: Sequence[Rollout]) -> list[ScoredTokenTrajectory]:
    """The trajectories that are trained on."""
    return [each.trajectory for each in rollouts if isinstance(each.trajectory, ScoredTokenTrajectory)]


def reasons_of(rollouts: Sequence[Rollout]) -> dict[str, int]:
    """How many rollouts are not, by reason."""
    reasons = (each.trajectory.reason for each in rollouts if isinstance(each.trajectory, UnscorableTokenTrajectory))
    return dict(sorted(Counter(reason.value for reason in reasons).items()))


def step_figures(scored: Sequence[ScoredTokenTrajectory], update: Update | None) -> dict[str, float]:
    """By the documented names. Without a scored rollout there is no reward and no length: nothing stands for them."""
    figures: dict[str, float] = {}
    if scored:
        rewards = [each.reward for each in scored]
        sampled = [sum(sum(segment.mask) for segment in each.segments) for each in scored]
        total = [sum(len(s.prompt_ids) + len(s.sampled_ids) for s in each.segments) for each in scored]
        figures |= {
            "rollout/raw_reward": statistics.fmean(rewards),
            "rollout/reward_std": statistics.pstdev(rewards),
            "rollout/reward_min": min(rewards),
            "rollout/reward_max": max(rewards),
            "rollout/response_lengths": statistics.fmean(sampled),
            "rollout/total_lengths": statistics.fmean(total),
            "rollout/truncated_ratio": sum(each.segments[-1].finish_reason == _LENGTH for each in scored) / len(scored),
            "rollout/tokens": float(sum(sampled)),
        }
    given: Mapping[str, float] = {} if update is None else update.figures
    return figures | {name: float(given[key]) for key, name in _OF_TRAINER.items() if key in given}
