"""The rollout server that the contract tests speak to: a real LocalBackend, a grader, a workflow without a model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from contract_recorder import Recorder
from tests.support.loopback import LoopbackOnlyTransport

from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT, ROLLOUT_INSTANCE_ID
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    AgentWorkflowOutput,
    ConcurrencyConfig,
    Grader,
    GraderContext,
    LocalBackend,
)
from osmosis_ai.rollout.server import create_rollout_server


class Echo(AgentWorkflow):
    """Answers with the prompt; `metadata.do` asks for other behaviour."""

    async def run(self, ctx: AgentWorkflowContext) -> Any:
        """The prompt, or what was asked for instead."""
        match (ctx.metadata or {}).get("do"):
            case "raise":
                raise RuntimeError("as asked")
            case "nonsense":
                return "nonsense"
            case "wait":
                await asyncio.sleep(60)
            case "metrics":
                return AgentWorkflowOutput(messages=list(ctx.prompt), metrics={"turns": 1})
        return list(ctx.prompt)


class Judge(Grader):
    """One for every sample; `metadata.grade` asks for other behaviour."""

    async def grade(self, ctx: GraderContext) -> None:
        """The reward, or what was asked for instead."""
        match (ctx.metadata or {}).get("grade"):
            case "raise":
                raise ValueError("as asked")
            case "nothing":
                return
            case "remove":
                assert ctx.sample is not None
                ctx.sample.remove_sample = True
        ctx.set_reward(1.0)


class GatedBackend(LocalBackend):
    """A LocalBackend whose queue can be declared full."""

    full = False

    def has_capacity(self) -> bool:
        """What the test says."""
        return not self.full


def backend() -> GatedBackend:
    """A backend without a limit."""
    config = AgentWorkflowConfig(name="echo", concurrency=ConcurrencyConfig(max_concurrent=None))
    return GatedBackend(workflow=Echo, workflow_config=config, grader=Judge)


def rollout_app(**options: Any) -> Recorder:
    """The server, recorded. Its callbacks go to this machine alone."""
    usual = {
        "backend": backend(),
        "configure_logging": False,
        "callback_transport": LoopbackOnlyTransport(),
    }
    return Recorder("rollout", create_rollout_server(**{**usual, **options}))


@pytest.fixture(autouse=True)
def artifact_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where rollouts leave their files."""
    monkeypatch.setenv(ROLLOUT_ARTIFACT_ROOT, str(tmp_path / "artifacts"))
    monkeypatch.delenv(ROLLOUT_INSTANCE_ID, raising=False)
    return tmp_path / "artifacts"
