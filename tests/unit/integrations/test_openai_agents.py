"""The OpenAI Agents SDK on a rollout's policy, over a socket."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, RunConfig, Runner, SQLiteSession, function_tool
from agents.models.interface import ModelTracing
from integration_support import agent_steps, rollout
from openai.types.shared import Reasoning
from pydantic import BaseModel

from osmosis_ai.rollout import RolloutContext, RolloutErrorCategory, RolloutSample, RolloutStatus, SampleSource
from osmosis_ai.rollout.context import get_rollout_context
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    OsmosisLitellmModel,
    OsmosisMemorySession,
    OsmosisRolloutModel,
    SessionSampleSource,
)
from osmosis_ai.testing import Disconnect, Fault, Raw, ScriptedPolicy, ToolCall, call_tool, call_tools, say


class Product(BaseModel):
    """A product."""

    value: int


CALLED: list[tuple[int, int]] = []


@function_tool
def multiply(a: int, b: int) -> int:
    """Multiply two integers."""
    CALLED.append((a, b))
    return a * b


@pytest.fixture(autouse=True)
def nothing_called_yet() -> None:
    CALLED.clear()


def assistant(**options) -> OsmosisAgent:
    return OsmosisAgent(
        **{
            "name": "assistant",
            "instructions": "INS",
            "model": OsmosisRolloutModel(),
            "tools": [multiply],
            **options,
        }
    )


async def ask_once(ctx) -> None:
    await Runner.run(assistant(), ctx.prompt, session=OsmosisMemorySession())


async def test_the_first_request_is_the_documented_one():
    """Model, plain content, sampling parameters and extra_body at the top level, a stream; no more."""

    async def work(ctx):
        settings = ModelSettings(
            temperature=0.2, top_p=0.9, max_tokens=50, extra_args={"seed": 7}, extra_body={"foo": 2}
        )
        await Runner.run(assistant(model_settings=settings), ctx.prompt, session=OsmosisMemorySession())

    (request,) = (await rollout(work, [say("6")])).requests
    (offered,) = request.body.pop("tools")
    assert (offered["function"]["name"], offered["function"]["strict"]) == ("multiply", True)
    assert request.body == {
        "model": "osmosis-rollout",
        "messages": [{"role": "system", "content": "INS"}, {"role": "user", "content": "2*3?"}],
        "temperature": 0.2,
        "top_p": 0.9,
        "max_tokens": 50,
        "seed": 7,
        "stream": True,
        "foo": 2,
    }


async def test_a_tool_is_called_and_the_policy_gets_its_result():
    """The tool runs with the policy's arguments; the next request replays the call and carries the result."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}), say("6")])
    assert run.reward == 1.0
    assert CALLED == [(2, 3)]
    answer, result = run.requests[1].messages[2:]
    assert json.loads(answer["tool_calls"][0]["function"]["arguments"]) == {"a": 2, "b": 3}
    assert result == {"role": "tool", "tool_call_id": answer["tool_calls"][0]["id"], "content": "6"}


async def test_tools_called_at_once_all_run():
    """Two calls in one turn are two results in the next request, and one step of the trajectory."""
    calls = call_tools(ToolCall("multiply", {"a": 2, "b": 3}), ToolCall("multiply", {"a": 4, "b": 5}))
    run = await rollout(ask_once, [calls, say("6 and 20")])
    assert sorted(CALLED) == [(2, 3), (4, 5)]
    called, _said = agent_steps(run)
    assert [result.content for result in called.observation.results] == ["6", "20"]


async def test_the_sample_is_the_sessions_items():
    """`sample.messages` are the items of the Responses API; the instructions are no part of it."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}), say("answer 6")])
    question, call, result, answer = run.sample.messages
    assert question == {"role": "user", "content": "2*3?"}
    assert (call["type"], call["name"]) == ("function_call", "multiply")
    assert call["provider_data"]["model"] == "osmosis-rollout"
    assert result == {"type": "function_call_output", "call_id": call["call_id"], "output": "6"}
    assert (answer["type"], answer["role"], answer["status"]) == ("message", "assistant", "completed")
    assert answer["content"] == [{"type": "output_text", "text": "answer 6", "annotations": [], "logprobs": []}]


async def test_the_trajectory_has_chat_messages_with_the_figures_of_every_call():
    """Model, usage and time stand on each agent step, the tool's result in its observation."""
    script = [call_tool("multiply", {"a": 2, "b": 3}, model="policy-7"), say("answer 6", model="policy-7")]
    run = await rollout(ask_once, script)
    user, call, result, answer = run.sample.trajectory_messages
    assert user == {"role": "user", "content": "2*3?"}
    assert call["content"] is None
    assert call["tool_calls"][0]["function"]["name"] == "multiply"
    assert (result["role"], result["content"]) == ("tool", "6")
    assert answer["content"] == "answer 6"
    for step in agent_steps(run):
        assert (step.model_name, step.llm_call_count) == ("policy-7", 1)
        assert (step.metrics.prompt_tokens, step.metrics.completion_tokens) == (11, 3)
        assert step.timestamp is not None


async def test_reasoning_is_kept():
    """What the policy reasoned is an item of the sample and stands on the trajectory's step."""
    run = await rollout(ask_once, [call_tool("multiply", {"a": 2, "b": 3}, reasoning="two threes"), say("6")])
    assert run.sample.messages[1]["type"] == "reasoning"
    assert agent_steps(run)[0].reasoning_content == "two threes"
    assert "two threes" not in json.dumps(run.requests[1].body)


async def test_a_reasoning_effort_is_sent():
    """`ModelSettings.reasoning` reaches the policy."""

    async def work(ctx):
        settings = ModelSettings(reasoning=Reasoning(effort="low"))
        await Runner.run(assistant(model_settings=settings), ctx.prompt, session=OsmosisMemorySession())

    (request,) = (await rollout(work, [say("6")])).requests
    assert request.body["reasoning_effort"] == "low"


async def test_token_ids_and_log_probabilities_reach_the_trajectory():
    """They are carried whenever the endpoint gives them."""
    turn = say("6", logprobs=(-0.5, -0.25), prompt_token_ids=(1, 2), completion_token_ids=(3, 4))
    (step,) = agent_steps(await rollout(ask_once, [turn]))
    assert step.metrics.logprobs == [-0.5, -0.25]
    assert (step.metrics.prompt_token_ids, step.metrics.completion_token_ids) == ([1, 2], [3, 4])


async def test_a_handoff_stays_in_one_sample():
    """Both agents ask the same policy, each with its own instructions, and the session records both."""

    async def work(ctx):
        specialist = assistant(name="specialist", instructions="MATHS")
        first = assistant(instructions="FIRST", tools=[], handoffs=[specialist])
        await Runner.run(first, ctx.prompt, session=OsmosisMemorySession())

    script = [call_tool("transfer_to_specialist"), call_tool("multiply", {"a": 2, "b": 3}), say("6")]
    run = await rollout(work, script)
    assert run.reward == 1.0
    assert CALLED == [(2, 3)]
    assert [request.messages[0]["content"] for request in run.requests] == ["FIRST", "MATHS", "MATHS"]
    assert [step.metrics.prompt_tokens for step in agent_steps(run)] == [11, 11, 11]


async def test_an_agent_as_a_tool_asks_the_same_policy():
    """Its calls are made on the rollout's endpoint; the sample is the conversation of the session."""

    async def work(ctx):
        helper = assistant(name="helper", instructions="HELP", tools=[])
        tools = [helper.as_tool(tool_name="helper", tool_description="Helps.")]
        await Runner.run(assistant(tools=tools), ctx.prompt, session=OsmosisMemorySession())

    script = [call_tool("helper", {"input": "2*3?"}), say("helped"), say("6")]
    run = await rollout(work, script)
    assert run.reward == 1.0
    called, said = agent_steps(run)
    assert called.observation.results[0].content == "helped"
    assert said.message == "6"


async def test_a_conversation_of_several_runs_is_one_sample():
    """The session carries the history from one run to the next."""

    async def work(ctx):
        session, agent = OsmosisMemorySession(), assistant()
        await Runner.run(agent, ctx.prompt, session=session)
        await Runner.run(agent, "and doubled?", session=session)

    twice = {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}
    run = await rollout(work, [say("6"), say("12", usage=twice)])
    assert [message["content"] for message in run.requests[1].messages] == ["INS", "2*3?", "6", "and doubled?"]
    assert [step.metrics.prompt_tokens for step in agent_steps(run)] == [11, 20]


async def test_a_streamed_run_is_recorded_like_any_other():
    """`Runner.run_streamed` gives events as they come, and the same sample."""
    pieces = []

    async def work(ctx):
        result = Runner.run_streamed(assistant(), ctx.prompt, session=OsmosisMemorySession())
        async for event in result.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                pieces.append(event.data.delta)

    run = await rollout(work, [call_tool("multiply", {"a": 2, "b": 3}), say("answer 6")])
    assert (len(pieces) > 1, "".join(pieces)) == (True, "answer 6")
    assert [step.metrics.completion_tokens for step in agent_steps(run)] == [3, 3]


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


async def test_a_response_has_its_usage_and_no_id():
    """`get_response` adds the stream up; there is no response id to go on from."""
    used = []

    async def work(ctx):
        OsmosisMemorySession()
        response = await OsmosisLitellmModel().get_response(
            None, ctx.prompt, ModelSettings(), [], None, [], ModelTracing.DISABLED
        )
        used.append((response.usage.input_tokens, response.usage.output_tokens, response.response_id))

    run = await rollout(work, [say("6")])
    assert run.requests[0].stream
    assert used == [(11, 3, None)]


async def test_structured_output_is_asked_of_the_policy():
    """The output type's schema is the request's response format."""
    got = []

    async def work(ctx):
        result = await Runner.run(assistant(output_type=Product), ctx.prompt, session=OsmosisMemorySession())
        got.append(result.final_output)

    run = await rollout(work, [say('{"value": 6}')])
    assert got == [Product(value=6)]
    assert run.requests[0].body["response_format"]["type"] == "json_schema"


async def test_a_second_session_in_a_rollout_is_refused():
    """One rollout, one sample source: ValueError."""

    async def work(_ctx):
        OsmosisMemorySession()
        OsmosisMemorySession()

    run = await rollout(work, [])
    assert run.result.err_category is RolloutErrorCategory.VALIDATION_ERROR
    assert "already has a sample source" in run.result.err_message


def test_outside_of_a_rollout_there_is_no_policy():
    """RuntimeError that says where to construct the agent, and the model."""
    with pytest.raises(RuntimeError, match=r"inside AgentWorkflow\.run"):
        assistant()
    with pytest.raises(RuntimeError, match=r"inside AgentWorkflow\.run"):
        OsmosisLitellmModel()


async def test_a_call_that_nothing_records_is_refused():
    """Without a session (or another sample source) a model call is a RuntimeError, and no request is made."""

    async def work(ctx):
        await Runner.run(assistant(), ctx.prompt)

    run = await rollout(work, [say("6")])
    assert "construct one OsmosisMemorySession()" in run.result.err_message
    assert run.requests == []


async def test_a_sample_source_of_the_users_own_records_too():
    """Whoever registers a source takes care of the sample."""

    class Own(SampleSource):
        async def get_sample(self):
            return RolloutSample(messages=[{"role": "assistant", "content": "mine"}])

    async def work(ctx):
        get_rollout_context().set_sample_source(Own())
        await Runner.run(assistant(), ctx.prompt)

    run = await rollout(work, [say("6")])
    assert run.sample.messages == [{"role": "assistant", "content": "mine"}]


async def test_outside_of_a_rollout_a_session_is_like_any_other():
    """It keeps, limits, pops and clears items."""
    session = OsmosisMemorySession()
    items = [{"role": "user", "content": str(number)} for number in range(3)]
    await session.add_items(items)
    assert await session.get_items() == items
    assert await session.get_items(limit=2) == items[1:]
    assert await session.get_items(limit=0) == []
    assert await session.pop_item() == items[2]
    await session.clear_session()
    assert await session.pop_item() is None


@pytest.mark.parametrize("made_in", ["no rollout", "another rollout"])
async def test_a_session_of_elsewhere_is_refused(made_in):
    """What it recorded would belong to no sample: RuntimeError on reading and on writing."""
    if made_in == "another rollout":
        with RolloutContext("http://127.0.0.1:1/v1"):
            session = OsmosisMemorySession()
    else:
        session = OsmosisMemorySession()
    with RolloutContext("http://127.0.0.1:1/v1"):
        with pytest.raises(RuntimeError, match="not constructed in this rollout"):
            await session.get_items()
        with pytest.raises(RuntimeError, match="not constructed in this rollout"):
            await session.add_items([])


async def test_an_agent_kept_from_another_rollout_is_refused():
    """It would ask the other rollout's policy: RuntimeError, and no request."""
    kept = []

    async def work(ctx):
        kept.append(assistant() if not kept else kept[0])
        await Runner.run(kept[0], ctx.prompt, session=OsmosisMemorySession())

    async with ScriptedPolicy([say("6")]) as policy:
        first = await rollout(work, policy, rollout_id="first")
        second = await rollout(work, policy, rollout_id="second")
    assert first.status is RolloutStatus.SUCCESS
    assert "belongs to another rollout" in second.result.err_message
    assert second.requests == []


async def test_with_another_model_it_is_an_ordinary_agent():
    """No rollout is needed, no session wanted, and a clone is one of its kind."""
    ordinary = OsmosisAgent(name="plain", model="gpt-mine")
    assert isinstance(ordinary, Agent)
    assert ordinary.model == "gpt-mine"
    assert isinstance(ordinary.clone(name="other"), OsmosisAgent)
    assert OsmosisAgent(name="none").model is None


async def test_a_clone_keeps_the_policy():
    """`clone` changes what it is told to and calls the same model."""

    async def work(ctx):
        other = assistant().clone(instructions="OTHER")
        await Runner.run(other, ctx.prompt, session=OsmosisMemorySession())

    run = await rollout(work, [say("6")])
    assert run.requests[0].messages[0]["content"] == "OTHER"


async def test_the_placeholder_is_no_model():
    """Given to an Agent or a RunConfig, it raises NotImplementedError when it is called."""

    async def work(ctx):
        config = RunConfig(model=OsmosisRolloutModel())
        await Runner.run(Agent(name="plain"), ctx.prompt, run_config=config)

    run = await rollout(work, [])
    assert "NotImplementedError" in run.result.err_message
    with pytest.raises(NotImplementedError, match="placeholder"):
        OsmosisRolloutModel().stream_response()


async def test_the_policy_is_the_sdks_own_chat_completions_model():
    """Users' isinstance checks and options of that class hold, and the address is the rollout's."""
    with RolloutContext("http://127.0.0.1:1/v1", "key"):
        model = OsmosisLitellmModel(buffer_streamed_tool_calls=True)
        with pytest.raises(TypeError):
            OsmosisLitellmModel(model="gpt-mine")
    assert isinstance(model, OpenAIChatCompletionsModel)


async def test_a_session_of_the_sdk_does_not_do_instead(tmp_path):
    """Another session is not registered with the rollout, so nothing would collect it."""

    async def work(ctx):
        session = SQLiteSession("s", str(tmp_path / "s.db"))
        try:
            await Runner.run(assistant(), ctx.prompt, session=session)
        finally:
            session.close()

    run = await rollout(work, [say("6")])
    assert "OsmosisMemorySession" in run.result.err_message


async def test_items_that_are_no_chat_messages_cost_the_trajectory_alone():
    """The sample is kept and graded; there is no transcript, and a warning says so."""

    async def work(_ctx):
        await OsmosisMemorySession().add_items([{"type": "image_generation_call", "id": "i", "result": "x"}])

    run = await rollout(work, [])
    assert run.reward == 1.0
    assert run.sample.trajectory_messages is None
    assert run.trajectory is None


async def test_a_source_around_a_session_gives_its_items():
    """`SessionSampleSource` is what a session registers, for whoever keeps a session outside of a rollout."""
    session = OsmosisMemorySession()
    await session.add_items([{"role": "user", "content": "hi"}])
    sample = await SessionSampleSource(session).get_sample()
    assert sample.messages == sample.trajectory_messages == [{"role": "user", "content": "hi"}]


async def test_rollouts_at_once_each_ask_their_own_policy():
    """Every rollout has its own endpoint and its own sample, whatever they share underneath."""

    def echo(request):
        return say(f"to {request.base.rpartition('/')[2]}")

    async with ScriptedPolicy(echo) as policy:
        runs = await asyncio.gather(*(rollout(ask_once, policy, rollout_id=f"r{n}") for n in range(8)))
    assert [run.sample.messages[-1]["content"][0]["text"] for run in runs] == [f"to r{n}" for n in range(8)]


async def test_a_policy_that_is_busy_is_asked_again():
    """429 with Retry-After and 500 are tried again by the OpenAI client."""
    run = await rollout(ask_once, [Fault(429, retry_after=0.01), Fault(500), say("6")])
    assert run.reward == 1.0
    assert len(run.requests) == 3


HEAD = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}


@pytest.mark.parametrize(
    "chunks",
    [[{**HEAD, "choices": [{"index": 0, "delta": {"content": "5"}, "finish_reason": None}]}], [], None],
    ids=["stream without an end", "no choices", "connection cut"],
)
async def test_an_answer_that_is_cut_off_is_never_graded(chunks):
    """The rollout fails; what the policy did not finish saying is no answer, and no reward is given for it."""
    answer = Disconnect(after_events=3)
    if chunks is not None:
        lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
        answer = Raw(f"{lines}data: [DONE]\n\n".encode(), "text/event-stream")
    run = await rollout(ask_once, lambda _request: answer)
    assert run.status is RolloutStatus.FAILURE
    assert run.outcome.grader is None


def test_without_the_sdk_the_import_says_what_to_install():
    """ModuleNotFoundError, naming the extra."""
    code = (
        "import sys; sys.modules['agents'] = None\n"
        "try:\n    import osmosis_ai.rollout.integrations.agents.openai_agents\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert "pip install 'osmosis-ai[openai-agents]'" in told
