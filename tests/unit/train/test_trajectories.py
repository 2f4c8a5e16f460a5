"""From calls and an outcome to a token trajectory: whole, or unscorable with its reason; never a zero."""

from __future__ import annotations

from dataclasses import replace

import pytest

from osmosis_ai.train.trajectories import Limits, segments_of, trajectory_of
from osmosis_contract.models.run_events import RolloutOutcome
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, UnscorableTokenTrajectory

from .calls import call

LIMITS = Limits(oldest_policy=0, max_prompt_length=100, max_response_length=100)


def _trajectory(*calls, outcome=RolloutOutcome.SCORED, reward=1.0, limits=LIMITS):
    return trajectory_of("r", outcome, reward, "why", calls=calls, limits=limits)


def _reason(*calls, **given) -> str:
    trajectory = _trajectory(*calls, **given)
    assert isinstance(trajectory, UnscorableTokenTrajectory)
    return trajectory.reason.value


def test_a_scored_rollout_of_one_call_is_one_segment():
    trajectory = _trajectory(call([1, 2], [5, 6]), reward=0.5)
    assert isinstance(trajectory, ScoredTokenTrajectory)
    assert trajectory.reward == 0.5
    (segment,) = trajectory.segments
    assert (segment.prompt_ids, segment.sampled_ids, segment.mask) == ([1, 2], [5, 6], [1, 1])


def test_turns_whose_prompt_goes_on_are_one_segment_with_the_environment_masked():
    """What a tool said stands between the model's tokens, with mask 0 and log-probability 0."""
    (segment,) = segments_of([call([1, 2], [5, 6]), call([1, 2, 5, 6, 8, 9], [7])])
    assert segment.prompt_ids == [1, 2]
    assert segment.sampled_ids == [5, 6, 8, 9, 7]
    assert segment.mask == [1, 1, 0, 0, 1]
    assert segment.logprobs == [-0.5, -0.5, 0.0, 0.0, -0.5]


def test_a_prompt_that_was_tokenised_again_is_another_sequence_and_refused():
    """A later prompt with other tokens for the same text would train on tokens that nobody sampled."""
    assert _reason(call([1, 2], [5, 6]), call([1, 2, 56, 8], [7])) == "not_one_sequence"


@pytest.mark.parametrize(
    "outcome", [each for each in RolloutOutcome if each is not RolloutOutcome.SCORED], ids=lambda each: each.value
)
def test_every_outcome_but_scored_is_its_own_reason(outcome: RolloutOutcome):
    """There is no outcome that becomes a reward of zero."""
    assert _reason(call([1], [5]), outcome=outcome, reward=None) == outcome.value


def test_a_score_without_a_model_call_has_nothing_to_train_on():
    assert _reason() == "no_model_call"


def test_an_answer_of_an_older_policy_is_refused():
    assert _reason(call([1], [5], version=3), limits=replace(LIMITS, oldest_policy=4)) == "stale_policy"


def test_lengths_beyond_the_limits_are_refused():
    assert _reason(call([1, 2, 3], [5]), limits=replace(LIMITS, max_prompt_length=2)) == "too_long"
    assert _reason(call([1], [5, 6, 7]), limits=replace(LIMITS, max_response_length=2)) == "too_long"


def test_lengths_that_differ_are_refused():
    """Log-probabilities that are one short would be padded in silence further on."""
    whole = call([1], [5, 6])
    assert _reason(replace(whole, logprobs=whole.logprobs[:1])) == "lengths_differ"
