"""Whatever a provider answers: the bridge and the three integrations raise nothing of ours and blame no agent for it.

Each case goes through the direct provider, the retries and the bridge to `RolloutChat`, and in turn to Strands and the
Agents SDK as well; everything in this process, without a socket. OSMOSIS_FUZZ_ANSWERS sets how many cases there are,
OSMOSIS_FUZZ_FROM the first of them, OSMOSIS_FUZZ_SEED which they are.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import openai
import pytest

from osmosis_ai.models.bridge.chat_bridge import ChatBridge, JsonAnswer
from osmosis_ai.models.policy import Sanitiser
from osmosis_ai.models.providers.direct import DirectModel
from osmosis_ai.models.providers.limit import ProviderLimit
from osmosis_ai.models.providers.retries import RetryingModel
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.integrations import _http_client, _openai_client
from osmosis_ai.rollout.integrations.agents import openai_agents, strands
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.trajectory import convert_sample_to_trajectory

from .provider_answers import FuzzedAnswer, fuzzed_answer

TOKEN = "fuzz-token-0123456789"
URL = "http://127.0.0.1:9/v1/rollouts/r1"
CASES = int(os.environ.get("OSMOSIS_FUZZ_ANSWERS") or 400)
FIRST = int(os.environ.get("OSMOSIS_FUZZ_FROM") or 0)
SEED = int(os.environ.get("OSMOSIS_FUZZ_SEED") or 0)
FRAMEWORK_EVERY = 32
SHARDS = 4
MOST_GROWTH_MIB = 500
QUESTION = [{"role": "user", "content": "Is 7 times 8 equal to 56?"}]
DONE = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "done"}, "finish_reason": "stop"}]}


class _Body(httpx.AsyncByteStream):
    def __init__(self, blocks: Iterator[bytes], *, breaks: bool) -> None:
        self._blocks = blocks
        self._breaks = breaks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for block in self._blocks:
            yield block
        if self._breaks:
            raise httpx.ReadError("the connection broke")


class _Provider(httpx.AsyncBaseTransport):
    """Gives the case's answer to the first call, however often that is tried, and then says that it is done."""

    def __init__(self) -> None:
        self.answer: FuzzedAnswer | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The case's answer."""
        answer = self.answer
        if answer is None:
            return httpx.Response(200, json=DONE)
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Body(answer.blocks(), breaks=answer.breaks), request=request
        )


class _World:
    """A provider, the bridge in front of it, and clients of the integrations that end in the bridge."""

    def __init__(self) -> None:
        self.provider = _Provider()
        once = DirectModel(
            "fuzz/m", "m", "http://127.0.0.1:9/v1/chat/completions", self.provider, Sanitiser({}), headers={}
        )
        self.bridge = ChatBridge(RetryingModel(once, ProviderLimit(), sleep=_no_sleep), TOKEN)

    async def ask(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """What the bridge answers a rollout; a case is over when its first call is."""
        answer = await self.bridge.create_chat_completion("r1", f"Bearer {TOKEN}", body)
        whole = isinstance(answer, JsonAnswer)
        content = answer.body if whole else b"".join([event async for event in answer.events])
        self.provider.answer = None
        return answer.status, answer.headers, content


async def _no_sleep(_seconds: float) -> None:
    return


class _Pool:
    """Stands for a PerLoop of clients."""

    def __init__(self, client: Any) -> None:
        self._client = client

    async def get(self) -> Any:
        """The client."""
        return self._client


@pytest.fixture
def world(monkeypatch) -> _World:
    """The bridge, with the integrations' connections ending in it."""
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    monkeypatch.setattr(ProviderLimit, "_pause_for", lambda _limit, _seconds: None)
    logging.getLogger("openai.agents").setLevel(logging.CRITICAL)
    world = _World()

    class ToBridge(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            status, headers, content = await world.ask(request.content)
            return httpx.Response(status, headers=headers, stream=_Body(iter([content]), breaks=False))

    http: Any = _openai_client._httpx

    class ToBridgeForOpenai(http.AsyncBaseTransport):
        async def handle_async_request(self, request: Any) -> Any:
            status, headers, content = await world.ask(await request.aread())
            return http.Response(status, headers=headers, content=content, request=request)

    plain = httpx.AsyncClient(
        transport=_http_client.PolicyTransport(_http_client.BoundedTransport(ToBridge()), _http_client._RETRY)
    )
    sdk = openai.DefaultAsyncHttpxClient(transport=ToBridgeForOpenai())
    monkeypatch.setattr(_http_client, "_shared", lambda *_way: _Pool(plain))
    monkeypatch.setattr(_openai_client, "_pools", lambda *_way: _Pool(sdk))
    return world


async def plain_chat() -> None:
    """One turn, its tools, and another."""
    chat = RolloutChat(QUESTION)
    await chat.complete()
    if await chat.call_tools({"f": lambda **_given: "ok"}):
        await chat.complete()


async def strands_agent() -> None:
    """A Strands agent with one tool."""
    agent = strands.OsmosisStrandsAgent(
        model=strands.OsmosisRolloutModel(), messages=QUESTION, tools=[STRANDS_TOOL], callback_handler=None
    )
    await agent.invoke_async()


async def agents_sdk() -> None:
    """An agent of the Agents SDK with one tool."""
    agent = openai_agents.OsmosisAgent(name="m", model=openai_agents.OsmosisRolloutModel(), tools=[AGENTS_TOOL])
    await Runner.run(agent, QUESTION, session=openai_agents.OsmosisMemorySession(), max_turns=4)


from agents import Runner, function_tool  # noqa: E402
from agents.exceptions import AgentsException  # noqa: E402
from strands import tool  # noqa: E402
from strands.types.exceptions import MaxTokensReachedException  # noqa: E402


@tool(name="f")
def STRANDS_TOOL(a: int = 0) -> str:  # noqa: N802
    """A tool."""
    return str(a)


@function_tool(name_override="f")
def AGENTS_TOOL(a: int = 0) -> str:  # noqa: N802
    """A tool."""
    return str(a)


# What a framework raises for what the model said: a tool that does not exist, an answer cut off by its length.
MODEL_ERRORS = (AgentsException, MaxTokensReachedException)
ROLLOUTS = {"plain": plain_chat, "strands": strands_agent, "agents": agents_sdk}


async def through(world: _World, kind: str, answer: FuzzedAnswer) -> str:
    """Runs a rollout against the case's answer; what it came to, checked."""
    world.bridge.expect("r1")
    world.provider.answer = answer
    context = RolloutContext(URL, TOKEN, "r1")
    raised: Exception | None = None
    with context:
        try:
            await ROLLOUTS[kind]()
        except Exception as error:
            raised = error
        sample = None if context.sample_source is None else await context.sample_source.get_sample()
    usage = world.bridge.pop_usage("r1")
    assert 0 <= usage.total_tokens < 2**40
    if raised is not None:
        request_error = answer.status in {400, 403, 413, 422} or "'code': 400" in str(raised)
        says_the_model = isinstance(raised, MODEL_ERRORS)
        assert usage.provider_faults or request_error or says_the_model or _blames_the_request(raised), repr(raised)
        return "model" if says_the_model and not usage.provider_faults else "fault"
    assert sample is not None
    answers = [message for message in sample.messages if message.get("role") == "assistant"]
    trajectory = sample.trajectory_messages or sample.messages
    said = [message for message in trajectory if message.get("role") == "assistant"]
    assert said, "nothing that the policy said is in the trajectory"
    assert answers or any(item.get("type") == "function_call" for item in sample.messages)
    assert sample.messages[-1].get("role") == "assistant", "the last message is not the policy's"
    assert usage.calls == 0 or usage.total_tokens > 0, "an answer that used no tokens"
    convert_sample_to_trajectory(sample, rollout_id="r1", request_label="56", request_metadata=None)
    json.dumps(sample.messages)
    return "answer"


def _blames_the_request(raised: Exception) -> bool:
    """Whether the provider said in a success that the request was wrong."""
    return getattr(raised, "status", None) in {400, 413, 422} or getattr(raised, "code", None) in {400, 413, 422}


async def check_bridge(world: _World, answer: FuzzedAnswer, *, stream: bool) -> None:
    """The bridge's answer has OpenAI's form, or says what failed."""
    world.bridge.expect("r1")
    world.provider.answer = answer
    status, headers, content = await world.ask(json.dumps({"messages": QUESTION, "stream": stream}).encode())
    if stream:
        events = content.decode().split("\n\n")
        assert events[0] == ": ping"
        assert events[-2] == "data: [DONE]"
        pieces = [json.loads(event.removeprefix("data: ")) for event in events[1:-2] if event.startswith("data:")]
        for piece in pieces:
            check_chunk(piece)
        return
    body = json.loads(content)
    if status != 200:
        assert body["error"]["code"] == status
        assert headers["x-should-retry"] == "false"
        return
    check_whole(body)


def check_whole(body: dict[str, Any]) -> None:
    """As OpenAI's API says a completion is."""
    (choice,) = body["choices"]
    message = choice["message"]
    assert message["role"] == "assistant"
    assert isinstance(message["content"], str)
    assert isinstance(choice["finish_reason"], str)
    assert isinstance(body["id"], str)
    assert isinstance(body["created"], int)
    calls = message.get("tool_calls", [])
    ids = [call["id"] for call in calls]
    assert len(set(ids)) == len(ids)
    for call in calls:
        assert call["id"]
        assert isinstance(call["id"], str)
        assert isinstance(call["function"]["name"], str)
        assert isinstance(call["function"]["arguments"], str)
        assert "index" not in call
    check_usage(body)


def check_chunk(piece: dict[str, Any]) -> None:
    """As OpenAI's API says a chunk is."""
    assert isinstance(piece["id"], str)
    for choice in piece["choices"]:
        delta = choice["delta"]
        assert isinstance(delta.get("content", ""), str)
        for call in delta.get("tool_calls", ()):
            assert type(call["index"]) is int
            assert isinstance(call.get("id", ""), str)
            assert isinstance(call["function"].get("arguments", ""), str)
    check_usage(piece)


def check_usage(body: dict[str, Any]) -> None:
    """Three counts, or none."""
    if "usage" in body:
        assert all(type(count) is int and 0 <= count < 2**40 for count in body["usage"].values())


@pytest.mark.timeout(max(120, CASES // 20))
@pytest.mark.parametrize("shard", range(SHARDS))
async def test_any_answer_of_a_provider_ends_in_an_answer_or_in_the_providers_fault(world: _World, shard: int):
    """No exception of ours, no agent blamed, everything said kept, every count in bounds, memory bounded."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ends: Counter[str] = Counter()
    for number in range(FIRST + shard, FIRST + CASES, SHARDS):
        seed = SEED + number
        stream = number // SHARDS % 2 == 0
        kinds = ["plain"]
        if number // SHARDS % FRAMEWORK_EVERY == 0:
            kinds += ["strands", "agents"]
        try:
            answer = fuzzed_answer(seed, stream=stream)
            async with asyncio.timeout(60):
                await check_bridge(world, answer, stream=stream)
                for kind in kinds:
                    streamed = kind != "plain"
                    case = answer if streamed == stream else fuzzed_answer(seed, stream=streamed)
                    ends[f"{kind} {await through(world, kind, case)}"] += 1
        except BaseException as error:
            error.add_note(f"seed {seed}, stream {stream}; run it alone with OSMOSIS_FUZZ_SEED")
            raise
        ends["bridge"] += 1
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{ends['bridge']} answers, {grown:.0f} MiB: {dict(sorted(ends.items()))}")
    assert grown < MOST_GROWTH_MIB
