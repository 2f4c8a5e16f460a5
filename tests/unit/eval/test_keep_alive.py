"""Slow answers to chat requests, where something between the rollout and the bridge cuts quiet connections."""

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from osmosis_ai.eval.keep_alive import KeepAlive

CHAT = "/v1/rollouts/some-id/chat/completions"


class Bridge:
    """An application that answers once it is let."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status = status
        self.body = body
        self.let = asyncio.Event()
        self.given_up = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.given_up = True
            raise
        await send({"type": "http.response.start", "status": self.status, "headers": [(b"content-length", b"9")]})
        await send({"type": "http.response.body", "body": self.body})


async def asked(app: Bridge, sent: list[Message], *, path: str = CHAT, spaces: int = 0) -> None:
    """Sends a request; the application answers once there were so many messages."""

    async def send(message: Message) -> None:
        sent.append(dict(message))
        if len(sent) > spaces:
            app.let.set()

    async def receive() -> Message:
        raise AssertionError

    if not spaces:
        app.let.set()
    await KeepAlive(app, quiet_sec=0.01, pause_sec=0.01)({"type": "http", "path": path}, receive, send)


def body_of(sent: list[Message]) -> bytes:
    return b"".join(message.get("body", b"") for message in sent)


@pytest.mark.parametrize("status", [200, 502])
async def test_answer_in_time_passes_as_it_is(status: int):
    """Status, headers and body of an answer that is not late are the bridge's own."""
    sent: list[Message] = []
    await asked(Bridge(status, b'{"a": 1}\n'), sent)
    assert sent == [
        {"type": "http.response.start", "status": status, "headers": [(b"content-length", b"9")]},
        {"type": "http.response.body", "body": b'{"a": 1}\n'},
    ]


@pytest.mark.parametrize(("status", "answer"), [(200, {"id": "1"}), (502, {"error": {"message": "no"}})])
async def test_late_answer_comes_after_spaces(status: int, answer: dict[str, Any]):
    """A late answer is a 200 that begins with spaces; the body after them is the bridge's, an error's too."""
    sent: list[Message] = []
    await asked(Bridge(status, json.dumps(answer).encode()), sent, spaces=3)
    assert (sent[0]["status"], [message["type"] for message in sent].count("http.response.start")) == (200, 1)
    assert b"content-length" not in dict(sent[0]["headers"])
    assert body_of(sent).startswith(b"   ")
    assert json.loads(body_of(sent)) == answer


async def test_other_paths_are_left_alone():
    """Only chat completions are kept alive."""
    app, sent = Bridge(200, b"{}"), list[Message]()
    asking = asyncio.ensure_future(asked(app, sent, path="/v1/rollouts/some-id/callback", spaces=1))
    await asyncio.sleep(0.05)
    assert sent == []
    app.let.set()
    await asking
    assert body_of(sent) == b"{}"


async def test_call_is_given_up_with_its_request():
    """When the request is cancelled, so is the model call."""
    app = Bridge(200, b"{}")
    asking = asyncio.ensure_future(asked(app, [], spaces=100))
    await asyncio.sleep(0.03)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert app.given_up
