"""A capture at the bridge: it prepares each request, sees each whole answer, and the rollout gets its usual part."""

from __future__ import annotations

from typing import Any

from .conftest import completion
from .scripted import ScriptedModel, ask_chunks, ask_json, bridge_for


class Recorder:
    """A capture that marks requests and keeps what it saw."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    def prepared(self, rollout_id: str, body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "verbose": True, "temperature": 1.0}

    async def answered(self, rollout_id: str, body: dict[str, Any], response: dict[str, Any]) -> None:
        self.seen.append((rollout_id, body, response))


async def test_a_capture_sees_what_the_rollout_does_not_get():
    """The model gets the prepared request; the server's own members reach the capture and not the rollout."""
    capture, model = Recorder(), ScriptedModel(completion("56", __verbose={"tokens": [1]}))
    status, body = await ask_json(bridge_for(model, capture=capture), temperature=0.2)
    assert (status, model.bodies[0]["temperature"], model.bodies[0]["verbose"]) == (200, 1.0, True)
    ((rollout_id, request, response),) = capture.seen
    assert (rollout_id, request) == ("r1", model.bodies[0])
    assert response["__verbose"] == {"tokens": [1]}
    assert "__verbose" not in body


async def test_a_stream_comes_in_one_piece_so_that_the_capture_sees_it_whole():
    """The rollout still gets a stream, and its answer is booked."""
    capture, model = Recorder(), ScriptedModel(completion("56"))
    bridge = bridge_for(model, capture=capture)
    chunks = await ask_chunks(bridge)
    text = "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in chunks if chunk.get("choices"))
    assert text == "56"
    assert len(capture.seen) == 1
    assert bridge.pop_usage("r1").total_tokens == 14


async def test_a_rollout_may_not_ask_for_what_a_capture_asks_for():
    """`verbose` and the like stay refused in a rollout's own request."""
    status, _ = await ask_json(bridge_for(ScriptedModel(completion()), capture=Recorder()), verbose=True)
    assert status == 400
