"""The rollout's policy without an agent framework, over a socket."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading

import pytest
from integration_support import agent_steps, rollout

from osmosis_ai.rollout import RolloutContext, RolloutErrorCategory, RolloutStatus
from osmosis_ai.rollout.integrations._endpoint import PolicyEndpoint
from osmosis_ai.rollout.integrations._openai_client import PolicyClient
from osmosis_ai.rollout.integrations.plain import (
    POLICY_MODEL,
    PolicyError,
    RolloutChat,
    rollout_http_client,
    rollout_openai_client,
)
from osmosis_ai.testing import Disconnect, Fault, Raw, ScriptedPolicy, ToolCall, call_tool, call_tools, say

MULTIPLY = {"type": "function", "function": {"name": "multiply", "parameters": {"type": "object"}}}


async def ask_once(ctx) -> None:
    await RolloutChat(ctx.prompt).complete()


async def test_an_http_client_is_bound_in_one_line():
    """Address and key are the rollout's; the path is all there is to say."""

    async def work(ctx):
        async with rollout_http_client() as client:
            response = await client.post("chat/completions", json={"model": POLICY_MODEL, "messages": ctx.prompt})
        return [*ctx.prompt, response.raise_for_status().json()["choices"][0]["message"]]

    run = await rollout(work, [say("6")])
    assert run.reward == 1.0
    assert run.sample.messages[-1]["content"] == "6"


async def test_an_openai_client_is_bound_in_one_line():
    """Address and key are the rollout's; streams work as everywhere."""

    async def work(ctx):
        async with rollout_openai_client() as client:
            stream = await client.chat.completions.create(model=POLICY_MODEL, messages=ctx.prompt, stream=True)
            text = "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])
        return [*ctx.prompt, {"role": "assistant", "content": text}]

    run = await rollout(work, [say("the answer is 6")])
    assert run.sample.messages[-1]["content"] == "the answer is 6"


async def test_a_chat_sends_what_it_was_told_to():
    """Parameters of the chat, over them those of one request, over all extra_body; figures of answers are not sent."""

    async def work(ctx):
        chat = RolloutChat(ctx.prompt, temperature=0.3, extra_body={"foo": 1})
        await chat.complete(max_tokens=8)
        await chat.ask("and doubled?", temperature=0.0)

    first, second = (await rollout(work, [say("6", reasoning="hm"), say("12")])).requests
    question = {"role": "user", "content": "2*3?"}
    assert first.body == {
        "model": "osmosis-rollout",
        "messages": [question],
        "temperature": 0.3,
        "max_tokens": 8,
        "foo": 1,
    }
    assert second.body == {
        "model": "osmosis-rollout",
        "messages": [question, {"role": "assistant", "content": "6"}, {"role": "user", "content": "and doubled?"}],
        "temperature": 0.0,
        "foo": 1,
    }


async def test_a_chat_is_the_sample_and_carries_the_figures_of_every_call():
    """The workflow returns nothing; messages, metrics, model, usage, time, reasoning and token ids are all there."""

    async def work(ctx):
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        chat.metrics["turns"] = 1

    turn = say(
        "6", model="policy-7", reasoning="hm", logprobs=(-0.5,), prompt_token_ids=(1,), completion_token_ids=(2,)
    )
    run = await rollout(work, [turn])
    assert run.sample.metrics == {"turns": 1}
    (step,) = agent_steps(run)
    assert (step.message, step.reasoning_content, step.model_name) == ("6", "hm", "policy-7")
    assert (step.metrics.prompt_tokens, step.metrics.completion_tokens, step.metrics.logprobs) == (11, 3, [-0.5])
    assert (step.metrics.prompt_token_ids, step.metrics.completion_token_ids) == ([1], [2])
    assert step.timestamp is not None


async def test_a_chat_shows_its_last_messages_while_it_runs():
    """What a preview is told: at most so many messages, and whether there were more."""
    seen = []

    async def work(ctx):
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        seen.extend([await chat.get_preview(1), await chat.get_preview(100)])

    await rollout(work, [say("6")])
    short, whole = seen
    assert [message["role"] for message in short.messages] == ["assistant"]
    assert short.extra_fields == {"_preview_truncated": True}
    assert len(whole.messages) == 2
    assert whole.extra_fields == {"_preview_truncated": False}


async def test_a_chat_calls_tools():
    """Plain functions off the loop, coroutine functions on it; results that are no text go as JSON."""
    threads = []

    def multiply(a, b):
        threads.append(threading.current_thread())
        return a * b

    async def describe(number):
        await asyncio.sleep(0)
        return {"even": number % 2 == 0}

    async def work(ctx):
        threads.append(threading.current_thread())
        chat = RolloutChat(ctx.prompt, tools=[MULTIPLY])
        await chat.complete()
        while await chat.call_tools({"multiply": multiply, "describe": describe}):
            await chat.complete()
        assert chat.last_text == "6, and even"

    calls = call_tools(ToolCall("multiply", {"a": 2, "b": 3}), ToolCall("describe", {"number": 6}))
    run = await rollout(work, [calls, say("6, and even")])
    assert run.result.err_message is None
    assert run.requests[0].tool_names == ["multiply"]
    assert [message["content"] for message in run.requests[1].messages[2:]] == ["6", '{"even": true}']
    assert threads[0] is not threads[1]
    called, _said = agent_steps(run)
    assert [result.content for result in called.observation.results] == ["6", '{"even": true}']


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (call_tool("multiply", {"a": "x"}), "Error: TypeError"),
        (call_tool("divide", {}), "Error: there is no tool 'divide'; there are multiply"),
        (call_tool("multiply", "{"), "Error: the arguments are not JSON"),
        (call_tool("multiply", "[1]"), "Error: the arguments are not a JSON object"),
    ],
)
async def test_what_is_wrong_with_a_call_is_told_to_the_policy(call, told):
    """The rollout goes on: a policy may learn from its mistake."""

    async def work(ctx):
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        await chat.call_tools({"multiply": lambda a, b: a * b})
        await chat.complete()

    run = await rollout(work, [call, say("sorry")])
    assert run.requests[1].last_text.startswith(told)


@pytest.mark.parametrize("name", ["messages", "model", "n", "stream"])
async def test_what_a_chat_sets_itself_cannot_be_set(name):
    """TypeError, in the constructor and in a request."""
    with RolloutContext("http://127.0.0.1:1/v1"):
        with pytest.raises(TypeError):
            RolloutChat([], **{name: 1})
        chat = RolloutChat()
        with pytest.raises(TypeError):
            await chat.complete(**{name: 1})


async def test_a_second_chat_in_a_rollout_is_refused():
    """One rollout, one sample source: ValueError."""

    async def work(_ctx):
        RolloutChat()
        RolloutChat()

    assert (await rollout(work, [])).result.err_category is RolloutErrorCategory.VALIDATION_ERROR


@pytest.mark.parametrize("make", [RolloutChat, rollout_http_client, rollout_openai_client])
def test_outside_of_a_rollout_there_is_no_policy(make):
    """RuntimeError that says where to construct it."""
    with pytest.raises(RuntimeError, match=r"inside AgentWorkflow\.run"):
        make()


async def test_a_chat_kept_from_another_rollout_is_refused():
    """RuntimeError, and no request."""
    with RolloutContext("http://127.0.0.1:1/v1"):
        chat = RolloutChat()
    with RolloutContext("http://127.0.0.1:1/v1"), pytest.raises(RuntimeError, match="belongs to another rollout"):
        await chat.complete()


async def test_a_policy_that_is_busy_is_asked_again():
    """429 with Retry-After, a server's error and a broken connection are tried again, twice in all."""
    run = await rollout(ask_once, [Fault(429, retry_after=0), Fault(503, retry_after=0), say("6")])
    assert (run.reward, len(run.requests)) == (1.0, 3)
    run = await rollout(ask_once, [Disconnect(), say("6")])
    assert (run.reward, len(run.requests)) == (1.0, 2)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Fault(400, "no such parameter"), "status 400: no such parameter"),
        (Raw(b"<html>", "text/html", 404), "status 404: <html>"),
        (Raw(b"<html>"), "not JSON"),
        (Raw(b"[]"), "not a JSON object"),
        (Raw(b'{"choices": []}'), "no choices"),
    ],
)
async def test_a_policy_that_gives_no_answer_fails_the_rollout(answer, told):
    """What it said is in the message; nothing is graded."""
    run = await rollout(ask_once, [answer])
    assert run.status is RolloutStatus.FAILURE
    assert told in run.result.err_message
    assert run.outcome.grader is None


async def test_a_policy_that_cannot_be_reached_is_a_policy_error():
    """One class to catch, whatever the transport raised."""
    async with ScriptedPolicy([]) as gone:
        address = gone.base_url
    with RolloutContext(address, "key"), pytest.raises(PolicyError, match="gave no answer") as caught:
        await RolloutChat().complete()
    assert caught.value.status is None


async def test_a_proxy_of_the_environment_is_not_asked_for_the_way_to_loopback(monkeypatch):
    """`HTTP_PROXY` is meant for the world outside."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")

    async def work(ctx):
        async with rollout_openai_client() as client:
            await client.chat.completions.create(model=POLICY_MODEL, messages=ctx.prompt)
        async with rollout_http_client() as client:
            await client.post("chat/completions", json={"messages": ctx.prompt})
        await RolloutChat(ctx.prompt).complete()

    run = await rollout(work, [say("6"), say("6"), say("6")])
    assert run.result.err_message is None


async def test_a_policy_elsewhere_is_reached_through_the_proxy_of_the_environment(monkeypatch):
    """All three clients heed `HTTP_PROXY` for a policy that is not on this machine, and `NO_PROXY`."""
    async with ScriptedPolicy(lambda _request: say("6")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        with RolloutContext("http://policy.invalid/v1", proxy.api_key):
            async with rollout_openai_client() as client:
                await client.chat.completions.create(model=POLICY_MODEL, messages=[])
            async with rollout_http_client() as client:
                assert (await client.post("chat/completions", json={})).status_code == 200
            assert (await RolloutChat().complete())["content"] == "6"
            monkeypatch.setenv("no_proxy", "policy.invalid")
            assert PolicyEndpoint.of_active_rollout("a test").proxy is None
        assert [request.base for request in proxy.requests] == ["http://policy.invalid/v1"] * 3


async def test_rollouts_that_share_connections_share_no_cookies():
    """What a policy sets for one rollout is not sent by another."""
    cookie = Raw(b'{"choices": [{"message": {"content": "6"}}]}', headers={"set-cookie": "session=1"})
    async with ScriptedPolicy(lambda _request: cookie) as policy:
        with RolloutContext(policy.base_url, policy.api_key):
            chat = RolloutChat()
            await chat.complete()
            await chat.complete()
            client = PolicyClient(PolicyEndpoint.of_active_rollout("a test"), "a test")
            await client.chat.completions.create(model=POLICY_MODEL, messages=[])
            await client.chat.completions.create(model=POLICY_MODEL, messages=[])
    assert ["cookie" in request.headers for request in policy.requests] == [False] * 4


async def test_rollouts_at_once_each_ask_their_own_policy():
    """They share connections and nothing else."""

    def echo(request):
        return say(f"to {request.base.rpartition('/')[2]}")

    async with ScriptedPolicy(echo) as policy:
        runs = await asyncio.gather(*(rollout(ask_once, policy, rollout_id=f"r{n}") for n in range(8)))
    assert [run.sample.messages[-1]["content"] for run in runs] == [f"to r{n}" for n in range(8)]


@pytest.mark.parametrize(
    ("missing", "use", "extra"),
    [
        ("httpx_aiohttp", "", "server"),
        (
            "openai",
            "from osmosis_ai.rollout import RolloutContext\n"
            "    with RolloutContext('http://127.0.0.1:1'): plain.rollout_openai_client()",
            "openai-agents",
        ),
    ],
)
def test_without_its_package_an_error_says_what_to_install(missing, use, extra):
    """ModuleNotFoundError, naming the extra."""
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try:\n    import osmosis_ai.rollout.integrations.plain as plain\n    {use}\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert f"pip install 'osmosis-ai[{extra}]'" in told


async def test_a_chat_may_be_edited():
    """`messages` are the workflow's to change; the sample is what is there at the end."""

    async def work(ctx):
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        chat.add("user", "thanks", name="someone")
        del chat.messages[0]

    run = await rollout(work, [say("6")])
    assert [message["content"] for message in run.sample.messages] == ["6", "thanks"]
    assert json.dumps(run.sample.trajectory_messages) == json.dumps(run.sample.messages)
