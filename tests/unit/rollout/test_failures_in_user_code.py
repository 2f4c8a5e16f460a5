"""What a rollout that failed in the user's code says: where, how it got there, and what had been said so far."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rollout_support import ANSWER, Controller, callback_body, serving, settled
from test_local_backend import PROMPT, execute, grader, returning, run, workflow

from osmosis_ai.rollout import (
    AgentWorkflowContext,
    ExecutionOutcome,
    GraderContext,
    LocalBackend,
    RolloutContext,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
    SampleSource,
    get_rollout_context,
)
from osmosis_ai.rollout.errors import describe_exception, error_location, missing_dependency_hint, user_traceback

SOURCE = """
from osmosis_ai.rollout import AgentWorkflow, get_rollout_context

class Failing(AgentWorkflow):
    async def run(self, ctx):
        return parse_tool_result({"a": 1})

def parse_tool_result(answer):
    return answer["missing key"]

class Leaking(AgentWorkflow):
    async def run(self, ctx):
        key = get_rollout_context().api_key
        raise RuntimeError(f"401 for {key}")

class Deep(AgentWorkflow):
    async def run(self, ctx):
        return self.again(0)

    def again(self, depth):
        return self.again(depth + 1)

class Chained(AgentWorkflow):
    async def run(self, ctx):
        try:
            parse_tool_result({})
        except KeyError as error:
            raise ValueError("no such tool") from error

class Library(AgentWorkflow):
    async def run(self, ctx):
        import json
        return json.loads("{")
"""


@pytest.fixture
def main(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A rollout's `main.py` in the directory that the process runs in."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "main.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("users_main", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["users_main"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["users_main"]


def failure(outcome: ExecutionOutcome) -> Any:
    assert outcome.result.status is RolloutStatus.FAILURE
    return outcome.result


async def test_a_failure_names_the_last_frame_of_the_users_code(main: ModuleType):
    """File relative to where the server was started, line and function: in the message and as data."""
    result = failure(await execute(LocalBackend(workflow=main.Failing)))
    assert result.err_message == "KeyError: 'missing key' (main.py:9 in parse_tool_result)"
    assert result.err_location.to_wire() == {"file": "main.py", "line": 9, "function": "parse_tool_result"}
    assert result.err_category is RolloutErrorCategory.AGENT_ERROR
    assert isinstance(result.exception, KeyError)


async def test_a_traceback_has_the_users_frames_alone(main: ModuleType):
    """In Python's form, without those of this package, of the standard library and of what is installed."""
    result = failure(await execute(LocalBackend(workflow=main.Failing)))
    assert result.err_traceback == (
        "Traceback (most recent call last):\n"
        '  File "main.py", line 6, in run\n'
        '    return parse_tool_result({"a": 1})\n'
        '  File "main.py", line 9, in parse_tool_result\n'
        '    return answer["missing key"]\n'
        "KeyError: 'missing key'\n"
    )
    inside = failure(await execute(LocalBackend(workflow=main.Library)))
    assert inside.err_message.endswith("(main.py:33 in run)")
    assert "decoder.py" not in inside.err_traceback


async def test_a_cause_is_part_of_the_traceback_and_the_place_is_that_of_the_exception(main: ModuleType):
    """What was raised first comes first, as Python prints it."""
    result = failure(await execute(LocalBackend(workflow=main.Chained)))
    assert result.err_message == "ValueError: no such tool (main.py:28 in run)"
    assert result.err_traceback.index("KeyError: 'missing key'") < result.err_traceback.index("direct cause")
    assert result.err_traceback.rstrip().endswith("ValueError: no such tool")


async def test_a_traceback_is_bounded(main: ModuleType):
    """A recursion of a thousand frames shows its last twenty, and says how many it left out."""
    result = failure(await execute(LocalBackend(workflow=main.Deep)))
    assert result.err_traceback.count('File "main.py"') == 20
    assert "more frames" in result.err_traceback
    assert len(result.err_traceback.encode()) <= 8192
    assert result.err_location.function == "again"


async def test_no_key_of_the_rollout_is_in_a_message_or_a_traceback(main: ModuleType):
    """The policy's key, which code may put into an exception, is replaced in both."""
    with RolloutContext("http://policy", "sk-policy-key-12345678", "a1"):
        result = failure(await execute(LocalBackend(workflow=main.Leaking)))
    assert result.err_message.startswith("RuntimeError: 401 for [REDACTED]")
    assert "sk-policy-key" not in result.err_traceback


async def test_a_grader_that_fails_says_where_as_well():
    """Also when what raises is the SDK, called by the grader's code."""

    async def grade(ctx: GraderContext) -> None:
        ctx.set_reward(float("nan"))

    outcome = await run(returning(PROMPT), grade)
    assert outcome.grader is not None
    assert outcome.grader.err_location is not None
    assert outcome.grader.err_location.function == "grade"
    assert "test_failures_in_user_code.py" in (outcome.grader.err_traceback or "")


async def test_what_is_not_an_exception_has_no_traceback():
    """A return value that is not a sample is named in words, at the function that returned it."""

    async def nonsense(ctx: AgentWorkflowContext) -> Any:
        return "nonsense"

    result = failure(await run(nonsense))
    assert result.err_location is not None
    assert result.err_location.file.endswith(".py")
    assert result.err_traceback is None
    assert "osmosis_ai" not in (result.err_message or "")


def test_an_exception_of_any_shape_is_described():
    """A group by its first exception, and causes in a circle once."""

    def raising() -> None:
        raise ValueError("first")

    with pytest.raises(ValueError, match="first") as caught:
        raising()
    both = ExceptionGroup("both", [caught.value, KeyError("second")])
    assert describe_exception(both).startswith("ExceptionGroup: both")
    found = error_location(both)
    assert found is not None
    assert found.function == "raising"
    assert (user_traceback(both) or "").endswith("ValueError: first\n")
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert error_location(first) is None
    assert user_traceback(first) is None


class _Source(SampleSource):
    def __init__(self, *, broken: bool = False) -> None:
        self.messages: list[dict[str, Any]] = []
        self.broken = broken

    async def get_sample(self) -> RolloutSample:
        if self.broken:
            raise RuntimeError("no sample")
        return RolloutSample(messages=list(self.messages), reward=1.0)


def _talking(then: Any, *, broken: bool = False) -> Any:
    async def talk(ctx: AgentWorkflowContext) -> None:
        source = _Source(broken=broken)
        context = get_rollout_context()
        assert context is not None
        context.set_sample_source(source)
        source.messages += ANSWER
        await then()

    return talk


async def _raise() -> None:
    raise RuntimeError("no")


async def _wait() -> None:
    await asyncio.sleep(60)


@pytest.mark.parametrize(("then", "category"), [(_raise, "agent_error"), (_wait, "timeout")])
async def test_a_workflow_that_fails_or_is_late_shows_what_was_said_so_far(
    then: Any, category: str, artifact_root: Path
):
    """The sample source's conversation, without a reward, marked as cut off in the result and in the trajectory."""
    async with serving(LocalBackend(workflow=workflow(_talking(then)))) as server:
        result = await server.run("a1", agent_timeout_sec=0.3)
    assert (result["status"], result["err_category"], result["sample_cut_off"]) == ("failure", category, True)
    assert result["sample"]["messages"] == ANSWER
    assert result["sample"]["reward"] is None
    document = json.loads((artifact_root / "a1" / "trajectory.json").read_bytes())
    assert document["extra"]["osmosis"]["sample_cut_off"] is True
    assert len(document["steps"]) == 2


async def test_a_workflow_that_is_cancelled_shows_what_was_said_so_far():
    """The status is `cancelled`, and the sample is there."""
    async with serving(LocalBackend(workflow=workflow(_talking(_wait)))) as server:
        token = await server.admit("a1")
        while (await server.poll("a1", token))["status"] != "running":
            pass
        await asyncio.sleep(0.2)
        assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_running"}
        result = await server.result("a1", token)
    assert (result["status"], result["sample_cut_off"]) == ("cancelled", True)
    assert result["sample"]["messages"] == ANSWER


async def test_a_source_that_cannot_tell_leaves_the_failure_as_it_is():
    """No sample, no mark, and the workflow's own exception."""
    outcome = await run(_talking(_raise, broken=True))
    assert outcome.result.sample is None
    assert outcome.result.sample_cut_off is False
    assert (outcome.result.err_message or "").startswith("RuntimeError: no (")


async def test_a_success_is_not_marked():
    """Nor is a failure of the grader, whose workflow had ended."""

    async def failing(ctx: GraderContext) -> None:
        raise RuntimeError("no")

    async with serving(LocalBackend(workflow=workflow(returning(PROMPT)), grader=grader(failing))) as server:
        result = await server.run("a1", label="x")
    assert result["status"] == "failure"
    assert "sample_cut_off" not in result
    assert result["err_location"]["function"] == "failing"


async def test_a_callback_says_where_the_code_failed(main: ModuleType):
    """The completion carries location and traceback; the bare failure of the grade does not repeat them."""
    controller = Controller()
    backend = LocalBackend(workflow=main.Failing)
    async with serving(backend, callback_transport=controller.transport) as server:
        await server.http.post("/rollout", json=callback_body("c1"))
        await settled(server, "c1")
    (_, completion, _), (_, grade, _) = controller.posts
    assert completion["err_location"] == {"file": "main.py", "line": 9, "function": "parse_tool_result"}
    assert completion["err_traceback"].startswith("Traceback")
    assert "err_location" not in grade


@pytest.mark.parametrize(
    ("module", "dependency"), [("yaml", "pyyaml"), ("some_package", "some_package"), ("installed.part", None)]
)
def test_a_missing_module_names_the_dependency_and_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, dependency: str | None
):
    """The rollout's own project file; a part that an installed package lacks is not a dependency to add."""
    (tmp_path / "my-rollout").mkdir()
    monkeypatch.chdir(tmp_path / "my-rollout")
    error = ModuleNotFoundError(f"No module named {module!r}", name=module)
    wanted = f'. Add "{dependency}" to [project] dependencies in my-rollout/pyproject.toml' if dependency else ""
    assert missing_dependency_hint(error) == wanted
    assert missing_dependency_hint(ExceptionGroup("some", [error])) == wanted
    assert missing_dependency_hint(ImportError("another", name="yaml")) == ""


async def test_the_message_of_a_row_ends_with_the_dependency_to_add():
    """An import inside a workflow, as a person sees it in the row's one line."""

    async def importing(_: object) -> None:
        import no_such_package_anywhere  # noqa: F401

    outcome = await execute(LocalBackend(workflow=workflow(importing)))
    assert outcome.workflow.err_message is not None
    assert outcome.workflow.err_message.startswith("ModuleNotFoundError: No module named 'no_such_package_anywhere' (")
    assert 'Add "no_such_package_anywhere" to [project] dependencies in ' in outcome.workflow.err_message
