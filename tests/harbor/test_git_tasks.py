"""Tasks out of a git repository: the commit that a row names is what runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.rollout import ExecutionRequest, RolloutErrorCategory, RolloutStatus
from tests.support.repositories import Repository

from .conftest import SOLVES, TESTS, MakeBackend, make_task


def _files(answer: str) -> dict[str, bytes | tuple[str, bytes]]:
    solve = SOLVES.replace("hello", answer)
    return {
        "tasks/hello/task.toml": b"",
        "tasks/hello/instruction.md": b"Say hello.",
        "tasks/hello/environment/Dockerfile": b"FROM debian:12\n",
        "tasks/hello/solution/solve.sh": ("100755", f"#!/bin/bash\n{solve}".encode()),
        "tasks/hello/tests/test.sh": ("100755", f"#!/bin/bash\n{TESTS}".encode()),
    }


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Harbor keeps what it fetched in a folder that it takes from the home at its import."""
    monkeypatch.setattr("harbor.models.task.id.TASK_CACHE_DIR", tmp_path / "cache", raising=False)
    monkeypatch.setattr("harbor.tasks.client.TASK_CACHE_DIR", tmp_path / "cache", raising=False)


async def test_the_named_commit_of_a_repository_runs(tmp_path: Path, make_backend: MakeBackend):
    """Each of two commits has the reward that its own solution earns, whichever is the newest."""
    repository = Repository(tmp_path / "tasks.git")
    right, wrong = (repository.commit(_files(answer)) for answer in ("hello", "nothing"))
    make_task(tmp_path / "tasks" / "other")
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    rewards = []
    for commit in (right, wrong):
        metadata = {"harbor_task": "tasks/hello", "git_url": str(repository.path), "git_commit_id": commit}
        outcome = await backend.execute(ExecutionRequest(id=f"row-{commit[:8]}", prompt=[], metadata=metadata))
        assert outcome.result.status is RolloutStatus.SUCCESS, outcome.result.err_message
        rewards.append(outcome.result.sample.reward)
    assert rewards == [1.0, 0.0]


async def test_a_commit_that_is_not_there_is_the_tasks_error(tmp_path: Path, make_backend: MakeBackend):
    """No trial begins, and the message names the task."""
    repository = Repository(tmp_path / "tasks.git")
    repository.commit(_files("hello"))
    make_task(tmp_path / "tasks" / "other")
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    metadata = {"harbor_task": "tasks/hello", "git_url": str(repository.path), "git_commit_id": "a" * 40}
    outcome = await backend.execute(ExecutionRequest(id="row", prompt=[], metadata=metadata))
    assert outcome.result.status is RolloutStatus.FAILURE
    assert outcome.result.err_category is RolloutErrorCategory.VALIDATION_ERROR
    assert "tasks/hello" in outcome.result.err_message
