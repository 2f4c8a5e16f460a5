"""The programs of the product's rollout pages, written anew with the same imports, classes and keywords, run.

The policy is scripted, everything else is real: the frameworks, their tools, the backend.
"""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from osmosis_ai.rollout import AgentWorkflow, Grader
from osmosis_ai.testing import ScriptedPolicy, call_tool, run_rollout_in_process, say

PROGRAMS = Path(__file__).with_name("programs")
PAGE = Path(__file__).parents[3] / "docs" / "integrations.md"


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"documented_{name}", PROGRAMS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Program:
    """What to run of a file, what the policy says, and what the tools told it, if any were called."""

    file: str
    workflow: str
    grader: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    script: tuple[Any, ...] = (say("6"),)
    results: tuple[str, ...] = ()


SEARCHED = (call_tool("search", {"query": "six"}), say("6"))
WITH_POLICY = [
    Program("strands_quick", "StrandsWorkflow"),
    Program("strands_tools", "SearchWorkflow", script=SEARCHED, results=("found six",)),
    Program(
        "strands_complete",
        "MathWorkflow",
        "MathGrader",
        script=(call_tool("calculator", {"expression": "2*3"}), say("It is 6.")),
        results=("6",),
    ),
    Program(
        "strands_config",
        "ToolWorkflow",
        options={"workflow_config": "tool_workflow_config"},
        script=SEARCHED,
        results=("found six",),
    ),
    Program("openai_quick", "OpenAIWorkflow"),
    Program(
        "openai_complete",
        "MultiplyWorkflow",
        "MultiplyGrader",
        script=(call_tool("multiply", {"a": 2, "b": 3}), say("It is 6.")),
        results=("6",),
    ),
]


@pytest.mark.parametrize("program", WITH_POLICY, ids=lambda program: program.file)
async def test_a_documented_program_calls_its_tools_and_makes_a_sample(program):
    """The policy is asked as often as the script says, is told what the tools gave, and the grader finds the answer."""
    module = loaded(program.file)
    async with ScriptedPolicy(program.script) as policy:
        run = await run_rollout_in_process(
            getattr(module, program.workflow),
            getattr(module, program.grader) if program.grader else None,
            prompt=[{"role": "system", "content": "Answer."}, {"role": "user", "content": "2*3?"}],
            label="6",
            policy=policy,
            **{name: getattr(module, value) for name, value in program.options.items()},
        )
    assert run.result.err_message is None
    assert run.reward == (1.0 if program.grader else None)
    policy_heard = [message["content"] for message in run.requests[-1].messages if message["role"] == "tool"]
    assert policy_heard == list(program.results)
    assert len(run.requests) == len(program.script)
    answers = [step for step in run.trajectory.steps if step.source == "agent"]
    assert [step.metrics.prompt_tokens for step in answers] == [11] * len(program.script)
    assert run.requests[0].body["temperature"] == 1.0


class Answers(AgentWorkflow):
    async def run(self, ctx):
        return [*ctx.prompt, {"role": "assistant", "content": [{"text": "6"}, {"toolUse": {"name": "t"}}]}]


@pytest.mark.parametrize(
    ("grader", "reward"),
    [
        ("MyGrader", 0.85),
        ("RubricGrader", 1.0),
        ("ExactMatchGrader", 1.0),
        ("ToolCallGrader", 1.0),
        ("ConfiguredGrader", 0.5),
    ],
)
async def test_a_documented_grader_gives_its_reward(grader, reward, tmp_path):
    """With its own config where it has one, and its files where the page says."""
    module = loaded("graders")
    run = await run_rollout_in_process(
        Answers,
        getattr(module, grader),
        prompt="2*3?",
        label="6",
        policy=[],
        grader_config=module.my_grader_config if grader == "ConfiguredGrader" else None,
        artifact_root=tmp_path,
    )
    assert run.reward == reward
    if grader == "RubricGrader":
        assert json.loads((tmp_path / "rollout-1" / "artifacts" / "grade_trace.json").read_text())


@pytest.mark.filterwarnings("ignore:Item:UserWarning")  # LiteLLM's own types
async def test_the_documented_judge_asks_a_model_of_its_own(monkeypatch):
    """A grader may call any model, through LiteLLM: here one on loopback."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    module = loaded("graders")
    async with ScriptedPolicy([say("0.75")]) as judge:
        monkeypatch.setenv("OPENAI_BASE_URL", judge.base_url)
        monkeypatch.setenv("OPENAI_API_BASE", judge.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", judge.api_key)
        run = await run_rollout_in_process(Answers, module.LLMJudgeGrader, prompt="2*3?", label="6", policy=[])
        assert judge.requests[0].body["model"] == "gpt-5.2"
    assert run.result.err_message is None
    assert run.reward == 0.75


async def test_a_documented_workflow_config_arrives(tmp_path):
    """A module-level config instance, given to the backend, is the workflow's `ctx.config`."""
    module = loaded("custom_config")
    run = await run_rollout_in_process(
        module.SearchWorkflow,
        prompt="2*3?",
        policy=[],
        workflow_config=module.search_workflow_config,
        artifact_root=tmp_path,
    )
    assert run.sample is None
    assert (tmp_path / "rollout-1" / "artifacts" / "run.log").read_text() == "3 turns at 1.0"


class Six(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


@pytest.mark.parametrize("workflow", ["SourceWorkflow", "ProcessWorkflow"])
async def test_a_documented_workflow_without_an_integration_runs(workflow):
    """A sample source of one's own, and a process started inside run()."""
    run = await run_rollout_in_process(getattr(loaded("migration"), workflow), Six, prompt="2*3?", label="6", policy=[])
    assert run.result.err_message is None
    assert run.reward == 1.0


async def test_the_documented_server_serves_its_backend():
    """`create_rollout_server(backend=, lifespan=)` is an ASGI application that answers /health."""
    app = loaded("server").app
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
            health = (await client.get("/health")).json()
    assert health["status"] == "ok"
    assert app.state.warm


@pytest.mark.parametrize("framework", ["strands", "agents"])
async def test_the_example_of_our_own_page_calls_its_tool(framework):
    """What docs/integrations.md shows for a framework runs as it stands there."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (source,) = [block for block in blocks if block.startswith(f"from {framework} import")]
    names: dict[str, Any] = {"__name__": f"page_{framework}"}
    exec(compile(source, str(PAGE), "exec"), names)
    script = [call_tool("multiply", {"a": 2, "b": 3}), say("6")]
    run = await run_rollout_in_process(names["Multiply"], prompt="2*3?", policy=script)
    assert run.result.err_message is None
    assert run.requests[1].last_text == "6"
    assert run.requests[0].body["top_k"] == 20
