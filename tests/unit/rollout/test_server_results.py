"""GET /rollout/{id}/result and /status: waiting, leases, retention, and what a result says."""

from __future__ import annotations

import asyncio

import pytest
from rollout_support import (
    ScriptedBackend,
    after,
    failed,
    forever,
    scored,
    serving,
    succeeded,
)

from osmosis_ai.rollout import ExecutionOutcome, ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout.backend.base import report_progress
from osmosis_ai.rollout.server.leases import RolloutRegistry
from osmosis_ai.rollout.server.result_store import ResultStore
from osmosis_ai.rollout.wire import result_response

pytestmark = pytest.mark.virtual_time

LEASE = {"result_wait_timeout_sec": 10, "polling_lease_timeout_sec": 30}


def now() -> float:
    return asyncio.get_running_loop().time()


async def phases(request):
    """Runs for 3 seconds, then grades for 3."""
    report_progress(RolloutStatus.RUNNING)
    await asyncio.sleep(3)
    report_progress(RolloutStatus.GRADING, succeeded())
    await asyncio.sleep(3)
    return scored()


async def test_a_live_rollout_has_a_status_and_nothing_else():
    """Sample, message and category are null until the end."""
    async with serving(ScriptedBackend(phases), result_wait_timeout_sec=1) as server:
        token = await server.admit("a1")
        answer = await server.poll("a1", token)
        await server.result("a1", token)
    assert answer == {
        "rollout_id": "a1",
        "status": "running",
        "sample": None,
        "err_message": None,
        "err_category": None,
    }


async def test_a_poll_returns_at_the_next_change_of_status():
    """It waits for the change after its arrival, so a graded rollout is seen running, grading, and ended."""
    async with serving(ScriptedBackend(phases), **LEASE) as server:
        token = await server.admit("a1")
        seen = []
        began = now()
        while not seen or seen[-1][0] in ("running", "grading"):
            answer = await server.poll("a1", token)
            seen.append((answer["status"], now() - began))
    assert seen == [("running", 0.0), ("grading", 3.0), ("success", 6.0)]


async def test_a_poll_that_sees_no_change_answers_after_the_wait():
    """`result_wait_timeout_sec` after its arrival, with the status as it then is."""
    async with serving(ScriptedBackend(after(25)), **LEASE) as server:
        token = await server.admit("a1")
        began = now()
        assert (await server.poll("a1", token))["status"] == "queued"
        assert now() - began == pytest.approx(10)
        assert (await server.result("a1", token))["status"] == "success"


async def test_a_poll_until_the_end_sleeps_over_changes():
    """`until=terminal` answers at the end, or after the wait; `until=change` is the default written out."""
    async with serving(ScriptedBackend(phases), **LEASE) as server:
        token = await server.admit("a1")
        began = now()
        assert (await server.poll("a1", token, "terminal"))["status"] == "success"
        assert now() - began == pytest.approx(6)
        token = await server.admit("a2")
        assert (await server.poll("a2", token, "change"))["status"] == "running"
        assert (await server.raw_poll("a2", token, "sometime")).status_code == 422


async def test_a_poll_of_an_ended_rollout_answers_at_once_and_again():
    """The result can be read as often as wanted while it is retained, then the id is unknown."""
    async with serving(result_retention_sec=100) as server:
        token = await server.admit("a1")
        first = await server.result("a1", token)
        began = now()
        assert await server.poll("a1", token) == first
        assert now() == began
        await asyncio.sleep(99)
        assert await server.poll("a1", token) == first
        await asyncio.sleep(2)
        gone = await server.raw_poll("a1", token)
        assert (gone.status_code, gone.json()["status"]) == (404, 404)


async def test_only_the_lease_token_reads_a_result():
    """Without it 422, with another 403, before and after the end; an unknown id is 404."""
    async with serving(ScriptedBackend(after(1))) as server:
        token = await server.admit("a1")
        other = await server.admit("a2")
        for _ in range(2):
            assert (await server.raw_poll("a1", other)).status_code == 403
            assert (await server.raw_poll("a1", "")).status_code == 422
            assert (await server.http.get("/rollout/a1/result")).status_code == 422
            assert (await server.raw_poll("nobody", token)).status_code == 404
            await server.result("a1", token)


async def test_a_rollout_of_the_callback_dialect_has_no_result_to_poll():
    """Nobody holds a lease on it, so no token opens it."""
    from rollout_support import Controller, callback_body

    async with serving(callback_transport=Controller().transport) as server:
        await server.http.post("/rollout", json=callback_body("c1"))
        assert (await server.raw_poll("c1", "x")).status_code == 404


async def test_each_poll_renews_the_lease():
    """Polling in time keeps a rollout alive for far longer than one lease."""
    async with serving(ScriptedBackend(after(200)), **LEASE) as server:
        token = await server.admit("a1")
        while (answer := await server.poll("a1", token))["status"] in ("queued", "running"):  # noqa: ASYNC110
            await asyncio.sleep(15)
    assert answer["status"] == "success"


async def test_polls_with_a_wrong_token_do_not_renew_the_lease():
    """Only who may read the result keeps the rollout alive."""
    async with serving(ScriptedBackend(after(200)), **LEASE) as server:
        token = await server.admit("a1")
        for _ in range(4):
            await server.raw_poll("a1", "wrong")
            await asyncio.sleep(10)
        assert (await server.poll("a1", token))["err_category"] == "lease_expired"


async def test_a_lease_that_lapses_ends_the_rollout():
    """Without polls the work is cancelled and the result is a failure of category lease_expired."""
    cancelled = []

    async def execute(request):
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append(now())

    async with serving(ScriptedBackend(execute), **LEASE) as server:
        began = now()
        token = await server.admit("a1")
        await asyncio.sleep(31)
        answer = await server.poll("a1", token)
        assert (answer["status"], answer["err_category"], answer["sample"]) == ("failure", "lease_expired", None)
        assert "lease" in answer["err_message"]
        assert cancelled == [began + 30]
        assert (await server.health())["lifecycle"]["active_rollouts"] == 0


async def test_a_result_that_comes_after_the_lease_lapsed_is_the_lapse():
    """Work that ignores its cancellation and succeeds does not undo the lapse."""

    async def execute(request):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(1)
        return scored()

    async with serving(ScriptedBackend(execute), **LEASE) as server:
        token = await server.admit("a1")
        await asyncio.sleep(40)
        answer = await server.poll("a1", token)
    assert (answer["status"], answer["err_category"], answer["sample"]) == ("failure", "lease_expired", None)


async def test_a_poll_that_arrives_when_the_lease_is_due_does_not_revive_it():
    """Lapsed is lapsed, even before the server's timer has had its turn."""
    registry = RolloutRegistry(lease_timeout_sec=5, retention_sec=10, store=ResultStore())
    rollout = registry.add("a1", token="t", body_digest=b"")
    rollout.lease_timer.cancel()
    await asyncio.sleep(5)
    registry.renew(rollout)
    assert registry.answer(rollout).err_category == "lease_expired"


async def test_a_result_that_is_there_when_the_lease_is_due_is_the_lapse():
    """To the very moment, even before the server's timer has had its turn; the lapse is told once and for good."""
    registry = RolloutRegistry(lease_timeout_sec=5, retention_sec=10, store=ResultStore())
    rollout = registry.add("a1", token="t", body_digest=b"")
    rollout.lease_timer.cancel()
    await asyncio.sleep(5)
    for _ in range(2):
        registry.complete(rollout, result_response("a1", succeeded(reward=1.0)))
        assert (registry.answer(rollout).err_category, registry.answer(rollout).sample) == ("lease_expired", None)


async def test_a_backend_that_raises_is_a_failure_with_its_category():
    """The message is the exception's; the category goes by its class."""

    async def execute(request):
        raise ValueError("bad row")

    async with serving(ScriptedBackend(execute)) as server:
        answer = await server.run()
    assert (answer["status"], answer["err_category"]) == ("failure", "validation_error")
    assert "bad row" in answer["err_message"]


@pytest.mark.parametrize(
    "returned",
    [
        None,
        {"status": "success"},
        ExecutionOutcome(workflow=ExecutionResult(status=RolloutStatus.RUNNING)),
        ExecutionOutcome(workflow=ExecutionResult(status=RolloutStatus.UNKNOWN)),
    ],
    ids=["nothing", "dict", "running", "unknown"],
)
async def test_a_backend_that_returns_no_outcome_is_an_internal_error(returned: object):
    """The rollout ends, and not as the agent's fault."""

    async def execute(request):
        return returned

    async with serving(ScriptedBackend(execute)) as server:
        answer = await server.run()
    assert (answer["status"], answer["err_category"], answer["sample"]) == ("failure", "internal_error", None)


@pytest.mark.parametrize("error", [SystemExit(3), asyncio.CancelledError()], ids=repr)
async def test_a_backend_that_ends_itself_does_not_end_the_server(error: BaseException):
    """An exit or a cancellation of its own is a failure of that rollout alone."""

    async def execute(request):
        raise error

    async with serving(ScriptedBackend(execute)) as server:
        answer = await server.run()
        assert answer["status"] == "failure"
        assert (await server.health())["lifecycle"]["active_rollouts"] == 0


async def test_a_crash_of_the_rollouts_task_is_an_internal_error(monkeypatch: pytest.MonkeyPatch):
    """Whatever breaks inside the server, a poll gets an answer."""

    async def broken(*args, **kwargs):
        raise MemoryError

    monkeypatch.setattr("osmosis_ai.rollout.trajectory.save_trajectory", broken)
    async with serving() as server:
        answer = await server.run()
    assert (answer["status"], answer["err_category"]) == ("failure", "internal_error")


async def test_a_success_carries_the_whole_sample_and_never_the_trajectory():
    """Every member is there, `trajectory_messages` is not."""
    outcome = ExecutionOutcome(workflow=succeeded(reward=0.5, metrics={"m": 1}, extra_fields={"f": [None]}))
    async with serving(ScriptedBackend(after(0, outcome))) as server:
        answer = await server.run()
    assert answer["sample"] == {
        "messages": [{"role": "user", "content": "7*8?"}, {"role": "assistant", "content": "56"}],
        "label": "56",
        "reward": 0.5,
        "remove_sample": False,
        "metrics": {"m": 1},
        "extra_fields": {"f": [None]},
    }


@pytest.mark.parametrize(
    ("outcome", "status", "category"),
    [
        (ExecutionOutcome(workflow=succeeded(), grader=failed(sample=RolloutSample(reward=1.0))), "failure", "agent"),
        (ExecutionOutcome(workflow=failed(sample=RolloutSample(reward=1.0))), "failure", "agent"),
        (ExecutionOutcome(workflow=failed("timeout"), grader=succeeded(reward=1.0)), "failure", "timeout"),
        (scored(1.0, remove_sample=True), "success", ""),
    ],
    ids=["grader failed", "workflow failed", "workflow timed out", "removed"],
)
async def test_only_a_success_that_is_not_removed_has_a_reward(outcome: ExecutionOutcome, status: str, category: str):
    """A failure and a removed sample keep what was set to themselves."""
    async with serving(ScriptedBackend(after(0, outcome))) as server:
        answer = await server.run()
        told = await server.status("a1")
    assert answer["status"] == told["status"] == status
    assert (answer["err_category"] or "").startswith(category)
    assert answer["sample"]["reward"] is None
    assert told["reward"] is None


async def test_ten_megabytes_of_messages_arrive():
    """A large sample is delivered whole."""
    text = "x" * 10_000_000
    outcome = ExecutionOutcome(workflow=succeeded(messages=[{"role": "assistant", "content": text}]))
    async with serving(ScriptedBackend(after(0, outcome))) as server:
        answer = await server.run(initial_messages=[{"role": "user", "content": text}])
    assert answer["sample"]["messages"][0]["content"] == text


async def test_a_status_question_is_answered_at_once_in_either_dialect():
    """It tells status, reward and message, shows no sample, and renews no lease."""
    async with serving(ScriptedBackend(after(25)), **LEASE, result_retention_sec=50) as server:
        token = await server.admit("a1")
        for _ in range(2):
            began = now()
            assert await server.status("a1") == {
                "rollout_id": "a1",
                "status": "queued",
                "reward": None,
                "err_message": None,
            }
            assert now() == began
            await asyncio.sleep(10)
        await server.result("a1", token)
        assert await server.status("a1") == {
            "rollout_id": "a1",
            "status": "success",
            "reward": 1.0,
            "err_message": None,
        }
        await asyncio.sleep(51)
        assert (await server.status("a1"))["status"] == "unknown"
        assert (await server.status("never seen"))["status"] == "unknown"


async def test_a_status_question_renews_no_lease():
    """Asking for the status alone does not keep a rollout alive."""
    async with serving(ScriptedBackend(forever), **LEASE) as server:
        await server.admit("a1")
        for _ in range(4):
            await server.status("a1")
            await asyncio.sleep(10)
        assert (await server.status("a1"))["status"] == "failure"


async def test_a_backend_that_knows_a_rollouts_status_is_believed():
    """What it says goes before what the server knows; a reward counts on success alone."""
    statuses = {
        "a": {"status": "grading", "reward": 2.0, "err_message": None},
        "b": {"status": "success", "reward": 0.25},
        "c": {"status": "failure", "reward": None, "err_message": "no \ud800"},
    }
    async with serving(ScriptedBackend(statuses=statuses)) as server:
        assert [await server.status(key) for key in "abc"] == [
            {"rollout_id": "a", "status": "grading", "reward": None, "err_message": None},
            {"rollout_id": "b", "status": "success", "reward": 0.25, "err_message": None},
            {"rollout_id": "c", "status": "failure", "reward": None, "err_message": "no \ufffd"},
        ]


@pytest.mark.parametrize(
    "nonsense",
    [{"status": "asleep"}, {}, {"status": "success", "reward": float("nan")}, {"status": "unknown"}, "success"],
    ids=str,
)
async def test_a_backend_whose_status_makes_no_sense_is_not_believed(nonsense: object):
    """The server's own knowledge answers then."""
    async with serving(ScriptedBackend(forever, statuses={"a1": nonsense})) as server:
        await server.admit("a1")
        assert (await server.status("a1"))["status"] == "queued"
        await server.cancel(all=True)


async def test_finished_rollouts_leave_nothing_behind():
    """After retention the registry is empty and the loop has no timer of theirs."""
    async with serving(result_retention_sec=1) as server:
        for number in range(50):
            await server.run(f"a{number}")
        await asyncio.sleep(2)
        assert await server.cancel(all=True) == {}
        timers = [handle for handle in asyncio.get_running_loop()._scheduled if not handle.cancelled()]
        assert timers == []
