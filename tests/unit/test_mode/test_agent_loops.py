"""What an agent loop is, what it is given, and the registry."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.support.agent_loops import Multiplier

import osmosis_ai.rollout
from osmosis_ai.rollout import test_mode
from osmosis_ai.rollout.test_mode import (
    AgentLoopNotFoundError,
    CompletionsResult,
    LoopContext,
    RolloutAgentLoop,
    RolloutMetrics,
    RolloutRequest,
    ToolArgumentError,
    create_tool_error_result,
    execute_tool_calls,
    get_agent_loop,
    get_tool_call_info,
    list_agent_loops,
    parse_tool_arguments,
    register_agent_loop,
    serialize_tool_result,
    unregister_agent_loop,
)

REQUEST = RolloutRequest(rollout_id="test-0", messages=[])


class Client:
    """A model that says one thing."""

    def __init__(self):
        self.asked = []

    async def chat_completions(self, messages, **kwargs):
        self.asked.append((messages, kwargs))
        return CompletionsResult({"role": "assistant", "content": "yes"})

    def get_metrics(self):
        return RolloutMetrics(num_llm_calls=1, prompt_tokens=10)


@pytest.mark.parametrize("name", ["", "   ", None, 3])
def test_a_loop_without_a_name_is_refused_where_it_is_defined(name):
    """A class that implements both methods needs a name; an abstract one in between does not."""
    type("Between", (RolloutAgentLoop,), {"get_tools": lambda self, request: []})
    with pytest.raises(TypeError, match="needs a class attribute `name`"):
        type("Nameless", (RolloutAgentLoop,), {"name": name, "get_tools": Multiplier.get_tools, "run": Multiplier.run})


async def test_the_context_passes_calls_on_and_adds_nothing():
    """`chat` is the client's call; `complete` and `error` carry its metrics and what the loop recorded itself."""
    client = Client()
    context = LoopContext(REQUEST, [], client)
    messages = [{"role": "user", "content": "?"}]
    assert (await context.chat(messages, temperature=0)).content == "yes"
    assert client.asked == [(messages, {"temperature": 0})]
    context.record_tool_call(latency_ms=5)
    context.record_tool_call()
    done = context.complete(messages, "max_turns", reward=0.5)
    assert (done.status, done.finish_reason, done.reward) == ("COMPLETED", "max_turns", 0.5)
    assert done.metrics.model_dump(exclude_defaults=True) == {
        "tool_latency_ms": 5.0,
        "num_llm_calls": 1,
        "num_tool_calls": 2,
        "prompt_tokens": 10,
    }
    failed = context.error("no luck")
    assert (failed.status, failed.finish_reason, failed.error_message) == ("ERROR", "error", "no luck")
    assert failed.final_messages == []


def test_events_are_a_file_a_row_where_a_folder_is_given(tmp_path: Path):
    """Without a folder nothing is written; with one, a line of JSON an event, and what JSON cannot hold is text."""
    LoopContext(REQUEST, [], Client()).log_event("nothing")
    context = LoopContext(REQUEST, [], Client(), _debug_dir=tmp_path / "debug")
    context.log_event("looked", at=Path("/x"))
    context.log_event("done")
    lines = (tmp_path / "debug" / "test-0.jsonl").read_text().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["looked", "done"]
    assert json.loads(lines[0]) == {"event": "looked", "rollout_id": "test-0", "at": "/x"}


@pytest.mark.parametrize(
    "fields",
    [
        {"rollout_id": " "},
        {"rollout_id": "x" * 257},
        {"server_url": "ftp://host"},
        {"metadata": {"object": object()}},
        {"metadata": {"large": "x" * (1 << 20)}},
    ],
)
def test_a_request_is_checked(fields):
    """Identity, address and metadata (JSON, at most 1 MiB) are within their limits."""
    with pytest.raises(ValueError, match="validation error"):
        RolloutRequest(**{"rollout_id": "a", "messages": [], **fields})


def test_the_registry_knows_loops_by_name():
    """A name is registered once; one that is not there is named with those that are."""
    loop = Multiplier()
    register_agent_loop(loop)
    try:
        assert get_agent_loop("multiplier") is loop
        assert list_agent_loops() == ["multiplier"]
        with pytest.raises(ValueError, match="registered already"):
            register_agent_loop(Multiplier())
        with pytest.raises(AgentLoopNotFoundError, match="there are: multiplier") as caught:
            get_agent_loop("adder")
        assert (caught.value.name, caught.value.available) == ("adder", ["multiplier"])
    finally:
        assert unregister_agent_loop("multiplier")
    assert not unregister_agent_loop("multiplier")


def test_helpers_read_calls_and_write_results():
    """Arguments are an object or its JSON; results are text, numbers in digits, all else JSON."""
    assert parse_tool_arguments('{"a": 1}') == parse_tool_arguments({"a": 1}) == {"a": 1}
    assert [serialize_tool_result(value) for value in ("é", 1.5, True, None, ["é"])] == [
        "é", "1.5", "true", "null", '["é"]',
    ]  # fmt: skip
    assert create_tool_error_result("c1", "no") == {"role": "tool", "content": "Error: no", "tool_call_id": "c1"}
    with pytest.raises(ToolArgumentError) as caught:
        get_tool_call_info({"id": "c1", "function": {"name": "f", "arguments": "[1]"}})
    assert (caught.value.tool_call_id, caught.value.tool_name) == ("c1", "f")
    assert get_tool_call_info({}) == ("unknown", "", {})


async def test_tool_calls_run_at_the_same_time_and_keep_their_order():
    """The second may end first; its result is second all the same."""
    first = asyncio.Event()

    async def execute(call):
        if call["id"] == "a":
            await first.wait()
        first.set()
        return call

    assert await execute_tool_calls([{"id": "a"}, {"id": "b"}], execute) == [{"id": "a"}, {"id": "b"}]
    assert await execute_tool_calls([], execute) == []


@pytest.mark.parametrize("name", [*test_mode.__all__, *sorted(test_mode._ELSEWHERE)])
def test_every_public_name_is_there(name: str):
    """Names of the loop at once, those of the runners when they are first used."""
    assert getattr(test_mode, name) is not None


@pytest.mark.parametrize("name", sorted(osmosis_ai.rollout._LOOP_NAMES))
def test_loops_may_import_from_where_they_used_to(name: str):
    """`osmosis_ai.rollout` hands out the loop's names; `RolloutContext` there stays that of workflows."""
    assert getattr(osmosis_ai.rollout, name) is getattr(test_mode, name)
    assert osmosis_ai.rollout.RolloutContext is not test_mode.RolloutContext
