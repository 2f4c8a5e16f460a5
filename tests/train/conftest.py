"""A base model, a trainer on it, and a workspace with the template; whatever is missing says so."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.models.embedded.llama_server import API_KEY_VARIABLE, ServerSettings
from osmosis_ai.models.embedded.local import find_weights
from osmosis_ai.models.embedded.trained import prepared_folder
from osmosis_ai.train.trainer import TrainerSettings
from tests.support.trainer_settings import SMALL

TEMPLATE = "multiply-train-local"


@pytest.fixture(scope="session")
def base() -> Path:
    """The embedded model's file."""
    return asyncio.run(find_weights("local/smollm2-135m-instruct", env=dict(os.environ), log=print, root=None))


@pytest.fixture(scope="session")
def prepared(base: Path) -> Path:
    """Where what is made of it is kept."""
    return prepared_folder(base, dict(os.environ))


@pytest.fixture
def settings() -> TrainerSettings:
    """A step of 2 prompts with 4 rollouts each."""
    return replace(SMALL, prompts=2, samples=4, lr=5e-4, max_response_length=12, threads=2)


@dataclass(frozen=True)
class PolicyServer:
    """A llama.cpp server of the base model, as somebody else would serve a policy."""

    base_url: str
    key: str


@pytest.fixture(scope="session")
def policy_server(base: Path) -> Iterator[PolicyServer]:
    """One for all tests."""
    settings = ServerSettings(model=base, slots=2, context=256, threads=2, seed=0)
    key = secrets.token_hex(8)
    command = [sys.executable, "-P", "-m", "osmosis_ai.models.embedded.llama_server", *settings.to_arguments()]
    with subprocess.Popen(
        command, env={**os.environ, API_KEY_VARIABLE: key}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith('{"ready"'))
            yield PolicyServer(json.loads(line)["base_url"], key)
        finally:
            process.kill()


class TrainWorkspace:
    """A workspace with the template, and its commands."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.osmosis("doctor", ".", "--fix")
        self.osmosis("template", "apply", TEMPLATE)
        self.config = root / "configs" / "training" / f"{TEMPLATE}.toml"
        small = self.config.read_text().replace("n_samples_per_prompt = 8", "n_samples_per_prompt = 4")
        small = small.replace("rollout_batch_size = 4", "rollout_batch_size = 2")
        small = small.replace("eval_interval = 8", "eval_interval = 100")
        self.config.write_text(small.replace("checkpoint_save_freq = 4", "checkpoint_save_freq = 1"))

    def command(self, *arguments: str) -> list[str]:
        """A command line of ours that answers in JSON."""
        return [sys.executable, "-m", "osmosis_ai", "--json", *arguments]

    def osmosis(self, *arguments: str, env: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What a command answers."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)

    def train(self, name: str, steps: int, **given: Any) -> dict[str, Any]:
        """The resource of a `train run`."""
        arguments = ("train", "run", str(self.config), "--name", name, "--steps", str(steps), "--yes")
        return self.osmosis(*arguments, **given)["resource"]

    def journal(self, name: str) -> list[dict[str, Any]]:
        """The records of a run."""
        path = self.root / ".osmosis" / "training" / name / "journal.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def rollouts(self, name: str, step: int) -> list[dict[str, Any]]:
        """The rollouts of a step."""
        path = self.root / ".osmosis" / "training" / name / "rollouts" / f"step-{step:06}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def train_workspace(tmp_path: Path) -> TrainWorkspace:
    """See TrainWorkspace."""
    return TrainWorkspace(tmp_path)
