"""A workflow's project in the sandbox: bundled, run, graded, and cut off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from osmosis_ai.rollout import ExecutionRequest, RolloutContext, RolloutErrorCategory, RolloutStatus

from .conftest import MakeBackend, make_task

PROJECT = Path(__file__).with_name("project")
URL = "http://127.0.0.1:9/v1"
PROMPT = [{"role": "user", "content": "Say hello."}]


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSMOSIS_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "osmosis-cache"))


def _request(name: str = "row-1", **members: object) -> ExecutionRequest:
    return ExecutionRequest(**{"id": name, "prompt": PROMPT, "label": "hello", **members})


async def test_workflow_runs_in_sandbox_and_tests_of_task_verify_it(tmp_path: Path, make_backend: MakeBackend):
    """The workflow gets prompt and metadata, writes where its task looks, and its conversation is the sample."""
    backend = make_backend(make_task(tmp_path / "task"), agent="answers.agent:SaysHello", code_dir=PROJECT)
    outcome = await backend.execute(_request(metadata={"colour": "red"}))
    assert outcome.result.status is RolloutStatus.SUCCESS
    assert outcome.result.sample.reward == 1.0
    assert outcome.result.sample.messages == [*PROMPT, {"role": "assistant", "content": "hello ['colour']"}]
    assert outcome.result.sample.label == "hello"


async def test_grader_of_bundle_verifies_where_task_has_no_tests(
    tmp_path: Path, make_backend: MakeBackend, artifact_root: Path
):
    """Both configs are the named ones; the grader's reward, its metrics and the file that it wrote are kept."""
    backend = make_backend(
        make_task(tmp_path / "task", tests=None),
        agent="answers.agent:SaysHello",
        grader="answers.agent:Exact",
        workflow_config="answers.agent:settings",
        grader_config="answers.agent:strict",
        code_dir=PROJECT,
    )
    outcome = await backend.execute(_request())
    assert outcome.result.sample.reward == 0.5
    assert outcome.result.sample.metrics["length"] == 8
    assert (artifact_root / "row-1" / "artifacts" / "grade.txt").read_text() == "graded"


async def test_workflow_that_passes_its_limit_keeps_its_messages(
    tmp_path: Path, make_backend: MakeBackend, artifact_root
):
    """It fails as timed out; its conversation so far is kept, and what the verifier gave is evidence, not a reward."""
    backend = make_backend(make_task(tmp_path / "task"), agent="answers.agent:Talks", code_dir=PROJECT)
    with RolloutContext(URL, "key"):
        outcome = await backend.execute(_request(agent_timeout_sec=8.0))
    assert outcome.result.status is RolloutStatus.FAILURE
    assert outcome.result.err_category is RolloutErrorCategory.TIMEOUT
    assert [m["content"] for m in outcome.result.sample.messages][1:] == ["message 0", "message 1", "message 2"]
    assert outcome.result.sample_cut_off
    assert outcome.result.extra_fields["verified_reward"] == 1.0
    assert outcome.result.sample.reward is None


async def test_workflow_whose_process_is_killed_keeps_its_messages(
    tmp_path: Path, make_backend: MakeBackend, artifact_root
):
    """The failure says that the process was killed, and the conversation so far is kept."""
    backend = make_backend(make_task(tmp_path / "task"), agent="answers.agent:Kills", code_dir=PROJECT)
    with RolloutContext(URL, "key"):
        outcome = await backend.execute(_request())
    assert outcome.result.status is RolloutStatus.FAILURE
    assert "signal 9" in (outcome.result.err_message or "")
    assert outcome.result.sample.messages[-1]["content"] == "last words"
    assert outcome.result.sample_cut_off


async def test_cancelled_workflow_keeps_its_messages(tmp_path: Path, make_backend: MakeBackend):
    """A rollout that is cancelled while it runs ends as cancelled, with its conversation so far."""
    backend = make_backend(make_task(tmp_path / "task"), agent="answers.agent:Talks", code_dir=PROJECT)
    with RolloutContext(URL, "key"):
        task = asyncio.create_task(backend.execute(_request()))
    marker = tmp_path / "boxes" / "trial-row-1__env" / "logs/agent/container_partial.json"
    for _ in range(600):
        if marker.exists():
            break
        await asyncio.sleep(0.1)
    assert backend.cancel_rollouts(ids=["row-1"]) == {"row-1": "cancelled_running"}
    outcome = await task
    assert outcome.result.status is RolloutStatus.CANCELLED
    assert outcome.result.sample.messages[-1]["content"] == "message 2"
