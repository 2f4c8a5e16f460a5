"""One rollout in this process: the code that a server would run, without the server."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.backend.local import LocalBackend
from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.grader import Grader
from osmosis_ai.rollout.trajectory import convert_sample_to_trajectory
from osmosis_ai.rollout.types import ExecutionOutcome, ExecutionRequest, ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout.workflow import AgentWorkflow
from osmosis_ai.testing.policy import PolicyRequest, Script, ScriptedPolicy
from osmosis_contract.models.trajectory import Trajectory

__all__ = ["RolloutRun", "run_rollout_in_process"]


@dataclass(frozen=True, slots=True)
class RolloutRun:
    """How a rollout went.

    `outcome` is what the backend reports, `trajectory` the document that would be saved (None where there is nothing to
    save), `requests` what the policy was asked.
    """

    outcome: ExecutionOutcome
    trajectory: Trajectory | None
    requests: list[PolicyRequest]

    @property
    def result(self) -> ExecutionResult:
        """The result that counts."""
        return self.outcome.result

    @property
    def status(self) -> RolloutStatus:
        """Its status."""
        return self.result.status

    @property
    def sample(self) -> RolloutSample | None:
        """Its sample."""
        return self.result.sample

    @property
    def reward(self) -> float | None:
        """The reward of a success; None without one, and for every failure."""
        counts = self.status is RolloutStatus.SUCCESS and self.sample is not None
        return self.sample.reward if counts and self.sample is not None else None


async def run_rollout_in_process(
    workflow: type[AgentWorkflow[Any]] | str,
    grader: type[Grader] | str | None = None,
    *,
    prompt: str | Sequence[Mapping[str, Any]],
    policy: ScriptedPolicy | Script,
    label: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    workflow_config: AgentWorkflowConfig | str | None = None,
    grader_config: Any = None,
    rollout_id: str = "rollout-1",
    agent_timeout_sec: float | None = 60.0,
    grader_timeout_sec: float | None = 60.0,
    artifact_root: Path | None = None,
    raise_exceptions: bool = False,
) -> RolloutRun:
    """Runs a workflow, and its grader, as a rollout server would run them, against a scripted policy.

    `prompt` is the row's messages, or the text of a single user's message. `policy` is one that is entered, which then
    goes on serving, or a script for a policy that lives as long as the rollout. Files that the code writes stay in
    `artifact_root/<rollout_id>/artifacts`; without a root they are removed at the end. What the code raises is in the
    outcome, as everywhere; with `raise_exceptions` it is raised here, so that a debugger stops where it came from.
    """
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [dict(entry) for entry in prompt]
    request = ExecutionRequest(
        id=rollout_id,
        prompt=messages,
        label=label,
        metadata=None if metadata is None else dict(metadata),
        agent_timeout_sec=agent_timeout_sec,
        grader_timeout_sec=grader_timeout_sec,
    )
    async with contextlib.AsyncExitStack() as stack:
        if not isinstance(policy, ScriptedPolicy):
            policy = await stack.enter_async_context(ScriptedPolicy(policy))
        root = artifact_root or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="osmosis-")))
        backend = LocalBackend(
            workflow=workflow,
            workflow_config=workflow_config,
            grader=grader,
            grader_config=grader_config,
            artifact_root=root,
        )
        stack.push_async_callback(backend.shutdown)
        before = len(policy.requests_of(rollout_id))
        with RolloutContext(policy.url_for(rollout_id), policy.api_key, rollout_id):
            outcome = await backend.execute(request)
        if raise_exceptions and outcome.result.exception is not None:
            raise outcome.result.exception
        return RolloutRun(outcome, _trajectory(outcome, request), policy.requests_of(rollout_id)[before:])


def _trajectory(outcome: ExecutionOutcome, request: ExecutionRequest) -> Trajectory | None:
    sample = outcome.result_to_save.sample
    if sample is None or not sample.trajectory_messages:
        return None
    return convert_sample_to_trajectory(
        sample, rollout_id=request.id, request_label=request.label, request_metadata=request.metadata
    )
