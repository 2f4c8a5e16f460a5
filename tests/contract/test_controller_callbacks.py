"""The callback dialect end to end over real sockets: our server against a controller on the generated stub.

Both sides are recorded, so every admission, callback and acknowledgement is held to its document.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from contract_recorder import Recorder
from live_server import live_server
from rollout_app import artifact_root, rollout_app
from starlette.applications import Starlette

from osmosis_contract.models import CallbackAcknowledgement, ChatError, ChatErrorBody, Problem, TrajectoryReport
from osmosis_contract.servers import controller as api

__all__ = ["artifact_root"]

KEY = "the-key-of-the-run"


class CallbackController(api.ControllerServer):
    """Takes callbacks, once each: a repeat gets the stored acknowledgement and is counted apart."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str, Any]] = []
        self.repeats = 0
        self.keys: list[str | None] = []
        self.known: set[str] = set()
        self.failing = 0

    async def authorize(self, call: api.Call) -> Any:
        """Only the run's key opens."""
        self.keys.append(call.authorization)
        if call.authorization == f"Bearer {KEY}":
            return None
        kind = api.ReceiveGrade401 if call.operation_id == "receiveGrade" else api.ReceiveCompletion401
        return kind(body=Problem(type="about:blank", title="Unauthorized", status=401, detail="a wrong key"))

    async def create_chat_completion(self, request: Any) -> Any:
        """No model stands behind this controller."""
        message = "no model here"
        return api.CreateChatCompletion4XX(
            status=404,
            body=ChatError(error=ChatErrorBody(message=message, type="bridge_error", code=404), detail=message),
        )

    async def receive_completion(self, request: Any) -> Any:
        """The end of a workflow."""
        if request.rollout_id not in self.known:
            return api.ReceiveCompletion404(body=_unknown())
        return api.ReceiveCompletion200(body=self._take("completion", request))

    async def receive_grade(self, request: Any) -> Any:
        """The grade."""
        if request.rollout_id not in self.known:
            return api.ReceiveGrade404(body=_unknown())
        return api.ReceiveGrade200(body=self._take("grader", request))

    def _take(self, kind: str, request: Any) -> CallbackAcknowledgement:
        if any(kind == seen and request.rollout_id == rollout_id for seen, rollout_id, _ in self.taken):
            self.repeats += 1
        else:
            self.taken.append((kind, request.rollout_id, request.body))
        report = TrajectoryReport.read(
            {"samples": {"any": {"llm_call_metrics": [{"prompt_tokens": 11, "completion_tokens": 3}]}}}
        )
        return CallbackAcknowledgement(ok=True, trajectory=report)

    def of(self, rollout_id: str) -> list[tuple[str, str]]:
        """The kinds and statuses taken for one rollout, in order."""
        return [(kind, str(body.status)) for kind, taken, body in self.taken if taken == rollout_id]


def _unknown() -> Problem:
    return Problem(type="about:blank", title="Unknown rollout", status=404, detail="no such rollout")


@dataclass
class Both:
    """A rollout server and a controller, each on a socket."""

    url: str
    controller_url: str
    controller: CallbackController
    server: Recorder
    receiver: Recorder

    async def run(self, rollout_id: str = "c1", *, grader: bool = True, **members: Any) -> dict[str, Any]:
        """Admits a rollout and waits for its end; the status it ended with."""
        self.controller.known.add(rollout_id)
        here = f"{self.controller_url}/v1/rollouts/{quote(rollout_id, safe='')}"
        body = {
            "initial_messages": [{"role": "user", "content": "7*8?"}],
            "label": "56",
            "rollout_id": rollout_id,
            "chat_completions_url": here,
            "completion_callback_url": f"{here}/completion",
            "controller_api_key": KEY,
            **({"grader_callback_url": f"{here}/grader"} if grader else {}),
            **members,
        }
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as http:
            admitted = await http.post("/rollout", json=body)
            assert (admitted.status_code, admitted.json()) == (202, {})
            while True:
                answer = (await http.get(f"/rollout/{quote(rollout_id, safe='')}/status")).json()
                if answer["status"] in ("success", "failure", "cancelled"):
                    return answer  # type: ignore[no-any-return]
                await asyncio.sleep(0.02)


@pytest.fixture
def both() -> Iterator[Both]:
    """Both sides; whatever the test did must have been what the two documents say."""
    controller = CallbackController()
    receiver = Recorder(
        "controller", Starlette(routes=api.routes(controller), exception_handlers=api.exception_handlers())
    )
    server = rollout_app()
    with live_server(receiver) as controller_url, live_server(server) as url:
        yield Both(url, controller_url, controller, server, receiver)
    assert server.faults == []
    assert receiver.faults == []


@pytest.mark.parametrize("rollout_id", ["c1", "a::b", "two words", "ünï"])
async def test_completion_then_grade_each_once_with_the_key(both: Both, rollout_id: str):
    """The controller hears of the end of the workflow, then of the reward."""
    answer = await both.run(rollout_id)
    assert both.controller.of(rollout_id) == [("completion", "success"), ("grader", "success")]
    assert both.controller.taken[1][2].sample.reward == 1.0
    assert both.controller.repeats == 0
    assert both.controller.keys == [f"Bearer {KEY}"] * 2
    assert answer == {"rollout_id": rollout_id, "status": "success", "reward": 1.0, "err_message": None}


@pytest.mark.parametrize(
    ("members", "callbacks"),
    [
        ({"grader": False}, [("completion", "success")]),
        ({"label": None}, [("completion", "success"), ("grader", "success")]),
        ({"metadata": {"grade": "remove"}}, [("completion", "success"), ("grader", "success")]),
        ({"metadata": {"grade": "nothing"}}, [("completion", "success"), ("grader", "success")]),
        ({"metadata": {"grade": "raise"}}, [("completion", "success"), ("grader", "failure")]),
        ({"grader_timeout_sec": 0}, [("completion", "success"), ("grader", "failure")]),
        ({"metadata": {"do": "raise"}}, [("completion", "failure"), ("grader", "failure")]),
        ({"metadata": {"do": "nonsense"}}, [("completion", "failure"), ("grader", "failure")]),
        ({"metadata": {"do": "wait"}, "agent_timeout_sec": 0.1}, [("completion", "failure"), ("grader", "failure")]),
    ],
    ids=str,
)
async def test_every_way_to_end_is_told_by_its_callbacks(
    both: Both, members: dict[str, Any], callbacks: list[tuple[str, str]]
):
    """And none of these brings a reward."""
    await both.run(**members)
    assert both.controller.of("c1") == callbacks
    samples = [body.sample for kind, _, body in both.controller.taken if kind == "grader"]
    assert [sample.reward for sample in samples if sample is not None] == [None] * sum(map(bool, samples))


async def test_many_rollouts_each_get_their_callbacks(both: Both):
    """Thirty at once: two callbacks each, in order, none twice."""
    names = [f"c{number}" for number in range(30)]
    await asyncio.gather(*(both.run(name) for name in names))
    for name in names:
        assert both.controller.of(name) == [("completion", "success"), ("grader", "success")]
    assert both.controller.repeats == 0


async def test_a_cancelled_rollout_is_told_as_failure(both: Both):
    """Both callbacks come, so nobody waits for ever."""
    running = asyncio.create_task(both.run(metadata={"do": "wait"}))
    async with httpx.AsyncClient(base_url=both.url) as http:
        found: dict[str, str] = {}
        while "c1" not in found:
            await asyncio.sleep(0.05)
            found = (await http.post("/rollout/cancel", json={"prefix": "c"})).json()["dispositions"]
    assert (await running)["status"] == "cancelled"
    assert both.controller.of("c1") == [("completion", "failure"), ("grader", "failure")]


async def test_the_report_of_the_acknowledgement_reaches_the_trajectory(both: Both, artifact_root: Path):
    """What the controller counted stands in the file beside the artifacts."""
    await both.run()
    document = json.loads((artifact_root / "c1" / "trajectory.json").read_bytes())
    assert document["final_metrics"]["total_prompt_tokens"] == 11
    assert document["extra"]["osmosis"]["reward"] == 1.0


async def test_a_controller_that_does_not_know_the_rollout_changes_nothing(both: Both):
    """Its refusals are final, one attempt each, and the rollout ends as what it was."""
    here = f"{both.controller_url}/v1/rollouts/stranger"
    answer = await both.run(completion_callback_url=f"{here}/completion", grader_callback_url=f"{here}/grader")
    assert answer["status"] == "success"
    assert both.receiver.seen == {("receiveCompletion", 404): 1, ("receiveGrade", 404): 1}


async def test_a_wrong_key_is_refused_and_not_retried(both: Both):
    """401 is no fault that passes."""
    await both.run(controller_api_key="another")
    assert both.receiver.seen == {("receiveCompletion", 401): 1, ("receiveGrade", 401): 1}
