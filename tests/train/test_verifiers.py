"""The rollout as an environment of the real verifiers: its agent, its interception, its trace, a real model."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .conftest import TEMPLATE, PolicyServer, TrainWorkspace

vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed: nox -s train-adapters has it")

from osmosis_ai.train.adapters.verifiers import OsmosisHarness, OsmosisTaskset, OsmosisTasksetConfig  # noqa: E402

PLUGIN = """from osmosis_ai.train.adapters.verifiers import OsmosisHarness, OsmosisTaskset

__all__ = ["OsmosisHarness", "OsmosisTaskset"]
"""


@pytest.fixture
async def agent(
    train_workspace: TrainWorkspace,
    policy_server: PolicyServer,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[vf.Agent]:
    """verifiers' own agent, which finds the harness as a plugin by its id."""
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "multiply_env.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "multiply_env", raising=False)
    monkeypatch.setenv("POLICY_KEY", policy_server.key)
    config = vf.AgentConfig(
        harness={"id": "multiply-env", "rollout": str(train_workspace.root / "rollouts" / TEMPLATE)},
        runtime=vf.SubprocessConfig(),
        model="local/smollm2-135m-instruct",
        client=vf.EvalClientConfig(base_url=policy_server.base_url, api_key_var="POLICY_KEY"),
    )
    made = vf.make_agent(config)
    assert isinstance(made.harness, OsmosisHarness)
    async with made:
        yield made
    await made.harness.aclose()


def tasks(workspace: TrainWorkspace) -> OsmosisTaskset:
    """The template's dataset."""
    path = workspace.root / "data" / "multiply-train.jsonl"
    return OsmosisTaskset(OsmosisTasksetConfig(id="multiply-env", dataset=str(path)))


def break_workflow(main: Path) -> None:
    """Its workflow raises before it asks the model."""
    text, ask = main.read_text(), '        """Ask for a short answer."""\n'
    assert ask in text
    main.write_text(text.replace(ask, f'{ask}        raise RuntimeError("unlucky")\n'))


async def test_a_trace_has_the_conversation_and_our_graders_reward(agent: vf.Agent, train_workspace: TrainWorkspace):
    """The model call went through verifiers' endpoint, which is where it captures tokens."""
    for task in tasks(train_workspace).take(2):
        trace = await agent.run(task)
        assert (trace.ok, trace.errors, trace.num_turns) == (True, [], 1)
        assert [each.role for each in trace.messages] == ["system", "user", "assistant"]
        assert trace.rewards["osmosis_reward"].score == trace.info["osmosis"]["reward"]
        assert trace.reward in {0.0, 0.5, 1.0}


async def test_a_rollout_without_a_reward_is_an_errored_trace_and_no_zero(
    agent: vf.Agent, train_workspace: TrainWorkspace
):
    """prime-rl drops errored traces."""
    break_workflow(train_workspace.root / "rollouts" / TEMPLATE / "main.py")
    (task,) = tasks(train_workspace).take(1)
    trace = await agent.run(task)
    assert not trace.ok
    assert trace.errors[-1].type == "HarnessError"
    assert "agent_failed" in trace.errors[-1].message
    assert trace.rewards.get("osmosis_reward") is None
