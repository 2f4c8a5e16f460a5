"""Chunks of a streamed chat completion: how a whole one becomes a chunk, and how chunks become a whole message."""

import time
import uuid
from collections.abc import Iterator
from typing import Any

from osmosis_ai.models.policy import FaultKind, ProviderError
from osmosis_ai.models.usage import Usage

KEPT_OF_CHOICE = ("logprobs", "token_ids")
KEPT_OF_RESPONSE = ("system_fingerprint", "service_tier", "prompt_token_ids", "prompt_logprobs")
_CHARACTERS_PER_TOKEN = 4


def as_chunk(response: dict[str, Any]) -> dict[str, Any]:
    """A whole completion as the one chunk of a stream."""
    choice = dict(response["choices"][0])
    choice["delta"] = delta = dict(choice.pop("message"))
    if delta.get("content") is None:
        delta["content"] = ""
    choice["finish_reason"] = finish_reason(choice, delta)
    return {**response, "object": "chat.completion.chunk", "choices": [choice]}


def finish_reason(choice: dict[str, Any], message: dict[str, Any]) -> str:
    """Why the model stopped, also where the provider does not say."""
    return choice.get("finish_reason") or ("tool_calls" if message.get("tool_calls") else "stop")


def ends_answer(chunk: dict[str, Any]) -> bool:
    """Whether a chunk says why the model stopped."""
    choices = chunk.get("choices")
    return isinstance(choices, list) and any(isinstance(one, dict) and one.get("finish_reason") for one in choices)


class ChunkRelay:
    """Turns a provider's chunks into those the rollout gets, and remembers what they came to.

    The chunk with the finish reason is held until the usage is known. A client that asked for usage gets it as OpenAI
    sends it, in a chunk of its own without choices. One that did not finds it in the last chunk, which published
    clients read and which has a choice, as clients that never asked expect of every chunk.
    """

    def __init__(self, model: str, *, usage_chunk: bool) -> None:
        self.message: dict[str, Any] = {}
        self.usage: Usage | None = None
        self._usage_chunk = usage_chunk
        self._head: dict[str, Any] = {"object": "chat.completion.chunk", "model": model}
        self._held: dict[str, Any] | None = None
        self._tokens = 0
        self._whole = MessageAssembler(self.message)

    def take(self, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The chunks to send now that this one came."""
        if chunk.get("usage"):
            self.usage = Usage.read(chunk)
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return
        delta = {key: value for key, value in (choice.get("delta") or {}).items() if value is not None}
        answered: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": choice.get("finish_reason")}
        kept = {key: choice[key] for key in KEPT_OF_CHOICE if choice.get(key) is not None}
        if not (delta or kept or answered["finish_reason"]):
            return
        if not self._whole.begun:
            self._head |= {
                "id": chunk.get("id") or f"chatcmpl-{uuid.uuid4().hex}",
                "created": chunk.get("created") or int(time.time()),
            }
            delta.setdefault("role", "assistant")
        self._whole.add(delta)
        self._tokens += _tokens_in(kept, delta)
        if self._held is not None:
            yield self._held
            self._held = None
        sent = self._head | {key: chunk[key] for key in KEPT_OF_RESPONSE if chunk.get(key) is not None}
        sent["choices"] = [answered | kept]
        if answered["finish_reason"]:
            self._held = sent
        else:
            yield sent

    def end(self) -> Iterator[dict[str, Any]]:
        """The chunks to send at the provider's end. ProviderError if there was no answer in what it sent."""
        if not self._whole.begun:
            raise ProviderError("the provider's stream has no choices", kind=FaultKind.INVALID_RESPONSE, status=200)
        self._whole.finish()
        last = self._held
        if last is None:
            choice = {"index": 0, "delta": {}, "finish_reason": finish_reason({}, self.message)}
            last = self._head | {"choices": [choice]}
        if self.usage is not None and not self._usage_chunk:
            last["usage"] = self.usage.to_wire()
        yield last
        if self.usage is not None and self._usage_chunk:
            yield self._head | {"choices": [], "usage": self.usage.to_wire()}

    @property
    def begun(self) -> bool:
        """Whether any of the answer has come."""
        return self._whole.begun

    def used(self, body: dict[str, Any]) -> Usage:
        """What the answer to `body` used, as far as it came.

        The provider's own count if it came. Otherwise every token that was named, or one for each chunk with text in
        it, and for the prompt a token for four characters.
        """
        if self.usage is not None:
            return self.usage
        prompt = sum(len(str(turn.get("content") or "")) for turn in body["messages"]) // _CHARACTERS_PER_TOKEN
        return Usage(prompt, self._tokens, prompt + self._tokens)


def _tokens_in(kept: dict[str, Any], delta: dict[str, Any]) -> int:
    """How many tokens a chunk holds, as well as can be told."""
    logprobs = kept.get("logprobs")
    named = kept.get("token_ids") or (logprobs.get("content") if isinstance(logprobs, dict) else None)
    if isinstance(named, list) and named:
        return len(named)
    return int(any(value for key, value in delta.items() if key != "role"))


class MessageAssembler:
    """Puts deltas together into `message`, in place; texts are joined when it is finished."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.begun = False
        self._message = message
        self._texts: dict[str, list[str]] = {}
        self._calls: dict[int, dict[str, Any]] = {}
        self._arguments: dict[int, list[str]] = {}

    def add(self, delta: dict[str, Any]) -> None:
        """Take a delta, giving its tool calls the index they may lack."""
        self.begun = True
        for key, value in delta.items():
            if key == "tool_calls" and isinstance(value, list):
                delta[key] = [self._call(call) if isinstance(call, dict) else call for call in value]
            elif key == "role":
                self._message[key] = value
            elif isinstance(value, str):
                self._texts.setdefault(key, []).append(value)
            elif isinstance(value, list):
                _extend(self._message.setdefault(key, []), value)
            else:
                self._message[key] = value

    def _call(self, delta: dict[str, Any]) -> dict[str, Any]:
        index = delta.get("index")
        if type(index) is not int:
            index = len(self._calls) - (0 if delta.get("id") or not self._calls else 1)
            delta = {**delta, "index": index}
        call = self._calls.setdefault(index, {"type": "function", "function": {}})
        function = delta.get("function")
        for key, value in (function if isinstance(function, dict) else {}).items():
            if key == "arguments" and isinstance(value, str):
                self._arguments.setdefault(index, []).append(value)
            elif value is not None:
                call["function"][key] = value
        call.update({key: value for key, value in delta.items() if value and key not in {"function", "index"}})
        return delta

    def finish(self) -> None:
        """Join what came in pieces."""
        for key, pieces in self._texts.items():
            self._message[key] = "".join(pieces)
        for index, pieces in self._arguments.items():
            self._calls[index]["function"]["arguments"] = "".join(pieces)
        if self._calls:
            self._message["tool_calls"] = [self._calls[index] for index in sorted(self._calls)]


_JOINED = ("text", "thinking", "summary", "data")
_CLOSING = ("signature",)


def _extend(blocks: list[Any], pieces: list[Any]) -> None:
    """Add pieces of reasoning blocks: one that goes on from the last block is joined to it, until that is signed."""
    for piece in pieces:
        last = blocks[-1] if blocks else None
        if not (isinstance(piece, dict) and isinstance(last, dict) and _goes_on(last, piece)):
            blocks.append(dict(piece) if isinstance(piece, dict) else piece)
            continue
        for key, value in piece.items():
            if key in _JOINED and isinstance(value, str) and isinstance(last.get(key), str):
                last[key] += value
            elif value is not None:
                last[key] = value


def _goes_on(last: dict[str, Any], piece: dict[str, Any]) -> bool:
    if last.get("type") != piece.get("type") or last.get("index") != piece.get("index"):
        return False
    same_id = piece.get("id") is None or piece.get("id") == last.get("id")
    return same_id and not any(last.get(key) for key in _CLOSING)
