"""Page agent-workflows, "Custom Configuration" and "Writing Artifacts"."""

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    ConcurrencyConfig,
)


class SearchWorkflowConfig(AgentWorkflowConfig):
    name: str = "search-workflow"
    max_iterations: int = 8
    temperature: float = 1.0
    concurrency: ConcurrencyConfig = ConcurrencyConfig(max_concurrent=4)


class SearchWorkflow(AgentWorkflow[SearchWorkflowConfig]):
    async def run(self, ctx: AgentWorkflowContext[SearchWorkflowConfig]) -> None:
        config = ctx.config or SearchWorkflowConfig()
        told = f"{config.max_iterations} turns at {config.temperature}"
        if ctx.artifacts_dir:
            (ctx.artifacts_dir / "run.log").write_text(told)


search_workflow_config = SearchWorkflowConfig(max_iterations=3)
