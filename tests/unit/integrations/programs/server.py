"""Pages execution-backends and migration-guides/v0-3: a backend with everything it takes, and a server around it."""

import contextlib

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    Grader,
    GraderConfig,
    GraderContext,
    LocalBackend,
)
from osmosis_ai.rollout.server import create_rollout_server


class MyWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> list:
        return [*ctx.prompt, {"role": "assistant", "content": "6"}]


class MyGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


my_workflow_config = AgentWorkflowConfig(name="mine")
my_grader_config = GraderConfig(name="mine")

backend = LocalBackend(
    workflow=MyWorkflow,
    workflow_config=my_workflow_config,
    grader=MyGrader,
    grader_config=my_grader_config,
)


@contextlib.asynccontextmanager
async def lifespan(app):
    app.state.warm = True
    yield


app = create_rollout_server(
    backend=backend,
    lifespan=lifespan,
)
