"""Attempts over the protocol: how what a server does, or does not do, is judged. The server is a scripted transport."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.work import Attempt, AttemptResult, RunnerLostError, WorkItem
from osmosis_ai.hosting import protocol_runner
from osmosis_ai.hosting.protocol_runner import ProtocolRunner
from osmosis_ai.models.bridge.chat_bridge import ChatBridge, ProviderFault
from osmosis_ai.models.policy import FaultKind
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.semantics.outcomes import AgentFailed, Cancelled, InfrastructureFailed, Scored, TimedOut

ID = "0123456789abcdef" * 2
OTHER_ID = "f" * 32
ATTEMPT = Attempt(WorkItem(0, 0, DatasetRow(0, [{"role": "user", "content": "hi"}], "label", None)), 0, ID)


class ServerDouble:
    """Stands for the process and for its HTTP side."""

    url = "http://server"
    api_key = "server-key"

    def __init__(self) -> None:
        self.dead = asyncio.Event()
        self.used_up: str | None = None
        self.says_used_up: str | None = None
        self.starts = 1
        self.keys: set[str | None] = set()
        self.admission = httpx.Response(
            202,
            json={
                "rollout_id": ID,
                "status": "queued",
                "polling_lease_token": "t" * 43,
                "result_wait_timeout_sec": 30.0,
                "polling_lease_timeout_sec": 120.0,
            },
        )
        self.result: Callable[[], Any] = self.scored
        self.cancelled: list[str] = []
        self.cancellation: Callable[[], Awaitable[httpx.Response]] | None = None

    def scored(self) -> httpx.Response:
        sample = {"messages": [], "label": None, "reward": 0.5, "remove_sample": False}
        sample |= {"metrics": {}, "extra_fields": {}}
        body = {"rollout_id": ID, "status": "success", "sample": sample, "err_message": None, "err_category": None}
        return httpx.Response(200, json=body)

    async def lost(self) -> RunnerLostError:
        await self.dead.wait()
        return RunnerLostError("the double died")

    def suspect(self) -> None:
        pass

    async def stop(self, grace: float | None = None) -> None:
        self.dead.set()

    async def start(self) -> None:
        self.dead = asyncio.Event()
        self.used_up = self.says_used_up = None
        self.starts += 1

    async def check_health(self) -> None:
        self.used_up = self.says_used_up

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        answer = await self._answer(request)
        if OTHER_ID.encode() in request.content or OTHER_ID in request.url.path:
            return httpx.Response(answer.status_code, content=answer.content.replace(ID.encode(), OTHER_ID.encode()))
        return answer

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.keys.add(request.headers.get("Authorization"))
        if request.url.path.endswith("/result"):
            answer = self.result()
            return answer if isinstance(answer, httpx.Response) else await answer
        if "cancel" in request.url.path:
            self.cancelled.append(request.content.decode())
            if self.cancellation is not None:
                return await self.cancellation()
            return httpx.Response(200, json={"dispositions": {ID: "cancelled_running"}})
        if self.says_used_up is not None:
            problem = {"type": "urn:osmosis:rollout:used-up", "title": "Used up", "status": 503, "detail": "blocked"}
            return httpx.Response(503, json=problem)
        return self.admission

    def ended(self, status: str, category: str | None) -> httpx.Response:
        body = {"rollout_id": ID, "status": status, "sample": None, "err_message": "it says", "err_category": category}
        return httpx.Response(200, json=body)


async def never() -> httpx.Response:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.fixture
def server() -> ServerDouble:
    return ServerDouble()


class ModelDouble:
    name = "double"


@pytest.fixture
def bridge() -> ChatBridge:
    return ChatBridge(ModelDouble(), "token")  # type: ignore[arg-type]


@pytest.fixture
async def make(server: ServerDouble, bridge: ChatBridge) -> AsyncIterator[Callable[..., ProtocolRunner]]:
    made: list[ProtocolRunner] = []
    async with httpx.AsyncClient(transport=httpx.MockTransport(server)) as client:

        def runner(agent: float | None = None, grader: float | None = None, **options: Any) -> ProtocolRunner:
            runner = ProtocolRunner(
                server,  # type: ignore[arg-type]
                bridge,
                chat_base="http://bridge",
                token="token",
                agent_timeout_sec=agent,
                grader_timeout_sec=grader,
                http_client=client,
                **options,
            )
            made.append(runner)
            return runner

        yield runner
        for runner_ in made:
            await runner_.close()


async def outcome(runner: ProtocolRunner) -> AttemptResult:
    return await asyncio.wait_for(runner.run(ATTEMPT), 20)


@pytest.mark.parametrize("saved_by_the_server", [False, True])
async def test_a_rollout_that_fails_without_a_sample_keeps_its_model_calls(
    make, server, bridge, tmp_path, monkeypatch, saved_by_the_server
):
    """Requests and answers become its trajectory, marked as cut off; one that the server saved is left alone."""
    said = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    monkeypatch.setattr(bridge, "conversation", lambda _: said)
    file = tmp_path / ID / "trajectory.json"
    if saved_by_the_server:
        file.parent.mkdir()
        file.write_text("{}")
    server.result = lambda: server.ended("failure", "agent_error")
    await make(trials=tmp_path).run(ATTEMPT)
    if saved_by_the_server:
        assert file.read_text() == "{}"
        return
    document = json.loads(file.read_text())
    assert document["extra"]["osmosis"]["sample_cut_off"] is True
    assert document["extra"]["osmosis"]["rollout_id"] == ID
    assert [step["message"] for step in document["steps"]] == ["q", "a"]


async def test_what_the_server_says_beside_the_outcome_is_kept(make, server):
    """Where user code failed, the numbers of the sample and its answer are in the attempt's result."""

    def failed() -> httpx.Response:
        sample = {"messages": [{"role": "assistant", "content": "so far"}], "label": None, "reward": None}
        sample |= {"remove_sample": False, "metrics": {"steps": 2, "note": "x"}, "extra_fields": {}}
        body = {"rollout_id": ID, "status": "failure", "sample": sample, "err_message": "KeyError: 'x'"}
        body |= {"err_category": "agent_error", "err_traceback": "Traceback", "sample_cut_off": True}
        return httpx.Response(200, json=body | {"err_location": {"file": "main.py", "line": 15, "function": "parse"}})

    server.result = failed
    result = await make().run(ATTEMPT)
    assert isinstance(result.outcome, AgentFailed)
    assert (result.metrics, result.answer, result.err_traceback) == ({"steps": 2.0}, "so far", "Traceback")
    assert result.err_location is not None
    assert result.err_location.line == 15


async def test_success_is_scored(make: Callable[..., ProtocolRunner]):
    """The reward of a success is the result."""
    assert (await outcome(make())).outcome == Scored(0.5)


async def test_refused_admission_is_the_row_s_failure(make: Callable[..., ProtocolRunner], server: ServerDouble):
    """A server that will not take the request fails the row, as a refusal."""
    server.admission = httpx.Response(413, json={"title": "too large"})
    result = await outcome(make())
    assert isinstance(result.outcome, AgentFailed)
    assert result.refused


@pytest.mark.parametrize("status", [401, 409, 500, 503])
async def test_admission_refused_for_reasons_of_its_own_is_the_infrastructure_s(
    make: Callable[..., ProtocolRunner], server: ServerDouble, status: int
):
    """A key, a taken id, a draining or broken server say nothing of the row."""
    server.admission = httpx.Response(status, json={"title": "no"})
    result = await outcome(make())
    assert isinstance(result.outcome, InfrastructureFailed)
    assert not result.refused


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_poll_that_is_refused_is_the_infrastructure_s(
    make: Callable[..., ProtocolRunner], server: ServerDouble, status: int
):
    """Once admitted, a server that no longer knows the rollout has failed, not the agent."""
    server.result = lambda: httpx.Response(status, json={"title": "no"})
    result = await outcome(make())
    assert isinstance(result.outcome, InfrastructureFailed)
    assert not result.refused


async def test_death_of_the_server_loses_the_runner_and_not_what_was_paid(
    make: Callable[..., ProtocolRunner], server: ServerDouble, bridge: ChatBridge
):
    """Everything in flight ends with RunnerLostError, which says how the server died and what the calls had used."""
    server.result = never
    running = asyncio.create_task(outcome(make()))
    await asyncio.sleep(0.05)
    usage = bridge._rollouts[ID].usage
    usage.calls, usage.total_tokens, usage.cost_usd = 1, 7, 0.25
    server.dead.set()
    with pytest.raises(RunnerLostError, match="the double died") as raised:
        await running
    lost = raised.value.result
    assert (lost.outcome, lost.tokens, lost.cost_usd) == (InfrastructureFailed("the double died"), 7, 0.25)


async def test_deadline_without_limits_times_the_row_out(
    make: Callable[..., ProtocolRunner], server: ServerDouble, monkeypatch: pytest.MonkeyPatch
):
    """Where a limit is not set, a row that never ends is timed out after an hour, and cancelled on the server."""
    monkeypatch.setattr(protocol_runner, "_LONGEST_SEC", 0.1)
    server.result = never
    result = await outcome(make(agent=5.0))
    assert isinstance(result.outcome, TimedOut)
    assert ID in server.cancelled[0]


async def test_deadline_with_both_limits_is_the_server_s_fault(
    make: Callable[..., ProtocolRunner], server: ServerDouble, monkeypatch: pytest.MonkeyPatch
):
    """A server that reports nothing a minute after both limits has failed to keep them."""
    monkeypatch.setattr(protocol_runner, "_MARGIN_SEC", 0.05)
    server.result = never
    result = await outcome(make(agent=0.05, grader=0.05))
    assert isinstance(result.outcome, InfrastructureFailed)
    assert "0.15 s" in result.outcome.message


async def test_cancelling_does_not_wait_for_a_server_that_ignores_it(
    make: Callable[..., ProtocolRunner], server: ServerDouble, monkeypatch: pytest.MonkeyPatch
):
    """What the server does not end in time ends as cancelled anyway, and nothing begins afterwards."""
    monkeypatch.setattr(protocol_runner, "_CANCEL_SEC", 0.1)
    server.result = never
    runner = make()
    running = asyncio.create_task(outcome(runner))
    await asyncio.sleep(0.05)
    await runner.cancel()
    assert (await running).outcome == Cancelled()
    assert server.cancelled
    assert (await outcome(runner)).outcome == Cancelled()


async def test_cancelling_does_not_wait_for_a_server_that_answers_nothing(
    make: Callable[..., ProtocolRunner], server: ServerDouble, monkeypatch: pytest.MonkeyPatch
):
    """A server that is frozen does not keep the run for as long as a request may take."""
    monkeypatch.setattr(protocol_runner, "_CANCEL_SEC", 0.1)
    server.result = server.cancellation = never
    runner = make()
    running = asyncio.create_task(outcome(runner))
    await asyncio.sleep(0.05)
    async with asyncio.timeout(10):
        await runner.cancel()
        assert (await running).outcome == Cancelled()
    assert server.cancelled


async def test_cancellation_that_the_run_did_not_ask_for_is_tried_again(
    make: Callable[..., ProtocolRunner], server: ServerDouble
):
    """Another program that cancels a rollout on the server does not decide how it ends."""
    server.result = lambda: server.ended("cancelled", None)
    result = await outcome(make())
    assert isinstance(result.outcome, InfrastructureFailed)
    assert "did not ask for it" in result.outcome.message


async def test_every_request_shows_the_key_of_the_server(make: Callable[..., ProtocolRunner], server: ServerDouble):
    """The key that the server was started with goes with admissions, polls and cancellations."""
    runner = make()
    await outcome(runner)
    await runner._ask_for_cancellation([ID])
    assert server.keys == {"Bearer server-key"}


async def test_used_up_server_is_replaced_before_it_gets_more_work(
    make: Callable[..., ProtocolRunner], server: ServerDouble
):
    """An admission that is refused because the process is used up is asked for again, of a new process."""
    server.says_used_up = "blocked"
    assert (await outcome(make())).outcome == Scored(0.5)
    assert server.starts == 2


async def test_work_that_a_used_up_server_lost_is_lost_as_in_a_death(
    make: Callable[..., ProtocolRunner], server: ServerDouble
):
    """What was lost with the process raises RunnerLostError; however often it is asked for, one restart is enough."""
    runner = make()

    def lost() -> httpx.Response:
        server.says_used_up = "blocked"
        return server.ended("failure", "internal_error")

    server.result = lost
    with pytest.raises(RunnerLostError, match="used up: blocked") as raised:
        await outcome(runner)
    assert isinstance(raised.value.result.outcome, InfrastructureFailed)
    await runner.restart()
    await runner.restart()
    assert server.starts == 2
    server.result = server.scored
    assert (await outcome(runner)).outcome == Scored(0.5)


async def test_results_of_a_used_up_server_are_read_before_it_is_replaced(
    make: Callable[..., ProtocolRunner], server: ServerDouble
):
    """An attempt that waits for the next process does not cut off one that waits for its result."""
    runner, answering = make(), asyncio.Event()

    async def late() -> httpx.Response:
        await answering.wait()
        return server.scored()

    server.result = late
    first = asyncio.create_task(outcome(runner))
    await asyncio.sleep(0.05)
    server.used_up = "blocked"
    second = asyncio.create_task(runner.run(replace(ATTEMPT, rollout_id=OTHER_ID)))
    await asyncio.sleep(0.05)
    assert server.starts == 1
    answering.set()
    assert (await first).outcome == Scored(0.5)
    assert (await second).outcome == Scored(0.5)
    assert server.starts == 2


@pytest.mark.parametrize(("calls", "expected"), [(0, InfrastructureFailed), (1, Scored)])
async def test_reward_without_a_single_answer_of_the_model_is_none(
    make: Callable[..., ProtocolRunner],
    server: ServerDouble,
    bridge: ChatBridge,
    calls: int,
    expected: type,
):
    """A success under which the provider failed and never answered is not the model's; one with an answer is."""

    def result() -> httpx.Response:
        usage = bridge._rollouts[ID].usage
        usage.calls = calls
        usage.provider_faults.append(ProviderFault(0.0, FaultKind.SERVER, 500, "broken"))
        return server.scored()

    server.result = result
    assert isinstance((await outcome(make())).outcome, expected)


@pytest.mark.parametrize("calls", [0, 1])
async def test_what_the_model_calls_came_to_is_in_the_result(
    make: Callable[..., ProtocolRunner], server: ServerDouble, bridge: ChatBridge, calls: int
):
    """Tokens, the largest call and the cost, also where the only call broke off before it was answered."""

    def result() -> httpx.Response:
        usage = bridge._rollouts[ID].usage
        usage.calls, usage.total_tokens, usage.max_context_tokens, usage.cost_usd = calls, 7, 5, 0.25
        usage.estimated = calls == 0
        return server.scored()

    server.result = result
    attempt = await outcome(make())
    assert (attempt.tokens, attempt.max_context_tokens, attempt.cost_usd) == (7, 5, 0.25)
    assert attempt.tokens_estimated is (calls == 0)


class PostingServer(ServerDouble):
    """Speaks callbacks alone: posts a graded sample to wherever it is told, and then writes the trajectory."""

    def __init__(self, receiver: CallbackReceiver, trajectory: Path) -> None:
        super().__init__()
        self._controller = httpx.AsyncClient(transport=httpx.ASGITransport(app=receiver.app()))
        self._trajectory = trajectory
        self.posting: list[asyncio.Task[None]] = []

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/health":
            return httpx.Response(200, json={"status": "ok"})
        if request.url.path != "/rollout":
            return await super().__call__(request)
        self.posting.append(asyncio.create_task(self._post(json.loads(request.content))))
        return httpx.Response(202, json={})

    async def _post(self, body: dict[str, Any]) -> None:
        headers = {"Authorization": f"Bearer {body['controller_api_key']}"}
        ended = {"status": "success", "rollout_id": ID}
        await self._controller.post(body["completion_callback_url"], json=ended, headers=headers)
        graded = ended | {"sample": self.scored().json()["sample"]}
        await self._controller.post(body["grader_callback_url"], json=graded, headers=headers)
        await asyncio.sleep(0.05)
        self._trajectory.write_text("{}")


async def test_server_that_posts_its_results_is_driven_too(
    make: Callable[..., ProtocolRunner], bridge: ChatBridge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The reward arrives by callback, and the attempt has not ended before its trajectory is written."""
    receiver = CallbackReceiver(base_url="http://bridge")
    trajectory = tmp_path / "trajectory.json"
    posting = PostingServer(receiver, trajectory)
    async with httpx.AsyncClient(transport=httpx.MockTransport(posting)) as http:
        runner = make(callbacks=receiver, trajectory_of=lambda rollout_id: trajectory)
        monkeypatch.setattr(runner, "_http", http)
        await runner.close()
        runner._serving = runner._attach()
        assert (await outcome(runner)).outcome == Scored(0.5)
    assert trajectory.exists()
    await asyncio.gather(*posting.posting)
