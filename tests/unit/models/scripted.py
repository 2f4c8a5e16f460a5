"""A scripted model behind a bridge, and what its rollouts get."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from osmosis_ai.models.bridge.chat_bridge import ChatBridge, JsonAnswer, StreamAnswer
from osmosis_ai.models.bridge.chunks import as_chunk
from osmosis_ai.models.policy import Completion, Usage

from .conftest import MESSAGES

TOKEN = "run-token-0123456789"


class ScriptedModel:
    """A stub model: gives back, or raises, the next item of its script, the last one for ever.

    A list is a stream: its chunks in turn, exceptions raised, and an asyncio.Event waited for.
    """

    def __init__(self, *script: Any) -> None:
        self.name = "stub/model"
        self.script = list(script)
        self.bodies: list[dict[str, Any]] = []
        self.asked = asyncio.Event()
        self.given_up = asyncio.Event()

    def _next(self, body: dict[str, Any]) -> Any:
        self.bodies.append(body)
        self.asked.set()
        item = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(item, BaseException):
            raise item
        return item

    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:  # noqa: ASYNC109
        item = self._next(body)
        return Completion(item, Usage.read(item))

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> AsyncGenerator[dict[str, Any]]:
        item = self._next(body)
        try:
            for piece in item if isinstance(item, list) else [as_chunk(item)]:
                if isinstance(piece, asyncio.Event):
                    await piece.wait()
                elif isinstance(piece, BaseException):
                    raise piece
                else:
                    yield piece
        except (asyncio.CancelledError, GeneratorExit):
            self.given_up.set()
            raise


class HangingModel(ScriptedModel):
    """A stub model that never answers, and knows when it was given up."""

    def __init__(self) -> None:
        super().__init__([asyncio.Event()])

    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:  # noqa: ASYNC109
        async for _ in self.stream(body):
            pass
        raise AssertionError


def bridge_for(model: Any, **options: Any) -> ChatBridge:
    bridge = ChatBridge(model, TOKEN, **options)
    bridge.expect("r1")
    return bridge


async def ask(bridge: ChatBridge, *, rollout_id: str = "r1", auth: str | None = f"Bearer {TOKEN}", **body: Any) -> Any:
    raw = json.dumps({"messages": MESSAGES, **body}).encode()
    return await bridge.create_chat_completion(rollout_id, auth, raw)


async def ask_json(bridge: ChatBridge, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = await ask(bridge, **body)
    assert isinstance(answer, JsonAnswer)
    assert answer.headers["content-type"] == "application/json"
    return answer.status, json.loads(answer.body)


async def ask_stream(bridge: ChatBridge, **body: Any) -> list[str]:
    """The events of a whole stream, as text without the blank line that ends each."""
    answer = await ask(bridge, stream=True, **body)
    assert isinstance(answer, StreamAnswer)
    text = b"".join([event async for event in answer.events]).decode()
    return text.removesuffix("\n\n").split("\n\n")


async def ask_chunks(bridge: ChatBridge, **body: Any) -> list[dict[str, Any]]:
    """The chunks of a stream that goes well."""
    ping, *events, done = await ask_stream(bridge, **body)
    assert (ping, done) == (": ping", "data: [DONE]")
    return [json.loads(event.removeprefix("data: ")) for event in events]
