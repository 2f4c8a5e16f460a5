"""A rollout in this process: what a server would have done, and where its files go."""

from __future__ import annotations

import doctest
import json
import os
from pathlib import Path

import osmosis_ai.testing
from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    Grader,
    GraderConfig,
    RolloutErrorCategory,
    RolloutStatus,
)
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.trajectory import validate_trajectory
from osmosis_ai.testing import ScriptedPolicy, run_rollout_in_process, say

PAGE = Path(__file__).parents[3] / "docs" / "integrations.md"


class Ask(AgentWorkflow):
    async def run(self, ctx):
        await RolloutChat(ctx.prompt).complete()
        if ctx.artifacts_dir:
            (ctx.artifacts_dir / "row.json").write_text(json.dumps(ctx.metadata))


class Exact(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


async def test_a_rollout_is_run_and_graded():
    """Outcome, reward, sample, trajectory and requests; the prompt may be text."""
    run = await run_rollout_in_process(Ask, Exact, prompt="2*3?", label="6", policy=[say("6")])
    assert (run.status, run.reward, run.sample.label) == (RolloutStatus.SUCCESS, 1.0, "6")
    assert validate_trajectory(run.trajectory) == []
    assert run.trajectory.steps[0].message == run.requests[0].last_text == "2*3?"


async def test_a_class_may_be_named():
    """`"module:attribute"`, as everywhere."""
    name = f"{Ask.__module__}:Ask"
    run = await run_rollout_in_process(name, prompt=[{"role": "user", "content": "hi"}], policy=[say("6")])
    assert (run.status, run.outcome.grader, run.reward) == (RolloutStatus.SUCCESS, None, None)


async def test_what_the_code_raises_is_in_the_outcome():
    """Nothing is raised here; a failure has no reward."""

    class Fails(Grader):
        async def grade(self, ctx):
            ctx.set_reward(1.0)
            raise ValueError("no")

    run = await run_rollout_in_process(Ask, Fails, prompt="2*3?", label="6", policy=[say("6")])
    assert (run.result.err_category, run.reward) == (RolloutErrorCategory.VALIDATION_ERROR, None)


async def test_deadlines_fire():
    """A policy that hangs is a timeout of the rollout."""
    run = await run_rollout_in_process(Ask, prompt="2*3?", policy=[say("6", delay=30)], agent_timeout_sec=0.3)
    assert run.result.err_category is RolloutErrorCategory.TIMEOUT


async def test_configs_and_metadata_arrive():
    """As the backend passes them on."""

    class Configured(AgentWorkflow):
        async def run(self, ctx):
            return [{"role": "assistant", "content": f"{ctx.config.level} {ctx.metadata['tag']}"}]

    class ConfiguredGrader(Grader):
        async def grade(self, ctx):
            ctx.set_reward(self.config.level if ctx.sample.messages[-1]["content"] == "3 x" else 0.0)

    run = await run_rollout_in_process(
        Configured,
        ConfiguredGrader,
        prompt="",
        policy=[],
        metadata={"tag": "x"},
        workflow_config=AgentWorkflowConfig(name="c", level=3),
        grader_config=GraderConfig(name="g", level=0.5),
    )
    assert run.reward == 0.5


async def test_files_stay_where_they_are_wanted_and_nowhere_else(tmp_path, monkeypatch):
    """Below the root given, which the environment is not changed by."""
    monkeypatch.setenv(ROLLOUT_ARTIFACT_ROOT, str(tmp_path / "elsewhere"))
    policy, metadata = [say("6")], {"tag": 1}
    await run_rollout_in_process(
        Ask, prompt="2*3?", policy=policy, metadata=metadata, artifact_root=tmp_path / "root", rollout_id="mine"
    )
    assert json.loads((tmp_path / "root" / "mine" / "artifacts" / "row.json").read_text()) == metadata
    await run_rollout_in_process(Ask, prompt="2*3?", policy=policy)
    assert not (tmp_path / "elsewhere").exists()
    assert os.environ[ROLLOUT_ARTIFACT_ROOT] == str(tmp_path / "elsewhere")


async def test_a_policy_that_serves_already_goes_on_serving():
    """Several rollouts may share one; each run tells its own requests."""
    async with ScriptedPolicy([say("6")]) as policy:
        for name in ("first", "second"):
            run = await run_rollout_in_process(Ask, Exact, prompt=name, label="6", policy=policy, rollout_id=name)
            assert [request.last_text for request in run.requests] == [name]
        policy.assert_played()


def test_the_examples_of_the_documentation_are_true():
    """Every example of docs/integrations.md is run, and prints what stands there."""
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_public_names_are_these():
    """One more or one less is a decision."""
    assert osmosis_ai.testing.__all__ == sorted(osmosis_ai.testing.__all__)
    assert set(osmosis_ai.testing.__all__) == {
        *("Disconnect", "Fault", "PolicyRequest", "Raw", "RolloutRun", "Script", "ScriptedPolicy", "Step"),
        *("ToolCall", "Turn", "call_tool", "call_tools", "run_rollout_in_process", "say"),
    }
