"""A rollout server that calls no model: its workflow answers with the prompt, its grader gives one point."""

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    ConcurrencyConfig,
    Grader,
    LocalBackend,
)
from osmosis_ai.rollout.server import create_rollout_server, serve


class Wide(AgentWorkflowConfig):
    name: str = "wide"
    concurrency: ConcurrencyConfig = ConcurrencyConfig(max_concurrent=None)


class Echo(AgentWorkflow):
    async def run(self, ctx):
        return [*ctx.prompt, {"role": "assistant", "content": "56"}]


class One(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0)


app = create_rollout_server(backend=LocalBackend(workflow=Echo, workflow_config=Wide(), grader=One))

if __name__ == "__main__":
    serve(app)
