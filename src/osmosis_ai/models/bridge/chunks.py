"""Chunks of a streamed chat completion: how a whole one becomes a chunk, and how chunks become a whole message."""

import time
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from osmosis_ai.models.policy import FaultKind, ProviderError
from osmosis_ai.models.usage import Usage, tokens_in
from osmosis_ai.semantics.chat_answers import (
    DeltaNormaliser,
    MessageAssembler,
    first_choice,
    message_of_choice,
    normal_finish_reason,
    normal_logprobs,
    normal_message,
)

_KEPT_OF_RESPONSE = (
    ("system_fingerprint", str),
    ("service_tier", str),
    ("prompt_token_ids", list),
    ("prompt_logprobs", list),
)
_LATEST = 2**53


def as_chunk(response: dict[str, Any]) -> dict[str, Any]:
    """A whole completion as the one chunk of a stream, its tool calls numbered by their place."""
    choice = dict(first_choice(response) or {})
    delta = normal_message(message_of_choice(choice) or {})
    for index, call in enumerate(delta.get("tool_calls", ())):
        call["index"] = index
    choice.pop("message", None)
    choice["delta"] = delta
    choice["finish_reason"] = normal_finish_reason(choice.get("finish_reason"), has_calls="tool_calls" in delta)
    return {**response, "object": "chat.completion.chunk", "choices": [choice]}


def as_completion(chunks: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The whole completion that the chunks of a stream add up to; without choices where they hold no answer."""
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {}
    normaliser, assembler = DeltaNormaliser(), MessageAssembler(message)
    reason: Any = None
    for chunk in chunks:
        whole |= {key: value for key, value in chunk.items() if key != "choices" and value is not None}
        choice = first_choice(chunk)
        if choice is None:
            continue
        assembler.add(normaliser.take(message_of_choice(choice) or {}))
        reason = choice.get("finish_reason") or reason
    if assembler.begun:
        assembler.add(normaliser.finish())
        assembler.finish()
        whole["choices"] = [{"index": 0, "message": message, "finish_reason": reason}]
    return whole


def ends_answer(chunk: dict[str, Any]) -> bool:
    """Whether a chunk says why the model stopped."""
    choice = first_choice(chunk)
    return choice is not None and bool(choice.get("finish_reason"))


def kept_of_choice(choice: dict[str, Any]) -> dict[str, Any]:
    """The members of a choice that go on to the rollout beside its message, where they have their type."""
    kept: dict[str, Any] = {}
    if (logprobs := normal_logprobs(choice.get("logprobs"))) is not None:
        kept["logprobs"] = logprobs
    if isinstance(choice.get("token_ids"), list):
        kept["token_ids"] = choice["token_ids"]
    return kept


def kept_of_response(response: dict[str, Any]) -> dict[str, Any]:
    """The members of an answer or a chunk that go on to the rollout beside its choices."""
    return {key: response[key] for key, type_ in _KEPT_OF_RESPONSE if isinstance(response.get(key), type_)}


def head_of(response: dict[str, Any]) -> dict[str, Any]:
    """Id and time of an answer; made here where the provider gives none that can be used."""
    given, created = response.get("id"), response.get("created")
    usable = isinstance(created, int | float) and 0 < created < _LATEST
    return {
        "id": given if isinstance(given, str) and given else f"chatcmpl-{uuid.uuid4().hex}",
        "created": int(created) if usable else int(time.time()),  # type: ignore[arg-type]
    }


class ChunkRelay:
    """Turns a provider's chunks into those the rollout gets, and remembers what they add up to.

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
        self._normaliser = DeltaNormaliser()
        self._assembler = MessageAssembler(self.message)

    def take(self, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The chunks to send now that this one came."""
        if chunk.get("usage"):
            usage = Usage.read(chunk)
            if usage.is_known:
                self.usage = usage
        choice = first_choice(chunk)
        if choice is None:
            return
        delta = self._normaliser.take(message_of_choice(choice) or {})
        reason = choice.get("finish_reason")
        if reason is not None:
            reason = normal_finish_reason(reason, has_calls=self._normaliser.has_calls)
        kept = kept_of_choice(choice)
        if not (delta or kept or reason):
            return
        if not self._assembler.begun:
            self._head |= head_of(chunk)
            delta.setdefault("role", "assistant")
        self._assembler.add(delta)
        self._tokens += tokens_in(delta, choice)
        if self._held is not None:
            yield self._held
            self._held = None
        sent = self._head | kept_of_response(chunk)
        sent["choices"] = [{"index": 0, "delta": delta, "finish_reason": reason, **kept}]
        if reason:
            self._held = sent
        else:
            yield sent

    def end(self) -> Iterator[dict[str, Any]]:
        """The chunks to send at the provider's end. ProviderError if there was no answer in what it sent."""
        if not self._assembler.begun:
            raise ProviderError("the provider's stream has no choices", kind=FaultKind.INVALID_RESPONSE, status=200)
        missing = self._normaliser.finish()
        self._assembler.add(missing)
        self._assembler.finish()
        last = self._held
        if last is None:
            reason = normal_finish_reason(None, has_calls=self._normaliser.has_calls)
            last = self._head | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
        if missing:
            delta = last["choices"][0]["delta"]
            delta["tool_calls"] = [*delta.get("tool_calls", ()), *missing["tool_calls"]]
        if self.usage is not None and not self._usage_chunk:
            last["usage"] = self.usage.to_wire()
        yield last
        if self.usage is not None and self._usage_chunk:
            yield self._head | {"choices": [], "usage": self.usage.to_wire()}

    @property
    def begun(self) -> bool:
        """Whether any of the answer has come."""
        return self._assembler.begun

    def used(self, body: dict[str, Any]) -> Usage:
        """What the answer to `body` used, as far as it came.

        The provider's count if it came. Otherwise an estimate: every token that was named, or one for four characters
        of a chunk, and for the prompt a token for four characters.
        """
        return self.usage or Usage.estimate(body, self._tokens)
