"""The scripted policy itself: what it answers, refuses, records, breaks and waits for."""

from __future__ import annotations

import asyncio
import json
import threading

import httpx
import pytest

from osmosis_ai.testing import Disconnect, Fault, Raw, ScriptedPolicy, ToolCall, call_tool, call_tools, say

QUESTION = [{"role": "user", "content": "2*3?"}]


def client_of(policy: ScriptedPolicy, url: str | None = None) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {policy.api_key}"}
    return httpx.AsyncClient(base_url=url or policy.base_url, headers=headers)


async def ask(policy: ScriptedPolicy, url: str | None = None, **members) -> httpx.Response:
    async with client_of(policy, url) as client:
        return await client.post("chat/completions", json={"model": "m", "messages": QUESTION, **members})


async def events(policy: ScriptedPolicy) -> list[str]:
    response = await ask(policy, stream=True)
    assert response.headers["content-type"] == "text/event-stream"
    return [event.removeprefix("data: ") for event in response.text.split("\n\n") if event]


async def test_a_turn_is_a_completion_where_no_stream_was_asked_for():
    """Text, calls, reasoning, figures; the model of the request unless the turn names one."""
    turn = say("6", reasoning="hm", logprobs=(-1.0,), prompt_token_ids=(1,), completion_token_ids=(2,))
    async with ScriptedPolicy([turn, call_tool("multiply", {"a": 2}, model="own", usage=None)]) as policy:
        said, called = (await ask(policy)).json(), (await ask(policy)).json()
    (choice,) = said["choices"]
    assert choice["message"] == {"role": "assistant", "content": "6", "reasoning_content": "hm"}
    assert (said["model"], said["usage"]["prompt_tokens"], choice["finish_reason"]) == ("m", 11, "stop")
    assert (choice["logprobs"]["content"][0]["logprob"], choice["token_ids"]) == (-1.0, [2])
    assert said["prompt_token_ids"] == [1]
    (call,) = called["choices"][0]["message"]["tool_calls"]
    assert call["function"] == {"name": "multiply", "arguments": '{"a": 2}'}
    assert (called["model"], called["choices"][0]["finish_reason"]) == ("own", "tool_calls")
    assert "usage" not in called


async def test_a_turn_is_a_stream_where_one_was_asked_for():
    """Chunks that add up to the turn, the usage in one without choices, then [DONE]."""
    async with ScriptedPolicy([say("the answer")]) as policy:
        *chunks, done = await events(policy)
    parsed = [json.loads(chunk) for chunk in chunks]
    assert done == "[DONE]"
    assert "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in parsed[:-1]) == "the answer"
    assert (parsed[-1]["choices"], parsed[-1]["usage"]["total_tokens"]) == ([], 14)
    assert parsed[-2]["choices"][0]["finish_reason"] == "stop"


async def test_calls_of_one_turn_have_ids_of_their_own():
    """Made up where the script names none; the same in a stream of pieces."""
    turn = call_tools(ToolCall("a", id="mine"), ToolCall("b"))
    async with ScriptedPolicy([turn, turn]) as policy:
        whole = (await ask(policy)).json()["choices"][0]["message"]["tool_calls"]
        chunks = [json.loads(chunk) for chunk in (await events(policy))[:-1]]
    named = [call for chunk in chunks for choice in chunk["choices"] for call in choice["delta"].get("tool_calls", ())]
    assert [call["id"] for call in whole] == ["mine", "call_0_1"]
    assert [call["id"] for call in named if "id" in call] == ["mine", "call_1_1"]


async def test_every_base_url_plays_the_script_from_its_beginning():
    """Rollouts that run at once do not take each other's turns, and their requests are told apart."""
    async with ScriptedPolicy([say("one"), say("two")]) as policy:
        texts = [
            (await ask(policy, policy.url_for(name))).json()["choices"][0]["message"]["content"]
            for name in ("a/b", "c", "a/b")
        ]
        assert texts == ["one", "one", "two"]
        assert [request.number for request in policy.requests_of("a/b")] == [0, 1]
        assert len(policy.requests) == 3


async def test_a_step_may_be_a_function_of_the_request():
    """Plain or async, as a step or as the whole script; an exception is told with status 400."""

    async def later(request):
        await asyncio.sleep(0)
        return say(f"{request.last_text} is {request.body['model']}")

    async with ScriptedPolicy([later, lambda request: 1 / 0]) as policy:
        assert (await ask(policy)).json()["choices"][0]["message"]["content"] == "2*3? is m"
        failed = await ask(policy)
    assert (failed.status_code, "ZeroDivisionError" in failed.text) == (400, True)
    async with ScriptedPolicy(lambda request: say(str(request.number))) as policy:
        assert [(await ask(policy)).json()["choices"][0]["message"]["content"] for _ in range(3)] == ["0", "1", "2"]
        policy.assert_played()


async def test_what_a_script_may_not_hold_is_told():
    """The mistake in the test is said to whoever asks, not hidden in a closed connection."""
    async with ScriptedPolicy(["6"]) as policy:
        answer = await ask(policy)
    assert (answer.status_code, "script raised" in answer.text) == (400, True)


async def test_faults_have_their_status_and_retry_after():
    """As providers send them: an error object, and the header where it is asked for."""
    async with ScriptedPolicy([Fault(429, "slow down", retry_after=7), Fault()]) as policy:
        busy, broken = await ask(policy), await ask(policy)
    assert (busy.status_code, busy.headers["retry-after"]) == (429, "7")
    assert busy.json()["error"]["message"] == "slow down"
    assert (broken.status_code, "retry-after" in broken.headers) == (500, False)


async def test_a_disconnect_cuts_the_connection():
    """Before any answer, or in the middle of a stream; the policy serves on."""
    async with ScriptedPolicy([Disconnect(), Disconnect(after_events=2), say("6")]) as policy:
        with pytest.raises(httpx.TransportError):
            await ask(policy)
        got: list[bytes] = []

        async def read(response):
            async for part in response.aiter_raw():
                got.append(part)

        async with client_of(policy) as client, client.stream("POST", "chat/completions", json={}) as response:
            with pytest.raises(httpx.TransportError):
                await read(response)
        assert b"".join(got).count(b"data: ") == 2
        assert (await ask(policy)).status_code == 200


async def test_raw_answers_go_out_as_they_are():
    """Any status, type and bytes."""
    async with ScriptedPolicy([Raw(b"<html>", "text/html", 502)]) as policy:
        answer = await ask(policy)
    assert (answer.status_code, answer.headers["content-type"], answer.content) == (502, "text/html", b"<html>")


async def test_delays_and_pauses_hold_an_answer_back():
    """A client's own timeouts can be tested: it gives up where the policy is slower."""
    script = [say("6", delay=30), say("6", pause=30), say("6")]
    async with ScriptedPolicy(script) as policy, client_of(policy) as client:
        for stream in (False, True):
            with pytest.raises(httpx.ReadTimeout):
                await client.post("chat/completions", json={"stream": stream}, timeout=0.2)
        assert (await client.post("chat/completions", json={})).status_code == 200


async def test_other_requests_are_refused():
    """Another path, method, key or body is no chat request, and is not recorded."""
    async with ScriptedPolicy([say("6")]) as policy, client_of(policy) as client:
        answers = [
            await client.post("models", json={}),
            await client.get("chat/completions"),
            await client.post("chat/completions", json={}, headers={"Authorization": "Bearer other"}),
            await client.post("chat/completions", content=b"{"),
            await client.post("chat/completions", json=[]),
        ]
        assert [answer.status_code for answer in answers] == [404, 405, 401, 400, 400]
        assert policy.requests == []


async def test_a_request_past_the_end_is_refused_and_told_of():
    """Status 400, which no client tries again; `assert_played` names who asked for how much."""
    async with ScriptedPolicy([say("6")]) as policy:
        with pytest.raises(AssertionError, match="made 0 requests of 1"):
            policy.assert_played()
        await ask(policy)
        policy.assert_played()
        assert (await ask(policy)).status_code == 400
        with pytest.raises(AssertionError, match="made 2 requests of 1"):
            policy.assert_played()


async def test_requests_are_recorded_with_what_they_asked():
    """Messages, tools, stream, headers."""
    tools = [{"type": "function", "function": {"name": "multiply"}}]
    parts = [{"role": "user", "content": [{"type": "text", "text": "2*"}, {"type": "text", "text": "3?"}]}]
    async with ScriptedPolicy([say("6")]) as policy:
        await ask(policy, tools=tools, stream=True, messages=parts)
        (request,) = policy.requests
    assert (request.last_text, request.tool_names, request.stream, request.number) == ("2*3?", ["multiply"], True, 0)
    assert request.headers["authorization"] == f"Bearer {policy.api_key}"


def test_it_serves_code_that_has_no_loop():
    """With `with`, from a thread of its own, however the asking code blocks."""
    with ScriptedPolicy([say("6")], api_key="mine") as policy:
        headers = {"Authorization": "Bearer mine"}
        answer = httpx.post(f"{policy.base_url}/chat/completions", json={"messages": QUESTION}, headers=headers)
        assert answer.status_code == 200
    assert not [thread for thread in threading.enumerate() if thread.name == "osmosis-scripted-policy"]


async def test_its_end_ends_what_hangs():
    """Leaving the context waits for nobody: connections in mid-answer are cut."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()

    def hang(_request):
        loop.call_soon_threadsafe(asked.set)
        return say("6", delay=60)

    async with ScriptedPolicy(hang) as policy:
        hanging = asyncio.create_task(ask(policy))
        await asked.wait()
    with pytest.raises(httpx.TransportError):
        await hanging


def test_outside_of_its_context_there_is_no_address():
    """RuntimeError that says what to do."""
    with pytest.raises(RuntimeError, match="async with"):
        _ = ScriptedPolicy([]).base_url
