"""What one model call used, as the provider counted it, in the shapes that are around."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call.

    `prompt_tokens` counts the whole prompt once; `cached_tokens` of them were read from the provider's cache and
    `cache_write_tokens` written to it. `cost_usd` is what the provider says it charged, None if it does not say.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    cost_usd: float | None = None

    @classmethod
    def read(cls, response: Mapping[str, Any]) -> "Usage":
        """From a chat completion or a chunk of one.

        What is missing or no count is 0; a total is never less than its parts.
        """
        counts = response.get("usage")
        if not isinstance(counts, Mapping):
            return cls()
        prompt = _count(counts, "prompt_tokens") or _count(counts, "input_tokens")
        completion = _count(counts, "completion_tokens") or _count(counts, "output_tokens")
        cached, written, beside = _cache(counts)
        if beside or cached + written > prompt:
            prompt += cached + written
        total = max(_count(counts, "total_tokens"), prompt + completion)
        return cls(prompt, completion, total, cached, written, _cost(counts))

    def to_wire(self) -> dict[str, int]:
        """The three counts every client reads."""
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "total_tokens": self.total_tokens,
        }


def _cache(counts: Mapping[str, Any]) -> tuple[int, int, bool]:
    """Tokens read from the cache, tokens written to it, and whether they come on top of the prompt's count.

    OpenAI counts cached tokens within the prompt and names them in its details, and LiteLLM turns everything into
    that. Anthropic counts them beside the prompt.
    """
    details = counts.get("prompt_tokens_details") or counts.get("input_tokens_details")
    if isinstance(details, Mapping):
        written = _count(details, "cache_creation_tokens") or _count(details, "cache_write_tokens")
        return _count(details, "cached_tokens"), written, False
    read, written = _count(counts, "cache_read_input_tokens"), _count(counts, "cache_creation_input_tokens")
    if read or written:
        return read, written, True
    return _count(counts, "prompt_cache_hit_tokens"), 0, False


def _cost(counts: Mapping[str, Any]) -> float | None:
    """What a gateway says it charged, and what the user's own key behind it was charged."""
    cost = _amount(counts.get("cost"))
    details = counts.get("cost_details")
    if cost is not None and counts.get("is_byok") and isinstance(details, Mapping):
        cost += _amount(details.get("upstream_inference_cost")) or 0.0
    return cost


def _amount(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        return None
    return float(value)


def _count(counts: Mapping[str, Any], name: str) -> int:
    value = counts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
