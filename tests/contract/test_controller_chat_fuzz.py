"""schemathesis, every phase, against the policy model's endpoint: a scripted model behind the bridge's application."""

from __future__ import annotations

import copy
from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import unquote

import pytest
from contract_recorder import Recorder
from fuzzing import fuzz
from live_server import live_server
from tests.support.parts import part_of

from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.bridge.chunks import as_chunk
from osmosis_ai.models.policy import Completion, Usage
from osmosis_contract import spec

# Which members steer the controller (those that begin with `_` among them) is a rule in words, not in the schema: a
# request that holds one fits the schema and is refused with 400, as the operation's description says.
ALLOWED = ["2XX", "401", "404"]
CHECKS = {"positive_data_acceptance": {"expected-statuses": [*ALLOWED, "400"]}}
TOKEN = "the-key-of-the-run"


class ScriptedModel:
    """A stub, not a model: says ok to everything."""

    name = "scripted"

    async def complete(self, body: dict[str, Any]) -> Completion:
        """The same answer to everybody."""
        message = {"role": "assistant", "content": "ok"}
        response = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
        return Completion(response, Usage(prompt_tokens=1, completion_tokens=1, total_tokens=2))

    async def stream(self, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """The same answer in one chunk."""
        yield as_chunk((await self.complete(body)).response)

    async def aclose(self) -> None:
        """Nothing to close."""


def expecting_everyone(bridge: ChatBridge) -> Any:
    """The bridge's application, which expects the rollout of an even-length id before it is asked for it."""
    inner = bridge_app(bridge)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            parts = scope["raw_path"].decode("latin-1").partition("?")[0].split("/")
            if len(parts) > 3 and len(unquote(parts[3])) != 3:
                bridge.expect(unquote(parts[3]))
        await inner(scope, receive, send)

    return app


def documented() -> dict[str, Any]:
    """The bundled document with the one operation that is served here."""
    document = copy.deepcopy(spec.load("controller"))
    document["paths"] = {path: item for path, item in document["paths"].items() if path.endswith("/chat/completions")}
    return document


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("over", part_of(["asgi", "socket"]))
def test_nothing_that_is_sent_breaks_the_contract(over: str):
    """No check failed, and every exchange fits the document."""
    recorder = Recorder("controller", expecting_everyone(ChatBridge(ScriptedModel(), TOKEN)))
    if over == "asgi":
        report = fuzz(documented(), app=recorder, api_key=TOKEN, checks=CHECKS)
    else:
        with live_server(recorder) as url:
            report = fuzz(documented(), base_url=url, api_key=TOKEN, checks=CHECKS)
    report.check()
    assert recorder.faults == []
    assert report.cases["coverage"]
    assert report.cases["fuzzing"]
    assert recorder.seen["createChatCompletion", 200]
    assert "ignored_auth" in report.checks
