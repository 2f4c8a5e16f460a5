"""What a rollout's context takes from the environment: every field that was left empty, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from rollout_support import ScriptedBackend, body, scored, serving

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    ExecutionOutcome,
    ExecutionRequest,
    LocalBackend,
    RolloutContext,
    get_rollout_context,
)

FIELDS = {
    "chat_completions_url": "OSMOSIS_CHAT_COMPLETIONS_URL",
    "api_key": "OSMOSIS_API_KEY",
    "rollout_id": "OSMOSIS_ROLLOUT_ID",
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("empty", ["left out", "", None])
def test_an_empty_field_is_filled_from_its_variable(field: str, empty: str | None, monkeypatch: pytest.MonkeyPatch):
    """Left out, empty or None; the other fields stay as they are."""
    monkeypatch.setenv(FIELDS[field], "ambient")
    given: dict[str, Any] = {} if empty == "left out" else {field: empty}
    context = RolloutContext(**given)
    assert getattr(context, field) == "ambient"
    others = {name: getattr(context, name) for name in FIELDS if name != field}
    assert others == {name: None if name == "api_key" else "" for name in others}


@pytest.mark.parametrize("field", FIELDS)
def test_a_given_field_wins_over_its_variable(field: str, monkeypatch: pytest.MonkeyPatch):
    """The environment only fills gaps."""
    monkeypatch.setenv(FIELDS[field], "ambient")
    assert getattr(RolloutContext(**{field: "given"}), field) == "given"


@pytest.mark.parametrize("field", FIELDS)
def test_without_variable_and_value_a_field_is_empty(field: str, monkeypatch: pytest.MonkeyPatch):
    """A variable that is set to nothing counts as none; the key is None then, the others are empty."""
    assert getattr(RolloutContext(), field) == (None if field == "api_key" else "")
    monkeypatch.setenv(FIELDS[field], "")
    assert not getattr(RolloutContext(), field)


def test_the_environment_is_read_when_the_context_is_made(monkeypatch: pytest.MonkeyPatch):
    """What changes afterwards changes nothing."""
    monkeypatch.setenv("OSMOSIS_ROLLOUT_ID", "first")
    context = RolloutContext()
    monkeypatch.setenv("OSMOSIS_ROLLOUT_ID", "second")
    assert context.rollout_id == "first"


async def test_a_rollout_on_a_server_keeps_its_own_and_fills_what_its_request_leaves_open(
    monkeypatch: pytest.MonkeyPatch,
):
    """Id and key of the request, the endpoint of the environment: so a workflow sees it, and a backend of one's own."""
    monkeypatch.setenv("OSMOSIS_ROLLOUT_ID", "ambient")
    monkeypatch.setenv("OSMOSIS_API_KEY", "ambient-key")
    monkeypatch.setenv("OSMOSIS_CHAT_COMPLETIONS_URL", "http://127.0.0.1:9/v1")
    seen: list[tuple[str, str | None, str]] = []

    def look() -> None:
        context = get_rollout_context()
        assert context is not None
        seen.append((context.rollout_id, context.api_key, context.chat_completions_url))

    class Looks(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            look()
            return list(ctx.prompt)

    async def execute(request: ExecutionRequest) -> ExecutionOutcome:
        look()
        return scored()

    for backend in (LocalBackend(workflow=Looks), ScriptedBackend(execute)):
        async with serving(backend) as server:
            await server.run("a1", llm_api_key="own-key")
            await server.run("a2", chat_completions_url="http://127.0.0.1:7/v1")
    assert body()["chat_completions_url"] == ""
    assert (
        seen
        == [
            ("a1", "own-key", "http://127.0.0.1:9/v1"),
            ("a2", "ambient-key", "http://127.0.0.1:7/v1"),
        ]
        * 2
    )
