"""Strands Agents on a rollout's policy, over a socket."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
from integration_support import agent_steps, rollout
from pydantic import BaseModel
from strands import tool
from strands.models.openai import OpenAIModel

from osmosis_ai.rollout import RolloutContext, RolloutErrorCategory, RolloutStatus
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel, OsmosisStrandsAgent
from osmosis_ai.testing import Disconnect, Fault, Raw, ScriptedPolicy, ToolCall, call_tool, call_tools, say

CALLED: list[tuple[int, int]] = []


@tool
def multiply(a: int, b: int) -> str:
    """Multiply two numbers."""
    CALLED.append((a, b))
    return str(a * b)


@pytest.fixture(autouse=True)
def nothing_called_yet() -> None:
    CALLED.clear()


def agent(ctx, params=None, **options) -> OsmosisStrandsAgent:
    return OsmosisStrandsAgent(
        **{
            "name": "assistant",
            "model": OsmosisRolloutModel(params=params or {}),
            "messages": ctx.prompt,
            "tools": [multiply],
            "callback_handler": None,
            **options,
        }
    )


async def ask_once(ctx) -> None:
    await agent(ctx).invoke_async()


async def test_the_first_request_is_the_documented_one():
    """Model, content in parts, sampling parameters and extra_body at the top level, a stream with usage; no more."""

    async def work(ctx):
        params = {"temperature": 0.3, "max_tokens": 77, "extra_body": {"foo": 1}}
        await agent(ctx, params, system_prompt="SYS").invoke_async()

    run = await rollout(work, [say("6")])
    (request,) = run.requests
    tools = request.body.pop("tools")
    assert [entry["function"]["name"] for entry in tools] == ["multiply"]
    assert request.body == {
        "model": "osmosis-rollout",
        "messages": [
            {"role": "system", "content": [{"type": "text", "text": "SYS"}]},
            {"role": "user", "content": [{"type": "text", "text": "2*3?"}]},
        ],
        "temperature": 0.3,
        "max_tokens": 77,
        "stream": True,
        "stream_options": {"include_usage": True},
        "foo": 1,
    }


async def test_without_tools_no_list_of_tools_is_sent():
    """Endpoints refuse an empty one."""

    async def work(ctx):
        await agent(ctx, tools=[]).invoke_async()

    assert "tools" not in (await rollout(work, [say("6")])).requests[0].body


async def test_a_tool_is_called_and_the_policy_gets_its_result():
    """The tool runs with the policy's arguments; the next request replays the call and carries the result."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}), say("6")])
    assert run.reward == 1.0
    assert CALLED == [(2, 3)]
    answer, result = run.requests[1].messages[1:]
    assert json.loads(answer["tool_calls"][0]["function"]["arguments"]) == {"a": 2, "b": 3}
    assert result == {"role": "tool", "tool_call_id": answer["tool_calls"][0]["id"], "content": "6"}


async def test_tools_called_at_once_all_run():
    """Two calls in one turn are two results in the next request."""
    calls = call_tools(ToolCall("multiply", {"a": 2, "b": 3}), ToolCall("multiply", {"a": 4, "b": 5}))
    run = await rollout(ask_once, [calls, say("6 and 20")])
    assert sorted(CALLED) == [(2, 3), (4, 5)]
    assert [message["content"] for message in run.requests[1].messages if message["role"] == "tool"] == ["6", "20"]


async def test_the_sample_is_the_history_as_strands_keeps_it():
    """`sample.messages` has Strands' blocks: text, toolUse, toolResult, and Strands' own metadata."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}), say("answer 6")])
    question, call, result, answer = run.sample.messages
    assert question["content"] == [{"text": "2*3?"}]
    assert call["content"][0]["toolUse"]["name"] == "multiply"
    assert call["metadata"]["usage"] == {"inputTokens": 11, "outputTokens": 3, "totalTokens": 14}
    assert result["content"][0]["toolResult"]["content"] == [{"text": "6"}]
    assert answer["content"] == [{"text": "answer 6"}]


async def test_the_trajectory_has_chat_messages_with_the_figures_of_every_call():
    """Model, usage and time stand on each agent step, the tool's result in its observation; no system prompt."""

    async def work(ctx):
        await agent(ctx, system_prompt="SYS").invoke_async()

    script = [call_tool("multiply", {"a": 2, "b": 3}, model="policy-7"), say("answer 6", model="policy-7")]
    run = await rollout(work, script)
    assert [message["role"] for message in run.sample.trajectory_messages] == ["user", "assistant", "tool", "assistant"]
    called, said = agent_steps(run)
    assert called.tool_calls[0].arguments == {"a": 2, "b": 3}
    assert called.observation.results[0].content == "6"
    assert said.message == "answer 6"
    for step in (called, said):
        assert (step.model_name, step.llm_call_count) == ("policy-7", 1)
        assert (step.metrics.prompt_tokens, step.metrics.completion_tokens) == (11, 3)
        assert step.timestamp is not None


async def test_reasoning_is_kept_and_not_sent_back():
    """What the policy reasoned is in the sample and in the trajectory's step, and in no later request."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}, reasoning="two threes"), say("6")])
    assert run.sample.messages[1]["content"][0]["reasoningContent"]["reasoningText"]["text"] == "two threes"
    assert agent_steps(run)[0].reasoning_content == "two threes"
    assert "two threes" not in json.dumps(run.requests[1].body)


async def test_an_answer_of_reasoning_alone_is_a_step():
    """Nothing that the policy was asked for is missing from the trajectory."""
    run = await rollout(ask_once, [say("", reasoning="so many ways")])
    (step,) = agent_steps(run)
    assert (step.message, step.reasoning_content) == ("", "so many ways")


async def test_token_ids_and_log_probabilities_reach_the_trajectory():
    """They are carried whenever the endpoint gives them."""
    turn = say("6", logprobs=(-0.5, -0.25), prompt_token_ids=(1, 2), completion_token_ids=(3, 4))
    (step,) = agent_steps(await rollout(ask_once, [turn]))
    assert step.metrics.logprobs == [-0.5, -0.25]
    assert (step.metrics.prompt_token_ids, step.metrics.completion_token_ids) == ([1, 2], [3, 4])


async def test_a_conversation_of_several_turns_is_one_sample():
    """The same agent may be invoked again; every answer has its own figures."""

    async def work(ctx):
        asked = agent(ctx)
        await asked.invoke_async()
        await asked.invoke_async("and doubled?")

    twice = {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}
    run = await rollout(work, [say("6"), say("12", usage=twice)])
    assert [step.metrics.prompt_tokens for step in agent_steps(run)] == [11, 20]
    assert run.requests[1].last_text == "and doubled?"


async def test_an_example_in_the_prompt_is_not_taken_for_an_answer():
    """An assistant's message of the prompt that says what the policy says later gets none of its figures."""
    prompt = [
        {"role": "system", "content": "Multiply."},
        {"role": "user", "content": "1*6?"},
        {"role": "assistant", "content": "6"},
        {"role": "user", "content": "2*3?"},
    ]
    run = await rollout(ask_once, [say("6")], prompt=prompt)
    example, answer = agent_steps(run)
    assert example.metrics is None
    assert answer.metrics.prompt_tokens == 11
    assert [message["role"] for message in run.requests[0].messages] == ["system", "user", "assistant", "user"]


async def test_a_prompt_with_calls_of_tools_becomes_strands_blocks():
    """Chat messages of every kind that Strands has a block for are taken over."""
    prompt = [
        {"role": "user", "content": [{"type": "text", "text": "1*6?"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "multiply", "arguments": '{"a": 1}'}}],
        },
        {"role": "tool", "tool_call_id": "c", "content": "6"},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}]},
    ]
    run = await rollout(ask_once, [say("6")], prompt=prompt)
    first, call, result, image = run.sample.messages[:4]
    assert first["content"] == [{"text": "1*6?"}]
    assert call["content"] == [{"toolUse": {"toolUseId": "c", "name": "multiply", "input": {"a": 1}}}]
    assert result["content"][0]["toolResult"]["content"] == [{"text": "6"}]
    assert image["content"][0]["image"] == {"format": "png", "source": {"bytes": b"hi"}}
    assert [message["role"] for message in run.requests[0].messages] == ["user", "assistant", "tool", "user"]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"type": "input_audio", "input_audio": {}}, "input_audio"),
        ({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}, "data URL"),
        ({"type": "image_url", "image_url": {"url": "data:image/png;base64,&"}}, "not base64"),
    ],
)
async def test_a_part_that_strands_has_no_block_for_is_refused_in_words(part, said):
    """Nothing of a prompt is dropped silently."""
    run = await rollout(ask_once, [say("6")], prompt=[{"role": "user", "content": [part]}])
    assert run.result.err_category is RolloutErrorCategory.VALIDATION_ERROR
    assert said in run.result.err_message


class Product(BaseModel):
    """A product."""

    value: int


@pytest.mark.filterwarnings("ignore:Agent.structured_output_async:DeprecationWarning")
async def test_structured_output_is_asked_of_the_policy():
    """By Strands' tool for it, and by the endpoint's response format: both are calls like any other."""
    got = []

    async def work(ctx):
        asked = agent(ctx)
        got.append((await asked.invoke_async(structured_output_model=Product)).structured_output)
        got.append(await asked.structured_output_async(Product, "and doubled?"))

    run = await rollout(work, [call_tool("Product", {"value": 6}), say('{"value": 12}')])
    assert got == [Product(value=6), Product(value=12)]
    assert run.requests[0].tool_names == ["multiply", "Product"]
    assert run.requests[1].body["response_format"]["json_schema"]["name"] == "Product"


async def test_a_synchronous_call_works_too():
    """`agent("...")` starts a loop of its own in a thread of its own, with connections of its own."""

    async def work(ctx):
        asked = agent(ctx, messages=[])
        await asyncio.to_thread(asked, "2*3?")
        await asyncio.to_thread(asked, "again?")

    run = await rollout(work, [call_tool("multiply", {"a": 2, "b": 3}), say("6"), say("still 6")])
    assert run.reward == 1.0
    assert CALLED == [(2, 3)]
    assert len(agent_steps(run)) == 3


async def test_a_request_that_does_not_stream_is_watched_too():
    """`stream=False` is the user's to choose; the figures are the same."""

    async def work(ctx):
        model = OsmosisRolloutModel(params={"temperature": 1.0}, stream=False)
        await agent(ctx, model=model).invoke_async()

    run = await rollout(work, [say("6")])
    assert run.requests[0].body.get("stream", False) is False
    assert agent_steps(run)[0].metrics.completion_tokens == 3


async def test_a_stream_of_one_whole_chunk_is_an_answer():
    """An endpoint that cannot stream in pieces sends all in one."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}, whole=True), say("6", whole=True)])
    assert CALLED == [(2, 3)]
    assert [step.metrics.completion_tokens for step in agent_steps(run)] == [3, 3]


async def test_rollouts_at_once_each_ask_their_own_policy():
    """Every rollout has its own endpoint and its own sample, whatever they share underneath."""

    def echo(request):
        return say(f"to {request.base.rpartition('/')[2]}")

    async with ScriptedPolicy(echo) as policy:
        runs = await asyncio.gather(*(rollout(ask_once, policy, rollout_id=f"r{n}") for n in range(8)))
    assert [run.sample.messages[-1]["content"][0]["text"] for run in runs] == [f"to r{n}" for n in range(8)]


async def test_a_second_agent_in_a_rollout_is_refused():
    """One rollout, one sample source: ValueError."""

    async def work(ctx):
        agent(ctx)
        agent(ctx)

    run = await rollout(work, [])
    assert run.result.err_category is RolloutErrorCategory.VALIDATION_ERROR
    assert "already has a sample source" in run.result.err_message


def test_outside_of_a_rollout_there_is_no_policy():
    """RuntimeError that says where to construct the agent."""
    with pytest.raises(RuntimeError, match=r"inside AgentWorkflow\.run"):
        OsmosisStrandsAgent(model=OsmosisRolloutModel())


def test_a_rollout_without_an_address_has_no_policy():
    """RuntimeError at construction, not an error of some HTTP client later."""
    with RolloutContext(), pytest.raises(RuntimeError, match="chat_completions_url is empty"):
        OsmosisStrandsAgent(model=OsmosisRolloutModel())


async def test_an_agent_kept_from_another_rollout_is_refused():
    """It would answer into the other rollout's sample: RuntimeError, and no request."""
    kept = []

    async def work(ctx):
        kept.append(agent(ctx) if not kept else kept[0])
        await kept[0].invoke_async()

    async with ScriptedPolicy([say("6")]) as policy:
        first = await rollout(work, policy, rollout_id="first")
        second = await rollout(work, policy, rollout_id="second")
    assert first.status is RolloutStatus.SUCCESS
    assert "belongs to another rollout" in second.result.err_message
    assert second.requests == []


async def test_with_another_model_it_is_an_ordinary_agent():
    """Nothing is registered, and no rollout is needed."""
    async with ScriptedPolicy([say("hello")]) as policy:
        client_args = {"base_url": policy.base_url, "api_key": policy.api_key}
        ordinary = OsmosisStrandsAgent(
            model=OpenAIModel(client_args=client_args, model_id="mine"), callback_handler=None
        )
        assert str(await ordinary.invoke_async("hi")).strip() == "hello"
        with RolloutContext(policy.base_url) as context:
            OsmosisStrandsAgent(model=OpenAIModel(client_args=client_args, model_id="mine"))
            assert context.sample_source is None
    assert policy.requests[0].body["model"] == "mine"


def test_the_placeholder_is_no_model():
    """Using it is an AttributeError that says what it is for; a model_id is a TypeError, as is another address."""
    with pytest.raises(AttributeError, match="placeholder"):
        OsmosisRolloutModel().stream([])
    with pytest.raises(TypeError, match="takes no model_id"):
        OsmosisRolloutModel(model_id="gpt")
    with pytest.raises(TypeError, match="api_key"):
        OsmosisRolloutModel(client_args={"api_key": "mine"})


async def test_a_policy_that_is_busy_is_asked_again():
    """429 with Retry-After and 500 are tried again by the OpenAI client."""
    run = await rollout(ask_once, [Fault(429, retry_after=0.01), Fault(500), say("6")])
    assert run.reward == 1.0
    assert len(run.requests) == 3


async def test_options_of_the_client_are_taken():
    """`client_args` reach the OpenAI client: no retries, then."""

    async def work(ctx):
        await agent(ctx, model=OsmosisRolloutModel(client_args={"max_retries": 0})).invoke_async()

    run = await rollout(work, [Fault(500, "out of order"), say("6")])
    assert run.status is RolloutStatus.FAILURE
    assert "out of order" in run.result.err_message


def sse(*chunks: object) -> Raw:
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return Raw("".join([*lines, "data: [DONE]\n\n"]).encode(), "text/event-stream")


HEAD = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}


@pytest.mark.parametrize(
    "answer",
    [
        Disconnect(after_events=3),
        sse({**HEAD, "choices": [{"index": 0, "delta": {"content": "5"}, "finish_reason": None}]}),
        sse({**HEAD, "choices": []}),
        Raw(b'{"id": "c", "choices": []}'),
    ],
    ids=["connection cut", "stream without an end", "no choices", "no stream and no choices"],
)
async def test_an_answer_that_is_cut_off_is_never_graded(answer):
    """The rollout fails; what the policy did not finish saying is no answer, and no reward is given for it."""
    run = await rollout(ask_once, lambda _request: answer)
    assert run.status is RolloutStatus.FAILURE
    assert run.outcome.grader is None


def test_without_strands_the_import_says_what_to_install():
    """ModuleNotFoundError, naming the extra."""
    code = (
        "import sys; sys.modules['strands'] = None\n"
        "try:\n    import osmosis_ai.rollout.integrations.agents.strands\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert "pip install 'osmosis-ai[strands]'" in told


def test_the_sdk_itself_imports_no_framework():
    """`import osmosis_ai.rollout` costs neither Strands nor OpenAI."""
    code = (
        "import sys, osmosis_ai.rollout, osmosis_ai.testing, osmosis_ai.rollout.integrations.plain\n"
        "print(sorted({'strands', 'agents', 'openai', 'litellm'} & sys.modules.keys()))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert told.strip() == "[]"
