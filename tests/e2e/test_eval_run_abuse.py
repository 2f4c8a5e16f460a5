"""A run of 100 rows in which user code does what it can to the run, its files and its secrets."""

import base64
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI

from osmosis_ai.base.files.tree import OpenFolder, walk_tree
from osmosis_ai.runs.copies import remove_tree

ROLLOUT = Path(__file__).with_name("abusive_rollout.py")
SECRET = "an-abused-secret-3141592"
OF_FILES = ("dig", "link", "links", "names", "sparse", "forms", "modes", "pipe")
DEADLY = ("interpreter", "exit")
ABUSES = (*OF_FILES, "escapes", "block", *DEADLY)
LARGEST_READ = 8 << 20


def leaks(folder: Path) -> list[str]:
    """Every file, name and link below a folder that holds the secret, as it is or encoded."""
    forms = [SECRET.encode(), base64.b64encode(SECRET.encode()), SECRET.encode().hex().encode()]
    found: list[str] = []
    with OpenFolder(folder) as opened:
        for entry in walk_tree(opened.descriptor, lambda error: found.append(str(error))):
            texts = [os.fsencode(entry.name)]
            if entry.kind == stat.S_IFLNK:
                texts.append(os.fsencode(os.readlink(entry.name, dir_fd=entry.directory)))
            if entry.kind == stat.S_IFREG:
                descriptor = os.open(entry.name, os.O_RDONLY, dir_fd=entry.directory)
                texts.append(os.read(descriptor, LARGEST_READ))
                os.close(descriptor)
            if any(form in text for form in forms for text in texts):
                found.append(entry.path[:200])
    return found


@pytest.mark.long
@pytest.mark.timeout(900)
def test_abuse_costs_only_the_rows_that_commit_it(
    workspace: EvalWorkspace, stub: StubOpenAI, request: pytest.FixtureRequest
):
    """The innocent rows are scored, no file has the secret, what is left can be resumed, viewed and listed."""
    every = 100 // len(ABUSES)
    prompts = [f"say yes {row}" for row in range(100)]
    rows = {ABUSES[number]: number * every for number in range(len(ABUSES))}
    for abuse, row in rows.items():
        prompts[row] += f" {abuse}"
    workspace.rollout("abuse", ROLLOUT.read_text())
    workspace.dataset("abuse", [(prompt, "yes") for prompt in prompts])
    config = workspace.config(
        "abuse", rollout="abuse", secrets=["ABUSED_SECRET"], agent_workflow_timeout_s=4, grader_timeout_s=4
    )
    command = [*workspace.command(config, "--name", "abuse", "--max-in-flight", "4")]
    environment = workspace.environment(stub, ABUSED_SECRET=SECRET)
    done = subprocess.run(
        command, cwd=workspace.root, env=environment, capture_output=True, text=True, timeout=400, check=False
    )
    folder = workspace.folder("abuse")
    request.addfinalizer(lambda: remove_tree(os.fspath(folder)))  # pytest itself removes nothing so deep
    assert SECRET not in done.stdout + done.stderr
    scored = {row["row_index"]: row for row in workspace.lines("abuse", "index.jsonl") if row["outcome"] == "scored"}
    innocent = set(range(100)) - set(rows.values())
    missing = [r for r in workspace.lines("abuse", "attempts.jsonl") if r["row_index"] in innocent - scored.keys()]
    assert innocent <= scored.keys(), (missing, done.stderr[-2000:])
    assert {rows[abuse] for abuse in OF_FILES} <= scored.keys()
    assert not {rows[abuse] for abuse in (*DEADLY, "block", "escapes")} & scored.keys()
    assert leaks(folder) == []
    log = (folder / "logs.txt").read_text()
    assert not set("\x1b\x07\u202e") & set(log)
    assert "nested deeper than 64 levels" in log
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    sparse = folder / "artifacts" / f"row_{rows['sparse']}_run_0" / "sparse.bin"
    assert (sparse.stat().st_size, sparse.stat().st_blocks * 512 < 8 << 20) == (3 << 30, True)

    info = subprocess.run(
        [sys.executable, "-m", "osmosis_ai", "--json", "eval", "info", "abuse"],
        cwd=workspace.root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(info.stdout)
    (workspace.root / "calm").touch()
    again = subprocess.run(
        command, cwd=workspace.root, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert again.returncode == 0, again.stderr[-2000:]
    rewards = {row["row_index"] for row in workspace.lines("abuse", "index.jsonl") if row["outcome"] == "scored"}
    assert {rows[abuse] for abuse in DEADLY} <= rewards
    assert scored.keys() <= rewards
    assert leaks(folder) == []
