"""The rollout that `osmosis rollout init` writes, driven without a server: what it asks and how it grades."""

import json
import sys
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import httpx
import pytest

from osmosis_ai.cli import scaffold

PROMPT = [{"role": "user", "content": "Q: 7 times 8\nA:"}]


@pytest.fixture
def rollout(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The generated main.py as a module, over the least of an SDK that it imports."""
    sdk, server = ModuleType("osmosis_ai.rollout"), ModuleType("osmosis_ai.rollout.server")
    for name in ("AgentWorkflow", "AgentWorkflowContext", "Grader", "GraderContext"):
        setattr(sdk, name, type(name, (), {}))
    context = SimpleNamespace(chat_completions_url="http://127.0.0.1:9/v1", api_key="row-key")
    sdk.get_rollout_context = lambda: context
    sdk.LocalBackend = lambda *, workflow, grader: (workflow, grader)
    server.create_rollout_server = lambda *, backend: backend
    server.serve = None
    monkeypatch.setitem(sys.modules, "osmosis_ai.rollout", sdk)
    monkeypatch.setitem(sys.modules, "osmosis_ai.rollout.server", server)
    module = ModuleType("generated_main")
    exec(compile(scaffold.rollout_directory("demo")["main.py"], "main.py", "exec"), module.__dict__)
    return module


def answering(monkeypatch: pytest.MonkeyPatch, status: int, body: Any) -> list[httpx.Request]:
    """Let every call of httpx be answered so, and return the list that the requests end in."""
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(status, json=body)

    client = partial(httpx.AsyncClient, transport=httpx.MockTransport(answer))
    monkeypatch.setattr(httpx, "AsyncClient", client)
    return seen


async def test_workflow_asks_the_policy_once(rollout: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """It posts the prompt to the rollout's endpoint with its key, and returns prompt, answer and usage."""
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    message = {"role": "assistant", "content": "7 times 8 is 56."}
    seen = answering(monkeypatch, 200, {"choices": [{"message": message}], "model": "m", "usage": usage})
    messages = await rollout.Workflow().run(SimpleNamespace(prompt=PROMPT))
    assert messages == [*PROMPT, {**message, "model": "m", "usage": usage}]
    (request,) = seen
    assert str(request.url) == "http://127.0.0.1:9/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer row-key"
    assert json.loads(request.content) == {
        "model": "osmosis-rollout",
        "messages": PROMPT,
        "temperature": 0,
        "max_tokens": 16,
    }


async def test_workflow_raises_for_a_failed_call(rollout: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """A model call that failed is an error, not an answer to grade."""
    answering(monkeypatch, 503, {"error": "down"})
    with pytest.raises(httpx.HTTPStatusError):
        await rollout.Workflow().run(SimpleNamespace(prompt=PROMPT))


@pytest.mark.parametrize(
    ("answer", "reward"),
    [
        ("56", 1.0),
        ("7 times 8 is 56.", 1.0),
        ("It is not 54 but 56", 1.0),
        ("54", 0.0),
        ("56, no: 54", 0.0),
        ("no idea", 0.0),
        ("", 0.0),
        (None, 0.0),
    ],
)
async def test_grader_takes_the_last_integer(rollout: ModuleType, answer: str | None, reward: float):
    """The last integer of the last message decides."""
    rewards: list[float] = []
    sample = SimpleNamespace(messages=[*PROMPT, {"role": "assistant", "content": answer}])
    await rollout.AnswerGrader().grade(SimpleNamespace(sample=sample, label="56", set_reward=rewards.append))
    assert rewards == [reward]


@pytest.mark.parametrize(("sample", "label"), [(None, "56"), (SimpleNamespace(messages=PROMPT), None)])
async def test_grader_raises_when_it_cannot_judge(rollout: ModuleType, sample: Any, label: str | None):
    """No conversation, or no number to compare with, is an error and no reward."""
    with pytest.raises(ValueError, match="no"):
        await rollout.AnswerGrader().grade(SimpleNamespace(sample=sample, label=label, set_reward=None))


@pytest.mark.parametrize(("text", "number"), [("1,234", 1234), ("-5", -5), ("a 3 b 4.", 4), ("none", None)])
def test_last_integer(rollout: ModuleType, text: str, number: int | None):
    """Thousands separators and signs are understood."""
    assert rollout.last_integer(text) == number
