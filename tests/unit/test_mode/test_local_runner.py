"""Agent loops on a scripted policy: results, tokens, failures, order, and rows that overlap."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.support.agent_loops import MULTIPLY, Multiplier, loop_rows, multiplication_policy

from osmosis_ai.rollout.test_mode import (
    CompletionsResult,
    ExternalLLMClient,
    LocalTestRunner,
    ProviderError,
    RolloutAgentLoop,
    RolloutMetrics,
    SystemicProviderError,
    TestModeError,
)
from osmosis_ai.testing import Fault, ScriptedPolicy, Turn, say


def client_of(policy: ScriptedPolicy) -> ExternalLLMClient:
    return ExternalLLMClient("stub", api_key=policy.api_key, api_base=policy.base_url)


@pytest.fixture
async def policy() -> AsyncIterator[ScriptedPolicy]:
    async with ScriptedPolicy(multiplication_policy) as served:
        yield served


@pytest.fixture
async def client(policy: ScriptedPolicy) -> AsyncIterator[ExternalLLMClient]:
    async with client_of(policy) as opened:
        yield opened


class Loop(RolloutAgentLoop):
    """Asks once, then does what it is told."""

    name = "loop"

    def __init__(self, then=None, tools=()):
        self.then = then or (lambda ctx, answer: ctx.complete([answer.message]))
        self.tools = list(tools)
        self.seen = []

    def get_tools(self, request):
        self.seen.append(request)
        return self.tools

    async def run(self, ctx):
        answer = await ctx.chat(ctx.request.messages, **ctx.request.completion_params)
        self.seen.append(ctx)
        return self.then(ctx, answer)


async def test_a_loop_with_a_tool_passes_and_its_calls_are_counted(policy, client):
    """Two calls of the model with a tool between them; tokens, reward and reason are in the result."""
    result = await LocalTestRunner(Multiplier(), client).run_single(loop_rows(8)[7], 7)
    assert (result.row_index, result.success, result.error) == (7, True, None)
    assert (result.reward, result.finish_reason) == (1.0, "stop")
    assert result.token_usage["num_llm_calls"] == 2
    assert result.token_usage["total_tokens"] == 28
    assert result.metrics["num_tool_calls"] == 1
    assert result.result.final_messages[-1]["content"] == "It is 21."
    assert [request.tool_names for request in policy.requests] == [["multiply"]] * 2


async def test_the_request_has_the_row_and_the_options(client):
    """Prompts become messages; metadata has the ground truth, the other columns, and keys that no column overrides."""
    loop = Loop(tools=[MULTIPLY])
    row = {**loop_rows(1)[0], "row_index": "mine", "test_mode": "mine"}
    await LocalTestRunner(loop, client).run_single(row, 50, max_turns=3, completion_params={"temperature": 0.5})
    request, ctx = loop.seen
    assert request.rollout_id == "test-50"
    assert [message["role"] for message in request.messages] == ["system", "user"]
    assert request.metadata == {
        "tag": "row 0",
        "ground_truth": "0",
        "row_index": 50,
        "test_mode": True,
        "execution_mode": "test",
    }
    assert (request.max_turns, request.completion_params) == (3, {"temperature": 0.5})
    assert ctx.llm is client
    assert ctx.request is request
    assert ctx.tools is loop.tools


async def test_tools_are_taken_back_after_a_row_that_raised(policy, client):
    """A client that is used outside of a row offers no tools of an earlier one."""

    def fails(ctx, answer):
        raise ValueError("no good")

    await LocalTestRunner(Loop(fails, [MULTIPLY]), client).run_single(loop_rows(1)[0], 0)
    await client.chat_completions([{"role": "user", "content": "hi"}])
    assert [request.tool_names for request in policy.requests] == [["multiply"], []]


async def test_a_row_that_raises_keeps_its_tokens_and_says_where(client):
    """The exception is the row's, with class, text and place; the others go on, and earlier figures are not carried."""

    def fails_once(ctx, answer):
        if ctx.request.metadata["row_index"] == 1:
            raise ValueError("no good")
        return ctx.complete([])

    seen = []
    runner = LocalTestRunner(Loop(fails_once), client)
    batch = await runner.run_batch(loop_rows(3), on_progress=lambda *told: seen.append(told[:2]))
    assert (batch.total, batch.passed, batch.failed, batch.stopped_early) == (3, 2, 1, False)
    assert seen == [(1, 3), (2, 3), (3, 3)]
    failed = batch.results[1]
    assert "ValueError: no good" in failed.error
    assert "test_local_runner.py" in failed.error
    assert "fails_once" in failed.traceback
    assert [row.token_usage["total_tokens"] for row in batch.results] == [14, 14, 14]
    assert batch.total_tokens == 42


async def test_an_error_that_the_loop_returns_is_the_rows(client):
    """The text of `ctx.error` is not lost."""
    result = await LocalTestRunner(Loop(lambda ctx, _: ctx.error("out of luck")), client).run_single(loop_rows(1)[0], 0)
    assert (result.success, result.error, result.finish_reason) == (False, "out of luck", "error")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (lambda ctx, answer: "done", "run() returned str"),
        (lambda ctx, answer: ctx.complete([], reward=float("nan")), "a reward is a finite number"),
        (lambda ctx, answer: sys.exit(3), "SystemExit: 3"),
    ],
    ids=["another type", "no number", "exit"],
)
async def test_what_is_no_result_fails_the_row(client, then, said: str):
    """So does code that asks the process to end."""
    result = await LocalTestRunner(Loop(then), client).run_single(loop_rows(1)[0], 0)
    assert not result.success
    assert said in result.error
    assert result.token_usage["num_llm_calls"] == 1


async def test_reaching_the_last_turn_is_no_failure(client):
    """The loop counts its turns itself; `max_turns` is a reason like any other."""
    result = await LocalTestRunner(Multiplier(), client).run_single(loop_rows(1)[0], 0, max_turns=1)
    assert (result.success, result.finish_reason) == (True, "max_turns")


async def test_a_tool_that_no_model_takes_fails_its_row_alone(policy, client):
    """No call is made for it."""
    bad = {"type": "function", "function": {"name": "1st"}}
    batch = await LocalTestRunner(Loop(tools=[bad]), client).run_batch(loop_rows(2))
    assert [row.error.startswith("Tool validation error: ") for row in batch.results] == [True, True]
    assert "must start with letter/underscore" in batch.results[0].error
    assert policy.requests == []


async def test_rows_are_numbered_from_where_the_batch_begins(client):
    """Identity, metadata and results agree."""
    loop = Loop()
    batch = await LocalTestRunner(loop, client).run_batch(loop_rows(3), start_index=50)
    assert [row.row_index for row in batch.results] == [50, 51, 52]
    assert [request.rollout_id for request in loop.seen[::2]] == ["test-50", "test-51", "test-52"]


async def test_a_wrong_key_stops_the_batch():
    """No other row can have an answer: the first is recorded, the rest is not begun, and the reason is said."""
    async with ScriptedPolicy(lambda _: Fault(401, "no such key")) as policy, client_of(policy) as client:
        batch = await LocalTestRunner(Loop(), client).run_batch(loop_rows(5))
    assert (batch.total, batch.failed, batch.stopped_early) == (1, 1, True)
    assert "no such key" in batch.stop_reason
    assert len(policy.requests) == 1


async def test_a_loop_that_swallows_the_wrong_key_stops_the_batch_too():
    """The provider's fault is known from the call, whatever the loop makes of it."""

    class Swallows(Loop):
        async def run(self, ctx):
            try:
                await ctx.chat(ctx.request.messages)
            except ProviderError as error:
                assert isinstance(error, SystemicProviderError)  # noqa: PT017
            return ctx.complete([])

    async with ScriptedPolicy(lambda _: Fault(403, "not yours")) as policy, client_of(policy) as client:
        batch = await LocalTestRunner(Swallows(), client).run_batch(loop_rows(5))
    assert (batch.total, batch.passed, batch.stopped_early) == (1, 0, True)


async def test_a_refused_request_fails_its_row_and_the_others_go_on():
    """400 is the request's own error."""

    def answer(request) -> Turn | Fault:
        return Fault(400, "too long") if "1 times" in request.last_text else say("ok")

    async with ScriptedPolicy(answer) as policy, client_of(policy) as client:
        batch = await LocalTestRunner(Loop(), client).run_batch(loop_rows(3))
    assert [row.success for row in batch.results] == [True, False, True]
    assert "too long" in batch.results[1].error


async def test_any_client_of_the_documented_form_will_do():
    """What it counts is what is reported; several rows at a time need a client that can be had several times."""

    class Stub:
        tools = calls = 0

        async def chat_completions(self, messages, **kwargs):
            self.calls += 1
            return CompletionsResult({"role": "assistant", "content": "ok"})

        def get_metrics(self):
            return RolloutMetrics(num_llm_calls=self.calls, prompt_tokens=10, response_tokens=5)

        def set_tools(self, tools):
            self.tools = len(tools)

        def clear_tools(self):
            self.tools = 0

        def reset_metrics(self):
            self.calls = 0

    stub, loop = Stub(), Loop(tools=[MULTIPLY])
    result = await LocalTestRunner(loop, stub).run_single(loop_rows(1)[0], 0)
    assert result.token_usage == {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "total_tokens": 15,
        "num_llm_calls": 1,
    }
    assert loop.seen[1].llm is stub
    assert stub.tools == 0
    with pytest.raises(ValueError, match="one row at a time"):
        await LocalTestRunner(loop, stub).run_batch(loop_rows(2), concurrency=2)


async def test_a_row_that_lacks_a_column_is_refused_before_anything_runs(policy, client):
    """The message names row and column."""
    with pytest.raises(TestModeError, match="row 1: ground_truth is missing"):
        await LocalTestRunner(Loop(), client).run_batch([loop_rows(1)[0], {"user_prompt": "u", "system_prompt": "s"}])
    assert policy.requests == []


async def test_a_thousand_rows_at_32_in_flight_keep_their_figures_apart():
    """Each row has the tokens of its own calls, its own tools and its own reward, in the order of the rows.

    The policy counts as many tokens for a row as its number says, so that a figure in the wrong row is seen.
    """
    in_flight = most = 0

    class Watched(Multiplier):
        def get_tools(self, request):
            tool = json.loads(json.dumps(MULTIPLY))
            tool["function"]["description"] = request.rollout_id
            return [tool]

        async def run(self, ctx):
            nonlocal in_flight, most
            in_flight += 1
            most = max(most, in_flight)
            try:
                await asyncio.sleep(0)
                return await super().run(ctx)
            finally:
                in_flight -= 1

    def counted(request) -> Turn:
        number = int(request.messages[1]["content"].split()[0])
        assert request.body["tools"][0]["function"]["description"] == f"test-{number}"
        turn = multiplication_policy(request)
        usage = {"prompt_tokens": number + 1, "completion_tokens": 1, "total_tokens": number + 2}
        return replace(turn, usage=usage)

    done = []
    async with ScriptedPolicy(counted) as policy, client_of(policy) as client:
        runner = LocalTestRunner(Watched(), client)
        batch = await runner.run_batch(
            loop_rows(1000), concurrency=32, on_progress=lambda count, total, row: done.append(row.row_index)
        )
    assert (batch.passed, batch.failed) == (1000, 0)
    assert sorted(done) == list(range(1000)) == [row.row_index for row in batch.results]
    for number, row in enumerate(batch.results):
        assert row.token_usage == {
            "prompt_tokens": 2 * (number + 1),
            "completion_tokens": 2,
            "total_tokens": 2 * (number + 2),
            "num_llm_calls": 2,
        }
        assert (row.reward, row.metrics["num_tool_calls"]) == (1.0, 1)
        assert row.result.final_messages[-1]["content"] == f"It is {3 * number}."
    assert most == 32
