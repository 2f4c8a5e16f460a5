"""`eval grade` as a command, in the rollout's own environment: no model call, and nothing lost to a kill."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace, until
from stub_openai import StubOpenAI

CODE = """\
import asyncio
import os

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.server import create_rollout_server, serve


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        (ctx.artifacts_dir / "kept.txt").write_text(ctx.prompt[-1]["content"])
        chat = RolloutChat(ctx.prompt)
        await chat.complete()


class Regraded(Grader):
    async def grade(self, ctx):
        await asyncio.sleep(float(os.environ.get("SECONDS_A_GRADE", "0")))
        assert (ctx.artifacts_dir / "kept.txt").read_text() == "say " + ctx.sample.messages[-1]["content"]
        ctx.set_reward(REWARD)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Regraded))

if __name__ == "__main__":
    serve(app)
"""
PROJECT = """\
[project]
name = "regraded"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["httpx>=0.28", "osmosis-ai[server]>=0.3,<0.4"]
"""
WORDS = [f"word{number}" for number in range(12)]


@pytest.fixture
def config(workspace: EvalWorkspace) -> Path:
    workspace.rollout("regraded", CODE.replace("REWARD", "0.0"), PROJECT)
    workspace.dataset("regraded", [(f"say {word}", word) for word in WORDS])
    return workspace.config("regraded", rollout="regraded")


@pytest.mark.long
def test_a_killed_grading_resumes_with_what_it_had_recorded(workspace: EvalWorkspace, stub: StubOpenAI, config: Path):
    """Grades in the journal survive kill -9 and are not made again; the model is not asked, the source not touched."""
    assert workspace.eval(config, "--name", "to-grade", stub=stub).code == 0
    asked = stub.asked.total()
    source = workspace.folder("to-grade")
    before = {path: path.read_bytes() for path in source.rglob("*") if path.is_file()}
    workspace.rollout("regraded", CODE.replace("REWARD", "1.0"), PROJECT)
    command = [sys.executable, "-m", "osmosis_ai", "--json", "eval", "grade", "to-grade", "--name", "graded", "--yes"]

    slow = subprocess.Popen(
        command,
        cwd=workspace.root,
        env=workspace.environment(stub, SECONDS_A_GRADE="0.7"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        events = workspace.folder("graded") / "events.jsonl"
        until(lambda: events.exists() and events.read_bytes().count(b"\n") > 0)
        slow.send_signal(signal.SIGKILL)
    finally:
        slow.kill()
        slow.wait()
    recorded = workspace.lines("graded", "events.jsonl")
    # The journal of attempts is written first: a grade that it has counts, in events.jsonl already or not.
    journal = workspace.lines("graded", "attempts.jsonl")
    kept = sum(record["event"] == "ended" for record in journal)
    assert 0 < len(recorded) <= kept < len(WORDS)

    done = subprocess.run(
        command,
        cwd=workspace.root,
        env=workspace.environment(stub),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["resource"]["resumed"] == kept
    graded = workspace.lines("graded", "events.jsonl")
    assert graded[: len(recorded)] == recorded
    assert sorted(event["row_index"] for event in graded) == list(range(len(WORDS)))
    assert [event["reward"] for event in graded] == [1.0] * len(WORDS)
    assert [row["trajectory_filename"] for row in workspace.lines("graded", "index.jsonl")] == (
        ["trajectory.json"] * len(WORDS)
    )
    assert stub.asked.total() == asked
    assert {path: path.read_bytes() for path in source.rglob("*") if path.is_file()} == before
