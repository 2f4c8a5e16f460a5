"""What every test of the Harbor backend gets: folders of its own, tasks, and backends on the double of a sandbox."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("HARBOR_TELEMETRY", "0")
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
pytest.importorskip("harbor", reason="needs the extra harbor: nox -s harbor")

from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue

from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT
from osmosis_ai.rollout.backend.harbor import HarborBackend

DOUBLE = "tests.harbor.boxes:BoxDouble"
SOLVES = "echo hello > /app/answer.txt\n"
TESTS = """
if [ "$(cat /app/answer.txt 2>/dev/null)" = hello ]; then echo 1.0; else echo 0.0; fi > /logs/verifier/reward.txt
"""


def needs_bubblewrap() -> None:
    """Skips where there is no bubblewrap, fails where the session needs it."""
    if shutil.which("bwrap") is None:
        if os.environ.get("OSMOSIS_TEST_SANDBOXES") == "required":
            raise AssertionError("bubblewrap is not installed")
        pytest.skip("needs bubblewrap")


@pytest.fixture(autouse=True)
def artifact_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "artifacts"
    monkeypatch.setenv(ROLLOUT_ARTIFACT_ROOT, str(root))
    for name in ("OSMOSIS_CHAT_COMPLETIONS_URL", "OSMOSIS_API_KEY", "OSMOSIS_ROLLOUT_ID"):
        monkeypatch.delenv(name, raising=False)
    return root


def make_task(
    folder: Path,
    *,
    solve: str | None = SOLVES,
    tests: str | None = TESTS,
    toml: str = "",
    instruction: str = "Say hello.",
) -> Path:
    """A task on disk."""
    (folder / "environment").mkdir(parents=True)
    (folder / "instruction.md").write_text(instruction)
    (folder / "task.toml").write_text(toml)
    for name, text in (("solution/solve.sh", solve), ("tests/test.sh", tests)):
        if text is not None:
            path = folder / name
            path.parent.mkdir()
            path.write_text(f"#!/bin/bash\n{text}")
            path.chmod(0o755)
    return folder


MakeBackend = Callable[..., HarborBackend]


@pytest.fixture
def make_backend(tmp_path: Path) -> MakeBackend:
    """Makes a backend whose sandboxes are the double; `breaks` says how they fail."""
    needs_bubblewrap()

    def make(tasks: Path, *, breaks: str = "", concurrent: int = 2, **options: Any) -> HarborBackend:
        sandbox = {"state_dir": str(tmp_path / "boxes"), "breaks": breaks}
        options.setdefault("environment_config", EnvironmentConfig(import_path=DOUBLE, kwargs=sandbox))
        options.setdefault("trials_dir", tmp_path / "harbor" / "trials")
        return HarborBackend(orchestrator=TrialQueue(n_concurrent=concurrent), tasks_dir=tasks, **options)

    return make
