"""The template `multiply-harbor-strands`, written and evaluated by the real commands: each row in a sandbox."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.testing import PolicyRequest, ScriptedPolicy, Turn, call_tool, say

from .conftest import needs_bubblewrap
from .containers import IMAGE, need_podman, private_podman
from .sandboxes import leftovers, wait_until

pytestmark = [pytest.mark.long, pytest.mark.timeout(1500), pytest.mark.xdist_group("harbor-template")]

NAME = "multiply-harbor-strands"
PROVIDER = "openai/gpt-5-mini"


@dataclass(frozen=True)
class Workspace:
    """A workspace with the template as it comes, and folders of its own for all that its evaluations keep."""

    root: Path
    cache: Path
    temporary: Path
    mark: str

    def osmosis(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        own = {"OSMOSIS_CACHE_DIR": str(self.cache), "TMPDIR": str(self.temporary), "OSMOSIS_TEST_MARK": self.mark}
        return subprocess.run(
            [sys.executable, "-m", "osmosis_ai", *words],
            cwd=self.root, env={**os.environ, **own, **variables}, check=False, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=1200,
        )  # fmt: skip

    def evaluate(self, run: str, **variables: str) -> list[dict[str, Any]]:
        """The first four rows' results, in the order of the rows."""
        done = self.osmosis(
            "eval", "run", f"configs/eval/{NAME}.toml", "--yes", "--rows", "0-3", "--name", run, **variables
        )
        assert done.returncode == 0, done.stdout + done.stderr
        lines = (self.root / ".osmosis/evals" / run / "index.jsonl").read_text().splitlines()
        return sorted(map(json.loads, lines), key=lambda row: int(row["row_index"]))

    def left(self) -> list[str]:
        """Processes and folders that belong to evaluations."""
        staged = [str(path) for path in self.temporary.glob("osmosis-harbor-*/*/*")]
        clients = [str(path) for path in self.cache.glob("podman/*")]
        return [*leftovers(self.cache / "sandboxes"), *staged, *clients, *self._processes()]

    def _processes(self) -> list[str]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command, environment = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
            except OSError:
                continue
            if self.mark.encode() in environment or str(self.cache).encode() in command:
                found.append(f"process {process.name}: {command.decode(errors='replace')}")
        return found


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    needs_bubblewrap()
    pytest.importorskip("xllamacpp", reason="needs the extra local")
    folder = tmp_path_factory.mktemp("sandboxed")
    made = Workspace(folder / "workspace", folder / "cache", folder / "tmp", uuid.uuid4().hex)
    for path in (made.root, made.temporary):
        path.mkdir()
    for words in (("doctor", ".", "--fix"), ("template", "apply", NAME)):
        done = made.osmosis(*words)
        assert done.returncode == 0, done.stderr
    return made


def multiplies(request: PolicyRequest) -> Turn:
    """Calls the tool with the numbers of the last question, then says what the tool said."""
    if request.tool_names != ["multiply"]:
        return say("hello")  # the request that tries the model out
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    left, right = re.findall(r"Q: (\d+) times (\d+)", request.last_text)[-1]
    return call_tool("multiply", {"a": int(left), "b": int(right)})


def use_embedded_model(workspace: Workspace) -> None:
    config = workspace.root / f"configs/eval/{NAME}.toml"
    text = config.read_text().replace(PROVIDER, "local/smollm2-135m-instruct")
    config.write_text(re.sub(r"^required = .*$", "required = []", text, flags=re.MULTILINE))


def test_the_template_runs_as_it_is_and_calls_its_tool_in_a_sandbox(workspace: Workspace):
    """`template apply` and `eval run`, nothing in between but an endpoint: every row is right, and nothing is left."""
    with ScriptedPolicy(multiplies) as model:
        rows = workspace.evaluate("scripted", OPENAI_BASE_URL=model.base_url, OPENAI_API_KEY=model.api_key)
    assert [row["reward"] for row in rows] == [1.0] * 4
    run = workspace.root / ".osmosis/evals/scripted"
    for path in (run / "trajectories").iterdir():
        called, said = [step for step in json.loads(path.read_text())["steps"] if step["source"] == "agent"]
        assert called["tool_calls"][0]["function_name"] == "multiply"
        assert called["observation"]["results"][0]["content"] in said["message"]
    wait_until(lambda: not workspace.left(), f"nothing is left: {workspace.left()}")


def test_the_embedded_model_is_rewarded_in_a_sandbox(workspace: Workspace):
    """With the two lines changed that the README names, each row is scored and has a reward, and nothing is left."""
    use_embedded_model(workspace)
    rows = workspace.evaluate("embedded")
    assert [(row["outcome"], row["reward"] in {0.0, 1.0}) for row in rows] == [("scored", True)] * 4
    assert all(row["tokens"] > 0 for row in rows)
    wait_until(lambda: not workspace.left(), f"nothing is left: {workspace.left()}")


def test_the_embedded_model_is_rewarded_on_podman(workspace: Workspace, tmp_path: Path):
    """With `type=EnvironmentType.PODMAN` in main.py, as its README says, and an image that is here: every row is
    scored by a model that is reached from a container, and no container or network is left."""
    need_podman()
    main = workspace.root / f"rollouts/{NAME}/main.py"
    dockerfile = workspace.root / f"rollouts/{NAME}/task/environment/Dockerfile"
    kept = [(path, path.read_text()) for path in (main, dockerfile)]
    programs = '{"type": "bind", "source": "/usr", "target": "/usr", "read_only": True}'  # the image has hardly any
    changed = kept[0][1].replace("import_path=BUBBLEWRAP", f"type=EnvironmentType.PODMAN, mounts=[{programs}]")
    changed = changed.replace(
        "from harbor.models.trial",
        "from harbor.models.environment_type import EnvironmentType\nfrom harbor.models.trial",
        1,
    )
    # Trying a container out before serving takes longer than a busy machine gives a server to start.
    main.write_text(changed.replace("prewarm_lifespan()", 'prewarm_lifespan(prewarm="off")'))
    use_embedded_model(workspace)
    dockerfile.write_text(kept[1][1].replace("FROM debian:12", f"FROM {IMAGE}"))
    try:
        with private_podman(tmp_path / "podman") as podman:
            rows = workspace.evaluate("podman", **podman.env)
            assert [(row["outcome"], row["reward"] in {0.0, 1.0}) for row in rows] == [("scored", True)] * 4
            assert all(row["tokens"] > 0 for row in rows)
            assert len(podman.listed("images", "--filter", "label=ai.osmosis.image", "--filter", "dangling=false")) == 1
            wait_until(lambda: not workspace.left() and not podman.left(), "nothing is left", seconds=90)
    finally:
        for path, text in kept:
            path.write_text(text)
