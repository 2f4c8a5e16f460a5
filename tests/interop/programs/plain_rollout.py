"""A rollout without a framework: an httpx client kept at module level, and the loop of tool calls written out."""

import json

import httpx

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, GraderContext, get_rollout_context

client = httpx.AsyncClient(timeout=60)

INTEGER = {"type": "integer"}
MULTIPLY = {
    "type": "function",
    "function": {
        "name": "multiply",
        "description": "Multiply.",
        "parameters": {"type": "object", "properties": {"a": INTEGER, "b": INTEGER}, "required": ["a", "b"]},
    },
}


class PlainWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> list:
        rollout = get_rollout_context()
        messages = list(ctx.prompt)
        while True:
            response = await client.post(
                f"{rollout.chat_completions_url}/chat/completions",
                headers={"Authorization": f"Bearer {rollout.api_key}"},
                json={"model": "policy", "messages": messages, "tools": [MULTIPLY]},
            )
            response.raise_for_status()
            said = response.json()["choices"][0]["message"]
            messages.append(said)
            if not said.get("tool_calls"):
                return messages
            for call in said["tool_calls"]:
                asked = json.loads(call["function"]["arguments"])
                result = str(asked["a"] * asked["b"])
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


class PlainGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0 if ctx.label in ctx.sample.messages[-1]["content"] else 0.0)
