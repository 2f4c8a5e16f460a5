"""Deadlines and cancellation of user code that waits, blocks, or does not listen; and its neighbours."""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rollout_support import EchoWorkflow, body, serving
from test_local_backend import PROMPT, execute, grader, returning, run, workflow

from osmosis_ai.base.variables import ROLLOUT_API_KEY
from osmosis_ai.rollout import (
    AgentWorkflowConfig,
    AgentWorkflowContext,
    ConcurrencyConfig,
    GraderContext,
    LocalBackend,
    RolloutErrorCategory,
    RolloutStatus,
)

UNLIMITED = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=None))
TIMEOUT = RolloutErrorCategory.TIMEOUT
# Long enough for an innocent row to end on a busy machine, short enough to wait for.
LIMIT = 1.0


class Blocker:
    """Blocks threads until the test is over, and no longer."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def block(self) -> None:
        self.over.wait(60)


@pytest.fixture
def blocker() -> Iterator[Blocker]:
    made = Blocker()
    yield made
    made.over.set()


def user_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("osmosis-user")]


async def gone(threads: Any) -> None:
    """Waits until user code holds no thread any more."""
    for _ in range(500):
        if not threads():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(threads())


async def test_a_workflow_that_takes_too_long_is_timed_out():
    """The message names the phase, the limit and the line that waited."""

    async def slow(ctx: AgentWorkflowContext) -> Any:
        await asyncio.sleep(60)

    result = (await run(slow, agent_timeout_sec=0.05)).result
    assert (result.status, result.err_category) == (RolloutStatus.FAILURE, TIMEOUT)
    place = rf"\(.*test_blocking_code\.py:{slow.__code__.co_firstlineno + 1} in slow\)"
    assert re.fullmatch(rf"the workflow passed its limit of 0\.05 s {place}", result.err_message or "")


async def test_a_grader_that_takes_too_long_is_timed_out():
    """Its limit is its own, the sample stays, and a reward that comes later counts for nothing."""
    contexts: list[GraderContext] = []

    async def slow(ctx: GraderContext) -> None:
        contexts.append(ctx)
        await asyncio.sleep(60)

    outcome = await run(returning(PROMPT), slow, agent_timeout_sec=60, grader_timeout_sec=0.05)
    assert outcome.workflow.status is RolloutStatus.SUCCESS
    assert outcome.result.err_category == TIMEOUT
    assert (outcome.result.err_message or "").startswith("the grader passed its limit of 0.05 s (")
    contexts[0].set_reward(1.0)
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward is None


@pytest.mark.parametrize("limit", [0, -5])
async def test_a_limit_that_has_passed_runs_nothing(limit: float):
    """Zero and less: user code is not even begun."""
    ran = []

    async def running(ctx: Any) -> Any:
        ran.append(ctx)
        return PROMPT

    assert (await run(running, agent_timeout_sec=limit)).result.err_category is TIMEOUT
    assert (await run(returning(PROMPT), running, grader_timeout_sec=limit)).result.err_category is TIMEOUT
    assert ran == []


async def test_a_timeout_of_the_codes_own_is_told_from_the_deadline():
    """Same category, the code's own words."""

    async def raising(ctx: AgentWorkflowContext) -> Any:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(60)

    result = (await run(raising, agent_timeout_sec=60)).result
    assert result.err_category is TIMEOUT
    assert "limit" not in (result.err_message or "")


async def test_waiting_for_a_slot_uses_up_the_workflows_time(blocker: Blocker):
    """A row that gets no slot within its limit is timed out where it waits, and the message says how long it did."""

    async def slow(ctx: AgentWorkflowContext) -> Any:
        await asyncio.sleep(60 if ctx.metadata else 0)
        return PROMPT

    config = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=1))
    backend = LocalBackend(workflow=workflow(slow), workflow_config=config)
    holder = asyncio.create_task(execute(backend, keep=True, metadata={"slow": 1}))
    await asyncio.sleep(0.05)
    late = await execute(backend, keep=True, agent_timeout_sec=0.2)
    assert late.result.err_category is TIMEOUT
    assert "waiting for a slot" in (late.result.err_message or "")
    holder.cancel()
    await asyncio.gather(holder, return_exceptions=True)
    assert (await execute(backend, agent_timeout_sec=30)).result.status is RolloutStatus.SUCCESS


def _mixed(blocker: Blocker) -> Any:
    async def mixed(ctx: AgentWorkflowContext) -> Any:
        kind = (ctx.metadata or {}).get("kind")
        await asyncio.sleep(0.01)
        if kind == "block":
            blocker.block()
        if kind == "block in a child":
            await asyncio.gather(_blocking(blocker))
        if kind == "block in a callback":
            asyncio.get_running_loop().call_soon(blocker.block)
            await asyncio.sleep(60)
        await asyncio.sleep(0.2)
        return list(ctx.prompt)

    return mixed


async def _blocking(blocker: Blocker) -> None:
    blocker.block()


@pytest.mark.parametrize("kind", ["block", "block in a child", "block in a callback"])
async def test_code_that_blocks_is_timed_out_and_its_neighbours_are_lost_but_not_blamed(kind: str, blocker: Blocker):
    """Seven innocent rows beside it end as failures of the infrastructure; the server's own loop never stood still."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.01)
            beats += 1

    heart = asyncio.create_task(beat())
    rows = [execute(backend, keep=True, id="bad", metadata={"kind": kind}, agent_timeout_sec=LIMIT)]
    rows += [execute(backend, keep=True, id=f"r{number}", agent_timeout_sec=LIMIT) for number in range(7)]
    bad, *lost = await asyncio.gather(*rows)
    heart.cancel()
    assert bad.result.err_category is TIMEOUT
    assert [outcome.result.err_category for outcome in lost] == [RolloutErrorCategory.INTERNAL_ERROR] * 7
    assert "rollout 'bad' has blocked the event loop" in (lost[0].result.err_message or "")
    assert beats > 20
    blocker.over.set()
    await backend.shutdown()
    await gone(user_threads)


async def test_a_process_that_something_replaces_runs_nothing_more_once_a_loop_is_abandoned(
    blocker: Blocker, monkeypatch: pytest.MonkeyPatch
):
    """Launched with a key, the backend is used up: rows that run, wait or come later are lost, and none begins."""
    monkeypatch.setenv(ROLLOUT_API_KEY, "launch-key")
    config = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=2))
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=config)
    assert backend.used_up is None
    rows = [execute(backend, keep=True, id="bad", metadata={"kind": "block"}, agent_timeout_sec=LIMIT)]
    rows += [execute(backend, keep=True, id=f"r{number}", agent_timeout_sec=30) for number in range(3)]
    bad, *lost = await asyncio.gather(*rows)
    assert bad.result.err_category is TIMEOUT
    assert [outcome.result.err_category for outcome in lost] == [RolloutErrorCategory.INTERNAL_ERROR] * 3
    assert backend.used_up == "user code of rollout 'bad' has blocked the event loop past a deadline"
    later = await execute(backend, keep=True, id="later", agent_timeout_sec=30)
    assert later.result.err_category is RolloutErrorCategory.INTERNAL_ERROR
    blocker.over.set()
    await gone(user_threads)
    assert backend.used_up is not None
    await backend.shutdown()


async def test_a_process_that_nothing_replaces_goes_on_with_a_fresh_loop(blocker: Blocker):
    """Later rows are scored; health says that a thread is blocked, for as long as it is, and why."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    await execute(backend, keep=True, id="bad", metadata={"kind": "block"}, agent_timeout_sec=0.2)
    assert (await execute(backend, keep=True, agent_timeout_sec=30)).result.status is RolloutStatus.SUCCESS
    assert backend.used_up is None
    health = backend.health()
    assert (health["status"], health["reason"]) == (
        "degraded",
        "user code of rollout 'bad' has blocked the event loop past a deadline",
    )
    blocker.over.set()
    await gone(lambda: backend.health()["status"] == "degraded")
    assert "reason" not in backend.health()
    await backend.shutdown()
    await gone(user_threads)


async def test_a_served_process_that_is_used_up_says_so_and_refuses_rollouts(
    blocker: Blocker, monkeypatch: pytest.MonkeyPatch
):
    """503 with a type of its own, `admission` in health, and results that can still be read."""
    monkeypatch.setenv(ROLLOUT_API_KEY, "launch-key")
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    async with serving(backend) as server:
        server.http.headers["Authorization"] = "Bearer launch-key"
        assert (await server.health())["admission"] == {"state": "accepting"}
        token = await server.admit("bad", metadata={"kind": "block"}, agent_timeout_sec=LIMIT)
        innocent = await server.admit("good", agent_timeout_sec=30)
        assert (await server.result("bad", token))["err_category"] == "timeout"
        assert (await server.result("good", innocent))["err_category"] == "internal_error"
        refused = await server.http.post("/rollout", json=body("later"))
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:osmosis:rollout:used-up")
        health = await server.health()
        assert health["admission"]["state"] == "used_up"
        assert "'bad'" in health["admission"]["reason"]
        assert health["lifecycle"] == {"accepting_rollouts": False, "active_rollouts": 0}
        assert (await server.poll("bad", token))["err_category"] == "timeout"
        blocker.over.set()
    await gone(user_threads)


async def test_many_blockers_at_once_cost_one_thread(blocker: Blocker):
    """The first that blocks is timed out; the others never came to block, and are lost as the innocent are."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    bad = [
        execute(backend, keep=True, id=f"b{n}", metadata={"kind": "block"}, agent_timeout_sec=LIMIT) for n in range(20)
    ]
    good = [execute(backend, keep=True, id=f"g{n}", agent_timeout_sec=LIMIT) for n in range(7)]
    outcomes = await asyncio.gather(*bad, *good)
    lost = RolloutErrorCategory.INTERNAL_ERROR
    assert sorted(str(outcome.result.err_category) for outcome in outcomes) == sorted([TIMEOUT, *([lost] * 26)])
    assert len(user_threads()) == 1
    blocker.over.set()
    await gone(user_threads)
    await backend.shutdown()


async def test_a_neighbour_with_a_limit_does_not_wait_for_a_blocker_without_one(blocker: Blocker):
    """It is lost when its time is over; the blocker, which nothing limits, keeps its thread and succeeds in the end."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    bad = asyncio.create_task(execute(backend, keep=True, id="bad", metadata={"kind": "block"}))
    await asyncio.sleep(0.1)
    good = await execute(backend, keep=True, agent_timeout_sec=LIMIT)
    assert good.result.err_category is RolloutErrorCategory.INTERNAL_ERROR
    assert not bad.done()
    blocker.over.set()
    assert (await bad).result.status is RolloutStatus.SUCCESS
    await backend.shutdown()
    await gone(user_threads)


async def test_a_neighbour_whose_time_was_taken_has_it_again_when_the_loop_comes_free():
    """A row that blocks for a moment and returns costs the others nothing but the wait."""
    started = threading.Event()

    async def mixed(ctx: AgentWorkflowContext) -> Any:
        if ctx.metadata:
            started.set()
            time.sleep(0.8)  # noqa: ASYNC251 - what the test is about
        await asyncio.sleep(0.2)
        return PROMPT

    backend = LocalBackend(workflow=workflow(mixed), workflow_config=UNLIMITED)
    bad = asyncio.create_task(execute(backend, keep=True, id="bad", metadata={"b": 1}, agent_timeout_sec=30))
    while not started.is_set():  # noqa: ASYNC110 - set in another thread
        await asyncio.sleep(0.01)
    good = await execute(backend, keep=True, id="good", agent_timeout_sec=0.5)
    assert good.result.status is RolloutStatus.SUCCESS
    assert (await bad).result.status is RolloutStatus.SUCCESS
    await backend.shutdown()


async def test_code_that_blocks_beyond_its_limit_and_then_returns_is_timed_out():
    """A late return is late, also when nothing else runs beside it; a neighbour with as short a limit is not harmed."""

    async def blocking(ctx: AgentWorkflowContext) -> Any:
        await asyncio.sleep(0)
        if ctx.metadata:
            time.sleep(0.7)  # noqa: ASYNC251 - what the test is about
        else:
            await asyncio.sleep(0.05)
        return PROMPT

    backend = LocalBackend(workflow=workflow(blocking), workflow_config=UNLIMITED)
    late, good = await asyncio.gather(
        execute(backend, keep=True, id="late", metadata={"block": 1}, agent_timeout_sec=0.4),
        execute(backend, keep=True, id="good", agent_timeout_sec=0.4),
    )
    await backend.shutdown()
    assert late.result.err_category is TIMEOUT
    assert good.result.status is RolloutStatus.SUCCESS


async def test_synchronous_code_that_blocks_is_timed_out(blocker: Blocker):
    """It sits in a thread of its own, so no neighbour notices; more of them than any pool has threads."""

    def blocking(ctx: AgentWorkflowContext) -> Any:
        if ctx.metadata:
            blocker.block()
        return PROMPT

    backend = LocalBackend(workflow=workflow(blocking), workflow_config=UNLIMITED)
    bad = [execute(backend, keep=True, id=f"b{n}", metadata={"b": 1}, agent_timeout_sec=0.2) for n in range(40)]
    good = [execute(backend, keep=True, id=f"g{n}", agent_timeout_sec=30) for n in range(5)]
    outcomes = await asyncio.gather(*bad, *good)
    assert [outcome.result.err_category for outcome in outcomes] == [TIMEOUT] * 40 + [None] * 5
    assert backend.health()["status"] == "degraded"
    blocker.over.set()
    await backend.shutdown()
    await gone(user_threads)


async def test_a_grader_that_blocks_is_timed_out(blocker: Blocker):
    """The same rules hold for grading."""

    async def blocking(ctx: GraderContext) -> None:
        blocker.block()

    backend = LocalBackend(workflow=EchoWorkflow, grader=grader(blocking))
    outcome = await execute(backend, grader_timeout_sec=0.2)
    assert outcome.result.err_category is TIMEOUT


async def test_code_that_swallows_cancellation_is_left_behind():
    """Its row ends in time; the task counts as stuck until it ends by itself."""
    ended = threading.Event()

    async def deaf(ctx: AgentWorkflowContext) -> Any:
        if not ctx.metadata:
            return PROMPT
        while not ended.is_set():
            try:
                await asyncio.sleep(0.02)
            except asyncio.CancelledError:
                continue
        return PROMPT

    backend = LocalBackend(workflow=workflow(deaf), workflow_config=UNLIMITED)
    rows = [execute(backend, keep=True, id=f"d{n}", metadata={"d": 1}, agent_timeout_sec=0.1) for n in range(3)]
    assert [outcome.result.err_category for outcome in await asyncio.gather(*rows)] == [TIMEOUT] * 3
    assert backend.health()["status"] == "degraded"
    assert (await execute(backend, keep=True)).result.status is RolloutStatus.SUCCESS
    ended.set()
    await gone(lambda: backend.health()["status"] == "degraded")
    await backend.shutdown()


async def test_cancelling_an_execution_cancels_the_code():
    """The code sees it, and the call ends as cancelled."""
    seen = []
    started = threading.Event()

    async def waiting(ctx: AgentWorkflowContext) -> Any:
        started.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    backend = LocalBackend(workflow=workflow(waiting))
    row = asyncio.create_task(execute(backend, keep=True))
    while not started.is_set():  # noqa: ASYNC110 - set in another thread
        await asyncio.sleep(0.01)
    row.cancel()
    with pytest.raises(asyncio.CancelledError):
        await row
    assert seen == ["cancelled"]
    await backend.shutdown()


async def test_cancelling_a_row_that_blocks_frees_its_neighbours(blocker: Blocker):
    """Even when none of them has a limit: they are lost with the loop, and wait no longer."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    bad = asyncio.create_task(execute(backend, keep=True, id="bad", metadata={"kind": "block"}))
    good = asyncio.create_task(execute(backend, keep=True, id="good"))
    await asyncio.sleep(0.1)
    bad.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bad
    assert (await good).result.err_category is RolloutErrorCategory.INTERNAL_ERROR
    blocker.over.set()
    await backend.shutdown()
    await gone(user_threads)


async def test_cancelling_a_row_that_waits_for_a_blocked_loop_lets_it_never_begin(blocker: Blocker):
    """What was not begun when it was cancelled is not begun when the loop comes free."""
    begun = []

    async def either(ctx: AgentWorkflowContext) -> Any:
        begun.append(ctx.metadata)
        if ctx.metadata:
            blocker.block()
        return PROMPT

    backend = LocalBackend(workflow=workflow(either), workflow_config=UNLIMITED)
    bad = asyncio.create_task(execute(backend, keep=True, id="bad", metadata={"b": 1}))
    while not begun:  # noqa: ASYNC110 - filled in another thread
        await asyncio.sleep(0.01)
    good = asyncio.create_task(execute(backend, keep=True, id="good"))
    await asyncio.sleep(0.05)
    good.cancel()
    with pytest.raises(asyncio.CancelledError):
        await good
    blocker.over.set()
    assert (await bad).result.status is RolloutStatus.SUCCESS
    await backend.shutdown()
    assert begun == [{"b": 1}]


async def test_shutting_down_ends_the_threads_that_can_be_ended(blocker: Blocker):
    """A blocked one is left behind, and does not hold the shutdown up for good."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)), workflow_config=UNLIMITED)
    await execute(backend, keep=True, metadata={"kind": "block"}, agent_timeout_sec=0.2)
    await execute(backend, keep=True)
    assert len(user_threads()) == 2
    await backend.shutdown()
    assert len(user_threads()) == 1
    blocker.over.set()
    await gone(user_threads)


async def test_many_rollouts_leave_no_threads_behind():
    """One loop serves them all, until the shutdown."""
    backend = LocalBackend(workflow=EchoWorkflow, workflow_config=UNLIMITED)
    await asyncio.gather(*(execute(backend, keep=True, id=f"r{n}") for n in range(100)))
    assert len(user_threads()) == 1
    await backend.shutdown()
    assert user_threads() == []


async def test_clients_that_code_keeps_stay_on_one_loop():
    """Rollout after rollout runs on the same event loop."""
    loops = set()

    async def remembering(ctx: AgentWorkflowContext) -> Any:
        loops.add(asyncio.get_running_loop())
        return PROMPT

    backend = LocalBackend(workflow=workflow(remembering))
    for number in range(5):
        await execute(backend, keep=True, id=f"r{number}")
    await backend.shutdown()
    assert len(loops) == 1


async def test_a_served_row_that_blocks_is_cancelled_by_its_lease(blocker: Blocker):
    """Polls and health go on while it blocks; when nobody polls, the lease lapses and the slot is free."""
    backend = LocalBackend(workflow=workflow(_mixed(blocker)))
    options = {"result_wait_timeout_sec": 0.1, "polling_lease_timeout_sec": 0.3}
    async with serving(backend, **options) as server:
        token = await server.admit("bad", metadata={"kind": "block"})
        assert (await server.poll("bad", token))["status"] in ("queued", "running")
        assert (await server.health())["concurrency"]["running"] == 1
        await asyncio.sleep(0.5)
        assert (await server.poll("bad", token))["err_category"] == "lease_expired"
        await gone(lambda: backend.health()["concurrency"]["running"])
        assert (await server.run("good"))["status"] == "success"
        blocker.over.set()
    await gone(user_threads)


async def test_time_that_a_neighbour_took_in_the_middle_is_given_back():
    """A row whose deadline finds the loop free again, after others had held it, is not late by their doing."""
    started = threading.Event()

    async def mixed(ctx: AgentWorkflowContext) -> Any:
        if ctx.metadata:
            started.set()
            time.sleep(0.6)  # noqa: ASYNC251 - what the test is about
            return PROMPT
        await asyncio.sleep(0.5)
        await asyncio.sleep(0.5)
        return PROMPT

    backend = LocalBackend(workflow=workflow(mixed), workflow_config=UNLIMITED)
    good = asyncio.create_task(execute(backend, keep=True, id="good", agent_timeout_sec=1.2))
    await asyncio.sleep(0.05)
    bad = asyncio.create_task(execute(backend, keep=True, id="bad", metadata={"b": 1}, agent_timeout_sec=30))
    assert (await good).result.status is RolloutStatus.SUCCESS
    assert (await bad).result.status is RolloutStatus.SUCCESS
    assert started.is_set()
    await backend.shutdown()


@pytest.mark.parametrize(
    "import_sec", [0.6, 2.5], ids=["free again before the patience ends", "long beyond the deadline"]
)
async def test_the_time_of_a_first_import_is_given_back(
    import_sec: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The first row of a fresh process imports what its client needs inside its limit, and is not timed out for it."""
    name = f"slow_to_import_{int(import_sec * 10)}"
    (tmp_path / f"{name}.py").write_text(f"import time\ntime.sleep({import_sec})\n")
    monkeypatch.syspath_prepend(tmp_path)

    async def importing(ctx: AgentWorkflowContext) -> Any:
        importlib.import_module(name)
        await asyncio.sleep(0.5)
        return PROMPT

    result = (await run(importing, agent_timeout_sec=LIMIT)).result
    assert (result.status, result.err_message) == (RolloutStatus.SUCCESS, None)


async def test_an_import_that_never_ends_is_timed_out(
    blocker: Blocker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Time is given back three times at most."""
    (tmp_path / "never_imported.py").write_text("import sys\nsys.blocker.block()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "blocker", blocker, raising=False)

    async def importing(ctx: AgentWorkflowContext) -> Any:
        importlib.import_module("never_imported")

    result = (await run(importing, agent_timeout_sec=0.2)).result
    assert result.err_category == TIMEOUT
