"""The client in the callback dialect: our server, our receiver, and callbacks that do not always arrive."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from rollout_support import ScriptedBackend, after, failed, forever, scored, serving, succeeded

from osmosis_ai.rollout import ExecutionOutcome, ExecutionResult, RolloutInitRequest, RolloutStatus
from osmosis_ai.rollout.backend.base import report_progress
from osmosis_ai.rollout.client import RolloutClient, RolloutLostError, RolloutProtocolError
from osmosis_ai.rollout.control.dialect import Dialect
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.semantics.outcomes import outcome_of_result

pytestmark = pytest.mark.virtual_time


def request(rollout_id: str = "c1", **members: Any) -> RolloutInitRequest:
    usual = {"initial_messages": [], "chat_completions_url": "", "label": "56"}
    return RolloutInitRequest(**{**usual, "rollout_id": rollout_id, **members})


@dataclass
class Both:
    """A server that seems to speak callbacks alone, and a controller. `lost`: which callbacks never arrive."""

    server: Any
    receiver: CallbackReceiver
    client: RolloutClient
    lost: set[str] = field(default_factory=set)
    posted: list[str] = field(default_factory=list)
    asked: list[httpx.Request] = field(default_factory=list)
    answer: Callable[[httpx.Request], httpx.Response | None] = lambda request: None

    def asked_for(self, path: str) -> list[httpx.Request]:
        return [seen for seen in self.asked if seen.url.path == path]


@contextlib.asynccontextmanager
async def both(execute: Any = None, *, leases: bool = False, **options: Any) -> AsyncIterator[Both]:
    receiver = CallbackReceiver(base_url="http://controller/", **options)
    to_controller = httpx.ASGITransport(app=receiver.app())
    made: Both

    async def post(posted: httpx.Request) -> httpx.Response:
        kind = posted.url.path.rpartition("/")[2]
        made.posted.append(kind)
        if kind in made.lost:
            raise httpx.ConnectError("lost")
        return await to_controller.handle_async_request(posted)

    async def ask(asked: httpx.Request) -> httpx.Response:
        made.asked.append(asked)
        instead = made.answer(asked)
        if instead is not None:
            return instead
        response = await made.server.http._transport.handle_async_request(asked)
        if asked.url.path == "/health" and not leases:
            body = json.loads(await response.aread())
            del body["lifecycle"]
            return httpx.Response(200, json=body)
        return response

    backend = execute if hasattr(execute, "execute") else ScriptedBackend(execute)
    async with (
        serving(backend, callback_transport=httpx.MockTransport(post)) as server,
        httpx.AsyncClient(transport=httpx.MockTransport(ask)) as http,
    ):
        dialect: Dialect | None = "callbacks" if leases else None
        client = RolloutClient(url="http://server", http_client=http, callbacks=receiver, dialect=dialect)
        made = Both(server, receiver, client)
        yield made


def grading(seconds: float) -> Any:
    """An execution whose workflow succeeds at once and whose grader takes so long."""

    async def execute(asked: Any) -> ExecutionOutcome:
        report_progress(RolloutStatus.GRADING, succeeded())
        await asyncio.sleep(seconds)
        return scored()

    return execute


@pytest.mark.parametrize(
    ("outcome", "members", "kind"),
    [
        (scored(0.5), {}, "scored"),
        (scored(0.5), {"grade": False}, "ungraded"),
        (ExecutionOutcome(workflow=succeeded(), grader=succeeded()), {}, "ungraded"),
        (scored(0.5, remove_sample=True), {}, "removed"),
        (ExecutionOutcome(workflow=failed()), {}, "agent_failed"),
        (ExecutionOutcome(workflow=failed("timeout")), {}, "timed_out"),
        (ExecutionOutcome(workflow=failed("http_error")), {}, "infrastructure_failed"),
        (ExecutionOutcome(workflow=succeeded(), grader=failed(sample=succeeded().sample)), {}, "grader_failed"),
        (ExecutionOutcome(workflow=ExecutionResult(status=RolloutStatus.CANCELLED)), {}, "cancelled"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_every_way_to_end_arrives_as_its_outcome(outcome: ExecutionOutcome, members: dict[str, Any], kind: str):
    """The same union as under a lease, and a reward only where it was scored."""
    async with both(after(3, outcome)) as two:
        result = await two.client.run_rollout(request(**members))
    found = outcome_of_result(result)
    assert found is not None
    assert found.kind == kind
    assert (result.sample is not None and result.sample.reward is not None) == (kind == "scored")


async def test_a_health_without_a_lifecycle_means_callbacks_and_is_asked_once():
    """With one the result is polled for."""
    async with both() as two:
        for number in range(3):
            await two.client.run_rollout(request(f"c{number}"))
        assert two.posted == ["completion", "grader"] * 3
        assert len(two.asked_for("/health")) == 1
    async with both(leases=True) as two:
        client = RolloutClient(url="http://server", http_client=two.client._http, callbacks=two.receiver)
        assert (await client.run_rollout(request())).status == "success"
        assert two.posted == []


async def test_without_a_receiver_the_refusal_says_what_to_give():
    """A server that speaks callbacks alone cannot take the body of a lease."""
    async with both() as two:
        two.answer = lambda asked: httpx.Response(422, json={}) if asked.url.path == "/rollout" else None
        with pytest.raises(RolloutProtocolError, match="give the client a CallbackReceiver"):
            await RolloutClient(url="http://server", http_client=two.client._http).run_rollout(request())


async def test_a_lost_grade_is_read_off_the_status():
    """After a minute's grace, with its reward and without its messages."""
    async with both() as two:
        two.lost = {"grader"}
        result = await two.client.run_rollout(request())
    assert result.status == "success"
    assert result.sample is not None
    assert (result.sample.reward, result.sample.messages, result.sample.label) == (1.0, [], "56")


@pytest.mark.parametrize(
    "execute", [after(0, ExecutionOutcome(workflow=failed())), after(0, scored(remove_sample=True))]
)
async def test_a_status_that_does_not_say_enough_makes_the_rollout_lost(execute: Any):
    """A failure without its category, a success without its grade: nobody is blamed, nothing is counted."""
    async with both(execute) as two:
        two.lost = {"completion", "grader"}
        with pytest.raises(RolloutLostError):
            await two.client.run_rollout(request())


async def test_a_server_that_keeps_no_status_hangs_nobody():
    """Where status is always unknown and the callbacks are lost, both limits and a minute end the waiting."""
    began = asyncio.get_running_loop().time()
    async with both() as two:
        two.lost = {"completion", "grader"}
        unknown = {"rollout_id": "c1", "status": "unknown", "reward": None, "err_message": None}
        two.answer = lambda asked: httpx.Response(200, json=unknown) if asked.url.path.endswith("/status") else None
        with pytest.raises(RolloutLostError, match="within 90 s"):
            await two.client.run_rollout(request(agent_timeout_sec=20, grader_timeout_sec=10))
        assert asyncio.get_running_loop().time() - began == pytest.approx(90, abs=1)
        assert len(two.asked_for("/rollout/cancel")) == 1


async def test_a_server_that_forgot_the_rollout_has_lost_it():
    """It knew the rollout, and does not any more."""
    async with both(forever) as two:
        running = asyncio.create_task(two.client.run_rollout(request()))
        await asyncio.sleep(1)
        gone = {"rollout_id": "c1", "status": "unknown", "reward": None, "err_message": None}
        two.answer = lambda asked: httpx.Response(200, json=gone) if asked.url.path.endswith("/status") else None
        with pytest.raises(RolloutLostError, match="no longer knows"):
            await running
        two.answer = lambda asked: None
        await two.server.cancel(all=True)


async def test_a_server_that_cannot_be_reached_is_given_up_after_two_minutes():
    """No callback, no status."""
    async with both(forever) as two:
        running = asyncio.create_task(two.client.run_rollout(request()))
        await asyncio.sleep(1)
        two.answer = lambda asked: httpx.Response(503, text="gateway")
        with pytest.raises(RolloutLostError, match="cannot be reached for 120 s"):
            await running
        await two.server.cancel(all=True)


async def test_a_lost_answer_is_not_asked_for_again_where_a_repeat_would_run_twice():
    """Servers that speak callbacks alone recognise no repeat."""
    async with both(after(3)) as two:

        def lose(asked: httpx.Request) -> None:
            if asked.url.path == "/rollout":
                raise httpx.ReadError("reset")

        two.answer = lose
        with pytest.raises(RolloutLostError, match="may be running"):
            await two.client.run_rollout(request())
        assert len(two.asked_for("/rollout")) == 1


async def test_a_rollout_cancelled_by_somebody_is_nobodys_failure():
    """Before it is graded or after, it ends as cancelled."""
    for execute in (forever, grading(60)):
        async with both(execute) as two:
            running = asyncio.create_task(two.client.run_rollout(request()))
            await asyncio.sleep(1)
            await two.client.cancel_rollout("c1")
            assert (await running).status == "cancelled"


async def test_a_cancelled_call_ends_the_rollout_on_the_server():
    """What nobody waits for does not run on."""
    async with both(forever) as two:
        running = asyncio.create_task(two.client.run_rollout(request()))
        await asyncio.sleep(1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await two.server.status("c1"))["status"] in ("cancelled", "running")
        await asyncio.sleep(1)
        assert (await two.server.status("c1"))["status"] == "cancelled"
