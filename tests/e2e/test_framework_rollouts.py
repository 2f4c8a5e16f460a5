"""Rollouts on agent frameworks, evaluated by the real command: their tools are called, through the bridge."""

import json
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace

from osmosis_ai.testing import PolicyRequest, ScriptedPolicy, Turn, call_tool, say

PROGRAMS = Path(__file__).parents[1] / "unit" / "integrations" / "programs"
pytestmark = pytest.mark.long
SERVE = """

from osmosis_ai.rollout import LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

app = create_rollout_server(backend=LocalBackend(workflow={workflow}, grader={grader}))

if __name__ == "__main__":
    serve(app)
"""
PROJECT = """\
[project]
name = "framework"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["osmosis-ai[server,{extra}]>=0.3,<0.4"]
"""
ROWS = [(f"{left}*8", str(left * 8)) for left in range(2, 6)]


def multiplies(request: PolicyRequest) -> Turn:
    """Calls whichever tool it is offered, then says what the tool said."""
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    if request.tool_names == ["calculator"]:
        return call_tool("calculator", {"expression": request.last_text})
    if request.tool_names == ["multiply"]:
        left, _, right = request.last_text.partition("*")
        return call_tool("multiply", {"a": int(left), "b": int(right)})
    return say("hello")


@pytest.mark.parametrize(
    ("extra", "program", "workflow", "grader"),
    [
        ("strands", "strands_complete", "MathWorkflow", "MathGrader"),
        ("openai-agents", "openai_complete", "MultiplyWorkflow", "MultiplyGrader"),
    ],
)
def test_a_documented_program_is_evaluated_and_calls_its_tools(
    workspace: EvalWorkspace, extra: str, program: str, workflow: str, grader: str
):
    """Every row calls the tool, is graded right, and its trajectory has the result and the tokens of both calls."""
    code = (PROGRAMS / f"{program}.py").read_text() + SERVE.format(workflow=workflow, grader=grader)
    workspace.rollout(extra, code, PROJECT.format(extra=extra))
    workspace.dataset(extra, ROWS)
    config = workspace.config(extra, rollout=extra, batch_size=4)
    with ScriptedPolicy(multiplies) as model:
        endpoint = {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": model.api_key}
        run = workspace.eval(config, "--name", extra, stub=None, env=endpoint)
    assert run.code == 0, run.err
    assert [entry["reward"] for entry in workspace.lines(extra, "index.jsonl")] == [1.0] * len(ROWS)
    for path in (workspace.folder(extra) / "trajectories").iterdir():
        document = json.loads(path.read_text())
        called, said = [step for step in document["steps"] if step["source"] == "agent"]
        assert called["observation"]["results"][0]["content"] in said["message"]
        assert [step["metrics"]["prompt_tokens"] for step in (called, said)] == [11, 11]
