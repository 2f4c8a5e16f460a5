"""What a model costs, from the price list that LiteLLM brings; read without importing LiteLLM, which takes seconds."""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.strict_json import decode
from osmosis_ai.models.model_path import LOCAL_PREFIX, own_openai_base
from osmosis_ai.models.usage import Usage

_PRICE_LIST = "model_prices_and_context_window_backup.json"
# Whoever runs these endpoints decides what a call costs; the list's entries are another's.
_SELF_HOSTED = frozenset({"hosted_vllm", "ollama", "ollama_chat", "litellm_proxy"})


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a token: read, read from the provider's cache, written to that cache, and generated."""

    input: float
    cached_input: float
    cache_write: float
    output: float

    def of(self, usage: Usage) -> float:
        """US dollars of one call."""
        fresh = usage.prompt_tokens - usage.cached_tokens - usage.cache_write_tokens
        return (
            max(fresh, 0) * self.input
            + usage.cached_tokens * self.cached_input
            + usage.cache_write_tokens * self.cache_write
            + usage.completion_tokens * self.output
        )


FREE = Price(0.0, 0.0, 0.0, 0.0)


def price_of(model_path: str, env: Mapping[str, str]) -> Price | None:
    """The list price of an eval config's model; None where it is not known, which never means free.

    Only the embedded model is certain to cost nothing. `env` says whether `openai/` is an endpoint of one's own.
    """
    if model_path.startswith(LOCAL_PREFIX):
        return FREE
    provider, slash, name = model_path.partition("/")
    if provider in _SELF_HOSTED or (provider == "openai" and own_openai_base(env)):
        return None
    entries = _price_list()
    entry = entries.get(model_path)
    if entry is None and slash:
        entry = entries.get(name)
        if entry is not None and not _is_of(entry, provider):
            entry = None
    return None if entry is None else _read(entry)


def _is_of(entry: Mapping[str, Any], provider: str) -> bool:
    """Whether an entry without a prefix is this provider's: its name may go on, as `vertex_ai-language-models` does."""
    named = entry.get("litellm_provider")
    return isinstance(named, str) and (named == provider or named.startswith(f"{provider}-"))


def _read(entry: Mapping[str, Any]) -> Price | None:
    read, generated = _cost(entry, "input_cost_per_token"), _cost(entry, "output_cost_per_token")
    if read is None or generated is None or not (read or generated):
        return None  # the list writes 0 for what it does not know, too
    cached, written = _cost(entry, "cache_read_input_token_cost"), _cost(entry, "cache_creation_input_token_cost")
    return Price(read, read if cached is None else cached, read if written is None else written, generated)


def _cost(entry: Mapping[str, Any], name: str) -> float | None:
    value = entry.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 else None


def _price_list() -> dict[str, dict[str, Any]]:
    """The whole list, about 20 ms and 30 MB, so it is not kept; empty where LiteLLM is not installed."""
    found = importlib.util.find_spec("litellm")
    for folder in (found.submodule_search_locations if found else None) or ():
        file = Path(folder) / _PRICE_LIST
        if file.is_file():
            return dict(decode(file.read_bytes()))
    return {}
