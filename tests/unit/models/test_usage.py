"""Token counts in every shape that is around: each token counted once."""

from typing import Any

import pytest

from osmosis_ai.models.usage import Usage


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}, Usage(10, 2, 12)),
        ({"prompt_tokens": 10, "completion_tokens": 2}, Usage(10, 2, 12)),
        ({"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 20}, Usage(10, 2, 20)),
        (
            {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 8}},
            Usage(10, 2, 12, cached_tokens=8),
        ),
        (
            {"input_tokens": 10, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 8}},
            Usage(10, 2, 12, cached_tokens=8),
        ),
        (
            {
                "prompt_tokens": 118,
                "completion_tokens": 3,
                "total_tokens": 121,
                "prompt_tokens_details": {"cached_tokens": 100, "cache_creation_tokens": 7},
                "cache_read_input_tokens": 100,
                "cache_creation_input_tokens": 7,
            },
            Usage(118, 3, 121, cached_tokens=100, cache_write_tokens=7),
        ),
        (
            {
                "input_tokens": 11,
                "output_tokens": 3,
                "cache_read_input_tokens": 100,
                "cache_creation_input_tokens": 7,
            },
            Usage(118, 3, 121, cached_tokens=100, cache_write_tokens=7),
        ),
        (
            {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14, "cache_read_input_tokens": 100},
            Usage(111, 3, 114, cached_tokens=100),
        ),
        (
            {"prompt_tokens": 50, "completion_tokens": 3, "total_tokens": 53, "cache_read_input_tokens": 40},
            Usage(90, 3, 93, cached_tokens=40),
        ),
        (
            {"prompt_tokens": 11, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 100}},
            Usage(111, 3, 114, cached_tokens=100),
        ),
        ({"prompt_tokens": 9, "completion_tokens": 1, "prompt_cache_hit_tokens": 4}, Usage(9, 1, 10, cached_tokens=4)),
        ({"prompt_tokens": True, "completion_tokens": "3", "total_tokens": -1}, Usage()),
        ([], Usage()),
        (None, Usage()),
    ],
    ids=[
        "plain",
        "no-total",
        "hidden-reasoning",
        "openai",
        "responses",
        "litellm",
        "anthropic",
        "beside-the-prompt",
        "fewer-beside-the-prompt",
        "more-than-the-prompt",
        "deepseek",
        "nonsense",
        "list",
        "none",
    ],
)
def test_cached_tokens_are_counted_once(counts: Any, usage: Usage):
    """Within the prompt where the provider counts them there, added to it where they stand beside."""
    assert Usage.read({"usage": counts}) == usage


@pytest.mark.parametrize(
    ("counts", "cost"),
    [
        ({"cost": 0.5}, 0.5),
        ({"cost": 0}, 0.0),
        ({"cost": 0.01, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.5}}, 0.51),
        ({"cost": 0.01, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.5}}, 0.01),
        ({"cost": "0.5"}, None),
        ({"cost": True}, None),
        ({"cost": -1}, None),
        ({"cost": float("nan")}, None),
        ({"prompt_tokens": 1}, None),
    ],
)
def test_a_cost_is_what_the_provider_says_it_charged(counts: dict[str, Any], cost: float | None):
    """With what a key of one's own behind a gateway was charged; nonsense is no cost."""
    assert Usage.read({"usage": counts}).cost_usd == cost
