"""The rollout that `osmosis rollout init` writes, run against a scripted policy: what it asks and how it grades."""

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from osmosis_ai.cli import scaffold
from osmosis_ai.testing import Fault, run_rollout_in_process, say

PROMPT = [{"role": "user", "content": "Q: 7 times 8\nA:"}]


@pytest.fixture(scope="module")
def rollout() -> ModuleType:
    """The generated main.py as a module."""
    module = ModuleType("generated_main")
    exec(compile(scaffold.rollout_directory("demo")["main.py"], "main.py", "exec"), module.__dict__)
    return module


async def test_workflow_asks_the_policy_once(rollout: ModuleType):
    """It asks with the prompt, and prompt and answer are the sample that is graded."""
    run = await run_rollout_in_process(
        rollout.Workflow, rollout.AnswerGrader, prompt=PROMPT, label="56", policy=[say("7 times 8 is 56.")]
    )
    assert run.reward == 1.0
    assert [(message["role"], message["content"]) for message in run.sample.messages] == [
        ("user", PROMPT[0]["content"]),
        ("assistant", "7 times 8 is 56."),
    ]
    (request,) = run.requests
    assert request.body["messages"] == PROMPT
    assert (request.body["temperature"], request.body["max_tokens"]) == (0, 16)


async def test_workflow_raises_for_a_failed_call(rollout: ModuleType):
    """A model call that failed is an error, not an answer to grade."""
    run = await run_rollout_in_process(
        rollout.Workflow, rollout.AnswerGrader, prompt=PROMPT, label="56", policy=[Fault(400, "no such model")]
    )
    assert (run.status.value, run.reward) == ("failure", None)
    assert "no such model" in run.result.err_message


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
