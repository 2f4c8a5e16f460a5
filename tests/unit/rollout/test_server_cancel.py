"""POST /rollout/cancel: selectors, dispositions, and what becomes of the rollouts."""

from __future__ import annotations

import asyncio

import pytest
from rollout_support import Controller, ScriptedBackend, callback_body, forever, scored, serving, settled, succeeded

from osmosis_ai.rollout import RolloutStatus
from osmosis_ai.rollout.backend.base import report_progress

pytestmark = pytest.mark.virtual_time


@pytest.mark.parametrize(
    "selector",
    [
        {},
        {"ids": None},
        {"all": False},
        {"ids": ["a"], "prefix": "a"},
        {"ids": [], "all": True},
        {"prefix": "", "all": True},
        {"ids": "a"},
        {"ids": [1]},
        {"all": 1},
        {"prefix": None, "all": None},
    ],
    ids=str,
)
async def test_exactly_one_selector_is_asked_for(selector: dict[str, object]):
    """None, two, or one of another type is 422."""
    async with serving() as server:
        assert (await server.http.post("/rollout/cancel", json=selector)).status_code == 422


@pytest.mark.parametrize(
    ("selector", "cancelled"),
    [
        ({"ids": []}, []),
        ({"ids": ["x1", "x1"]}, ["x1"]),
        ({"prefix": "x"}, ["x1", "x2"]),
        ({"prefix": ""}, ["x1", "x2", "y1"]),
        ({"all": True}, ["x1", "x2", "y1"]),
        ({"ids": ["y1"], "prefix": None, "all": False}, ["y1"]),
    ],
    ids=str,
)
async def test_a_selector_cancels_what_it_names(selector: dict[str, object], cancelled: list[str]):
    """Ids name rollouts one by one, a prefix all that begin with it, the empty prefix and `all` every one."""
    async with serving(ScriptedBackend(forever)) as server:
        tokens = {rollout_id: await server.admit(rollout_id) for rollout_id in ("x1", "x2", "y1")}
        await asyncio.sleep(1)
        assert await server.cancel(**selector) == dict.fromkeys(cancelled, "cancelled_running")
        for rollout_id in cancelled:
            answer = await server.result(rollout_id, tokens[rollout_id])
            assert (answer["status"], answer["err_message"], answer["sample"]) == ("cancelled", "cancelled", None)
        await server.cancel(all=True)


async def test_a_rollout_that_has_not_begun_is_cancelled_queued():
    """It never runs, and its result is cancelled without a message."""
    backend = ScriptedBackend()
    async with serving(backend) as server:
        token = await server.admit("a1")
        assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_queued"}
        assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_queued"}
        answer = await server.result("a1", token)
    assert (answer["status"], answer["err_message"]) == ("cancelled", None)
    assert backend.requests == []


async def test_unknown_and_finished_rollouts_are_not_found():
    """A finished one is listed by `all` while it is retained, and its result stays what it was."""
    async with serving() as server:
        token = await server.admit("a1")
        first = await server.result("a1", token)
        assert await server.cancel(ids=["a1", "never"]) == {"a1": "not_found", "never": "not_found"}
        assert await server.cancel(all=True) == {"a1": "not_found"}
        assert await server.poll("a1", token) == first


async def test_the_answer_is_the_same_while_the_work_is_ending():
    """And not_found afterwards. Work is asked to end once, not once a request."""
    asked = []

    async def execute(request):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            asked.append(1)
            await asyncio.sleep(5)
            raise

    async with serving(ScriptedBackend(execute)) as server:
        token = await server.admit("a1")
        await asyncio.sleep(1)
        for _ in range(3):
            assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_running"}
            await asyncio.sleep(1)
        assert (await server.result("a1", token))["status"] == "cancelled"
        assert await server.cancel(ids=["a1"]) == {"a1": "not_found"}
    assert asked == [1]


async def test_a_backend_that_cancels_by_itself_is_left_to_it():
    """Its disposition is passed on, and the server interrupts nothing."""
    done = asyncio.Event()

    async def execute(request):
        await done.wait()
        return scored()

    async with serving(ScriptedBackend(execute, cancels={"a1": "cancelled_queued"})) as server:
        token = await server.admit("a1")
        await asyncio.sleep(1)
        assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_queued"}
        done.set()
        assert (await server.result("a1", token))["status"] == "success"


async def test_a_backend_that_fails_to_cancel_does_not_prevent_it():
    """The server cancels then."""
    backend = ScriptedBackend(forever)
    backend.cancel_rollouts = None  # type: ignore[method-assign,assignment]
    async with serving(backend) as server:
        token = await server.admit("a1")
        await asyncio.sleep(1)
        assert await server.cancel(ids=["a1"]) == {"a1": "cancelled_running"}
        assert (await server.result("a1", token))["status"] == "cancelled"


async def test_a_cancellation_takes_no_outcome_away_that_is_being_delivered():
    """Once the backend has given its outcome, the callbacks go out; there is nothing left to cancel."""
    controller = Controller(answers=[ConnectionError, ConnectionError])
    controller.answers = [_slow, _slow]
    async with serving(callback_transport=controller.transport) as server:
        await server.http.post("/rollout", json=callback_body("c1"))
        await asyncio.sleep(1)
        assert await server.cancel(all=True) == {"c1": "not_found"}
        assert (await settled(server, "c1"))["reward"] == 1.0
    assert [(path, post["status"]) for path, post, _ in controller.posts] == [
        ("completion", "success"),
        ("grader", "success"),
    ]


async def test_cancelling_while_grading_keeps_the_completion_and_fails_the_grade():
    """The completion callback that is under way is not lost, and no callback is sent twice."""

    async def execute(request):
        report_progress(RolloutStatus.GRADING, succeeded())
        await asyncio.Event().wait()

    controller = Controller(answers=[_slow])
    async with serving(ScriptedBackend(execute), callback_transport=controller.transport) as server:
        await server.http.post("/rollout", json=callback_body("c1"))
        await asyncio.sleep(1)
        assert await server.cancel(prefix="c") == {"c1": "cancelled_running"}
        assert (await settled(server, "c1"))["status"] == "cancelled"
    assert [(path, post["status"]) for path, post, _ in controller.posts] == [
        ("completion", "success"),
        ("grader", "failure"),
    ]


async def _slow():
    import httpx

    await asyncio.sleep(5)
    return httpx.Response(200)


@pytest.mark.parametrize(
    "selector", [{}, {"ids": [7]}, {"ids": "a"}, {"prefix": 1}, [], "x", {"ids": [], "prefix": ""}]
)
async def test_the_place_of_a_fault_is_a_place_in_the_request(selector):
    """Every step of `loc` after `body` is a member or a position that is there, or the member that is missing."""
    async with serving() as server:
        response = await server.http.post("/rollout/cancel", json=selector)
    faults = response.json()["errors"]
    assert response.status_code == 422
    assert faults
    for fault in faults:
        assert fault["loc"][0] == "body"
        assert set(fault["loc"][1:]) <= {"ids", "prefix", "all", 0}, fault
