"""A task's own solution and tests, through the backend: the reward, and what is kept."""

from __future__ import annotations

from pathlib import Path

from osmosis_ai.rollout import ExecutionRequest, RolloutStatus

from .conftest import MakeBackend, make_task


async def test_solution_of_task_is_verified_by_its_tests(tmp_path: Path, make_backend: MakeBackend):
    """In dataset mode the row names the task; the oracle's solution earns what the task's tests give."""
    make_task(tmp_path / "tasks" / "hello")
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")

    outcome = await backend.execute(ExecutionRequest(id="row-1", prompt=[], metadata={"harbor_task_id": "hello"}))

    assert outcome.result.status is RolloutStatus.SUCCESS, outcome.result
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward == 1.0
