"""The bridge between rollouts and the policy model: an OpenAI-style endpoint on loopback, and its accounts.

Rollouts call `POST /v1/rollouts/{rollout_id}/chat/completions` with the run's token. The bridge decides
which model answers, never streams from the provider, and keeps per rollout what the calls used and how
the provider failed.
"""

import asyncio
import contextlib
import hmac
import json
import time
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any

from osmosis_ai.models.bridge_request import BridgeRequest, RequestRefusedError
from osmosis_ai.models.policy import Completion, FaultKind, PolicyModel, ProviderError, Sanitiser

PING_SECONDS = 15.0
_PING = b": ping\n\n"
_DONE = b"data: [DONE]\n\n"
_REASONING = ("reasoning_content", "thinking_blocks", "reasoning_details")
_KEPT_OF_CHOICE = ("logprobs", "token_ids")
_KEPT_OF_RESPONSE = ("system_fingerprint", "service_tier", "prompt_token_ids", "prompt_logprobs")
_CLIENT_ERRORS = range(400, 500)
_STREAM_HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
}
_JSON_HEADERS = {"content-type": "application/json"}


@dataclass(frozen=True, slots=True)
class ProviderFault:
    """A call in which the provider failed, through no fault of the request. `at` is Unix time."""

    at: float
    kind: FaultKind
    status: int | None
    message: str


@dataclass(slots=True)
class RolloutUsage:
    """What one rollout's model calls came to. `max_context_tokens`: the largest call, both ways."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    max_context_tokens: int = 0
    provider_faults: list[ProviderFault] = field(default_factory=list)


@dataclass(slots=True)
class _Rollout:
    usage: RolloutUsage = field(default_factory=RolloutUsage)
    reasoning: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JsonAnswer:
    """A whole answer."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=lambda: dict(_JSON_HEADERS))


@dataclass(frozen=True, slots=True)
class StreamAnswer:
    """An answer as server-sent events. Closing `events` before its end gives the model call up."""

    events: AsyncGenerator[bytes]
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: dict(_STREAM_HEADERS))


class ChatBridge:
    """Serves the rollouts it expects with one model. Not for use from several event loops."""

    def __init__(self, model: PolicyModel, token: str, *, sanitise: Sanitiser | None = None) -> None:
        if not token:
            raise ValueError("the bridge needs a token")
        self.model = model
        self._token = token.encode()
        self._sanitise = sanitise or Sanitiser({}, token)
        self._reserved: frozenset[str] = getattr(model, "reserved_fields", frozenset())
        self._rollouts: dict[str, _Rollout] = {}

    def expect(self, rollout_id: str) -> None:
        """Serve this rollout from now on, with accounts at zero."""
        self._rollouts[rollout_id] = _Rollout()

    def forget(self, rollout_id: str) -> None:
        """Serve this rollout no longer. A call of its in progress still ends, unbooked."""
        self._rollouts.pop(rollout_id, None)

    def pop_usage(self, rollout_id: str) -> RolloutUsage:
        """What this rollout used since it was expected or last asked about; all zero if it is not known."""
        rollout = self._rollouts.get(rollout_id)
        if rollout is None:
            return RolloutUsage()
        usage, rollout.usage = rollout.usage, RolloutUsage()
        return usage

    async def create_chat_completion(
        self, rollout_id: str, authorization: str | None, body: bytes
    ) -> JsonAnswer | StreamAnswer:
        """Answer one chat request. Never raises but for cancellation, which gives the model call up.

        401 without the run's token, 422 for an id that is not one path segment, 404 for a rollout that is not
        expected, 400 for a request that cannot be passed on; then what the provider says.
        """
        try:
            self._authorise(authorization)
            rollout = self._find(rollout_id)
            request = BridgeRequest.read(body, self._reserved)
        except RequestRefusedError as refusal:
            return _json(refusal.status, _error_body(refusal.status, refusal.message))
        _attach_reasoning(request.body["messages"], rollout.reasoning)
        if request.stream:
            return StreamAnswer(self._stream(rollout, request))
        try:
            return _json(200, await self._complete(rollout, request))
        except ProviderError as error:
            answer = _json(_status_for(error), self._provider_error_body(error))
            if error.retry_after is not None:
                answer.headers["retry-after"] = f"{max(0, round(error.retry_after))}"
            return answer

    def _authorise(self, authorization: str | None) -> None:
        scheme, _, given = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), self._token):
            raise RequestRefusedError(401, "Unauthorized")

    def _find(self, rollout_id: str) -> _Rollout:
        if rollout_id in {"", ".", ".."} or "/" in rollout_id or "\\" in rollout_id or "\0" in rollout_id:
            raise RequestRefusedError(422, "The rollout id must be a single path segment.")
        rollout = self._rollouts.get(rollout_id)
        if rollout is None:
            raise RequestRefusedError(404, "No such rollout is running.")
        return rollout

    async def _complete(self, rollout: _Rollout, request: BridgeRequest) -> dict[str, Any]:
        try:
            completion = await self.model.complete(request.body)
            answer = _answer(completion, request.model or self.model.name)
        except ProviderError as error:
            self._book_fault(rollout, error)
            raise
        except Exception as error:  # a fault below must not pass for the agent's
            fault = ProviderError(f"{type(error).__name__}: {error}", kind=FaultKind.SERVER)
            self._book_fault(rollout, fault)
            raise fault from error
        _book(rollout, completion)
        _remember_reasoning(answer["choices"][0]["message"], rollout.reasoning)
        return answer

    def _book_fault(self, rollout: _Rollout, error: ProviderError) -> None:
        if not error.kind.is_the_requests:
            message = self._sanitise(error.message)
            rollout.usage.provider_faults.append(ProviderFault(time.time(), error.kind, error.status, message))

    async def _stream(self, rollout: _Rollout, request: BridgeRequest) -> AsyncGenerator[bytes]:
        call = asyncio.create_task(self._complete(rollout, request))
        try:
            yield _PING
            while not (await asyncio.wait([call], timeout=PING_SECONDS))[0]:
                yield _PING
            try:
                yield _event(_chunk(call.result()))
            except ProviderError as error:
                yield b"event: error\n" + _event(self._provider_error_body(error))
            yield _DONE
        finally:
            if not call.done():
                call.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await call
            elif not call.cancelled():
                call.exception()  # read, so that a stream closed just then leaves no warning

    def _provider_error_body(self, error: ProviderError) -> dict[str, Any]:
        return _error_body(_status_for(error), self._sanitise(error.message))


def _status_for(error: ProviderError) -> int:
    """The provider's status where it blames the request's sender, else 502."""
    return error.status if error.status is not None and error.status in _CLIENT_ERRORS else 502


def _error_body(status: int, message: str) -> dict[str, Any]:
    kind = "invalid_request_error" if status == 400 else "bridge_error"  # noqa: PLR2004
    return {"error": {"message": message, "type": kind, "code": status}, "detail": message}


def _json(status: int, body: dict[str, Any]) -> JsonAnswer:
    return JsonAnswer(status, json.dumps(body, separators=(",", ":")).encode())


def _event(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data, separators=(",", ":")).encode() + b"\n\n"


def _answer(completion: Completion, model: str) -> dict[str, Any]:
    """The completion as the bridge answers it: one choice, text never null, three token counts."""
    response = completion.response
    choice = response["choices"][0]
    message = {key: value for key, value in choice["message"].items() if value is not None}
    message["role"] = message.get("role") or "assistant"
    message.setdefault("content", "")
    reason = choice.get("finish_reason") or ("tool_calls" if message.get("tool_calls") else "stop")
    answered: dict[str, Any] = {"index": 0, "message": message, "finish_reason": reason}
    answered |= {key: choice[key] for key in _KEPT_OF_CHOICE if choice.get(key) is not None}
    answer: dict[str, Any] = {
        "id": response.get("id") or f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": response.get("created") or int(time.time()),
        "model": model,
        "choices": [answered],
    }
    answer |= {key: response[key] for key in _KEPT_OF_RESPONSE if response.get(key) is not None}
    if response.get("usage"):
        answer["usage"] = completion.usage.to_wire()
    return answer


def _chunk(answer: dict[str, Any]) -> dict[str, Any]:
    """The whole answer as the one chunk of a stream."""
    choice = dict(answer["choices"][0])
    choice["delta"] = delta = dict(choice.pop("message"))
    if delta.get("tool_calls"):
        delta["tool_calls"] = [{**call, "index": index} for index, call in enumerate(delta["tool_calls"])]
    return {**answer, "object": "chat.completion.chunk", "choices": [choice]}


def _book(rollout: _Rollout, completion: Completion) -> None:
    usage, call = rollout.usage, completion.usage
    usage.calls += 1
    usage.prompt_tokens += call.prompt_tokens
    usage.completion_tokens += call.completion_tokens
    usage.total_tokens += call.total_tokens
    usage.max_context_tokens = max(usage.max_context_tokens, call.prompt_tokens + call.completion_tokens)


def _remember_reasoning(message: dict[str, Any], memory: dict[str, dict[str, Any]]) -> None:
    """Keep the reasoning of a turn that calls tools: some models want it back, and most clients lose it."""
    kept = {key: message[key] for key in _REASONING if message.get(key)}
    if kept:
        for call in message.get("tool_calls") or ():
            if isinstance(call.get("id"), str):
                memory[call["id"]] = kept


def _attach_reasoning(messages: list[dict[str, Any]], memory: dict[str, dict[str, Any]]) -> None:
    """Give replayed turns their reasoning back, unless the client kept some of it."""
    if not memory:
        return
    for turn in messages:
        calls = turn.get("tool_calls")
        if not isinstance(calls, list) or any(key in turn for key in _REASONING):
            continue
        for call in calls:
            kept = memory.get(call["id"]) if isinstance(call, dict) and isinstance(call.get("id"), str) else None
            if kept:
                turn.update(kept)
                break
