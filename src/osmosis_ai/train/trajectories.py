"""From the captured calls of a rollout and its outcome to what a trainer takes, or the reason why it takes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osmosis_ai.models.bridge.token_capture import CapturedCall
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RolloutOutcome
from osmosis_contract.models.token_trajectory import (
    ScoredTokenTrajectory,
    TokenSegment,
    UnscorableReason,
    UnscorableTokenTrajectory,
)

__all__ = ["Limits", "Trajectory", "segments_of", "trajectory_of", "unscorable"]

type Trajectory = ScoredTokenTrajectory | UnscorableTokenTrajectory


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run takes: the oldest policy that may have answered, and tokens of a prompt and of a response."""

    oldest_policy: int
    max_prompt_length: int
    max_response_length: int


def unscorable(reason: UnscorableReason, message: str, rollout_id: str | None = None) -> UnscorableTokenTrajectory:
    """A rollout without a reward."""
    return UnscorableTokenTrajectory(
        kind="unscorable", reason=reason, message=message or reason.value, **omit_none(rollout_id=rollout_id)
    )


def trajectory_of(
    rollout_id: str,
    outcome: RolloutOutcome,
    reward: float | None,
    message: str | None,
    *,
    calls: Sequence[CapturedCall],
    limits: Limits,
) -> Trajectory:
    """What is trained on of a rollout. Refused, with the reason: what is not whole, or was not sampled as it should be.

    A reward alone is not enough: without the very tokens that earned it there is nothing to make more likely.
    """
    if outcome is not RolloutOutcome.SCORED or reward is None:
        reason = UnscorableReason(outcome.value) if outcome is not RolloutOutcome.SCORED else UnscorableReason.UNGRADED
        return unscorable(reason, message or "", rollout_id)
    if not calls:
        return unscorable(UnscorableReason.NO_MODEL_CALL, "the rollout was scored without a model call", rollout_id)
    for call in calls:
        if call.problem is not None:
            return unscorable(*call.problem, rollout_id)
        if call.policy_version < limits.oldest_policy:
            stale = f"policy {call.policy_version} answered, and {limits.oldest_policy} is the oldest allowed"
            return unscorable(UnscorableReason.STALE_POLICY, stale, rollout_id)
    segments = segments_of(calls)
    for segment in segments:
        if not len(segment.sampled_ids) == len(segment.mask) == len(segment.logprobs):
            differ = f"{len(segment.sampled_ids)} ids, {len(segment.mask)} mask, {len(segment.logprobs)} logprobs"
            return unscorable(UnscorableReason.LENGTHS_DIFFER, differ, rollout_id)
        if len(segment.prompt_ids) > limits.max_prompt_length or sum(segment.mask) > limits.max_response_length:
            long = f"{len(segment.prompt_ids)} tokens of prompt and {sum(segment.mask)} of response"
            return unscorable(UnscorableReason.TOO_LONG, long, rollout_id)
    if len(segments) > 1:
        apart = f"the {len(calls)} calls are {len(segments)} token sequences, and this trainer takes one"
        return unscorable(UnscorableReason.NOT_ONE_SEQUENCE, apart, rollout_id)
    return ScoredTokenTrajectory(kind="scored", rollout_id=rollout_id, reward=reward, segments=segments)


def segments_of(calls: Sequence[CapturedCall]) -> list[TokenSegment]:
    """The token sequences of the calls, each in the segment whose tokens its prompt goes on with.

    What a prompt has beyond those tokens is the environment's: masked, with log-probability 0.
    """
    segments: list[TokenSegment] = []
    for call in calls:
        before = next((each for each in reversed(segments) if _goes_on(each, call.prompt_ids)), None)
        if before is None:
            segments.append(
                TokenSegment(
                    prompt_ids=call.prompt_ids,
                    sampled_ids=list(call.sampled_ids),
                    mask=[1] * len(call.sampled_ids),
                    logprobs=list(call.logprobs),
                    policy_version=call.policy_version,
                    finish_reason=call.finish_reason,
                )
            )
            continue
        between = call.prompt_ids[len(before.prompt_ids) + len(before.sampled_ids) :]
        before.sampled_ids += [*between, *call.sampled_ids]
        before.mask += [0] * len(between) + [1] * len(call.sampled_ids)
        before.logprobs += [0.0] * len(between) + list(call.logprobs)
        before.policy_version = min(before.policy_version, call.policy_version)
        before.finish_reason = call.finish_reason
    return segments


def _goes_on(segment: TokenSegment, prompt_ids: Sequence[int]) -> bool:
    so_far = [*segment.prompt_ids, *segment.sampled_ids]
    return len(prompt_ids) > len(so_far) and list(prompt_ids[: len(so_far)]) == so_far
