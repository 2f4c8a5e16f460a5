"""An evaluation whose run another process takes over, as when the machine was asleep for long."""

import json
import subprocess
import time

import psutil
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI

NOT_THE_RUN_S = {"logs.txt", "server.json"}


def contents(workspace: EvalWorkspace, name: str) -> dict[str, bytes]:
    folder = workspace.folder(name)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in NOT_THE_RUN_S
    }


def test_run_that_was_taken_over_is_left_alone(workspace: EvalWorkspace, stub: StubOpenAI):
    """Within a sign of life the loser ends all it started, writes nothing more into the run, and says who has it."""
    name = "taken-over"
    workspace.dataset(name, [("say yes", "yes"), ("sleep 600 more", "ok")])
    events = workspace.folder(name) / "events.jsonl"
    record = workspace.folder(name).parent / ".locks" / f"{name}.owner.json"
    with subprocess.Popen(
        workspace.command(workspace.config(name), "--name", name, "--max-in-flight", "2"),
        cwd=workspace.root,
        env=workspace.environment(stub),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            give_up = time.monotonic() + 60
            while not (events.exists() and events.read_bytes()) and time.monotonic() < give_up:
                time.sleep(0.05)
            time.sleep(1)  # for the snapshot after the first result
            started = psutil.Process(process.pid).children(recursive=True)
            before = contents(workspace, name)
            theirs = json.loads(record.read_text()) | {"owner_id": "ab" * 16, "pid": 7, "host": "another"}
            record.with_name("theirs").write_text(json.dumps(theirs))
            record.with_name("theirs").replace(record)
            out, err = process.communicate(timeout=45)
        finally:
            process.kill()
    assert (process.returncode, out) == (1, "")
    error = json.loads(err.splitlines()[-1])["error"]
    assert error["code"] == "CONFLICT"
    assert "taken over by process 7 on another" in error["message"]
    assert contents(workspace, name) == before
    assert json.loads(record.read_text()) == theirs
    assert started
    assert psutil.wait_procs(started, timeout=10)[1] == []
