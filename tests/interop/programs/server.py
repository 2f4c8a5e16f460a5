"""A rollout server whose rows say what is to happen to them; it runs on our SDK and on the published one.

The first word of the prompt's last message: `ok` answers and is graded, `tools` calls one on the way, `raise` and
`grader` raise, `wait` waits to be cancelled. No model is called.
"""

import asyncio
import os

import uvicorn

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server

TOOL_TURN = [
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "mul", "arguments": '{"a": 7, "b": 8}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": "56"},
]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        word = ctx.prompt[-1]["content"].split()[0]
        if word == "raise":
            raise RuntimeError("the workflow was told to raise")
        if word == "wait":
            await asyncio.sleep(600)
        answer = {"role": "assistant", "content": "56"}
        return [*ctx.prompt, *(TOOL_TURN if word == "tools" else []), answer]


class Exact(Grader):
    async def grade(self, ctx):
        if ctx.sample.messages[0]["content"].startswith("grader"):
            raise ValueError("the grader was told to raise")
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Exact))

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["_OSMOSIS_ROLLOUT_PORT"]), log_level="warning")
