"""The bridge's behaviour, called directly: who is served, what is answered, what is booked."""

import asyncio
import json
from typing import Any

import pytest

from osmosis_ai.models.bridge import ChatBridge, JsonAnswer, RolloutUsage, StreamAnswer
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser, Usage

from .conftest import completion

TOKEN = "run-token-0123456789"
MESSAGES = [{"role": "user", "content": "2*3?"}]


class ScriptedModel:
    """A stub model: gives back, or raises, the next item of its script."""

    def __init__(self, *script: Any) -> None:
        self.name = "stub/model"
        self.script = list(script)
        self.bodies: list[dict[str, Any]] = []

    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:  # noqa: ASYNC109
        self.bodies.append(body)
        item = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(item, Exception):
            raise item
        return Completion(item, Usage.read(item))


class HangingModel(ScriptedModel):
    """A stub model that never answers, and knows when it was given up."""

    def __init__(self) -> None:
        super().__init__(None)
        self.asked = asyncio.Event()
        self.given_up = asyncio.Event()

    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:  # noqa: ASYNC109
        self.asked.set()
        try:
            await asyncio.sleep(3600)
        finally:
            self.given_up.set()
        raise AssertionError


def bridge_for(model: ScriptedModel) -> ChatBridge:
    bridge = ChatBridge(model, TOKEN)
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


async def ask_stream(bridge: ChatBridge, **body: Any) -> list[bytes]:
    answer = await ask(bridge, stream=True, **body)
    assert isinstance(answer, StreamAnswer)
    return [event async for event in answer.events]


@pytest.mark.parametrize("auth", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x"])
async def test_without_the_runs_token_nobody_is_served(auth: str | None):
    """401, before anything else is looked at."""
    model = ScriptedModel(completion())
    answer = await bridge_for(model).create_chat_completion("../x", auth, b"not json")
    assert isinstance(answer, JsonAnswer)
    assert answer.status == 401
    assert json.loads(answer.body)["detail"] == "Unauthorized"
    assert model.bodies == []


async def test_the_schemes_case_does_not_matter():
    """`bearer` and `BEARER` are served."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask(bridge, auth=f"bEARER {TOKEN}")).status == 200


@pytest.mark.parametrize("rollout_id", ["", ".", "..", "a/b", "a\\b", "a\0b"])
async def test_an_id_that_is_no_single_path_segment_is_422(rollout_id: str):
    """Such an id is never looked up."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask_json(bridge, rollout_id=rollout_id))[0] == 422


async def test_only_expected_rollouts_are_served():
    """404 before expect() and after forget()."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 404
    bridge.expect("r2")
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 200
    bridge.forget("r2")
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 404


async def test_the_answer_is_a_chat_completion_with_the_requested_model_name():
    """The request's model is echoed, usage has three counts, and the provider sees no bridge field."""
    model = ScriptedModel(completion("6"))
    status, body = await ask_json(bridge_for(model), model="osmosis-rollout", n=1, temperature=0.5)
    assert status == 200
    assert body == {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "osmosis-rollout",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "6"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
    }
    assert model.bodies == [{"messages": MESSAGES, "temperature": 0.5}]


async def test_null_content_becomes_empty_text_and_token_data_is_carried():
    """Token ids and log-probabilities go through whenever the endpoint gives them; null members do not."""
    given = completion(None, prompt_token_ids=[1, 2], timings={"x": 1})
    given["choices"][0] |= {"logprobs": {"content": []}, "token_ids": [5]}
    given["choices"][0]["message"] |= {"refusal": None, "reasoning_content": "because"}
    _, body = await ask_json(bridge_for(ScriptedModel(given)))
    assert body["choices"][0]["message"] == {
        "role": "assistant",
        "content": "",
        "reasoning_content": "because",
    }
    assert body["choices"][0]["logprobs"] == {"content": []}
    assert body["choices"][0]["token_ids"] == [5]
    assert body["prompt_token_ids"] == [1, 2]
    assert "timings" not in body


async def test_a_stream_is_a_ping_one_whole_chunk_and_done():
    """The single chunk holds the whole delta, the finish reason and the usage; tool calls are indexed."""
    given = completion(None)
    calls = [{"id": f"c{i}", "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in range(2)]
    given["choices"][0]["message"]["tool_calls"] = calls
    given["choices"][0]["finish_reason"] = "tool_calls"
    events = await ask_stream(bridge_for(ScriptedModel(given)), model="m")
    assert events[0] == b": ping\n\n"
    assert events[2:] == [b"data: [DONE]\n\n"]
    chunk = json.loads(events[1].removeprefix(b"data: "))
    assert chunk["object"] == "chat.completion.chunk"
    assert chunk["model"] == "m"
    assert chunk["usage"] == {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
    (choice,) = chunk["choices"]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["delta"]["content"] == ""
    assert [call["index"] for call in choice["delta"]["tool_calls"]] == [0, 1]
    assert "message" not in choice


async def test_a_slow_answer_is_kept_alive_by_pings(monkeypatch):
    """Pings go on for as long as the model takes."""
    monkeypatch.setattr("osmosis_ai.models.bridge.PING_SECONDS", 0.01)
    model = HangingModel()
    answer = await ask(bridge_for(model), stream=True)
    pings = [await anext(answer.events) for _ in range(4)]
    assert pings == [b": ping\n\n"] * 4
    await answer.events.aclose()
    assert model.given_up.is_set()


async def test_giving_up_a_stream_or_a_call_gives_up_the_model_call():
    """Neither leaves a provider call running, and neither counts as a provider fault."""
    model = HangingModel()
    bridge = bridge_for(model)
    call = asyncio.create_task(ask(bridge))
    await model.asked.wait()
    call.cancel()
    await asyncio.wait([call])
    assert model.given_up.is_set()
    assert bridge.pop_usage("r1") == RolloutUsage()


async def test_a_provider_error_in_a_stream_is_an_error_event():
    """The status is 200 by then; `event: error` carries the error, and [DONE] follows."""
    error = ProviderError("boom", kind=FaultKind.SERVER, status=500)
    events = await ask_stream(bridge_for(ScriptedModel(error)))
    assert events[0] == b": ping\n\n"
    assert events[1].startswith(b"event: error\ndata: ")
    body = json.loads(events[1].partition(b"data: ")[2])
    assert body["error"] == {"message": "boom", "type": "bridge_error", "code": 502}
    assert events[2] == b"data: [DONE]\n\n"


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (ProviderError("bad", kind=FaultKind.BAD_REQUEST, status=400), 400, "invalid_request_error"),
        (
            ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429, retry_after=2.4),
            429,
            "bridge_error",
        ),
        (ProviderError("who", kind=FaultKind.AUTHENTICATION, status=401), 401, "bridge_error"),
        (ProviderError("broken", kind=FaultKind.SERVER, status=503), 502, "bridge_error"),
        (ProviderError("refused", kind=FaultKind.CONNECTION), 502, "bridge_error"),
        (RuntimeError("a fault of ours"), 502, "bridge_error"),
    ],
)
async def test_a_provider_error_keeps_a_4xx_and_is_502_otherwise(error: Exception, status: int, kind: str):
    """`type` is invalid_request_error for 400 alone; Retry-After is passed on."""
    answer = await ask(bridge_for(ScriptedModel(error)))
    assert answer.status == status
    body = json.loads(answer.body)
    assert body["error"]["type"] == kind
    assert body["error"]["code"] == status
    assert body["detail"] == body["error"]["message"]
    assert answer.headers.get("retry-after") == ("2" if status == 429 else None)


async def test_errors_are_one_line_bounded_and_without_secrets():
    """The run's token, key-like words and bearer headers never come back to a rollout."""
    text = f"a\n\n b {TOKEN} sk-abcdefghijklmnop Bearer abcdefghijkl " + "x" * 3000
    _, body = await ask_json(bridge_for(ScriptedModel(ProviderError(text, kind=FaultKind.SERVER))))
    assert body["detail"].startswith("a b [REDACTED] [REDACTED] [REDACTED] xxx")
    assert len(body["detail"]) == 1000


async def test_usage_is_summed_per_rollout_and_popped_once():
    """Sums over calls, the largest single call, and zero after it was taken."""
    big = completion()
    big["usage"] = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    bridge = bridge_for(ScriptedModel(big, completion()))
    bridge.expect("r2")
    await ask(bridge)
    await ask(bridge)
    await ask_stream(bridge)
    assert bridge.pop_usage("r1") == RolloutUsage(3, 122, 26, 148, 120)
    assert bridge.pop_usage("r1") == bridge.pop_usage("r2") == bridge.pop_usage("unknown") == RolloutUsage()


async def test_provider_faults_are_booked_but_not_the_requests_own():
    """What the request itself caused is the agent's; every other failure is recorded against the provider."""
    bridge = bridge_for(
        ScriptedModel(
            ProviderError("bad", kind=FaultKind.BAD_REQUEST, status=400),
            ProviderError("limit", kind=FaultKind.RATE_LIMIT, status=429),
            ProviderError("gone", kind=FaultKind.CONNECTION),
            ValueError("x"),
            completion(),
        )
    )
    for _ in range(4):
        await ask(bridge)
    await ask(bridge, timeout=1)
    await ask(bridge)
    usage = bridge.pop_usage("r1")
    assert usage.calls == 1
    assert [(fault.kind, fault.status) for fault in usage.provider_faults] == [
        (FaultKind.RATE_LIMIT, 429),
        (FaultKind.CONNECTION, None),
        (FaultKind.SERVER, None),
    ]


async def test_reasoning_of_a_tool_turn_is_given_back_when_the_client_lost_it():
    """A replayed turn is completed by its tool-call id, in its own rollout, never against the client."""
    given = completion(None)
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    given["choices"][0]["message"] |= {"tool_calls": [call], "reasoning_content": "think"}
    model = ScriptedModel(given, completion())
    bridge = bridge_for(model)
    bridge.expect("r2")
    await ask(bridge)
    replay = [
        *MESSAGES,
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1"},
    ]
    await ask(bridge, messages=replay)
    assert model.bodies[-1]["messages"][1]["reasoning_content"] == "think"
    replay[1] = {**replay[1], "reasoning_content": "mine"}
    await ask(bridge, messages=replay)
    assert model.bodies[-1]["messages"][1]["reasoning_content"] == "mine"
    await ask(bridge, rollout_id="r2", messages=[*MESSAGES, {"role": "assistant", "tool_calls": [call]}])
    assert "reasoning_content" not in model.bodies[-1]["messages"][1]


def test_short_values_and_harmless_names_are_not_secrets():
    """Redaction goes by the variable's name and a length that cannot be a coincidence."""
    sanitise = Sanitiser({"MY_TOKEN": "short", "MY_NAME": "long-enough-value", "MY_SECRET": "long-secret-value"})
    assert sanitise("short long-enough-value long-secret-value") == "short long-enough-value [REDACTED]"
