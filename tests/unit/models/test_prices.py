"""List prices: known, free for certain, or unknown; never guessed."""

import sys
from dataclasses import astuple

import pytest

from osmosis_ai.models import prices
from osmosis_ai.models.prices import FREE, Price, price_of
from osmosis_ai.models.usage import Usage

LIST = {
    "gpt-x": {
        "litellm_provider": "openai",
        "input_cost_per_token": 2e-6,
        "cache_read_input_token_cost": 5e-7,
        "output_cost_per_token": 8e-6,
    },
    "claude-x": {
        "litellm_provider": "anthropic",
        "input_cost_per_token": 3e-6,
        "cache_read_input_token_cost": 3e-7,
        "cache_creation_input_token_cost": 4e-6,
        "output_cost_per_token": 1e-5,
    },
    "gemini-x": {
        "litellm_provider": "vertex_ai-language-models",
        "input_cost_per_token": 1e-6,
        "output_cost_per_token": 2e-6,
    },
    "openrouter/a/b": {"litellm_provider": "openrouter", "input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6},
    "ollama/free": {"litellm_provider": "ollama", "input_cost_per_token": 0.0, "output_cost_per_token": 0.0},
    "zero": {"litellm_provider": "openai", "input_cost_per_token": 0.0, "output_cost_per_token": 0.0},
    "image": {"litellm_provider": "openai", "input_cost_per_token": 1e-6},
}


@pytest.fixture
def listed(monkeypatch) -> None:
    """A short price list."""
    monkeypatch.setattr(prices, "_price_list", lambda: LIST)


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("model_path", "price"),
    [
        ("openai/gpt-x", (2e-6, 5e-7, 2e-6, 8e-6)),
        ("gpt-x", (2e-6, 5e-7, 2e-6, 8e-6)),
        ("anthropic/claude-x", (3e-6, 3e-7, 4e-6, 1e-5)),
        ("vertex_ai/gemini-x", (1e-6, 1e-6, 1e-6, 2e-6)),
        ("openrouter/a/b", (1e-6, 1e-6, 1e-6, 2e-6)),
        ("local/anything", (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_a_known_price_is_found_under_the_names_the_list_uses(model_path: str, price: tuple[float, ...]):
    """Input, cached input, cache writing, output; what the list does not tell apart costs what input costs."""
    found = price_of(model_path, {})
    assert found is not None
    assert astuple(found) == price


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    "model_path",
    [
        "openai/other",
        "azure/gpt-x",
        "openai/zero",
        "openai/image",
        "ollama/free",
        "hosted_vllm/gpt-x",
        "litellm_proxy/gpt-x",
    ],
)
def test_what_is_not_certain_is_unknown(model_path: str):
    """Another provider's entry, zeros, half an entry, endpoints somebody hosts."""
    assert price_of(model_path, {}) is None


@pytest.mark.usefixtures("listed")
def test_an_endpoint_of_ones_own_has_no_list_price():
    """`openai/` with a base URL that is not OpenAI's."""
    assert price_of("openai/gpt-x", {"OPENAI_BASE_URL": "http://localhost:8000/v1"}) is None
    assert price_of("openai/gpt-x", {"OPENAI_BASE_URL": "https://api.openai.com/v1"}) is not None


def test_a_calls_price_counts_every_token_once():
    """Fresh, read from the cache, written to it, generated."""
    price = Price(input=1.0, cached_input=0.1, cache_write=2.0, output=10.0)
    assert price.of(Usage(100, 5, 105, cached_tokens=60, cache_write_tokens=10)) == 30 + 6 + 20 + 50
    assert FREE.of(Usage(100, 5, 105)) == 0.0


def test_the_real_list_is_read_without_importing_the_library():
    """Which takes seconds."""
    before = "litellm" in sys.modules
    price = price_of("openai/gpt-4o", {})
    assert price is not None
    assert 0 < price.cached_input < price.input < price.output < 0.01
    assert ("litellm" in sys.modules) is before
