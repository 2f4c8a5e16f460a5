"""The starter rollouts, written and evaluated by the real commands: their tools are called, through the bridge."""

import json
import re
import subprocess
import sys

import pytest
from eval_workspace import EvalWorkspace

from osmosis_ai.testing import PolicyRequest, ScriptedPolicy, Turn, call_tool, say

pytestmark = pytest.mark.long


def multiplies(request: PolicyRequest) -> Turn:
    """Calls the tool with the numbers of the last question, then says what the tool said."""
    if request.tool_names != ["multiply"]:
        return say("hello")  # the request that tries the model out
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    left, right = re.findall(r"Q: (\d+) times (\d+)", request.last_text)[-1]
    return call_tool("multiply", {"a": int(left), "b": int(right)})


@pytest.mark.parametrize("name", ["multiply-local-openai", "multiply-local-plain", "multiply-local-strands"])
def test_a_template_runs_as_it_is_and_calls_its_tool(workspace: EvalWorkspace, name: str):
    """`template apply` and `eval run`, nothing in between but an endpoint: every row calls the tool and is right."""
    apply = [sys.executable, "-m", "osmosis_ai", "--json", "template", "apply", name]
    subprocess.run(apply, cwd=workspace.root, env=workspace.environment(None), check=True, capture_output=True)
    config = workspace.root / "configs" / "eval" / f"{name}.toml"
    with ScriptedPolicy(multiplies) as model:
        endpoint = {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": model.api_key}
        run = workspace.eval(config, "--name", name, stub=None, env=endpoint)
    assert run.code == 0, run.err
    rewards = [entry["reward"] for entry in workspace.lines(name, "index.jsonl")]
    assert rewards == [1.0] * 24
    for path in (workspace.folder(name) / "trajectories").iterdir():
        steps = json.loads(path.read_text())["steps"]
        called, said = [step for step in steps if step["source"] == "agent"]
        assert called["tool_calls"][0]["function_name"] == "multiply"
        assert called["observation"]["results"][0]["content"] in said["message"]
