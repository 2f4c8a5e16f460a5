"""Page strands-integration, "Quick Example"; agent-workflows, "Strands Pattern"."""

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.strands import (
    OsmosisRolloutModel,
    OsmosisStrandsAgent,
)


class StrandsWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        agent = OsmosisStrandsAgent(
            name="assistant",
            model=OsmosisRolloutModel(params={"temperature": 1.0, "max_tokens": 1024}),
            messages=ctx.prompt,
            callback_handler=None,
        )
        await agent.invoke_async()
