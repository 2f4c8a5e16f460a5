"""What the servers of the interoperability tests do, for a sandbox: the prompt's first word says what happens."""

import asyncio

from osmosis_ai.rollout import AgentWorkflow, Grader


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        word = ctx.prompt[-1]["content"].split()[0]
        if word == "raise":
            raise RuntimeError("the workflow was told to raise")
        if word == "wait":
            await asyncio.sleep(600)
        return [*ctx.prompt, {"role": "assistant", "content": "56"}]


class Exact(Grader):
    async def grade(self, ctx):
        if ctx.sample.messages[0]["content"].startswith("grader"):
            raise ValueError("the grader was told to raise")
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)
