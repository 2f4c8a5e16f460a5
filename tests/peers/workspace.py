"""A workspace that both sides run: one source, one dataset, one config."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.peers.published import git_init

MAIN = '''"""One model call a row, as cheap as a rollout can be, and an exact match."""

import os

import aiohttp
import uvicorn
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    ConcurrencyConfig,
    Grader,
    GraderConfig,
    LocalBackend,
    get_rollout_context,
)
from osmosis_ai.rollout.server import create_rollout_server

WIDE = ConcurrencyConfig(max_concurrent=64)


class Workflow(AgentWorkflow):
    session = None

    async def run(self, ctx):
        if Workflow.session is None:
            Workflow.session = aiohttp.ClientSession()
        rollout = get_rollout_context()
        async with Workflow.session.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "policy", "messages": ctx.prompt},
        ) as response:
            response.raise_for_status()
            completion = await response.json()
        return [*ctx.prompt, completion["choices"][0]["message"]]


class Exact(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


backend = LocalBackend(
    workflow=Workflow,
    grader=Exact,
    workflow_config=AgentWorkflowConfig(name="peer", concurrency=WIDE),
    grader_config=GraderConfig(name="peer", concurrency=WIDE),
)
app = create_rollout_server(backend=backend)

if __name__ == "__main__":
    port = int(os.environ["_OSMOSIS_ROLLOUT_PORT"])
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=2160)
'''

PROJECT = """[project]
name = "rollout-peer"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = {needs}

[tool.uv]
package = false
{sources}"""

CONFIG = """[experiment]
rollout = "{name}"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "rows"

[secrets]
required = []
"""

WRONG_EVERY = 4


@dataclass(frozen=True, slots=True)
class PeerWorkspace:
    """A workspace on disk."""

    root: Path

    @property
    def dataset(self) -> Path:
        """The rows: `bench row N`, whose label is N but for every fourth, so that the mean reward proves a grader."""
        return self.root / "data" / "rows.jsonl"

    def config(self, name: str) -> Path:
        """The eval config of a rollout."""
        return self.root / "configs" / "eval" / f"{name}.toml"

    def run_folder(self, run: str) -> Path:
        """Where a run's files are."""
        return self.root / ".osmosis" / "evals" / run

    def add_rollout(
        self,
        name: str,
        *,
        version: str,
        sources: str = "",
        main: str = MAIN,
        extra: str = "",
        needs: Sequence[str] = (),
    ) -> None:
        """A rollout that asks for that version of `osmosis-ai`, with another `extra`, and what else it `needs`.

        `sources` is TOML at the end of its project file.
        """
        folder = self.root / "rollouts" / name
        folder.mkdir(parents=True)
        (folder / "main.py").write_text(main)
        extras = ",".join(filter(None, ("server", extra)))
        requires = ["aiohttp>=3.10", f"osmosis-ai[{extras}]=={version}", "uvicorn>=0.30", *needs]
        (folder / "pyproject.toml").write_text(PROJECT.format(needs=json.dumps(requires), sources=sources))
        self.config(name).write_text(CONFIG.format(name=name))


def make_workspace(root: Path, rows: int) -> PeerWorkspace:
    """A workspace with a dataset of so many rows and no rollout yet."""
    for folder in ("rollouts", "configs/eval", "configs/training", "data"):
        (root / folder).mkdir(parents=True)
    git_init(root)
    workspace = PeerWorkspace(root)
    with workspace.dataset.open("w") as file:
        for row in range(rows):
            label = str(row) if row % WRONG_EVERY else "wrong"
            file.write(json.dumps({"user_prompt": f"bench row {row}", "ground_truth": label}) + "\n")
    return workspace


def expected_mean(rows: int) -> float:
    """The mean reward of the first so many rows when every one is answered and graded."""
    return 1 - len(range(0, rows, WRONG_EVERY)) / rows
