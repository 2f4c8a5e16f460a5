"""Page openai-agents-integration, "Quick Example"; agent-workflows, "OpenAI Agents Pattern"; the migration guide."""

from agents import ModelSettings, Runner

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    OsmosisMemorySession,
    OsmosisRolloutModel,
)


class OpenAIWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        agent = OsmosisAgent(
            name="assistant",
            instructions="Be clear.",
            model=OsmosisRolloutModel(),
            model_settings=ModelSettings(temperature=1.0, top_p=1.0, max_tokens=4096),
        )
        session = OsmosisMemorySession()
        await Runner.run(
            agent,
            ctx.prompt,
            session=session,
        )
