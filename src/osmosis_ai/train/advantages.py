"""How much better a rollout was than its siblings, as GRPO has it, and the rows that an update is computed from."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TypedDict

from osmosis_contract.models.token_trajectory import TokenSegment

__all__ = ["UpdateRow", "group_advantages", "update_row"]

_SMALLEST_DEVIATION = 1e-4


class UpdateRow(TypedDict):
    """A sequence, token by token: what comes next, how probable it was when it was sampled, and its advantage.

    Where the next token is not the model's, advantage and log-probability are 0.
    """

    tokens: list[int]
    target_tokens: list[int]
    logprobs: list[float]
    advantages: list[float]


def group_advantages(rewards: Sequence[float | None], samples: int) -> list[float]:
    """Of the rollouts of a step, `samples` of each prompt in a row: distance from their mean in standard deviations.

    A rollout without a reward is outside the mean and has advantage 0, as every rollout has of equal or single ones.
    """
    found: list[float] = []
    for start in range(0, len(rewards), samples):
        group = rewards[start : start + samples]
        scored = [each for each in group if each is not None]
        if len(scored) < 2 or max(scored) == min(scored):  # noqa: PLR2004 - one has nothing to be compared with
            found += [0.0] * len(group)
            continue
        mean, deviation = statistics.fmean(scored), statistics.stdev(scored)
        found += [0.0 if each is None else (each - mean) / (deviation + _SMALLEST_DEVIATION) for each in group]
    return found


def update_row(segment: TokenSegment, advantage: float) -> UpdateRow:
    """The row of a token sequence."""
    before = len(segment.prompt_ids) - 1
    ids = [*segment.prompt_ids, *segment.sampled_ids]
    logprobs = [value if mask else 0.0 for value, mask in zip(segment.logprobs, segment.mask, strict=True)]
    return UpdateRow(
        tokens=ids[:-1],
        target_tokens=ids[1:],
        logprobs=[0.0] * before + logprobs,
        advantages=[0.0] * before + [advantage * mask for mask in segment.mask],
    )
