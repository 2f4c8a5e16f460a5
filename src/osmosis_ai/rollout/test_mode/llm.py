"""What an agent loop knows of its model: one call, its answer, and what the calls of a row came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel

from osmosis_ai.rollout.types import MessageDict

__all__ = ["CompletionsResult", "LLMClientProtocol", "LocalLLMClient", "RolloutMetrics"]


class RolloutMetrics(BaseModel):
    """Times in milliseconds, calls and tokens of one row."""

    total_latency_ms: float = 0.0
    llm_latency_ms: float = 0.0
    tool_latency_ms: float = 0.0
    num_llm_calls: int = 0
    num_tool_calls: int = 0
    prompt_tokens: int = 0
    response_tokens: int = 0
    max_context_tokens: int = 0


@dataclass(frozen=True)
class CompletionsResult:
    """One answer of the model. Token ids and log-probabilities are empty where the endpoint gives none."""

    message: MessageDict
    token_ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    finish_reason: str = "stop"

    @property
    def has_tool_calls(self) -> bool:
        """Whether the model asks for tools."""
        return bool(self.tool_calls)

    @property
    def tool_calls(self) -> list[MessageDict]:
        """The calls of tools it asks for."""
        return self.message.get("tool_calls") or []

    @property
    def content(self) -> str | None:
        """The text of the answer."""
        return self.message.get("content")


@runtime_checkable
class LLMClientProtocol(Protocol):
    """The model, as a loop's context has it."""

    async def chat_completions(self, messages: Sequence[MessageDict], **kwargs: Any) -> CompletionsResult:
        """Completes the conversation; `kwargs` are members of the request."""
        ...

    def get_metrics(self) -> RolloutMetrics:
        """What the row's calls came to so far."""
        ...


@runtime_checkable
class LocalLLMClient(LLMClientProtocol, Protocol):
    """A model that a local runner can prepare for a row."""

    def set_tools(self, tools: Sequence[Any]) -> None:
        """Offers these tools with every call; none for an empty list."""
        ...

    def clear_tools(self) -> None:
        """Offers no tools any more."""
        ...

    def reset_metrics(self) -> None:
        """Counts from zero."""
        ...
