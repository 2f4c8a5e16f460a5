"""The controller's side of a case: the model endpoint and the receivers of callbacks, each as the case scripts it."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from osmosis_conformance.documents import faults
from osmosis_conformance.listener import Answer, Incoming, Listener

__all__ = ["Peer", "Received", "Side"]

_CONTENT = "The answer is 56."
_OK = 200
_MULTIPLE = 300
_DATE_AHEAD_SEC = 3
_SCHEMAS = {"completion": "RolloutCompleteRequest", "grader": "GraderCompleteRequest"}


@dataclass(frozen=True, slots=True)
class Received:
    """One try of a callback, and how it was answered; status 0 is a broken connection."""

    kind: str
    body: Any
    status: int
    at: float = 0.0
    """When it came, by the monotonic clock."""
    again_at: float | None = None
    """When the answer's Retry-After allowed the next try, by the same clock; None where it named no time."""

    @property
    def acknowledged(self) -> bool:
        """Whether the answer was a 2xx."""
        return _OK <= self.status < _MULTIPLE


@dataclass(slots=True)
class Side:
    """What the peer does for one rollout, and what it was sent."""

    path: str
    rollout_id: str | None
    model_key: str | None
    callback_key: str | None
    model: list[Mapping[str, Any]]
    answers: dict[str, list[Mapping[str, Any]]]
    calls: list[dict[str, Any]] = field(default_factory=list)
    callbacks: list[Received] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    heard: Callable[[str, str, int, str], None] | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def of(self, kind: str) -> list[Received]:
        """The tries of one callback."""
        return [received for received in self.callbacks if received.kind == kind]

    async def steer(self, answer: Mapping[str, Any]) -> None:
        """What every call gets from now on, those that are held too."""
        async with self.changed:
            self.model = [answer]
            self.changed.notify_all()

    async def wait_for(self, condition: Callable[[], bool]) -> None:
        """Returns once the condition holds; it is looked at after everything that comes."""
        async with self.changed:
            await self.changed.wait_for(condition)

    def next_answer(self) -> Mapping[str, Any]:
        """What the script says of the next call; its last answer is repeated."""
        return self.model.pop(0) if len(self.model) > 1 else self.model[0]


class Peer:
    """One listener for all rollouts of a run, each at a path of its own."""

    def __init__(self) -> None:
        self._listener = Listener(self._respond)
        self._sides: dict[str, Side] = {}
        self._numbers = itertools.count()
        self.strays: list[str] = []

    async def start(self) -> None:
        """Begins to listen."""
        await self._listener.start()

    async def close(self) -> None:
        """Ends every connection."""
        await self._listener.close()

    def open(
        self,
        *,
        model_key: str | None,
        callback_key: str | None,
        model: Sequence[Mapping[str, Any]] = ({},),
        completion: Sequence[Mapping[str, Any]] = ({},),
        grader: Sequence[Mapping[str, Any]] = ({},),
    ) -> Side:
        """A side for one rollout; its id is known once it is admitted."""
        path = f"r{next(self._numbers)}"
        answers = {"completion": list(completion), "grader": list(grader)}
        side = Side(path, None, model_key, callback_key, list(model), answers)
        self._sides[path] = side
        return side

    def url(self, side: Side, what: str = "") -> str:
        """The base of the model's endpoint, or where a callback goes."""
        return f"{self._listener.url}/v1/{side.path}{f'/{what}' if what else ''}"

    async def _respond(self, request: Incoming) -> Answer:
        _, _, rest = request.path.partition("/v1/")
        path, _, what = rest.partition("/")
        side = self._sides.get(path)
        if side is None or request.method != "POST":
            self.strays.append(f"{request.method} {request.path}")
            return _json(404, {"error": {"message": "there is nothing here", "type": "not_found", "code": 404}})
        if what == "chat/completions":
            return await self._model(side, request)
        if what in _SCHEMAS:
            return await self._callback(side, what, request)
        side.problems.append(f"a request to {request.path}, which the rollout was not given")
        return _json(404, {})

    async def _model(self, side: Side, request: Incoming) -> Answer:
        if not _authorized(request, side.model_key):
            side.problems.append("a model call without the key of the rollout, or with another")
            return _json(401, _chat_error(401))
        try:
            call = json.loads(request.body)
        except ValueError:
            side.problems.append("a model call whose body is not JSON")
            return _json(400, _chat_error(400))
        async with side.changed:
            side.calls.append(call)
            answer = side.next_answer()
            side.changed.notify_all()
            if answer.get("hold"):
                await side.changed.wait_for(lambda: not side.model[0].get("hold"))
                answer = side.next_answer()
        if "delay_sec" in answer:
            await asyncio.sleep(answer["delay_sec"])
        if side.heard is not None:
            side.heard("model call", request.body.decode("utf-8", "replace"), answer.get("status", _OK), "")
        if "status" in answer:
            headers = {"Retry-After": answer["retry_after"]} if "retry_after" in answer else {}
            return _json(answer["status"], _chat_error(answer["status"]), headers)
        content, stream = answer.get("content", _CONTENT), call.get("stream") is True
        cut, broken = answer.get("cut", False), answer.get("error_event", False)
        if stream:
            return Answer(parts=_events(content, cut=cut, broken=broken), media="text/event-stream", cut=cut)
        body = json.dumps(_completion(content)).encode()
        return Answer(body=body[: len(body) // 2], cut=True) if cut or broken else Answer(body=body)

    async def _callback(self, side: Side, kind: str, request: Incoming) -> Answer:
        try:
            body = json.loads(request.body)
        except ValueError:
            body = None
        problem = None if body is None else faults(_SCHEMAS[kind], body)
        if body is None or problem is not None:
            side.problems.append(f"a {kind} callback that does not fit its schema: {problem or 'no JSON'}")
        if not _media_is_json(request):
            side.problems.append(f"a {kind} callback of the media type {request.headers.get('content-type')!r}")
        if not _authorized(request, side.callback_key):
            side.problems.append(f"a {kind} callback without the controller's key, or with another")
        if isinstance(body, dict) and side.rollout_id is not None and body.get("rollout_id") != side.rollout_id:
            side.problems.append(f"a {kind} callback of another rollout: {body.get('rollout_id')!r}")
        came, script = time.monotonic(), side.answers[kind]
        answer = script.pop(0) if len(script) > 1 else script[0]
        status = 0 if answer.get("cut") else answer.get("status", _OK)
        if "delay_sec" in answer:  # what is sent before this is answered is received before it
            await asyncio.sleep(answer["delay_sec"])
        headers, again_at = _retry_after(answer.get("retry_after"))
        async with side.changed:
            side.callbacks.append(Received(kind, body, status, came, again_at))
            side.changed.notify_all()
        if side.heard is not None:
            side.heard(f"callback {kind}", request.body.decode("utf-8", "replace"), status, "")
        if answer.get("cut"):
            return Answer(cut=True)
        if "location" in answer:
            headers["Location"] = answer["location"]
        if "text" in answer:
            return Answer(status, answer["text"].encode(), headers=headers)
        return _json(status, answer.get("body", {"ok": True}), headers)


def _authorized(request: Incoming, key: str | None) -> bool:
    """Whether the request shows just the key it should, or none where there is none."""
    shown = request.headers.get("authorization")
    if key is None:
        return shown is None
    scheme, _, rest = (shown or "").partition(" ")
    return scheme.lower() == "bearer" and rest == key


def _media_is_json(request: Incoming) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def _retry_after(text: str | None) -> tuple[dict[str, str], float | None]:
    """The header, and when it allows the next try; a date is between two and three seconds ahead."""
    if text is None:
        return {}, None
    if text != "date":
        return {"Retry-After": text}, time.monotonic() + int(text) if text.isdigit() else None
    wall = datetime.now(UTC)
    until = (wall + timedelta(seconds=_DATE_AHEAD_SEC)).replace(microsecond=0)
    ahead = (until - wall).total_seconds()
    return {"Retry-After": until.strftime("%a, %d %b %Y %H:%M:%S GMT")}, time.monotonic() + ahead


def _json(status: int, body: Any, headers: dict[str, str] | None = None) -> Answer:
    return Answer(status, json.dumps(body).encode(), headers=headers or {})


def _chat_error(status: int) -> dict[str, Any]:
    message = f"the model endpoint of the suite answers {status}, as the case asks"
    return {"error": {"message": message, "type": "bridge_error", "code": status}, "detail": message}


def _completion(content: str) -> dict[str, Any]:
    return {
        "id": "chatcmpl-conformance",
        "object": "chat.completion",
        "created": 0,
        "model": "osmosis-rollout",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14},
    }


async def _events(content: str, *, cut: bool, broken: bool) -> AsyncIterator[bytes]:
    """The answer as a stream; cut or broken after its first half."""
    middle = len(content) // 2
    common = {"id": "chatcmpl-conformance", "object": "chat.completion.chunk", "created": 0, "model": "osmosis-rollout"}
    for index, text in enumerate((content[:middle], content[middle:])):
        if index and cut:
            return
        if index and broken:
            yield f"event: error\ndata: {json.dumps(_chat_error(502))}\n\ndata: [DONE]\n\n".encode()
            return
        delta = {"role": "assistant", "content": text} if not index else {"content": text}
        reason = "stop" if index else None
        chunk = {**common, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        yield f": keep-alive\n\ndata: {json.dumps(chunk)}\n\n".encode()
    yield b"data: [DONE]\n\n"
