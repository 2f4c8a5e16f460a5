"""What a policy says is in the sample and in the trajectory, whatever it holds, in all three integrations."""

import json
from typing import Any

import pytest
from agents import Runner, function_tool
from strands import tool

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, GraderContext
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    OsmosisMemorySession,
)
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisRolloutModel as AgentsModel
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel as StrandsModel
from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.types import RolloutStatus
from osmosis_ai.testing import Raw, RolloutRun, run_rollout_in_process, say

QUESTION = "Is 7 times 8 equal to 56?"


@tool(name="f")
def strands_tool(a: int) -> str:
    """A tool."""
    return str(a)


@function_tool(name_override="f")
def agents_tool(a: int) -> str:
    """A tool."""
    return str(a)


class Plain(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        while await chat.call_tools({"f": str}):
            await chat.complete()


class Strands(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        agent = OsmosisStrandsAgent(
            model=StrandsModel(), messages=ctx.prompt, tools=[strands_tool], callback_handler=None
        )
        await agent.invoke_async()


class Agents(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        agent = OsmosisAgent(name="m", model=AgentsModel(), tools=[agents_tool])
        await Runner.run(agent, ctx.prompt, session=OsmosisMemorySession())


class LabelInLastMessage(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0 if ctx.label in json.dumps(ctx.sample.messages[-1]["content"]) else 0.0)


def whole(message: Any, **members: Any) -> Raw:
    """A completion in plain JSON."""
    choice = {"index": 0, "message": message, "finish_reason": "stop", **members}
    return Raw(json.dumps({"id": "c", "model": "m", "choices": [choice]}).encode())


def streamed(message: dict[str, Any], **members: Any) -> Raw:
    """The same as a stream of two chunks."""
    first = {"choices": [{"index": 0, "delta": message}]}
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", **members}]}
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in (first, last))
    return Raw(f"{text}data: [DONE]\n\n".encode(), "text/event-stream")


async def run(workflow: type[AgentWorkflow[Any]], *policy: Any) -> RolloutRun:
    return await run_rollout_in_process(workflow, LabelInLastMessage, prompt=QUESTION, label="56", policy=list(policy))


WORKFLOWS = pytest.mark.parametrize("workflow", [Plain, Strands, Agents])


def forms(workflow: type[AgentWorkflow[Any]]) -> list[Any]:
    """`RolloutChat` asks for whole answers; the frameworks ask for a stream and may get a whole one."""
    return [whole] if workflow is Plain else [whole, streamed]


@WORKFLOWS
@pytest.mark.parametrize(
    "said",
    [
        {"role": "assistant", "content": ""},
        {"role": "assistant", "content": None},
        {"content": []},
        {},
        {"content": None, "reasoning_content": "7 times 8 is a product"},
        {"content": "", "tool_calls": []},
        {"content": None, "refusal": "I will not multiply"},
    ],
    ids=["empty", "null", "no parts", "nothing", "reasoning", "no calls", "refusal"],
)
async def test_an_answer_without_text_is_the_last_message(workflow: type[AgentWorkflow[Any]], said: dict[str, Any]):
    """A grader that looks for the label must not find it in the question."""
    for form in forms(workflow):
        ran = await run(workflow, form(said))
        assert (ran.status, ran.reward) == (RolloutStatus.SUCCESS, 0.0), ran.result.err_message
        assert ran.sample is not None
        assert ran.sample.messages[-1]["role"] == "assistant"
        assert ran.trajectory is not None
        assert len(ran.trajectory.steps) == 2
        if said.get("refusal"):
            assert "I will not multiply" in json.dumps(ran.sample.messages[-1])


@WORKFLOWS
@pytest.mark.parametrize(
    "content",
    ["56", [{"type": "text", "text": "5"}, {"type": "text", "text": "6"}], ["56"], 56, {"text": "56"}],
    ids=["text", "parts", "strings", "number", "object"],
)
async def test_content_of_any_type_is_text(workflow: type[AgentWorkflow[Any]], content: Any):
    """It is graded as what it says."""
    for form in forms(workflow):
        ran = await run(workflow, form({"role": "assistant", "content": content}))
        assert (ran.status, ran.reward) == (RolloutStatus.SUCCESS, 1.0), ran.result.err_message


@WORKFLOWS
async def test_calls_with_index_0_and_objects_are_called_one_by_one(
    workflow: type[AgentWorkflow[Any]],
):
    """Two calls, two results, and what the policy says then."""
    calls = [{"index": 0, "function": {"name": "f", "arguments": {"a": number}}} for number in (7, 8)]
    for form in forms(workflow):
        ran = await run(workflow, form({"content": None, "tool_calls": calls}), say("56"))
        assert (ran.status, ran.reward) == (RolloutStatus.SUCCESS, 1.0), ran.result.err_message
        results = [message for message in ran.requests[1].messages if message["role"] == "tool"]
        assert len({message["tool_call_id"] for message in results}) == 2


@pytest.mark.parametrize("workflow", [Plain, Strands])
@pytest.mark.parametrize("name", ["no_such_tool", "no such tool", None], ids=["unknown", "invalid", "missing"])
async def test_a_call_of_an_unknown_tool_is_in_the_trajectory_as_it_was_made(
    workflow: type[AgentWorkflow[Any]], name: str | None
):
    """With arguments that are not JSON. The Agents SDK raises for such a call, which is its way."""
    call = {"index": 0, "id": "x", "function": {"name": name, "arguments": '{"a'}}
    for form in forms(workflow):
        ran = await run(workflow, form({"content": "hm", "tool_calls": [call]}), say("56"))
        assert ran.status is RolloutStatus.SUCCESS, ran.result.err_message
        assert ran.sample is not None
        messages = ran.sample.trajectory_messages or ran.sample.messages
        (made,) = next(message for message in messages if message.get("tool_calls"))["tool_calls"]
        assert made["function"] == {"name": name or "unnamed_tool", "arguments": '{"a'}


@WORKFLOWS
@pytest.mark.parametrize("status", [402, 424, 429, 502])
async def test_an_answer_that_says_it_is_final_is_not_asked_for_again(workflow: type[AgentWorkflow[Any]], status: int):
    """The bridge has made the tries of a call; a client or a framework that tries again multiplies them."""
    final = Raw(b'{"error": {"message": "no"}}', status=status, headers={"x-should-retry": "false"})
    ran = await run(workflow, *[final] * 9)
    assert ran.status is RolloutStatus.FAILURE
    assert len(ran.requests) == 1


@WORKFLOWS
@pytest.mark.parametrize(
    "answer",
    [
        Raw(b"<html>", "text/html"),
        Raw(b"[1]"),
        Raw(b"{"),
        Raw(b"[" * 100_000),
        Raw(b"data: {\n\n", "text/event-stream"),
        Raw(b"data: [1]\n\n", "text/event-stream"),
        Raw(b'data: {"choices": 5}\n\ndata: [DONE]\n\n', "text/event-stream"),
        whole(None),
    ],
    ids=["html", "list", "cut", "deep", "event", "list event", "choices", "null message"],
)
async def test_what_is_not_an_answer_is_an_error_in_words(workflow: type[AgentWorkflow[Any]], answer: Raw):
    """Never one of this code's own, such as a TypeError."""
    ran = await run(workflow, answer)
    if ran.status is RolloutStatus.SUCCESS:  # a message of null is an empty one
        assert ran.reward == 0.0
        return
    assert str(ran.result.err_message).partition(":")[0] in {"PolicyError", "IncompleteAnswerError", "APIError"}


@WORKFLOWS
@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "ALL_PROXY", "HTTP_PROXY"])
async def test_variables_about_the_way_do_not_matter_on_this_machine(
    workflow: type[AgentWorkflow[Any]], variable: str, monkeypatch
):
    """A certificate file that is gone, or a proxy that cannot be one, costs no row."""
    monkeypatch.setenv(variable, "/nowhere/at/all")
    assert (await run(workflow, say("56"))).reward == 1.0


@WORKFLOWS
async def test_counts_that_cannot_be_counts_are_not_in_the_sample(workflow: type[AgentWorkflow[Any]]):
    """2^63 tokens would spoil every sum they are added to."""
    usage = {"prompt_tokens": 2**63, "completion_tokens": -1, "total_tokens": 2**64}
    ran = await run(workflow, say("56", usage=usage))
    assert (ran.status, ran.reward) == (RolloutStatus.SUCCESS, 1.0)
    assert str(2**63) not in json.dumps([ran.sample.messages, ran.sample.trajectory_messages])  # type: ignore[union-attr]
