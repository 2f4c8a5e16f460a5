"""A rollout server whose rows either block their thread for a minute or answer after a moment, as the label says."""

import asyncio
import time

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, ConcurrencyConfig, Grader, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve


class Eight(AgentWorkflowConfig):
    name: str = "eight"
    concurrency: ConcurrencyConfig = ConcurrencyConfig(max_concurrent=8)


class Rows(AgentWorkflow):
    async def run(self, ctx):
        if ctx.metadata["blocks"]:
            time.sleep(60)  # noqa: ASYNC251 - the point of it
        for _ in range(5):
            await asyncio.sleep(0.05)
        return list(ctx.prompt)


class One(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0)


app = create_rollout_server(backend=LocalBackend(workflow=Rows, workflow_config=Eight(), grader=One))

if __name__ == "__main__":
    serve(app)
