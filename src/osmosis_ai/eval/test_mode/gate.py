"""The pause after each answer of the model: between a loop and its client, or on the bridge that a workflow calls."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from osmosis_ai.base.strict_json import decode, encode
from osmosis_ai.models.bridge.chat_bridge import ChatBridge, JsonAnswer, StreamAnswer
from osmosis_ai.rollout.test_mode.llm import CompletionsResult, LLMClientProtocol, LocalLLMClient, RolloutMetrics
from osmosis_ai.rollout.types import MessageDict

__all__ = ["GatedBridge", "InteractiveAbortError", "InteractiveLLMClient", "InteractiveStep", "OnMessages", "OnStep"]

_OK = 200
_ABORTED = 400


class InteractiveAbortError(BaseException):
    """The person ended the row. Past `except Exception`, so that no loop takes it for a failure of the model."""


@dataclass(frozen=True, slots=True)
class InteractiveStep:
    """An answer of the model. `turn` counts from 1; `step_type` is `llm_response`."""

    turn: int
    step_type: str
    message: MessageDict | None = None
    tool_calls: Sequence[MessageDict] | None = None
    finish_reason: str | None = None


type OnStep = Callable[[InteractiveStep], bool]
"""Shows a step; False ends the row."""
type OnMessages = Callable[[list[MessageDict]], object]
"""Gets a copy of the conversation that is about to be sent."""


class InteractiveLLMClient:
    """A client that pauses after each answer, before the loop acts on it."""

    def __init__(
        self, wrapped_client: LLMClientProtocol, on_step: OnStep, on_messages_updated: OnMessages | None = None
    ) -> None:
        self._client = wrapped_client
        self._on_step = on_step
        self._on_messages = on_messages_updated
        self._turn = 0
        self.aborted = False
        """Whether the person ended the row."""

    async def chat_completions(self, messages: Sequence[MessageDict], **kwargs: Any) -> CompletionsResult:
        """As the client's, and then the pause. Raises InteractiveAbortError when the person ends the row."""
        if self.aborted:
            raise InteractiveAbortError
        self._turn += 1
        if self._on_messages is not None:
            self._on_messages(copy.deepcopy(list(messages)))
        result = await self._client.chat_completions(messages, **kwargs)
        step = InteractiveStep(self._turn, "llm_response", result.message, result.tool_calls, result.finish_reason)
        if not self._on_step(step):
            self.aborted = True
            raise InteractiveAbortError
        return result

    def get_metrics(self) -> RolloutMetrics:
        """The client's."""
        return self._client.get_metrics()

    def set_tools(self, tools: Sequence[Any]) -> None:
        """The client's."""
        if isinstance(self._client, LocalLLMClient):
            self._client.set_tools(tools)

    def clear_tools(self) -> None:
        """The client's."""
        if isinstance(self._client, LocalLLMClient):
            self._client.clear_tools()

    def reset_metrics(self) -> None:
        """The client's."""
        if isinstance(self._client, LocalLLMClient):
            self._client.reset_metrics()


class GatedBridge(ChatBridge):
    """A bridge that pauses after each answer, before the workflow gets it; a streamed answer is passed on afterwards.

    Nothing pauses until `watch` is called.
    """

    _on_tools: Callable[[list[dict[str, Any]]], object] | None = None
    _on_messages: OnMessages | None = None
    _on_step: OnStep | None = None
    _aborted = False
    _turn = 0

    def watch(
        self, on_tools: Callable[[list[dict[str, Any]]], object], on_messages: OnMessages, on_step: OnStep
    ) -> None:
        """From now on these get the tools and the conversation of each request, and the answer; turns count from 1."""
        self._on_tools, self._on_messages, self._on_step = on_tools, on_messages, on_step
        self._aborted, self._turn = False, 0

    async def create_chat_completion(
        self, rollout_id: str, authorization: str | None, body: bytes
    ) -> JsonAnswer | StreamAnswer:
        """See ChatBridge.create_chat_completion. 400 once the person has ended the row."""
        if self._on_step is None or self.refuse_sender(rollout_id, authorization) is not None:
            return await super().create_chat_completion(rollout_id, authorization, body)
        if self._aborted:
            return _refusal()
        self._show_request(body)
        answer = await super().create_chat_completion(rollout_id, authorization, body)
        if isinstance(answer, StreamAnswer):
            answer = StreamAnswer(_again([event async for event in answer.events]), answer.status, answer.headers)
        elif answer.status != _OK:
            return answer
        conversation = self.conversation(rollout_id)
        message: MessageDict = conversation[-1] if conversation else {}
        if message.get("role") != "assistant":  # a stream that broke off
            return answer
        self._turn += 1
        calls = message.get("tool_calls") or []
        reason = "tool_calls" if calls else "stop"
        if not self._on_step(InteractiveStep(self._turn, "llm_response", message, calls, reason)):
            self._aborted = True
            return _refusal()
        return answer

    def _show_request(self, body: bytes) -> None:
        try:
            request = decode(body, constants=True)
        except ValueError:
            return
        if self._on_tools is not None and self._on_messages is not None and isinstance(request, dict):
            self._on_tools(request.get("tools") or [])
            self._on_messages(request.get("messages") or [])


async def _again(events: list[bytes]) -> Any:
    for event in events:
        yield event


def _refusal() -> JsonAnswer:
    error = {"message": "the row was ended by the person who watched it", "type": "bridge_error", "code": _ABORTED}
    answer = JsonAnswer(_ABORTED, encode({"error": error, "detail": error["message"]}))
    answer.headers["x-should-retry"] = "false"
    return answer
