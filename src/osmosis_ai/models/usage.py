"""What one model call used, as the provider counted it in the shapes that are around, or as an estimate."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from osmosis_ai.semantics.chat_answers import MOST_TOKENS, count_of, text_of_content

CHARACTERS_PER_TOKEN = 4
_MOST_USD = 1e6  # of one call; beyond that it is not an amount


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call.

    `prompt_tokens` counts the whole prompt once; `cached_tokens` of them were read from the provider's cache and
    `cache_write_tokens` written to it. `cost_usd` is what the provider says it charged, None if it does not say.
    `estimated`: the provider gave no count, and these were worked out from the text.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    cost_usd: float | None = None
    estimated: bool = False

    @property
    def is_known(self) -> bool:
        """Whether there is a count at all: no call uses no tokens, so a provider that reports 0 reports nothing."""
        return self.total_tokens > 0

    @classmethod
    def estimate(cls, body: Mapping[str, Any], completion_tokens: int, *, cost_usd: float | None = None) -> "Usage":
        """For an answer to `body` without a count: a token for four characters of the conversation."""
        characters = 0
        for turn in body.get("messages") or ():
            characters += len(text_of_content(turn.get("content"))) + _length_of_calls(turn)
        prompt = -(-characters // CHARACTERS_PER_TOKEN)
        return cls(prompt, completion_tokens, prompt + completion_tokens, cost_usd=cost_usd, estimated=True)

    @classmethod
    def read(cls, response: Mapping[str, Any]) -> "Usage":
        """From a chat completion or a chunk of one.

        What is missing or cannot be a count of one call (negative, beyond 10^9) is 0; a total is never less than its
        parts.
        """
        counts = response.get("usage")
        if not isinstance(counts, Mapping):
            return cls()
        prompt = _count(counts, "prompt_tokens") or _count(counts, "input_tokens")
        completion = _count(counts, "completion_tokens") or _count(counts, "output_tokens")
        cached, written, beside = _cache(counts)
        if beside or cached + written > prompt:
            prompt += cached + written
        if prompt > MOST_TOKENS:
            return cls(cost_usd=_cost(counts))
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
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST_USD:
        return None
    return float(value)


def _count(counts: Mapping[str, Any], name: str) -> int:
    return count_of(counts.get(name)) or 0


def tokens_in(message: Mapping[str, Any], choice: Mapping[str, Any]) -> int:
    """How many tokens a message or a delta holds: those that its choice names, else one for four characters."""
    logprobs = choice.get("logprobs")
    named = choice.get("token_ids") or (logprobs.get("content") if isinstance(logprobs, Mapping) else None)
    if isinstance(named, list) and named:
        return len(named)
    characters = sum(len(value) for key, value in message.items() if key != "role" and isinstance(value, str))
    return -(-(characters + _length_of_calls(message)) // CHARACTERS_PER_TOKEN)


def _length_of_calls(message: Mapping[str, Any]) -> int:
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return 0
    functions = (call.get("function") for call in calls if isinstance(call, dict))
    values = (value for function in functions if isinstance(function, dict) for value in function.values())
    return sum(len(value) for value in values if isinstance(value, str))
