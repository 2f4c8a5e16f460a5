"""Records a terminal on which a run fails in every way: writes docs/examples/failures.txt.

.venv/bin/python tests/e2e/record_failures.py
"""

import shutil
import sys
import tempfile
from pathlib import Path

from eval_workspace import PROJECT, EvalWorkspace
from stub_openai import StubOpenAI
from terminal import Terminal

RECORDING = Path(__file__).parents[2] / "docs" / "examples" / "failures.txt"
ROLLOUT = Path(__file__).with_name("failing_rollout")
NAME = "every-kind"
ROWS = [
    ("say yes", "yes"),
    ("price tea", "4"),
    ("price coffee", "5"),
    ("say no", "yes"),
    ("price salt", "1"),
    ("say dozen", "about 12"),
    ("draw turtles", "yes"),
    ("wait for it", "yes"),
    ("status 401 always", "yes"),
    ("nonsense please", "yes"),
    ("killed by the row", "yes"),
    ("price cocoa", "6"),
    ("say yes again", "yes"),
]
FAILED = {2, 4, 5, 6, 7, 8, 9, 10, 11}


def failing_run(workspace: EvalWorkspace, stub: StubOpenAI) -> Terminal:
    """The run on a terminal, ended."""
    folder = workspace.rollout("shop", "", PROJECT.replace("scripted", "shop"))
    shutil.copytree(ROLLOUT, folder, dirs_exist_ok=True)
    workspace.dataset("shop", ROWS)
    config = workspace.config("shop", rollout="shop", agent_workflow_timeout_s=3.0)
    config = config.relative_to(workspace.root)
    return typed(workspace, stub, f"osmosis eval run {config} --name {NAME} --yes")


def typed(workspace: EvalWorkspace, stub: StubOpenAI, command: str) -> Terminal:
    """A command as a person types it in a shell on a terminal, ended."""
    env = workspace.environment(stub)
    env["PATH"] = f"{Path(sys.executable).parent}:{env['PATH']}"
    terminal = Terminal(["/bin/sh", "-c", command], cwd=workspace.root, env=env)
    terminal.wait()
    return terminal


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="recording-") as home, StubOpenAI() as stub:
        terminal = failing_run(EvalWorkspace(Path(home), Path(home) / "cache"), stub)
        command = f"$ osmosis eval run configs/eval/shop.toml --name {NAME} --yes"
        RECORDING.parent.mkdir(exist_ok=True)
        RECORDING.write_text("\n".join([command, *terminal.lines_from(f"The run {NAME} ")]) + "\n")
    sys.stdout.write(RECORDING.read_text())


if __name__ == "__main__":
    main()
