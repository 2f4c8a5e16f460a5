"""The tokens of a model call: from the server's own list, whole, and sampled as the run says, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from osmosis_ai.models.bridge.token_capture import Sampling, TokenCapture, read_call
from osmosis_contract.models.token_trajectory import UnscorableReason

from .calls import SAMPLING, answer, call


def test_a_call_has_the_ids_that_the_server_lists():
    """Sampled ids and log-probabilities come from the server's list, prompt ids from its tokenizer."""
    captured = call([1, 2, 3], [35, 1711, 2])
    assert captured.problem is None
    assert (captured.prompt_ids, captured.sampled_ids, captured.logprobs) == ([1, 2, 3], [35, 1711, 2], [-0.5] * 3)


def test_the_end_token_that_only_the_log_probabilities_have_is_kept():
    """A server that leaves the end-of-text token out of its tokens lists it with the log-probabilities."""
    captured = call([1], [35, 36], listed=[35, 36, 2])
    assert captured.problem is None
    assert captured.sampled_ids == [35, 36, 2]


def test_tokens_that_end_inside_a_character_have_no_log_probability_and_are_refused():
    """Such a reply lacks some of its tokens' log-probabilities; training on the others would blow an update up."""
    captured = call([1], [42, 40303, 120, 7], listed=[42, 120, 7])
    assert captured.problem is not None
    assert captured.problem[0] is UnscorableReason.TOKENS_MISSING
    assert "3 of 4" in captured.problem[1]


def test_a_prompt_that_the_server_counts_otherwise_is_refused():
    captured = read_call({}, answer([5], prompt=4), [1, 2, 3], SAMPLING, 0)
    assert captured.problem is not None
    assert captured.problem[0] is UnscorableReason.TOKENS_MISSING


def test_an_answer_without_tokens_is_refused():
    captured = read_call({}, {"choices": [{"message": {"content": "56"}}]}, [], SAMPLING, 0)
    assert captured.problem is not None
    assert captured.problem[0] is UnscorableReason.TOKENS_MISSING


@pytest.mark.parametrize(
    "settings", [{"temperature": 0.8}, {"top_k": 40}, {"top_p": 0.95}, {"min_p": 0.05}, {"grammar": "root ::= x"}]
)
def test_a_call_that_was_sampled_otherwise_is_refused(settings: dict[str, Any]):
    """Log-probabilities of the whole softmax are not those of a filtered choice."""
    captured = call([1], [5], **settings)
    assert captured.problem is not None
    assert captured.problem[0] is UnscorableReason.SAMPLED_OTHERWISE


def test_what_a_rollout_asks_of_sampling_gives_way_to_the_run():
    """Temperature and filters are the run's; a lower limit of tokens is the rollout's to ask for; the rest stays."""
    sent = Sampling(1.0, 12).request({"temperature": 0.1, "top_k": 5, "max_tokens": 4, "tools": [1]}, seed=9)
    assert (sent["temperature"], sent["top_k"], sent["max_tokens"], sent["seed"]) == (1.0, 0, 4, 9)
    assert sent["tools"] == [1]
    assert Sampling(0.0, 12).request({"max_completion_tokens": 400}, seed=0)["max_tokens"] == 12


async def test_a_capture_keeps_the_calls_of_each_rollout_apart_and_seeds_each_call():
    """Two rollouts at once: each has its own calls, and equal rollouts of a group are sampled with other seeds."""

    async def tokenize(_text: str) -> list[int]:
        return [1, 2, 3]

    capture = TokenCapture(tokenize, SAMPLING)
    capture.policy_version = 4
    capture.expect("a", 100)
    capture.expect("b", 200)
    seeds = [capture.prepared(name, {"messages": []})["seed"] for name in ("a", "b", "a")]
    assert seeds == [100, 200, 101]
    await capture.answered("a", {"messages": []}, answer([5]))
    await capture.answered("b", {"messages": []}, answer([6]))
    await capture.answered("unknown", {"messages": []}, answer([7]))
    assert [each.sampled_ids for each in capture.take("a")] == [[5]]
    assert [(each.sampled_ids, each.policy_version) for each in capture.take("b")] == [([6], 4)]
    assert capture.take("a") == []


async def test_a_tokenizer_that_fails_leaves_a_call_without_a_prompt():
    """The rollout goes on; only its tokens cannot be trained on."""

    async def tokenize(_text: str) -> list[int]:
        raise OSError("gone")

    capture = TokenCapture(tokenize, SAMPLING)
    capture.expect("a", 0)
    await capture.answered("a", {"messages": []}, answer([5]))
    (captured,) = capture.take("a")
    assert captured.problem is not None
