"""The bridge between rollouts and the policy model: an OpenAI-style endpoint on loopback, and its accounts.

Rollouts call `POST /v1/rollouts/{rollout_id}/chat/completions` with the run's token. The bridge decides which model
answers, streams where a stream is asked for, and keeps per rollout what the calls used and how the provider failed.
"""

import asyncio
import hmac
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import Any

from osmosis_ai.base.files.path_segments import is_single_path_segment
from osmosis_ai.base.strict_json import encode
from osmosis_ai.models.accounts import Accounts, ProviderFault, RolloutUsage
from osmosis_ai.models.bridge.capture import CallCapture
from osmosis_ai.models.bridge.chunks import ChunkRelay, as_chunk, head_of, kept_of_choice, kept_of_response
from osmosis_ai.models.bridge.reasoning import ReasoningMemory
from osmosis_ai.models.bridge.request import BridgeRequest, RequestRefusedError
from osmosis_ai.models.bridge.streaming import data_event, error_event, sent_events
from osmosis_ai.models.policy import Completion, FaultKind, PolicyModel, ProviderError, Sanitiser
from osmosis_ai.models.prices import Price
from osmosis_ai.models.usage import Usage, tokens_in
from osmosis_ai.semantics.chat_answers import (
    first_choice,
    message_of_choice,
    normal_finish_reason,
    normal_message,
)
from osmosis_ai.semantics.spent import Spent

__all__ = ["ChatBridge", "JsonAnswer", "ProviderFault", "RolloutUsage", "Spent", "StreamAnswer", "refused_request"]

_STREAM_HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
}
_MOST_EXCHANGES = 8
_JSON_HEADERS = {"content-type": "application/json"}


@dataclass(slots=True)
class Exchange:
    """A request of a rollout and what the model answered; None while there is no answer."""

    messages: list[Any]
    answer: dict[str, Any] | None = None

    def is_continued_by(self, messages: list[Any]) -> bool:
        """Whether a later request repeats this one's messages at its beginning; only first and last are compared."""
        mine = self.messages
        return (
            bool(mine) and len(messages) > len(mine) and messages[0] == mine[0] and messages[len(mine) - 1] == mine[-1]
        )


@dataclass(slots=True)
class _Rollout:
    rollout_id: str
    usage: RolloutUsage = field(default_factory=RolloutUsage)
    reasoning: ReasoningMemory = field(default_factory=ReasoningMemory)
    calls: set[asyncio.Task[Any]] = field(default_factory=set)
    exchanges: list[Exchange] = field(default_factory=list)

    def asked(self, messages: list[Any]) -> Exchange:
        """A new exchange, in place of the one whose conversation it continues."""
        exchange = Exchange(messages)
        for place, before in enumerate(self.exchanges):
            if before.is_continued_by(messages):
                self.exchanges[place] = exchange
                return exchange
        self.exchanges.append(exchange)
        del self.exchanges[:-_MOST_EXCHANGES]
        return exchange

    @contextmanager
    def calling(self) -> Iterator[None]:
        """The current task makes a call of this rollout's."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  every coroutine runs in one
        self.calls.add(task)
        try:
            yield
        finally:
            self.calls.discard(task)


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
    """Serves the rollouts it expects with one model. Not for use from several event loops.

    Calls are booked at `price`, unless the provider says what it charged; without either their cost is unknown.
    `capture` prepares every request and sees every answer; a stream then comes in one piece.
    """

    def __init__(
        self,
        model: PolicyModel,
        token: str,
        *,
        sanitise: Sanitiser | None = None,
        price: Price | None = None,
        capture: CallCapture | None = None,
    ) -> None:
        if not token:
            raise ValueError("the bridge needs a token")
        self.model = model
        self._capture = capture
        self._token = token.encode()
        self._sanitise = sanitise or Sanitiser({}, token)
        self._reserved: frozenset[str] = getattr(model, "reserved_fields", frozenset())
        self._rollouts: dict[str, _Rollout] = {}
        self._accounts = Accounts(price)

    @property
    def spent(self) -> Spent:
        """What all calls came to, those of forgotten rollouts included; it goes on counting."""
        return self._accounts.spent

    def expect(self, rollout_id: str) -> None:
        """Serve this rollout from now on, with accounts at zero."""
        self._rollouts[rollout_id] = _Rollout(rollout_id)

    def forget(self, rollout_id: str) -> None:
        """Serve this rollout no longer. A call of its in progress still ends, and counts in `spent` alone."""
        self._rollouts.pop(rollout_id, None)

    async def end_calls(self, rollout_id: str) -> None:
        """Give up the calls this rollout still has in progress; return when what they came to is booked."""
        rollout = self._rollouts.get(rollout_id)
        if rollout is not None and rollout.calls:
            for call in rollout.calls:
                call.cancel()
            await asyncio.wait(rollout.calls)

    def pop_usage(self, rollout_id: str) -> RolloutUsage:
        """What this rollout used since it was expected or last asked about; all zero if it is not known."""
        rollout = self._rollouts.get(rollout_id)
        if rollout is None:
            return RolloutUsage()
        usage, rollout.usage = rollout.usage, RolloutUsage()
        return usage

    def usage(self, rollout_id: str) -> RolloutUsage:
        """What `pop_usage` would return, which goes on counting."""
        rollout = self._rollouts.get(rollout_id)
        return RolloutUsage() if rollout is None else rollout.usage

    def conversation(self, rollout_id: str) -> list[Any]:
        """The messages of this rollout's last requests with their answers, conversation after conversation.

        A request that goes on with an earlier one stands for both; of others, the last eight are kept. For rollouts
        that are being served; empty without requests.
        """
        rollout = self._rollouts.get(rollout_id)
        exchanges = [] if rollout is None else rollout.exchanges
        return [
            message
            for exchange in exchanges
            for message in (*exchange.messages, *([] if exchange.answer is None else [exchange.answer]))
        ]

    def refuse_sender(self, rollout_id: str, authorization: str | None) -> JsonAnswer | None:
        """The answer for a request that is refused whatever its body says: 401, 422 or 404. None for all others."""
        try:
            self._authorise(authorization)
            self._find(rollout_id)
        except RequestRefusedError as refusal:
            return refused_request(refusal)
        return None

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
            return refused_request(refusal)
        rollout.reasoning.attach(request.body["messages"])
        exchange = rollout.asked(request.body["messages"])
        if request.stream:
            return StreamAnswer(sent_events(lambda send: self._stream(rollout, request, exchange, send)))
        try:
            return JsonAnswer(200, await self._complete(rollout, request, exchange))
        except ProviderError as error:
            answer = _json(_status_for(error), self._provider_error_body(error))
            answer.headers["x-should-retry"] = "false"  # the tries that a call has were made here
            if error.retry_after is not None:
                answer.headers["retry-after"] = f"{round(error.retry_after)}"
            return answer

    def _authorise(self, authorization: str | None) -> None:
        scheme, _, given = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), self._token):
            raise RequestRefusedError(401, "Unauthorized")

    def _find(self, rollout_id: str) -> _Rollout:
        if not is_single_path_segment(rollout_id):
            raise RequestRefusedError(422, "The rollout id must be a single path segment.")
        rollout = self._rollouts.get(rollout_id)
        if rollout is None:
            raise RequestRefusedError(404, "No such rollout is running.")
        return rollout

    async def _complete(self, rollout: _Rollout, request: BridgeRequest, exchange: Exchange) -> bytes:
        try:
            with rollout.calling():
                completion = await self._call(rollout, request)
            answer = _answer(completion, request.model or self.model.name)
            encoded = encode(answer)
        except BaseException as error:
            fault = self._book_fault(rollout, error)
            if fault is None or fault is error:
                raise
            raise fault from error
        choice = answer["choices"][0]
        used = completion.usage
        if not used.is_known:
            used = Usage.estimate(request.body, tokens_in(choice["message"], choice), cost_usd=used.cost_usd)
        self._accounts.book(rollout.usage, used)
        exchange.answer = choice["message"]
        rollout.reasoning.remember(choice["message"])
        return encoded

    async def _call(self, rollout: _Rollout, request: BridgeRequest) -> Completion:
        """The model's answer, which the capture has seen."""
        capture = self._capture
        if capture is None:
            return await self.model.complete(request.body)
        body = capture.prepared(rollout.rollout_id, request.body)
        completion = await self.model.complete(body)
        await capture.answered(rollout.rollout_id, body, completion.response)
        return completion

    async def _chunks(self, rollout: _Rollout, request: BridgeRequest) -> AsyncGenerator[dict[str, Any]]:
        """The model's answer in chunks; in one where a capture has to see it whole."""
        if self._capture is not None:
            yield as_chunk((await self._call(rollout, request)).response)
            return
        async with aclosing(self.model.stream(request.body)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def _stream(
        self, rollout: _Rollout, request: BridgeRequest, exchange: Exchange, send: Callable[[bytes], None]
    ) -> None:
        """Send the answer's events as its pieces come, and book it however it ends. Raises only when cancelled."""
        relay = ChunkRelay(request.model or self.model.name, usage_chunk=request.include_usage)
        try:
            with rollout.calling():
                async with aclosing(self._chunks(rollout, request)) as chunks:
                    async for chunk in chunks:
                        for piece in relay.take(chunk):
                            send(data_event(piece))
            for piece in relay.end():
                send(data_event(piece))
        except BaseException as error:
            fault = self._book_fault(rollout, error)
            if relay.begun:
                self._accounts.book(rollout.usage, relay.used(request.body), answered=fault is None)
            if fault is None:
                raise
            send(error_event(self._provider_error_body(fault)))
            return
        self._accounts.book(rollout.usage, relay.used(request.body))
        exchange.answer = relay.message
        rollout.reasoning.remember(relay.message)

    def _book_fault(self, rollout: _Rollout, error: BaseException) -> ProviderError | None:
        """Book what ended a call, if it is a fault of the provider. The error for the rollout; None if it has gone."""
        if isinstance(error, asyncio.CancelledError):
            fault = error.__cause__ if isinstance(error.__cause__, ProviderError) else None
        elif isinstance(error, ProviderError):
            fault = error
        elif isinstance(error, Exception):  # a fault below must not pass for the agent's
            fault = ProviderError(f"{type(error).__name__}: {error}", kind=FaultKind.SERVER)
        else:
            fault = None
        if fault is not None and not fault.kind.is_request_error:
            message = self._sanitise(fault.message)
            rollout.usage.provider_faults.append(ProviderFault(time.time(), fault.kind, fault.status, message))
        return fault if isinstance(error, Exception) else None

    def _provider_error_body(self, error: ProviderError) -> dict[str, Any]:
        return _error_body(_status_for(error), self._sanitise(error.message))


_ANSWERED: dict[FaultKind, int] = {
    FaultKind.BAD_REQUEST: 400,
    FaultKind.UNSUPPORTED: 400,
    FaultKind.UNPROCESSABLE: 422,
    FaultKind.AUTHENTICATION: 401,
    FaultKind.BUDGET: 402,
    FaultKind.PERMISSION: 403,
    FaultKind.NOT_FOUND: 404,
    FaultKind.ENDPOINT: 424,
    FaultKind.PROXY: 424,
    FaultKind.RATE_LIMIT: 429,
}
_REQUEST_STATUS = frozenset({400, 413, 422})


def _status_for(error: ProviderError) -> int:
    """What a rollout is answered for a provider's error.

    A permanent error has a status that clients do not try again; whatever else failed is a 429 or a 502.
    """
    if error.kind.is_request_error and error.status in _REQUEST_STATUS:
        return error.status
    return _ANSWERED.get(error.kind, 502)


def refused_request(refusal: RequestRefusedError) -> JsonAnswer:
    """The answer for a request that is not passed on."""
    return _json(refusal.status, _error_body(refusal.status, refusal.message))


def _error_body(status: int, message: str) -> dict[str, Any]:
    kind = "invalid_request_error" if status == 400 else "bridge_error"  # noqa: PLR2004
    return {"error": {"message": message, "type": kind, "code": status}, "detail": message}


def _json(status: int, body: dict[str, Any]) -> JsonAnswer:
    return JsonAnswer(status, encode(body))


def _answer(completion: Completion, model: str) -> dict[str, Any]:
    """The completion as the bridge answers it: one choice with a normal message, three token counts where known."""
    response = completion.response
    choice = first_choice(response) or {}
    message = normal_message(message_of_choice(choice) or {})
    reason = normal_finish_reason(choice.get("finish_reason"), has_calls="tool_calls" in message)
    answer: dict[str, Any] = {
        **head_of(response),
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason, **kept_of_choice(choice)}],
        **kept_of_response(response),
    }
    if completion.usage.is_known:
        answer["usage"] = completion.usage.to_wire()
    return answer
