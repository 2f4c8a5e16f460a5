"""The calls that a rollout made to its policy, and what each adds to the message that came of it.

Frameworks keep the messages and drop who answered, when, and at what cost in tokens. The trajectory needs that, so
the answers are read on their way to the framework, put into OpenAI's form, and merged into its messages afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.semantics.chat_answers import (
    DeltaNormaliser,
    MessageAssembler,
    first_choice,
    log_probabilities,
    message_of_choice,
    normal_finish_reason,
    normal_logprobs,
    normal_message,
    normal_usage,
    text_of_content,
    token_ids,
)

__all__ = ["CallLog", "IncompleteAnswerError", "PolicyAnswer", "call_log", "normal_envelope"]

JsonObject = dict[str, Any]


class IncompleteAnswerError(RuntimeError):
    """The policy's answer has no choice in it, or its stream ended before it said why it was finished."""


@dataclass(slots=True)
class PolicyAnswer:
    """One answer, put together from a whole completion or from the chunks of a stream, in OpenAI's form.

    `usage` is the endpoint's, without counts that cannot be counts. `logprobs` and the token ids are there when the
    endpoint gave them. `finished_at` is this machine's time, ISO 8601.
    """

    said: JsonObject = field(default_factory=dict)
    model: str | None = None
    usage: JsonObject | None = None
    finish_reason: str | None = None
    logprobs: list[float] = field(default_factory=list)
    prompt_token_ids: list[int] | None = None
    completion_token_ids: list[int] = field(default_factory=list)
    finished_at: str | None = None
    _has_choice: bool = False
    _normaliser: DeltaNormaliser = field(default_factory=DeltaNormaliser)
    _assembler: MessageAssembler | None = None

    @classmethod
    def of_completion(cls, completion: Mapping[str, Any]) -> PolicyAnswer:
        """The answer that a `chat.completion` object holds. Raises IncompleteAnswerError if it holds none."""
        answer = cls()
        choice = answer._note(completion)
        if choice is not None:
            answer.said = normal_message(message_of_choice(choice) or {})
            reason = choice.get("finish_reason")
            answer.finish_reason = normal_finish_reason(reason, has_calls="tool_calls" in answer.said)
        answer.finish(streamed=False)
        return answer

    def add(self, chunk: Mapping[str, Any]) -> JsonObject:
        """Adds a `chat.completion.chunk`; the same chunk in OpenAI's form."""
        choice = self._note(chunk)
        normal = normal_envelope(chunk)
        if choice is None:
            return normal | {"choices": []}
        delta = self._normaliser.take(message_of_choice(choice) or {})
        reason = choice.get("finish_reason")
        if reason is not None:
            reason = normal_finish_reason(reason, has_calls=self._normaliser.has_calls)
        if reason is not None:
            self.finish_reason = reason
            if missing := self._normaliser.finish():
                delta["tool_calls"] = [*delta.get("tool_calls", ()), *missing["tool_calls"]]
        if self._assembler is None:
            self._assembler = MessageAssembler(self.said)
            delta.setdefault("role", "assistant")
        self._assembler.add(delta)
        own = {"index": 0, "delta": delta, "finish_reason": reason}
        if choice.get("logprobs") is not None:
            own["logprobs"] = normal_logprobs(choice["logprobs"])
        return normal | {"choices": [{**choice, **own}]}

    def _note(self, part: Mapping[str, Any]) -> JsonObject | None:
        """Notes what stands beside the message; the choice, raw."""
        model = part.get("model")
        self.model = model if isinstance(model, str) and model else self.model
        self.usage = normal_usage(part.get("usage")) or self.usage
        self.prompt_token_ids = token_ids(part.get("prompt_token_ids")) or self.prompt_token_ids
        choice = first_choice(part)
        if choice is None:
            return None
        self._has_choice = True
        self.completion_token_ids += token_ids(choice.get("token_ids")) or ()
        self.logprobs += log_probabilities(choice.get("logprobs"))
        return choice

    def finish(self, *, streamed: bool) -> None:
        """Notes the time. Raises IncompleteAnswerError for an answer without choices, or one that was cut off."""
        if not self._has_choice:
            raise IncompleteAnswerError("the policy's answer has no choices in it")
        if streamed and self.finish_reason is None:
            raise IncompleteAnswerError("the policy's answer broke off: its stream ended without a finish_reason")
        if self._assembler is not None:
            self._assembler.finish()
        self.finished_at = datetime.now(UTC).isoformat()

    @property
    def text(self) -> str:
        """The text of the message, which may be empty."""
        return str(self.said.get("content") or "")

    @property
    def refusal(self) -> str:
        """Why the policy refuses, in its words; empty where it does not."""
        return str(self.said.get("refusal") or "")

    @property
    def tool_calls(self) -> list[JsonObject]:
        """The calls of tools, in OpenAI's form."""
        return list(self.said.get("tool_calls") or ())

    @property
    def message(self) -> JsonObject:
        """The answer as an assistant's chat message, with what is known about the call on it."""
        message: JsonObject = {"role": "assistant", "content": self.text}
        if calls := self.tool_calls:
            message |= {"content": self.text or None, "tool_calls": calls}
        if self.refusal:
            message["refusal"] = self.refusal
        return {**message, **self.facts}

    @property
    def facts(self) -> JsonObject:
        """What the trajectory needs to know about the call beside its message."""
        found = {
            "reasoning_content": self.said.get("reasoning_content") or self.said.get("reasoning"),
            "content_parts": self.said.get("content_parts"),
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
        text = text_of_content(message.get("content")) or str(message.get("refusal") or "")
        return ids == [call["id"] for call in self.tool_calls] and text == (self.text or self.refusal)


def normal_envelope(part: Mapping[str, Any]) -> JsonObject:
    """An answer or a chunk with id, time, model and usage of the type that clients read, its choices as they are."""
    normal = dict(part)
    for name, type_ in (("id", str), ("created", int), ("model", str)):
        if name in normal and type(normal[name]) is not type_:
            del normal[name]
    if normal.get("usage") is not None:
        usage = normal_usage(normal["usage"])
        normal["usage"] = None if usage is None else {name: usage.get(name, 0) for name in _COUNTS} | usage
    return normal


_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")


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
                if answer.tool_calls:  # as the policy wrote them: frameworks replace arguments that are not objects
                    message["tool_calls"] = answer.tool_calls
                if answer.refusal:
                    message["refusal"] = answer.refusal


_logs: WeakKeyDictionary[RolloutContext, CallLog] = WeakKeyDictionary()


def call_log(context: RolloutContext) -> CallLog:
    """The log of a rollout's calls, made when it is first asked for."""
    return _logs.setdefault(context, CallLog())
