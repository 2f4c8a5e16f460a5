"""Streams, called directly: what a rollout gets of the provider's chunks, and what is booked however they end."""

import asyncio
import json
from typing import Any

import pytest

from osmosis_ai.models.bridge.chat_bridge import RolloutUsage
from osmosis_ai.models.policy import FaultKind, ProviderError

from .conftest import MESSAGES, SPOKEN, USAGE, chunk, completion
from .scripted import HangingModel, ScriptedModel, ask, ask_chunks, ask_stream, bridge_for

CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}
BROKEN = ProviderError("boom", kind=FaultKind.SERVER, status=500)
WORDS = [chunk({"content": "one "}), chunk({"content": "two"})]


def deltas(chunks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [choice["delta"] for piece in chunks for choice in piece["choices"]]


async def test_a_streams_chunks_are_passed_on_with_the_requested_model_name():
    """One for one, under the provider's id; the last has the finish reason and, not asked for, the usage."""
    chunks = await ask_chunks(bridge_for(ScriptedModel(SPOKEN)), model="m")
    head = {"id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 1700000000, "model": "m"}
    expected = [
        ({"role": "assistant", "content": ""}, None),
        ({"content": "o"}, None),
        ({"content": "k"}, None),
        ({}, "stop"),
    ]
    made = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": why}]} for delta, why in expected]
    made[-1]["usage"] = USAGE
    assert chunks == made


async def test_usage_that_was_asked_for_has_a_chunk_of_its_own():
    """Without choices, after all others, as OpenAI sends it; the provider may have sent it with the finish reason."""
    late, early = SPOKEN, [chunk({"content": "ok"}), chunk(finish="stop", usage=USAGE)]
    for stream in (late, early):
        *before, last = await ask_chunks(bridge_for(ScriptedModel(stream)), stream_options={"include_usage": True})
        assert (last["choices"], last["usage"]) == ([], USAGE)
        assert all(piece["choices"] and "usage" not in piece for piece in before)


async def test_a_whole_completion_is_one_chunk():
    """It holds the delta, the finish reason and the usage; tool calls are indexed, text is never null."""
    given = completion(None)
    calls = [CALL | {"id": f"c{i}"} for i in range(2)]
    given["choices"][0]["message"]["tool_calls"] = calls
    given["choices"][0]["finish_reason"] = None
    (piece,) = await ask_chunks(bridge_for(ScriptedModel(given)), model="m")
    assert (piece["object"], piece["model"], piece["usage"]) == ("chat.completion.chunk", "m", USAGE)
    (choice,) = piece["choices"]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["delta"]["content"] == ""
    assert choice["delta"]["tool_calls"] == [
        {**call, "index": i, "function": {"name": "f", "arguments": "{}"}} for i, call in enumerate(calls)
    ]


async def test_tool_calls_reasoning_and_token_data_travel_in_their_chunks():
    """Deltas are as they came, but for an index or arguments that a provider left out."""
    tokens = {"logprobs": {"content": [{"token": "o", "logprob": -0.5, "top_logprobs": []}]}, "token_ids": [7]}
    talk = chunk({"content": "o"}, prompt_token_ids=[1, 2])
    talk["choices"][0] |= tokens
    numbered, bare = {"index": 1, "function": {"arguments": "{"}}, {"function": {"arguments": "}"}}
    stream = [
        chunk({"reasoning_content": "hm", "refusal": None}),
        talk,
        chunk({"tool_calls": [CALL]}),
        chunk({"tool_calls": [{**CALL, "id": "call_2"}]}),
        chunk({"tool_calls": [numbered]}),
        chunk({"tool_calls": [bare]}),
        chunk(finish="tool_calls"),
    ]
    chunks = await ask_chunks(bridge_for(ScriptedModel(stream)))
    assert deltas(chunks) == [
        {"role": "assistant", "reasoning_content": "hm"},
        {"content": "o"},
        {"tool_calls": [{**CALL, "index": 0}]},
        {"tool_calls": [{**CALL, "id": "call_2", "index": 1}]},
        {"tool_calls": [numbered]},
        {"tool_calls": [{**bare, "index": 1}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]},
    ]
    assert chunks[1]["choices"][0] | tokens == chunks[1]["choices"][0]
    assert chunks[1]["prompt_token_ids"] == [1, 2]


async def test_a_chunk_arrives_before_the_provider_has_finished():
    """The stream is one from end to end."""
    go_on = asyncio.Event()
    answer = await ask(bridge_for(ScriptedModel([WORDS[0], go_on, chunk(finish="stop")])), stream=True)
    assert await anext(answer.events) == b": ping\n\n"
    assert b'"content":"one "' in await anext(answer.events)
    go_on.set()
    assert b"[DONE]" in b"".join([event async for event in answer.events])


async def test_every_silence_is_kept_alive_by_pings(monkeypatch):
    """Before the first chunk and between two, for as long as the model takes."""
    monkeypatch.setattr("osmosis_ai.models.bridge.streaming.PING_SECONDS", 0.01)
    answer = await ask(bridge_for(ScriptedModel([WORDS[0], asyncio.Event()])), stream=True)
    events = [await anext(answer.events) for _ in range(5)]
    assert events[0] == b": ping\n\n"
    assert events[1].startswith(b"data: {")
    assert events[2:] == [b": ping\n\n"] * 3
    await answer.events.aclose()


async def test_a_stream_that_does_not_say_why_it_ended_is_given_a_reason():
    """As a whole answer is: tool_calls where it calls tools, else stop."""
    for stream, reason in ((WORDS, "stop"), ([chunk({"tool_calls": [CALL]})], "tool_calls")):
        chunks = await ask_chunks(bridge_for(ScriptedModel(stream)))
        assert [piece["choices"][0]["finish_reason"] for piece in chunks][-1] == reason


@pytest.mark.parametrize(
    ("stream", "sent", "booked"),
    [
        (BROKEN, 0, RolloutUsage()),
        ([BROKEN], 0, RolloutUsage()),
        ([*WORDS, BROKEN], 2, RolloutUsage(0, 1, 2, 3, 3, estimated=True)),
        ([chunk({"content": "x"}, usage=USAGE), BROKEN], 1, RolloutUsage(0, 11, 3, 14, 14)),
        ([*WORDS, RuntimeError("a fault of ours")], 2, RolloutUsage(0, 1, 2, 3, 3, estimated=True)),
        ([chunk(usage=USAGE)], 0, RolloutUsage()),
    ],
    ids=["refused", "at-once", "in-the-middle", "counted", "ours", "empty"],
)
async def test_a_fault_at_any_point_of_a_stream_is_an_error_event(stream: Any, sent: int, booked: RolloutUsage):
    """`event: error`, its data and [DONE]; booked as the provider's fault, with the tokens that had come."""
    bridge = bridge_for(ScriptedModel(stream))
    events = await ask_stream(bridge)
    assert len(events) == sent + 3
    assert events[-1] == "data: [DONE]"
    name, _, data = events[-2].partition("\n")
    error = json.loads(data.removeprefix("data: "))
    assert (name, error["error"]["code"], error["detail"]) == ("event: error", 502, error["error"]["message"])
    usage = bridge.pop_usage("r1")
    (fault,) = usage.provider_faults
    assert fault.message == error["detail"]
    usage.provider_faults.clear()
    assert usage == booked


async def test_a_stream_that_the_request_made_fail_is_no_providers_fault():
    """Its 4xx is in the event."""
    bridge = bridge_for(ScriptedModel(ProviderError("bad", kind=FaultKind.BAD_REQUEST, status=400)))
    events = await ask_stream(bridge)
    assert '"code":400' in events[1]
    assert bridge.pop_usage("r1") == RolloutUsage()


@pytest.mark.parametrize(
    ("pieces", "booked"),
    [
        ([], RolloutUsage()),
        (WORDS, RolloutUsage(1, 1, 2, 3, 3, estimated=True)),
        ([chunk({"content": "x"}, usage=USAGE)], RolloutUsage(1, 11, 3, 14, 14)),
    ],
    ids=["nothing", "estimated", "counted"],
)
async def test_a_client_that_leaves_gives_up_the_call_and_what_came_is_booked(pieces: list[Any], booked: RolloutUsage):
    """By the provider's count if it came, else by the pieces; it is nobody's fault."""
    model = ScriptedModel([*pieces, asyncio.Event()])
    bridge = bridge_for(model)
    answer = await ask(bridge, stream=True)
    assert await anext(answer.events) == b": ping\n\n"
    if pieces:
        await anext(answer.events)
    await model.asked.wait()
    await answer.events.aclose()
    assert model.given_up.is_set()
    assert bridge.pop_usage("r1") == booked
    assert bridge.spent.tokens == booked.total_tokens


async def test_named_tokens_are_counted_one_by_one():
    """Where the provider names token ids or log-probabilities, an estimate is exact."""
    pieces = [chunk({"content": "ab"}), chunk({"content": "cd"})]
    pieces[0]["choices"][0]["token_ids"] = [1, 2, 3]
    pieces[1]["choices"][0]["logprobs"] = {"content": [{"token": "c"}, {"token": "d"}]}
    bridge = bridge_for(ScriptedModel(pieces))
    await ask_chunks(bridge)
    assert bridge.pop_usage("r1").completion_tokens == 5


async def test_a_hanging_model_is_given_up_with_its_stream():
    """No task is left behind."""
    model = HangingModel()
    answer = await ask(bridge_for(model), stream=True)
    await anext(answer.events)
    await model.asked.wait()
    await answer.events.aclose()
    assert model.given_up.is_set()


async def test_reasoning_of_a_streamed_tool_turn_is_given_back_whole():
    """The pieces are put together once: texts joined, blocks joined until they are signed."""
    pieces = [
        chunk({"reasoning_content": "think ", "thinking_blocks": [{"type": "thinking", "thinking": "think "}]}),
        chunk({"reasoning_content": "hard", "thinking_blocks": [{"type": "thinking", "thinking": "hard"}]}),
        chunk({"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": "SIG"}]}),
        chunk({"thinking_blocks": [{"type": "thinking", "thinking": "again"}]}),
        chunk({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "a"}]}),
        chunk({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "b"}]}),
        chunk({"reasoning_details": [{"type": "reasoning.encrypted", "index": 1, "data": "x"}]}),
        chunk({"tool_calls": [{"index": 0, **CALL}]}),
        chunk({"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]}),
        chunk(finish="tool_calls"),
    ]
    model = ScriptedModel(pieces, completion())
    bridge = bridge_for(model)
    await ask_chunks(bridge)
    await ask(bridge, messages=[*MESSAGES, {"role": "assistant", "tool_calls": [CALL]}])
    turn = model.bodies[-1]["messages"][1]
    assert turn["reasoning_content"] == "think hard"
    assert turn["thinking_blocks"] == [
        {"type": "thinking", "thinking": "think hard", "signature": "SIG"},
        {"type": "thinking", "thinking": "again"},
    ]
    assert turn["reasoning_details"] == [
        {"type": "reasoning.text", "index": 0, "text": "ab"},
        {"type": "reasoning.encrypted", "index": 1, "data": "x"},
    ]
