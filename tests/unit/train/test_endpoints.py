"""Endpoints that somebody else serves: what each is asked for, and what is read from its answers."""

from __future__ import annotations

from typing import Any

import pytest

from osmosis_ai.models.policy import ProviderError
from osmosis_ai.train.endpoints import Endpoint, EndpointCapture, EndpointModel, TokenSource, read_vllm_call
from osmosis_contract.models.token_trajectory import UnscorableReason

BODY = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 100, "n": 2, "top_p": 0.5}
URL = "http://127.0.0.1:9/v1"


async def _no_tokens(_: Endpoint, __: str) -> list[int]:
    return []


def answer(ids: list[int], logprobs: list[float], **members: Any) -> dict[str, Any]:
    """A chat completion as vLLM gives it with `return_token_ids` and `logprobs`."""
    content = [{"token": f"token_id:{i}", "logprob": each} for i, each in zip(ids, logprobs, strict=False)]
    content += [{"token": "", "logprob": each} for each in logprobs[len(ids) :]]
    choice = {
        "message": {"role": "assistant", "content": "x"},
        "finish_reason": "stop",
        "token_ids": ids,
        "logprobs": {"content": content},
    }
    return {"choices": [choice], "prompt_token_ids": [1, 2, 3], **members}


def test_vllm_is_asked_for_its_tokens_and_sampled_with_every_filter_off():
    """Whatever the rollout asks for; it may ask for fewer tokens. Each further call has the next seed."""
    capture = EndpointCapture(_no_tokens)
    capture.expect("r", Endpoint(base_url=URL, model="m", tokens=TokenSource.VLLM, max_tokens=64, seed=7))
    first, second = capture.prepared("r", BODY), capture.prepared("r", {**BODY, "max_tokens": 5})
    assert (first["return_token_ids"], first["logprobs"], first["top_p"], first["top_k"]) == (True, True, 1.0, -1)
    assert (first["max_tokens"], second["max_tokens"], first["seed"], second["seed"]) == (64, 5, 7, 8)
    assert "n" not in first


async def test_the_tokens_of_vllm_are_those_it_lists():
    capture = EndpointCapture(_no_tokens)
    capture.expect("r", Endpoint(base_url=URL, model="m", policy_version=4))
    await capture.answered("r", BODY, answer([5, 6], [-0.5, -0.25]))
    (call,) = capture.take("r")
    assert (call.prompt_ids, call.sampled_ids, call.logprobs) == ([1, 2, 3], [5, 6], [-0.5, -0.25])
    assert (call.policy_version, call.problem) == (4, None)


@pytest.mark.parametrize(
    ("body", "response", "reason"),
    [
        (BODY, answer([5, 6], [-0.5]), UnscorableReason.LENGTHS_DIFFER),
        (BODY, answer([], []), UnscorableReason.TOKENS_MISSING),
        (BODY, answer([5], [-0.5], prompt_token_ids=None), UnscorableReason.TOKENS_MISSING),
        (BODY, answer([5], [-0.5], prompt_token_ids=["1"]), UnscorableReason.TOKENS_MISSING),
        ({**BODY, "response_format": {"type": "json_object"}}, answer([5], [-0.5]), UnscorableReason.SAMPLED_OTHERWISE),
    ],
)
def test_an_answer_without_all_its_tokens_says_what_is_wrong(
    body: dict[str, Any], response: dict[str, Any], reason: UnscorableReason
):
    problem = read_vllm_call(body, response, 0).problem
    assert problem is not None
    assert problem[0] is reason


def test_an_endpoint_without_a_token_source_gets_the_rollouts_own_settings():
    capture = EndpointCapture(_no_tokens)
    capture.expect("r", Endpoint(base_url=URL, model="m", tokens=TokenSource.NONE))
    prepared = capture.prepared("r", BODY)
    assert {name: prepared[name] for name in BODY} == BODY


async def test_a_call_of_a_rollout_that_nobody_asked_for_goes_nowhere():
    """It has no endpoint; a rollout that has ended has none any more."""
    async with EndpointModel() as model:
        with pytest.raises(ProviderError, match="endpoint"):
            await model.complete(model.capture.prepared("stranger", BODY))
        model.capture.expect("r", Endpoint(base_url=URL, model="m"))
        body = model.capture.prepared("r", BODY)
        model.capture.take("r")
        with pytest.raises(ProviderError, match="endpoint"):
            await model.complete(body)
