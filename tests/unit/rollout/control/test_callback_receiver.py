"""The receiver of callbacks: each counts once, whoever may not post is told so, and all is forgotten in time."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_contract.models.trajectory_report import SampleReport, TrajectoryReport
from osmosis_contract.servers import controller as api

pytestmark = pytest.mark.virtual_time

SAMPLE = {"messages": [], "label": None, "reward": 1.0, "remove_sample": False, "metrics": {}, "extra_fields": {}}


def completion(status: str = "success", **members: Any) -> dict[str, Any]:
    return {"status": status, "rollout_id": "a b", **members}


def grade(status: str = "success", **members: Any) -> dict[str, Any]:
    return {"status": status, "rollout_id": "a b", "sample": SAMPLE if status == "success" else None, **members}


class Poster:
    """A rollout server as far as the receiver sees it."""

    def __init__(self, receiver: CallbackReceiver, key: str = "k") -> None:
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(app=receiver.app()))
        self._urls = dict(zip(("completion", "grader"), receiver.urls("a b"), strict=True))
        self._key = key

    async def post(self, kind: str, body: Any, **headers: str) -> httpx.Response:
        shown = {"Authorization": f"Bearer {self._key}", **headers}
        return await self._http.post(self._urls[kind], json=body, headers=shown)


@pytest.fixture
def receiver() -> CallbackReceiver:
    return CallbackReceiver(base_url="http://controller")


async def test_completion_then_grade_give_one_result(receiver: CallbackReceiver):
    """The completion alone does not settle a rollout that is to be graded."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    assert receiver.urls("a b")[0] == "http://controller/v1/rollouts/a%20b/completion"
    assert (await poster.post("completion", completion())).json() == {"ok": True}
    assert not delivery.result.done()
    assert (await poster.post("grader", grade())).json() == {"ok": True}
    assert delivery.result.result().sample.reward == 1.0


async def test_a_repeat_gets_the_stored_acknowledgement_and_counts_for_nothing():
    """Even one that says something else."""
    asked = []

    def report(rollout_id: str) -> TrajectoryReport:
        asked.append(rollout_id)
        return TrajectoryReport(model_name=f"model {len(asked)}", samples={"main": SampleReport()})

    receiver = CallbackReceiver(base_url="http://controller", report=report)
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    first = await poster.post("completion", completion())
    assert first.json()["trajectory"]["model_name"] == "model 1"
    assert (await poster.post("completion", completion("failure"))).json() == first.json()
    assert not delivery.result.done()
    last = await poster.post("grader", grade())
    assert last.json()["trajectory"]["model_name"] == "model 2"
    other = grade(sample={**SAMPLE, "reward": 0.0})
    assert (await poster.post("grader", other)).json() == last.json()
    assert delivery.result.result().sample.reward == 1.0
    assert delivery.taken == 2
    assert asked == ["a b", "a b"]


async def test_a_callback_that_comes_too_late_is_told_so_and_counts_for_nothing(receiver: CallbackReceiver):
    """Nobody waits any more; the server need not try again."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    receiver.release(delivery)
    for _ in range(2):
        answer = await poster.post("grader", grade())
        assert (answer.status_code, answer.json()) == (200, {"ok": True, "error_type": "callback_timeout"})
    assert not delivery.result.done()
    assert delivery.taken == 0


async def test_a_grade_after_a_failure_that_has_settled_all_is_not_late(receiver: CallbackReceiver):
    """It is the usual second callback of a failed workflow."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    await poster.post("completion", completion("failure", err_message="no", err_category="agent_error"))
    receiver.release(delivery)
    assert (await poster.post("grader", grade("failure"))).json() == {"ok": True}
    assert delivery.result.result().err_category == "agent_error"


async def test_who_has_no_business_here_is_refused(receiver: CallbackReceiver):
    """An unknown rollout, a wrong key or none, another rollout's body, a status that is no end."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    stranger = Poster(CallbackReceiver(base_url="http://controller"))
    assert (await stranger.post("completion", completion())).status_code == 404
    for kind, body in (("completion", completion()), ("grader", grade())):
        assert (await poster.post(kind, body, Authorization="Bearer x")).status_code == 401
        assert (await poster.post(kind, body, Authorization="")).status_code == 401
        assert (await poster.post(kind, {**body, "rollout_id": "c2"})).status_code == 422
        assert (await poster.post(kind, {**body, "status": "running"})).status_code == 422
    assert (await poster.post("completion", completion(), Authorization="bearer k")).status_code == 200
    assert delivery.taken == 1


@pytest.mark.parametrize(
    ("posts", "status", "category"),
    [
        ([("completion", completion("failure", err_message="cancelled"))], "cancelled", None),
        ([("completion", completion("failure"))], "cancelled", None),
        ([("completion", completion("cancelled"))], "cancelled", None),
        ([("completion", completion("failure", err_message="it broke"))], "failure", "internal_error"),
        ([("completion", completion()), ("grader", grade("failure"))], "failure", None),
        ([("completion", completion()), ("grader", grade("failure", err_message="cancelled"))], "cancelled", None),
        ([("completion", completion()), ("grader", grade("failure", err_message="?"))], "failure", "internal_error"),
        ([("grader", grade("failure"))], "failure", "internal_error"),
        ([("grader", grade())], "success", None),
    ],
)
async def test_a_failure_that_blames_nobody_is_no_verdict(
    receiver: CallbackReceiver, posts: list[Any], status: str, category: str | None
):
    """Cancelled, or the infrastructure's; only a bare grader failure after a success means that no grader ran."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    for kind, body in posts:
        assert (await poster.post(kind, body)).status_code == 200
    result = delivery.result.result()
    assert (result.status, result.err_category) == (status, category)


@pytest.mark.parametrize("body", [grade("failure", sample=SAMPLE), grade(sample={**SAMPLE, "remove_sample": True})])
async def test_a_reward_outside_a_counted_success_is_dropped(receiver: CallbackReceiver, body: dict[str, Any]):
    """Whatever a server sends."""
    delivery, poster = receiver.expect("a b", graded=True, key="k"), Poster(receiver)
    await poster.post("grader", body)
    assert delivery.result.result().sample.reward is None


async def test_an_ended_rollout_is_remembered_for_a_while_and_then_forgotten(receiver: CallbackReceiver):
    """Until then its id cannot be expected again."""
    receiver.release(receiver.expect("a b", graded=True))
    with pytest.raises(ValueError, match="expected already"):
        receiver.expect("a b", graded=True)
    await asyncio.sleep(901)
    assert len(receiver) == 0
    receiver.expect("a b", graded=True)


async def test_every_rollout_has_a_key_of_its_own(receiver: CallbackReceiver):
    """Unless the caller brings one."""
    assert receiver.expect("1", graded=True).key != receiver.expect("2", graded=True).key
    assert receiver.expect("3", graded=True, key="mine").key == "mine"


async def test_a_receiver_can_serve_the_model_too():
    """A subclass answers chat completions; the plain one has no such route, or says that it has no model."""

    class Controller(CallbackReceiver):
        async def create_chat_completion(self, request: api.CreateChatCompletionRequest) -> Any:
            async def chunks() -> Any:
                yield b"data: [DONE]\n\n"

            return api.CreateChatCompletion200Stream(chunks=chunks())

    answers = []
    for app in (Controller().app(chat=True), CallbackReceiver().app(chat=True), CallbackReceiver().app()):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://controller") as http:
            body = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
            answers.append(await http.post("/v1/rollouts/a/chat/completions", json=body))
    assert [answer.status_code for answer in answers] == [200, 404, 404]
    assert answers[0].text == "data: [DONE]\n\n"
    assert "serves no model" in answers[1].json()["detail"]
