"""What a scripted policy can answer: turns, faults, disconnects, and any bytes at all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Answer", "Disconnect", "Fault", "Raw", "ToolCall", "Turn", "call_tool", "call_tools", "say"]

JsonObject = dict[str, Any]

DEFAULT_USAGE: Mapping[str, Any] = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool. `arguments` that are text go out as they are, valid or not. `id` is made up if left out."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    id: str | None = None

    @property
    def arguments_text(self) -> str:
        """The arguments as the wire has them."""
        return self.arguments if isinstance(self.arguments, str) else json.dumps(dict(self.arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the policy says in one turn: text, reasoning, calls of tools.

    A request that asks for a stream gets one: the text in pieces of `piece` characters, each call in two pieces, then
    the usage and `[DONE]`; with `whole` a single chunk. Any other request gets a completion. `usage` None leaves it
    out. `logprobs` and the token ids are carried if given. `model` None repeats the request's. `delay` is seconds
    before the answer begins, `pause` seconds between events of a stream.
    """

    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    reasoning: str | None = None
    finish_reason: str | None = None
    usage: Mapping[str, Any] | None = field(default_factory=lambda: DEFAULT_USAGE)
    model: str | None = None
    logprobs: tuple[float, ...] | None = None
    prompt_token_ids: tuple[int, ...] | None = None
    completion_token_ids: tuple[int, ...] | None = None
    piece: int = 4
    whole: bool = False
    delay: float = 0.0
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Fault:
    """An error instead of an answer: a status, an error object with the message, and `Retry-After` seconds if given."""

    status: int = 500
    message: str = "the scripted policy fails here"
    retry_after: float | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Cuts the connection: before any answer, or after so many events of the stream of `turn`."""

    after_events: int = 0
    turn: Turn = field(default_factory=lambda: Turn(text="this answer is cut off"))
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Raw:
    """Any answer at all: a status, a content type, further headers and bytes."""

    content: bytes
    content_type: str = "application/json"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


Answer = Turn | Fault | Disconnect | Raw


def say(text: str, **options: Any) -> Turn:
    """A turn of text; `options` are those of `Turn`."""
    return Turn(text=text, **options)


def call_tool(name: str, arguments: Mapping[str, Any] | str | None = None, **options: Any) -> Turn:
    """A turn that calls one tool; `options` are those of `Turn`."""
    return Turn(tool_calls=(ToolCall(name, {} if arguments is None else arguments),), **options)


def call_tools(*calls: ToolCall, **options: Any) -> Turn:
    """A turn that calls several tools at once; `options` are those of `Turn`."""
    return Turn(tool_calls=calls, **options)


@dataclass(frozen=True, slots=True)
class Rendering:
    """A turn on its way to the wire: what the answer to one request looks like."""

    turn: Turn
    number: int
    requested_model: str | None
    created: int

    @property
    def _finish_reason(self) -> str:
        return self.turn.finish_reason or ("tool_calls" if self.turn.tool_calls else "stop")

    @property
    def _head(self) -> JsonObject:
        head: JsonObject = {
            "id": f"chatcmpl-scripted-{self.number}",
            "created": self.created,
            "model": self.turn.model or self.requested_model or "scripted",
        }
        if self.turn.prompt_token_ids is not None:
            head["prompt_token_ids"] = list(self.turn.prompt_token_ids)
        return head

    @property
    def _figures(self) -> JsonObject:
        figures: JsonObject = {}
        if self.turn.logprobs is not None:
            entries: list[JsonObject] = [
                {"token": "", "bytes": None, "logprob": value, "top_logprobs": []} for value in self.turn.logprobs
            ]
            figures["logprobs"] = {"content": entries, "refusal": None}
        if self.turn.completion_token_ids is not None:
            figures["token_ids"] = list(self.turn.completion_token_ids)
        return figures

    def _call_id(self, index: int) -> str:
        return self.turn.tool_calls[index].id or f"call_{self.number}_{index}"

    @property
    def _message(self) -> JsonObject:
        message: JsonObject = {"role": "assistant", "content": self.turn.text}
        if self.turn.reasoning is not None:
            message["reasoning_content"] = self.turn.reasoning
        if self.turn.tool_calls:
            message["tool_calls"] = [
                {
                    "id": self._call_id(index),
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments_text},
                }
                for index, call in enumerate(self.turn.tool_calls)
            ]
        return message

    def completion(self) -> JsonObject:
        """The whole answer."""
        choice = {"index": 0, "message": self._message, "finish_reason": self._finish_reason, **self._figures}
        usage = {} if self.turn.usage is None else {"usage": dict(self.turn.usage)}
        return {**self._head, "object": "chat.completion", "choices": [choice], **usage}

    def chunks(self) -> Iterator[JsonObject]:
        """The answer in the chunks of a stream."""
        usage = {} if self.turn.usage is None else {"usage": dict(self.turn.usage)}
        if self.turn.whole:
            delta = self._message
            for index, call in enumerate(delta.get("tool_calls", ())):
                call["index"] = index
            yield {**self._chunk(delta, finish_reason=self._finish_reason, **self._figures), **usage}
            return
        yield self._chunk({"role": "assistant", "content": ""})
        for piece in self._pieces(self.turn.reasoning):
            yield self._chunk({"reasoning_content": piece})
        for piece in self._pieces(self.turn.text):
            yield self._chunk({"content": piece})
        for index, call in enumerate(self.turn.tool_calls):
            arguments = call.arguments_text
            middle = len(arguments) // 2
            function = {"name": call.name, "arguments": arguments[:middle]}
            named = {"index": index, "id": self._call_id(index), "type": "function", "function": function}
            yield self._chunk({"tool_calls": [named]})
            rest = {"index": index, "function": {"arguments": arguments[middle:]}}
            yield self._chunk({"tool_calls": [rest]})
        yield self._chunk({}, finish_reason=self._finish_reason, **self._figures)
        if usage:
            yield {**self._head, "object": "chat.completion.chunk", "choices": [], **usage}

    def _pieces(self, text: str | None) -> Iterator[str]:
        for start in range(0, len(text or ""), max(1, self.turn.piece)):
            yield (text or "")[start : start + max(1, self.turn.piece)]

    def _chunk(self, delta: JsonObject, **members: Any) -> JsonObject:
        choice = {"index": 0, "delta": delta, "finish_reason": None, **members}
        return {**self._head, "object": "chat.completion.chunk", "choices": [choice]}
