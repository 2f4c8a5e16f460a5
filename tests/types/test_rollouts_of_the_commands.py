"""What the commands write for people passes their type checkers as it is: mypy in strict mode, and pyright."""

import subprocess
import sys
from pathlib import Path

import pytest

from osmosis_ai.cli.scaffold.templates import TEMPLATES

CHECKERS = {
    "mypy": ["-m", "mypy", "--strict", "--config-file=", "--cache-dir=../../mypy", "main.py"],
    "pyright": ["-m", "pyright", "--pythonpath", sys.executable, "main.py"],
}


@pytest.fixture(scope="session")
def rollouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace's rollouts: the scaffold and every template."""
    root = tmp_path_factory.mktemp("workspace")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    for words in (
        ["doctor", ".", "--fix"],
        ["rollout", "init", "scaffold"],
        *(["template", "apply", name] for name in TEMPLATES),
    ):
        subprocess.run([sys.executable, "-m", "osmosis_ai", *words], cwd=root, check=True, capture_output=True)
    return root / "rollouts"


@pytest.mark.timeout(400)  # the first looks at the whole SDK
@pytest.mark.parametrize("rollout", ["scaffold", *TEMPLATES])
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_new_rollout_has_no_type_error(rollouts: Path, rollout: str, checker: str):
    """`AgentWorkflow` and its context need no type argument, and what the SDK gives has types."""
    command = [sys.executable, *CHECKERS[checker]]
    done = subprocess.run(command, cwd=rollouts / rollout, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
