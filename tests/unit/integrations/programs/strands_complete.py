"""Page strands-integration, "Complete Example"."""

from strands import tool

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    Grader,
    GraderContext,
)
from osmosis_ai.rollout.integrations.agents.strands import (
    OsmosisRolloutModel,
    OsmosisStrandsAgent,
)


@tool
def calculator(expression: str) -> str:
    """Work out a product."""
    left, _, right = expression.partition("*")
    return str(int(left) * int(right))


class MathWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        agent = OsmosisStrandsAgent(
            name="math-agent",
            model=OsmosisRolloutModel(params={"temperature": 1.0}),
            tools=[calculator],
            system_prompt="Work with the calculator.",
            messages=ctx.prompt,
            callback_handler=None,
        )
        await agent.invoke_async()


def _last_text(sample) -> str:
    content = sample.messages[-1].get("content", "") if sample.messages else ""
    if isinstance(content, list):
        return next((block["text"] for block in content if isinstance(block, dict) and "text" in block), "")
    return content


class MathGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        right = bool(ctx.label) and ctx.label.strip() in _last_text(ctx.sample)
        ctx.set_reward(1.0 if right else 0.0)
