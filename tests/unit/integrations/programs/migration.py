"""The migration guide: a sample source of one's own; execution-backends: a workflow that starts a process."""

import asyncio
import sys

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    RolloutSample,
    SampleSource,
    get_rollout_context,
)


class MySampleSource(SampleSource):
    def __init__(self, messages):
        self.messages = messages

    async def get_sample(self) -> RolloutSample:
        return RolloutSample(messages=self.messages)


class SourceWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        rollout_ctx = get_rollout_context()
        rollout_ctx.set_sample_source(MySampleSource([{"role": "assistant", "content": "6"}]))
        sample = await rollout_ctx.get_sample()
        assert sample.messages[0]["content"] == "6"


class ProcessWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        result = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "raise SystemExit(6)",
        )
        code = await result.wait()
        get_rollout_context().set_sample_source(MySampleSource([{"role": "assistant", "content": str(code)}]))
