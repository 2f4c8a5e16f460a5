"""Tasks of more than one step: what a step's agent can see of the steps before it, and which reward the trial has."""

from __future__ import annotations

from pathlib import Path

import pytest
from harbor.models.trial.config import EnvironmentConfig

from osmosis_ai.rollout import ExecutionRequest, RolloutStatus

from .conftest import MakeBackend, make_task
from .sandboxes import IMPORT_PATH

pytest_plugins = ["tests.harbor.sandbox_fixtures"]

SECRET = "the-answer-of-step-one"


def _with_steps(folder: Path, **steps: tuple[str, str]) -> Path:
    """A task of steps, each with its solution and its tests."""
    make_task(folder, solve=None, tests=None, toml="".join(f'[[steps]]\nname = "{name}"\n' for name in steps))
    (folder / "instruction.md").unlink()
    for name, (solve, tests) in steps.items():
        for path, text in (("solution/solve.sh", solve), ("tests/test.sh", tests)):
            script = folder / "steps" / name / path
            script.parent.mkdir(parents=True)
            script.write_text(f"#!/bin/bash\n{text}")
            script.chmod(0o755)
        (folder / "steps" / name / "instruction.md").write_text("Do the step.")
    return folder


REWARD = "echo {} > /logs/verifier/reward.txt\n"
LOOKS = f"cat /tests/* /logs/verifier/* > /tmp/seen 2>/dev/null; grep -q {SECRET} /tmp/seen && touch /tmp/leaked\n"
LINGERS = f"setsid sh -c 'while :; do grep -qs {SECRET} /tests/test.sh && touch /tmp/leaked; done' > /dev/null 2>&1 &\n"
NO_LEAK = f"# {SECRET}-of-two\n[ -e /tmp/leaked ] && r=0.0 || r=1.0\necho $r > /logs/verifier/reward.txt\n"


@pytest.fixture
def sandbox(state_dir: Path) -> EnvironmentConfig:
    return EnvironmentConfig(import_path=IMPORT_PATH, kwargs={"state_dir": str(state_dir)})


async def test_a_step_cannot_read_the_tests_of_the_step_before(
    tmp_path: Path, make_backend: MakeBackend, sandbox: EnvironmentConfig
):
    """Neither what they left in `/tests` and `/logs/verifier`, nor by a process that the step's own agent left waiting
    for them."""
    first = f"# {SECRET}\necho {SECRET} > /logs/verifier/notes.txt\n{REWARD.format('1.0')}"
    _with_steps(tmp_path / "tasks" / "two", one=(LINGERS, first), two=(LOOKS, NO_LEAK))
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset", environment_config=sandbox)
    outcome = await backend.execute(ExecutionRequest(id="steps", prompt=[], metadata={"harbor_task_id": "two"}))
    assert outcome.result.status is RolloutStatus.SUCCESS, outcome.result.err_message
    assert outcome.result.sample.reward == 1.0


async def test_a_step_that_gave_no_reward_is_no_part_of_a_mean(
    tmp_path: Path, make_backend: MakeBackend, sandbox: EnvironmentConfig
):
    """Its step scored by itself, the next one wrote nothing: the trial failed with the reason, and has no reward."""
    steps = {"one": ("true\n", REWARD.format("1.0")), "two": ("true\n", "true\n")}
    _with_steps(tmp_path / "tasks" / "two", **steps)
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset", environment_config=sandbox)
    outcome = await backend.execute(ExecutionRequest(id="steps", prompt=[], metadata={"harbor_task_id": "two"}))
    assert outcome.result.status is RolloutStatus.FAILURE
    assert outcome.result.sample is None or outcome.result.sample.reward is None
    assert "reward" in outcome.result.err_message
