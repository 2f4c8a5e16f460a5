"""Agent loops for tests, as the documents write them, and a policy that has them multiply with a tool."""

from __future__ import annotations

import re
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, GraderContext
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.test_mode import (
    OpenAIFunctionToolSchema,
    RolloutAgentLoop,
    RolloutContext,
    RolloutRequest,
    RolloutResult,
    create_tool_result,
    execute_tool_calls,
    get_tool_call_info,
)
from osmosis_ai.testing import PolicyRequest, Turn, call_tool, say

__all__ = ["Exact", "Multiplier", "MultiplyWorkflow", "loop_rows", "multiplication_policy"]

MULTIPLY = {
    "type": "function",
    "function": {
        "name": "multiply",
        "description": "The product of two numbers.",
        "parameters": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        },
    },
}


class Multiplier(RolloutAgentLoop):
    """Answers a product, with a tool; the reward is 1 where the answer has the ground truth."""

    name = "multiplier"

    def get_tools(self, request: RolloutRequest) -> list[Any]:
        return [OpenAIFunctionToolSchema.model_validate(MULTIPLY)]

    async def run(self, ctx: RolloutContext) -> RolloutResult:
        messages = list(ctx.request.messages)

        async def executed(call: dict[str, Any]) -> dict[str, Any]:
            call_id, _, arguments = get_tool_call_info(call)
            ctx.record_tool_call(latency_ms=1.0)
            return create_tool_result(call_id, str(arguments["a"] * arguments["b"]))

        for _ in range(ctx.request.max_turns):
            answer = await ctx.chat(messages, **ctx.request.completion_params)
            ctx.log_event("answered", content=answer.content)
            messages.append(answer.message)
            if not answer.has_tool_calls:
                right = ctx.request.metadata["ground_truth"] in (answer.content or "")
                return ctx.complete(messages, answer.finish_reason, reward=float(right))
            messages += await execute_tool_calls(answer.tool_calls, executed)
        return ctx.complete(messages, finish_reason="max_turns")


class MultiplyWorkflow(AgentWorkflow):
    """The same as a workflow of today."""

    async def run(self, ctx: AgentWorkflowContext) -> None:
        chat = RolloutChat(ctx.prompt, tools=[MULTIPLY])
        await chat.complete()
        while await chat.call_tools({"multiply": lambda a, b: a * b}):
            await chat.complete()


class Exact(Grader):
    """1 where the last message has the label."""

    async def grade(self, ctx: GraderContext) -> None:
        assert ctx.sample is not None
        ctx.set_reward(float(str(ctx.label) in str(ctx.sample.messages[-1]["content"])))


def loop_rows(count: int) -> list[dict[str, Any]]:
    """Rows that ask for products, each with one column more than an agent loop needs."""
    return [
        {
            "system_prompt": "You multiply.",
            "user_prompt": f"{number} times 3?",
            "ground_truth": str(number * 3),
            "tag": f"row {number}",
        }
        for number in range(count)
    ]


def multiplication_policy(request: PolicyRequest) -> Turn:
    """Calls the tool, then says what it gave. As many tokens are written as the row's number says, and one more."""
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    asked = next(message["content"] for message in request.messages if message["role"] == "user")
    found = re.fullmatch(r"(\d+) times 3\?", asked)
    if found is None:
        return say("ok")
    return call_tool("multiply", {"a": int(found[1]), "b": 3})
