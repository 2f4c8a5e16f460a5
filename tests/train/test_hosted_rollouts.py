"""`open_rollouts`: the template's rollout, unchanged, against endpoints that somebody else serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from osmosis_ai.train.hosted_rollouts import (
    Endpoint,
    GradedRollout,
    HostedRollouts,
    ScoredTokenTrajectory,
    TokenSource,
    TrainingPrompt,
    UnscorableTokenTrajectory,
    open_rollouts,
)
from osmosis_contract.models.token_trajectory import UnscorableReason

from .conftest import TEMPLATE, PolicyServer, TrainWorkspace

MODEL = "local/smollm2-135m-instruct"


@pytest.fixture
async def rollouts(train_workspace: TrainWorkspace) -> AsyncIterator[HostedRollouts]:
    async with open_rollouts(train_workspace.root / "rollouts" / TEMPLATE) as opened:
        yield opened


def prompt(number: int) -> TrainingPrompt:
    """A row of the template's dataset."""
    asked = [
        {"role": "system", "content": "You are a calculator."},
        {"role": "user", "content": f"What is {number} times 7?"},
    ]
    return TrainingPrompt(prompt=asked, label=str(7 * number), source_row_index=number)


async def test_rows_side_by_side_give_their_own_tokens_and_failures_give_reasons(
    rollouts: HostedRollouts, policy_server: PolicyServer
):
    """Ids, log-probabilities and masks of one length with the endpoint's policy version; a policy that cannot be
    reached, or that does not tell its tokens, is a reason and never a reward of zero."""
    there = Endpoint(
        base_url=policy_server.base_url,
        model=MODEL,
        api_key=policy_server.key,
        tokens=TokenSource.LLAMA_CPP,
        policy_version=3,
        max_tokens=8,
        seed=5,
    )
    nowhere = Endpoint(base_url="http://127.0.0.1:9/v1", model=MODEL)
    silent = Endpoint(base_url=policy_server.base_url, model=MODEL, api_key=policy_server.key)
    *found, lost, untold = await asyncio.gather(
        *(rollouts.run(prompt(number), there) for number in (2, 3, 4)),
        rollouts.run(prompt(5), nowhere),
        rollouts.run(prompt(6), silent),
    )
    prompts = set()
    for each in found:
        assert isinstance(each, ScoredTokenTrajectory)
        assert each.reward in {0.0, 0.5, 1.0}
        (segment,) = each.segments
        assert 0 < len(segment.sampled_ids) == len(segment.mask) == len(segment.logprobs) <= 8
        assert (segment.policy_version, set(segment.mask)) == (3, {1})
        prompts.add(tuple(segment.prompt_ids))
    assert len(prompts) == 3
    assert isinstance(lost, UnscorableTokenTrajectory)
    assert lost.reason is UnscorableReason.INFRASTRUCTURE_FAILED
    assert isinstance(untold, UnscorableTokenTrajectory)
    assert untold.reason is UnscorableReason.TOKENS_MISSING
    again = await rollouts.run(prompt(2), there)
    assert isinstance(again, ScoredTokenTrajectory)
    assert again.segments[0].prompt_ids == found[0].segments[0].prompt_ids
    long = await rollouts.run(prompt(2), there, max_prompt_length=5)
    assert isinstance(long, UnscorableTokenTrajectory)
    assert long.reason is UnscorableReason.TOO_LONG


async def test_a_trainer_that_captures_tokens_itself_gets_the_reward(
    rollouts: HostedRollouts, policy_server: PolicyServer
):
    endpoint = Endpoint(
        base_url=policy_server.base_url, model=MODEL, api_key=policy_server.key, tokens=TokenSource.NONE
    )
    graded = await rollouts.grade(prompt(8), endpoint)
    assert isinstance(graded, GradedRollout)
    assert graded.reward in {0.0, 0.5, 1.0}
    with pytest.raises(ValueError, match="grade"):
        await rollouts.run(prompt(8), endpoint)
