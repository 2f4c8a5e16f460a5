"""Rollouts made of a function, for tests that say in one place what a workflow does and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, GraderContext
from osmosis_ai.testing import RolloutRun, Script, ScriptedPolicy, run_rollout_in_process

MULTIPLICATION = "multiply"


class GivesOne(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0)


def workflow_of(function: Callable[[AgentWorkflowContext[Any]], Any]) -> type[AgentWorkflow[Any]]:
    """A workflow whose run() is the function."""

    class Workflow(AgentWorkflow):
        async def run(self, ctx):
            return await function(ctx)

    return Workflow


async def rollout(
    function: Callable[[AgentWorkflowContext[Any]], Any], policy: ScriptedPolicy | Script, **options: Any
) -> RolloutRun:
    """A graded rollout of the function."""
    return await run_rollout_in_process(
        workflow_of(function), GivesOne, **{"prompt": "2*3?", "label": "6", "policy": policy, **options}
    )


def agent_steps(run: RolloutRun) -> list[Any]:
    """The steps of the trajectory that the policy took."""
    assert run.trajectory is not None
    return [step for step in run.trajectory.steps if step.source == "agent"]
