"""Ctrl-C and SIGTERM in the middle of an evaluation."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from eval_workspace import EvalWorkspace, begun, until
from stub_openai import StubOpenAI

PATIENCE_SEC = 240
"""A busy machine takes its time; nothing here waits for as long as what is interrupted would have run."""
pytestmark = [pytest.mark.long, pytest.mark.timeout(3 * PATIENCE_SEC)]

VARYING = {"rollout_id", "duration_ms", "finished_at", "resumed", "attempt"}
ROWS = [("say yes", "yes"), ("say no", "yes"), ("sleep 600 say yes", "yes"), ("say maybe", "maybe")]


def below(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Every process the evaluation has started, directly or not."""
    return psutil.Process(process.pid).children(recursive=True)


def settled(workspace: EvalWorkspace, name: str, count: int) -> Callable[[], bool]:
    path = workspace.folder(name) / "events.jsonl"
    return lambda: path.exists() and path.read_bytes().count(b"\n") >= count


def gone(processes: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE_SEC)
    assert alive == []


def results(workspace: EvalWorkspace, name: str) -> list[dict[str, Any]]:
    return [
        {key: value for key, value in row.items() if key not in VARYING} for row in workspace.lines(name, "index.jsonl")
    ]


def scripted(workspace: EvalWorkspace, name: str, rows: list[tuple[str, str]]) -> Path:
    workspace.dataset(name, rows)
    return workspace.config(name)


@pytest.mark.parametrize(
    ("whole_group", "number"),
    [(True, signal.SIGINT), (False, signal.SIGINT), (False, signal.SIGHUP)],
    ids=["group", "process", "hangup"],
)
def test_interrupted_run_is_partial_and_leaves_nothing_running(
    workspace: EvalWorkspace, stub: StubOpenAI, whole_group: bool, number: signal.Signals
):
    """Ctrl-C ends the run within seconds: a partial result, exit 1, what was in flight pending, no process left.

    So does the end of the terminal.
    """
    name = f"interrupted-{whole_group}-{number.name}".lower()
    config = scripted(workspace, name, ROWS)
    with begun(workspace, config, name, stub) as process:
        until(settled(workspace, name, 3))
        started = below(process)
        assert started
        (os.killpg if whole_group else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE_SEC)
    assert process.returncode == 1, err
    gone(started)
    envelope = json.loads(out)
    assert envelope["status"] == "partial"
    assert envelope["resource"]["cancelled"] is True
    assert [(row["source_row_index"], row["outcome"]) for row in envelope["resource"]["unfinished_rows"]] == [
        (2, "cancelled")
    ]
    assert "Traceback" not in err
    metrics = json.loads((workspace.folder(name) / "metrics.json").read_text())
    assert metrics["eval_run"]["status"] == "incomplete"
    assert not (workspace.folder(name) / "server.json").exists()


def test_resumed_run_equals_one_never_interrupted(workspace: EvalWorkspace, stub: StubOpenAI):
    """A run interrupted and resumed says what an uninterrupted one says, but for identities and times."""
    rows = [("say yes", "yes"), ("hang", "ok"), ("raise", "yes"), ("say no", "yes")]
    config = scripted(workspace, "resumed", rows)
    with begun(workspace, config, "resumed", stub) as process:
        until(settled(workspace, "resumed", 3))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_SEC)
    assert process.returncode == 1
    with StubOpenAI() as quick:
        quick.answer = lambda text: (200, text.split()[1] if " " in text else "ok")  # type: ignore[method-assign]
        again = workspace.eval(config, "--name", "resumed", stub=quick)
        whole = workspace.eval(config, "--name", "whole", stub=quick)
    assert (again.code, whole.code) == (0, 0), again.err + whole.err
    assert (again.resource["resumed"], again.resource["dispatched"]) == (3, 1)
    assert results(workspace, "resumed") == results(workspace, "whole")
    assert again.resource["metrics"] == whole.resource["metrics"]
    cancelled = [r for r in workspace.lines("resumed", "attempts.jsonl") if r.get("outcome") == "cancelled"]
    assert len(cancelled) == 1


def test_killed_run_leaves_nothing_running_and_resumes(workspace: EvalWorkspace, stub: StubOpenAI):
    """A run that is killed takes its servers with it; what it had recorded is kept, the rest is done again."""
    config = scripted(workspace, "killed", [("say yes", "yes"), ("status 500 once", "500"), ("sleep 2 more", "ok")])
    with begun(workspace, config, "killed", stub) as process:
        until(settled(workspace, "killed", 1))
        started = below(process)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    gone(started)
    events = workspace.folder("killed") / "events.jsonl"
    with events.open("ab") as file:
        file.write(b'{"row_index":1,"run_ind')  # as a crash in the middle of a write leaves it
    run = workspace.eval(config, "--name", "killed", stub=stub)
    assert run.code == 0, run.err
    assert run.resource["resumed"] >= 1
    assert run.resource["succeeded"] == 3
    assert [row["reward"] for row in workspace.lines("killed", "index.jsonl")] == [1.0, 1.0, 1.0]


def test_interrupt_before_anything_is_dispatched(workspace: EvalWorkspace, stub: StubOpenAI):
    """While the servers are still being started, Ctrl-C ends with 130 and leaves nothing running."""
    workspace.rollout("slow-start", "import time\nprint('starting')\ntime.sleep(600)\n")
    workspace.dataset("slow-start", [("say yes", "yes")])
    config = workspace.config("slow-start", rollout="slow-start")
    log = workspace.folder("slow-start") / "logs.txt"
    with begun(workspace, config, "slow-start", stub) as process:
        until(lambda: log.exists() and "[rollout-server] starting" in log.read_text())
        started = below(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_SEC)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    gone(started)


def test_interrupt_while_dependencies_are_synced(workspace: EvalWorkspace, stub: StubOpenAI):
    """Ctrl-C while uv makes the environment ends with 130, prints no traceback, and leaves no uv behind."""
    workspace.rollout("slow-sync", "import time\ntime.sleep(600)\n")
    project = workspace.root / "rollouts" / "slow-sync" / "pyproject.toml"
    project.write_text(project.read_text() + "\n[tool.uv]\nmanaged = true\n")  # so that it shares no environment
    workspace.dataset("slow-sync", [("say yes", "yes")])
    config = workspace.config("slow-sync", rollout="slow-sync")
    log = workspace.folder("slow-sync") / "logs.txt"
    with begun(workspace, config, "slow-sync", stub) as process:
        until(lambda: log.exists() and "[deps] syncing" in log.read_text())
        until(lambda: bool(below(process)))
        started = below(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_SEC)
    assert (process.returncode, out) == (130, "")
    assert not [word for word in ("Traceback", "Event loop is closed") if word in err]
    gone(started)


def test_second_interrupt_does_not_wait(workspace: EvalWorkspace, stub: StubOpenAI):
    """A second Ctrl-C gives up what does not end by itself: an error that says how to go on, nothing left running."""
    name = "impatient"
    config = scripted(workspace, name, [("say yes", "yes"), ("hang", "ok")])
    with begun(workspace, config, name, stub) as process:
        until(settled(workspace, name, 1))
        started = below(process)
        server = next(child for child in started if child.cmdline()[1:] == ["main.py"])
        server.suspend()  # it answers nobody any more, and cannot be asked to end
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_SEC)
    assert process.returncode == 1, err
    error = json.loads(err.splitlines()[-1])["error"]
    assert "interrupted" in error["message"]
    assert not [word for word in ("Traceback", "Event loop is closed") if word in err]
    assert f"--name {name}" in error["hint"]
    gone(started)
    assert [row["row_index"] for row in workspace.lines(name, "index.jsonl")] == [0]
