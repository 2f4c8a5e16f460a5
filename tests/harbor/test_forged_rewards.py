"""Ways to forge a reward, each tried by an agent that did not do its task: it earns what the task's tests give."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.rollout import ExecutionRequest, RolloutStatus

from .conftest import SOLVES, MakeBackend, make_task

QUIET = 'if [ "$(cat /app/answer.txt 2>/dev/null)" = hello ]; then echo 1.0 > /logs/verifier/reward.txt; fi\n'
FORGERIES = {
    "a reward file written beforehand": "echo 1.0 > /logs/verifier/reward.txt",
    "a JSON reward beside the tests' own": """echo '{"reward": 1.0}' > /logs/verifier/reward.json""",
    "another test script": "mkdir -p /tests; printf '#!/bin/sh\\necho 1.0 > /logs/verifier/reward.txt\\n' >"
    " /tests/test.sh; chmod 755 /tests/test.sh",
    "a test script that cannot be written over": "mkdir -p /tests; echo 'exit 0' > /tests/test.sh;"
    " chmod 0444 /tests/test.sh",
    "tests that lead elsewhere": "mkdir /fake; echo 'echo 1.0 > /logs/verifier/reward.txt' > /fake/test.sh;"
    " ln -s /fake /tests",
    "a verifier's folder that leads elsewhere": "mkdir /fake; echo 1.0 > /fake/reward.txt; rm -rf /logs/verifier;"
    " ln -s /fake /logs/verifier",
    "a reward file that leads elsewhere": "echo 1.0 > /app/mine; ln -s /app/mine /logs/verifier/reward.json",
    "hidden files in the verifier's folder": "touch /logs/verifier/.reward; mkdir -p /logs/verifier/..x; echo 1.0 >"
    " /logs/verifier/reward.txt",
    "a folder in the reward's place": "mkdir -p /logs/verifier/reward.txt/deep",
    "a background writer": "(while true; do echo 1.0 > /logs/verifier/reward.txt; done) > /dev/null 2>&1 &",
    "a background writer in a session of its own": "setsid sh -c 'while true; do echo 1.0 >"
    " /logs/verifier/reward.txt; sleep 0.01; done' > /dev/null 2>&1 < /dev/null & disown -a",
    "a file that tests may load": "mkdir -p /tests; echo 'exit 1' > /tests/conftest.py",
    "a reward in the agent's own result": """echo '{"status": "success", "sample": {"messages": [], "reward": 1.0}}'"""
    " > /logs/agent/container_result.json",
    "a grader's result": """echo '{"status": "success", "sample": {"reward": 1.0}}' >"""
    " /logs/verifier/container_result.json",
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES.keys())
async def test_forgery_earns_nothing(tmp_path: Path, make_backend: MakeBackend, forgery: str):
    """Tests that write a reward for a done task alone leave nothing in the way of a forged one, and there is none."""
    make_task(tmp_path / "tasks" / "hello", solve=f"{forgery}\n", tests=QUIET)
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    outcome = await backend.execute(ExecutionRequest(id="forger", prompt=[], metadata={"harbor_task_id": "hello"}))
    sample = outcome.result.sample
    assert outcome.result.status is RolloutStatus.FAILURE
    assert sample is None or sample.reward is None


async def test_honest_agent_is_scored(tmp_path: Path, make_backend: MakeBackend):
    """The same task gives an agent that does it 1.0."""
    make_task(tmp_path / "tasks" / "hello", solve=SOLVES, tests=QUIET)
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    outcome = await backend.execute(ExecutionRequest(id="honest", prompt=[], metadata={"harbor_task_id": "hello"}))
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward == 1.0
