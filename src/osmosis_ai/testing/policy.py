"""A policy that plays a script: an OpenAI-style endpoint on loopback for tests of rollouts."""

from __future__ import annotations

import asyncio
import inspect
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from osmosis_ai.testing._server import CutConnectionError, Received, Reply, ThreadedServer
from osmosis_ai.testing.turns import Answer, Disconnect, Fault, Raw, Rendering, Turn

__all__ = ["PolicyRequest", "Script", "ScriptedPolicy", "Step"]

JsonObject = dict[str, Any]

_ENDPOINT = "/chat/completions"
_JSON = {"content-type": "application/json"}
_EVENTS = {"content-type": "text/event-stream", "cache-control": "no-cache"}


@dataclass(frozen=True, slots=True)
class PolicyRequest:
    """A chat request that the policy saw. `number` counts from 0 within its base URL, whose path is `base`."""

    number: int
    base: str
    headers: Mapping[str, str]
    body: JsonObject

    @property
    def messages(self) -> list[JsonObject]:
        """The conversation it carried."""
        return list(self.body.get("messages", ()))

    @property
    def last_message(self) -> JsonObject:
        """The last message of it."""
        return self.messages[-1]

    @property
    def last_text(self) -> str:
        """The text of the last message, whether its content is text or parts."""
        content = self.last_message.get("content")
        if isinstance(content, str):
            return content
        return "".join(part.get("text", "") for part in content or () if isinstance(part, dict))

    @property
    def tool_names(self) -> list[str]:
        """The tools it offered."""
        return [tool["function"]["name"] for tool in self.body.get("tools", ())]

    @property
    def stream(self) -> bool:
        """Whether it asked for a stream."""
        return self.body.get("stream") is True


Step = Answer | Callable[[PolicyRequest], "Answer | Awaitable[Answer]"]
Script = Iterable[Step] | Callable[[PolicyRequest], "Answer | Awaitable[Answer]"]


class ScriptedPolicy:
    """Serves while entered, with `with` or `async with`.

    `script` is a list of steps, or a function that answers every request. A step is a `Turn` (see `say`, `call_tool`),
    a `Fault`, a `Disconnect`, `Raw` bytes, or a function from the request to one of these; functions are called in the
    policy's own thread. Every base URL plays the script from its beginning, so rollouts that run at once do not take
    each other's turns: give each its own with `url_for`. A request past the end of the script gets status 400, which
    clients do not try again, and `assert_played` tells of it.
    """

    def __init__(self, script: Script, *, api_key: str | None = None) -> None:
        self._script: Callable[[PolicyRequest], Any] | list[Step] = script if callable(script) else list(script)
        self.api_key = api_key or f"scripted-{secrets.token_hex(8)}"
        self._server: ThreadedServer | None = None
        self._seen: list[PolicyRequest] = []
        self._count: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def base_url(self) -> str:
        """What `/chat/completions` is appended to. Raises RuntimeError unless the policy is entered."""
        if self._server is None:
            raise RuntimeError("the scripted policy is not running: use it inside `with` or `async with`")
        return f"http://127.0.0.1:{self._server.port}/v1"

    def url_for(self, rollout_id: str) -> str:
        """A base URL for one rollout."""
        return f"{self.base_url}/rollouts/{quote(rollout_id, safe='')}"

    @property
    def requests(self) -> list[PolicyRequest]:
        """The chat requests so far, in the order they came."""
        with self._lock:
            return list(self._seen)

    def requests_of(self, rollout_id: str) -> list[PolicyRequest]:
        """The requests that came to the base URL of one rollout."""
        base = f"/v1/rollouts/{quote(rollout_id, safe='')}"
        return [request for request in self.requests if request.base == base]

    def assert_played(self) -> None:
        """Raises AssertionError unless every base URL that was asked played the whole script and asked for no more."""
        if callable(self._script):
            return
        with self._lock:
            wrong = [
                f"{base} made {count} requests of {len(self._script)}"
                for base, count in (self._count or Counter({"/v1": 0})).items()
                if count != len(self._script)
            ]
        if wrong:
            raise AssertionError(f"the script was not played as it is written: {'; '.join(wrong)}")

    def __enter__(self) -> Self:
        server = ThreadedServer(self._answer)
        server.start()
        self._server = server
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)

    async def _answer(self, received: Received) -> Reply:
        path = received.path.partition("?")[0]
        if not path.endswith(_ENDPOINT):
            return _error(404, f"{path} is not here; chat requests go to …{_ENDPOINT}")
        if received.method != "POST":
            return _error(405, f"{received.method} is not answered here")
        if received.headers.get("authorization") != f"Bearer {self.api_key}":
            return _error(401, "the key is not this policy's")
        try:
            body = json.loads(received.body)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return _error(400, "the body is not a JSON object")
        request = self._note(path.removesuffix(_ENDPOINT), received, body)
        try:
            return await _reply(await self._step(request), request)
        except CutConnectionError:
            raise
        except Exception as error:
            return _error(400, f"the script raised {type(error).__name__}: {error}")

    def _note(self, base: str, received: Received, body: JsonObject) -> PolicyRequest:
        with self._lock:
            request = PolicyRequest(self._count[base], base, received.headers, body)
            self._count[base] += 1
            self._seen.append(request)
        return request

    async def _step(self, request: PolicyRequest) -> Answer:
        if callable(self._script):
            step: Step = self._script
        elif request.number < len(self._script):
            step = self._script[request.number]
        else:
            return Fault(400, f"the script has {len(self._script)} turns, and this is request {request.number + 1}")
        if callable(step):
            answer = step(request)
            return await answer if inspect.isawaitable(answer) else answer
        return step


async def _reply(answer: Answer, request: PolicyRequest) -> Reply:
    await asyncio.sleep(answer.delay)
    match answer:
        case Fault():
            return _error(answer.status, answer.message, answer.retry_after)
        case Raw():
            return Reply(answer.status, {"content-type": answer.content_type, **answer.headers}, answer.content)
        case Disconnect(after_events=0):
            raise CutConnectionError
        case Disconnect():
            return Reply(200, _EVENTS, events=_stream(_rendering(answer.turn, request), cut_after=answer.after_events))
        case Turn() if request.stream:
            return Reply(200, _EVENTS, events=_stream(_rendering(answer, request)))
        case Turn():
            return Reply(200, _JSON, json.dumps(_rendering(answer, request).completion()).encode())
    raise TypeError(f"a script holds turns, faults and functions that give them, not {answer!r}")


def _rendering(turn: Turn, request: PolicyRequest) -> Rendering:
    return Rendering(turn, request.number, request.body.get("model"), int(time.time()))


async def _stream(rendering: Rendering, cut_after: int | None = None) -> AsyncIterator[bytes]:
    for count, chunk in enumerate(rendering.chunks()):
        if cut_after is not None and count >= cut_after:
            raise CutConnectionError
        if count and rendering.turn.pause:
            await asyncio.sleep(rendering.turn.pause)
        yield f"data: {json.dumps(chunk)}\n\n".encode()
    if cut_after is not None:
        raise CutConnectionError
    yield b"data: [DONE]\n\n"


def _error(status: int, message: str, retry_after: float | None = None) -> Reply:
    headers = _JSON if retry_after is None else {**_JSON, "retry-after": f"{retry_after:g}"}
    return Reply(status, headers, json.dumps({"error": {"message": message, "code": status}}).encode())
