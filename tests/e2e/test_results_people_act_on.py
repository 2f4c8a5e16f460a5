"""What a person needs after a run: where the code failed, what it printed, its metrics; and one row with a debugger."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest
from eval_workspace import PROJECT, EvalWorkspace
from stub_openai import StubOpenAI

from osmosis_contract.models.cli_eval_results import EvalDebugResult, EvalInfoResult

pytestmark = pytest.mark.long

CODE = """\
import logging

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, ConcurrencyConfig, Grader, LocalBackend
from osmosis_ai.rollout.integrations.plain import RolloutChat
from osmosis_ai.rollout.server import create_rollout_server, serve

logger = logging.getLogger("mine")


def parse_tool_result(result):
    return result["missing key"]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        word = ctx.prompt[-1]["content"].split()[1]
        print("printed for", word)
        logger.info("logged for %s", word)
        library = logging.LogRecord("httpx", logging.INFO, logging.__file__, 1, "as a library does", (), None)
        logging.getLogger("httpx").handle(library)
        chat = RolloutChat(ctx.prompt)
        await chat.complete()
        if word == "fail":
            parse_tool_result({})
        if word == "break":
            value = 40
            breakpoint()
            print("value is", value)


class Length(Grader):
    async def grade(self, ctx):
        answer = ctx.sample.messages[-1]["content"]
        ctx.sample.metrics["length"] = len(answer)
        ctx.set_reward(float(answer == ctx.label))


config = AgentWorkflowConfig(name="results", concurrency=ConcurrencyConfig(max_concurrent=2))
app = create_rollout_server(backend=LocalBackend(workflow=Workflow, workflow_config=config, grader=Length))

if __name__ == "__main__":
    serve(app)
"""
ROWS = [("say yes", "yes"), ("say fail", "x"), ("say break", "x")]


@pytest.fixture
def config(workspace: EvalWorkspace):
    workspace.rollout("results", CODE, PROJECT)
    workspace.dataset("results", ROWS)
    return workspace.config("results", rollout="results")


def command(workspace: EvalWorkspace, stub: StubOpenAI, words: Sequence[str], typed: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "osmosis_ai", *words],
        cwd=workspace.root,
        env=workspace.environment(stub),
        input=typed,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_failures_say_where_and_rows_keep_what_they_printed(workspace: EvalWorkspace, stub: StubOpenAI, config):
    """From the files and the lines of the terminal a stranger names file and line, and sees what the row printed."""
    run = workspace.eval(config, "--name", "acted-on", "--max-in-flight", "32", stub=stub)
    assert run.code == 0, run.err
    assert run.err.count("32 rollouts at a time are asked for and the rollout server takes 2") == 1
    scored, failed, broken = workspace.lines("acted-on", "events.jsonl")
    by_row = {event["source_row_index"]: event for event in (scored, failed, broken)}
    line = CODE.splitlines().index('    return result["missing key"]') + 1
    place = {"file": "main.py", "line": line, "function": "parse_tool_result"}
    assert by_row[1]["err_location"] == place
    assert by_row[1]["err_message"] == f"KeyError: 'missing key' (main.py:{line} in parse_tool_result)"
    assert by_row[1]["err_traceback"].count("main.py") == 2
    assert "osmosis_ai" not in by_row[1]["err_traceback"]
    assert "osmosis eval debug CONFIG --row N" in by_row[2]["err_message"]
    assert (by_row[0]["metrics"], by_row[0]["answer"]) == ({"length": 3.0}, "yes")
    metrics = json.loads((workspace.folder("acted-on") / "metrics.json").read_text())["summary"]["metrics"]
    assert metrics == {"length": {"count": 1, "mean": 3.0, "std": 0.0}}
    trajectory = json.loads((workspace.folder("acted-on") / "trajectories" / "row_1_run_0.json").read_text())
    assert trajectory["extra"]["osmosis"]["sample_cut_off"] is True
    assert [step["source"] for step in trajectory["steps"]] == ["user", "agent"]
    log = (workspace.folder("acted-on") / "logs.txt").read_text()
    for row, word in enumerate(("yes", "fail", "break")):
        assert f"[user] row {row} run 0 | printed for {word}\n" in log
        assert f"INFO mine logged for {word}\n" in log
    assert log.count("as a library does") == 3
    assert not [line for line in log.splitlines() if "as a library does" in line and " run 0 | " in line]
    assert "[traceback] row 1 run 0 | KeyError: 'missing key'\n" in log

    code, out, err = command(workspace, stub, ["--json", "eval", "info", "acted-on"])
    assert code == 0, err
    info = EvalInfoResult.read_strict(json.loads(out)["data"])
    groups = {group.exception: group for group in info.results.failures}
    assert (groups["KeyError"].rows, groups["RuntimeError"].rows) == ("1", "2")
    _, out, _ = command(workspace, stub, ["--plain", "eval", "info", "acted-on"])
    assert f"KeyError, main.py:{line} in parse_tool_result" in out


def test_one_row_runs_with_the_terminal(workspace: EvalWorkspace, stub: StubOpenAI, config):
    """`eval debug` runs one row where breakpoint() reads what is typed, and shows what came of it."""
    words = ["eval", "debug", str(config), "--row"]
    code, out, err = command(workspace, stub, ["--plain", *words, "2"], typed="p 'typed', value + 2\nc\n")
    assert code == 0, err
    assert "('typed', 42)" in out
    assert "value is 40" in out
    assert "scored" in out
    code, out, err = command(workspace, stub, ["--json", *words, "1"])
    assert code == 0, err
    found = EvalDebugResult.read_strict(json.loads(out)["data"])
    assert (str(found.outcome), found.source_row_index) == ("agent_failed", 1)
    assert found.result.err_location is not None
    assert found.result.err_location.function == "parse_tool_result"
    assert found.result.sample is not None
    assert found.result.sample_cut_off is True
    assert "printed for fail" in err
    assert not any(name.startswith("osmosis-debug") for name in out.split())
    code, _, err = command(workspace, stub, ["--plain", *words, "9"])
    assert code != 0
    assert "Hint: " in err
