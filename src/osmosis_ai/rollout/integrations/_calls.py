"""The calls that a rollout made to its policy, and what each tells about the message that came of it.

Frameworks keep the messages and forget who answered, when, and at what cost in tokens. The trajectory wants that, so
the answers are watched on their way to the framework and laid over its messages afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

from osmosis_ai.rollout.context import RolloutContext

__all__ = ["CallLog", "IncompleteAnswerError", "PolicyAnswer", "call_log", "text_of"]

JsonObject = dict[str, Any]


class IncompleteAnswerError(RuntimeError):
    """The policy's answer has no choice in it, or its stream ended before it said why it was finished."""


@dataclass(slots=True)
class _ToolCall:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class PolicyAnswer:
    """One answer, put together from a whole completion or from the chunks of a stream.

    `usage` is as the endpoint gave it. `logprobs` and the token ids are there when the endpoint gave them.
    `finished_at` is this machine's time, ISO 8601.
    """

    text: str = ""
    reasoning: str = ""
    tool_calls: dict[int, _ToolCall] = field(default_factory=dict)
    model: str | None = None
    usage: JsonObject | None = None
    finish_reason: str | None = None
    logprobs: list[float] = field(default_factory=list)
    prompt_token_ids: list[int] | None = None
    completion_token_ids: list[int] = field(default_factory=list)
    finished_at: str | None = None
    _has_choice: bool = False

    @classmethod
    def of_completion(cls, completion: Mapping[str, Any]) -> PolicyAnswer:
        """The answer that a `chat.completion` object holds. Raises IncompleteAnswerError if it holds none."""
        answer = cls()
        answer.add(completion)
        answer.finish(streamed=False)
        return answer

    def add(self, part: Mapping[str, Any]) -> None:
        """Adds a `chat.completion.chunk`, or a whole `chat.completion`."""
        self.model = part.get("model") or self.model
        self.usage = part.get("usage") or self.usage
        self.prompt_token_ids = part.get("prompt_token_ids") or self.prompt_token_ids
        choices = part.get("choices")
        if not choices:
            return
        choice = choices[0]
        self._has_choice = True
        self.finish_reason = choice.get("finish_reason") or self.finish_reason
        self.completion_token_ids += choice.get("token_ids") or ()
        logprobs = choice.get("logprobs") or {}
        self.logprobs += [entry["logprob"] for entry in logprobs.get("content") or () if "logprob" in entry]
        self._add_message(choice.get("delta") or choice.get("message") or {})

    def _add_message(self, message: Mapping[str, Any]) -> None:
        self.text += message.get("content") or ""
        reasoning = message.get("reasoning_content") or message.get("reasoning")
        self.reasoning += reasoning if isinstance(reasoning, str) else ""
        for position, part in enumerate(message.get("tool_calls") or ()):
            call = self.tool_calls.setdefault(part.get("index", position), _ToolCall())
            call.id = part.get("id") or call.id
            function = part.get("function") or {}
            call.name = function.get("name") or call.name
            call.arguments += function.get("arguments") or ""

    def finish(self, *, streamed: bool) -> None:
        """Notes the time. Raises IncompleteAnswerError for an answer that is none, or was cut off."""
        if not self._has_choice:
            raise IncompleteAnswerError("the policy's answer has no choices in it")
        if streamed and self.finish_reason is None:
            raise IncompleteAnswerError("the policy's answer broke off: its stream ended without a finish_reason")
        self.finished_at = datetime.now(UTC).isoformat()

    @property
    def message(self) -> JsonObject:
        """The answer as an assistant's chat message, with what is known about the call on it."""
        message: JsonObject = {"role": "assistant", "content": self.text or None}
        if self.tool_calls:
            message["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for call in self.tool_calls.values()
            ]
        elif self.text == "":
            message["content"] = ""
        return {**message, **self.facts}

    @property
    def facts(self) -> JsonObject:
        """What the trajectory wants to know about the call beside its message."""
        found = {
            "reasoning_content": self.reasoning,
            "model": self.model,
            "usage": self.usage,
            "created_at": self.finished_at,
            "logprobs": self.logprobs,
            "prompt_token_ids": self.prompt_token_ids,
            "completion_token_ids": self.completion_token_ids,
        }
        return {name: value for name, value in found.items() if value}

    def gave(self, message: Mapping[str, Any]) -> bool:
        """True if the message says what this answer said: the same text and the same calls of tools."""
        ids = [call.get("id") for call in message.get("tool_calls") or ()]
        return ids == [call.id for call in self.tool_calls.values()] and text_of(message.get("content")) == self.text


class CallLog:
    """The answers a rollout got, in order."""

    def __init__(self) -> None:
        self.answers: list[PolicyAnswer] = []

    def lay_over(self, messages: Sequence[JsonObject]) -> None:
        """Writes onto each of these assistant's messages what is known about the call that gave it.

        An answer is used once, the earliest first. A message that no call gave stays as it is.
        """
        left = list(self.answers)
        for message in messages:
            answer = next((answer for answer in left if answer.gave(message)), None)
            if answer is not None:
                left.remove(answer)
                message.update(answer.facts)


_logs: WeakKeyDictionary[RolloutContext, CallLog] = WeakKeyDictionary()


def call_log(context: RolloutContext) -> CallLog:
    """The log of a rollout's calls, made when it is first asked for."""
    return _logs.setdefault(context, CallLog())


def text_of(content: object) -> str:
    """The text of a message's content, which is text or a list of parts; parts of other kinds count for nothing."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(text for text in texts if isinstance(text, str))
