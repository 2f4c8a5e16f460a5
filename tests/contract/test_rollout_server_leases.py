"""The lease dialect end to end over a real socket: our client against our server, held to the document."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from contract_recorder import Recorder
from live_server import live_server
from rollout_app import GatedBackend, artifact_root, backend, rollout_app

from osmosis_ai.rollout import RolloutInitRequest
from osmosis_ai.rollout.client import RolloutAdmissionTimeoutError, RolloutClient, RolloutProtocolError
from osmosis_ai.semantics.outcomes import Removed, Scored, TimedOut, Ungraded, outcome_of_result

__all__ = ["artifact_root"]


@dataclass
class Live:
    """A server on a socket."""

    url: str
    recorder: Recorder
    gate: GatedBackend


@pytest.fixture
def live(request: pytest.FixtureRequest) -> Iterator[Live]:
    """A server; whatever the test did with it must have been what the document says."""
    gate = backend()
    options = {"result_wait_timeout_sec": 0.5, "polling_lease_timeout_sec": 5, **getattr(request, "param", {})}
    recorder = rollout_app(backend=gate, **options)
    with live_server(recorder) as url:
        yield Live(url, recorder, gate)
    assert recorder.faults == []
    assert recorder.seen


def row(rollout_id: str = "a1", **members: Any) -> RolloutInitRequest:
    usual = {"initial_messages": [{"role": "user", "content": "7*8?"}], "label": "56", "chat_completions_url": ""}
    return RolloutInitRequest(**{**usual, "rollout_id": rollout_id, **members})


@pytest.mark.parametrize("rollout_id", ["a1", "a::b", "two words", "ünï%2Fcode?#", "...", "+&=;,"])
async def test_a_rollout_is_run_from_admission_to_reward(live: Live, rollout_id: str):
    """Whatever its id is made of, the client finds its result."""
    async with RolloutClient(url=live.url) as client:
        result = await client.run_rollout(row(rollout_id))
    assert result.rollout_id == rollout_id
    assert outcome_of_result(result) == Scored(1.0)


@pytest.mark.parametrize(
    ("members", "outcome"),
    [
        ({"grade": False}, "ungraded"),
        ({"label": None}, "ungraded"),
        ({"metadata": {"grade": "nothing"}}, "ungraded"),
        ({"metadata": {"grade": "remove"}}, "removed"),
        ({"metadata": {"do": "metrics"}}, "scored"),
        ({"metadata": {"do": "raise"}}, "agent_failed"),
        ({"metadata": {"do": "nonsense"}}, "agent_failed"),
        ({"metadata": {"grade": "raise"}}, "grader_failed"),
        ({"metadata": {"do": "wait"}, "agent_timeout_sec": 0.2}, "timed_out"),
        ({"agent_timeout_sec": 0}, "timed_out"),
        ({"grader_timeout_sec": -1}, "timed_out"),
    ],
    ids=str,
)
async def test_every_way_to_end_arrives_as_its_outcome(live: Live, members: dict[str, Any], outcome: str):
    """And only a scored one with a reward."""
    async with RolloutClient(url=live.url) as client:
        result = await client.run_rollout(row(**members))
    found = outcome_of_result(result)
    assert found is not None
    assert found.kind == outcome
    assert (result.sample is not None and result.sample.reward is not None) == isinstance(found, Scored)
    assert isinstance(found, (Scored, Ungraded, Removed, TimedOut)) or found.message


async def test_many_rollouts_run_at_once(live: Live):
    """Fifty over one client, each with its own result."""
    async with RolloutClient(url=live.url) as client:
        results = await asyncio.gather(*(client.run_rollout(row(f"r{number}")) for number in range(50)))
    assert [result.rollout_id for result in results] == [f"r{number}" for number in range(50)]


async def test_ten_megabytes_go_there_and_back(live: Live):
    """A large prompt becomes a large sample."""
    text = "x" * 10_000_000
    async with RolloutClient(url=live.url) as client:
        result = await client.run_rollout(row(initial_messages=[{"role": "user", "content": text}]))
    assert result.sample is not None
    assert result.sample.messages[0] == {"role": "user", "content": text}


async def test_a_cancelled_rollout_ends_as_cancelled(live: Live):
    """The client that waits for it is told."""
    async with RolloutClient(url=live.url) as client:
        running = asyncio.create_task(client.run_rollout(row(metadata={"do": "wait"})))
        while not live.recorder.seen["getRolloutResult", 200]:  # noqa: ASYNC110 - the server lives in a thread
            await asyncio.sleep(0.05)
        assert await client.cancel_rollouts(["a1", "other"]) == {"a1": "cancelled_running", "other": "not_found"}
        result = await running
    assert result.status == "cancelled"
    assert result.sample is None


async def test_a_full_server_is_asked_again(live: Live):
    """As long as the caller is willing to wait."""
    live.gate.full = True
    async with RolloutClient(url=live.url, admission_timeout_sec=0.5) as client:
        with pytest.raises(RolloutAdmissionTimeoutError) as refused:
            await client.run_rollout(row())
    assert refused.value.status_code == 429


async def test_a_taken_id_is_an_error(live: Live):
    """Nothing is cancelled by it: the id may be another controller's."""
    async with RolloutClient(url=live.url) as client:
        await client.run_rollout(row())
        with pytest.raises(RolloutProtocolError) as refused:
            await client.run_rollout(row())
    assert refused.value.status_code == 409
    assert live.recorder.seen["cancelRollouts", 200] == 0


@pytest.mark.parametrize("live", [{"api_key": "k"}], indirect=True)
async def test_a_server_with_a_key_serves_who_has_it(live: Live):
    """And answers everybody else with 401."""
    async with RolloutClient(url=live.url, api_key="k") as client:
        assert outcome_of_result(await client.run_rollout(row())) == Scored(1.0)
    for key in (None, "other"):
        async with RolloutClient(url=live.url, api_key=key) as client:
            for call in (client.run_rollout(row("a2")), client.health(), client.cancel_rollouts(["a1"])):
                with pytest.raises(RolloutProtocolError) as refused:
                    await call
                assert refused.value.status_code == 401


async def test_health_says_that_the_server_speaks_leases(live: Live):
    """By its lifecycle."""
    async with RolloutClient(url=live.url) as client:
        health = await client.health()
    assert health["lifecycle"]["accepting_rollouts"]
    assert health["instance_id"] == health["process_id"]


@pytest.mark.parametrize("live", [{"result_wait_timeout_sec": 0.1, "polling_lease_timeout_sec": 0.4}], indirect=True)
async def test_a_client_that_polls_keeps_its_lease_and_one_that_stops_loses_it(live: Live):
    """Ten leases long, or one."""
    async with RolloutClient(url=live.url) as client:
        waiting = row(metadata={"do": "wait"}, agent_timeout_sec=2)
        result = await client.run_rollout(waiting)
        assert result.err_category == "timeout"
    async with httpx.AsyncClient(base_url=live.url) as http:
        lost = row("a2", metadata={"do": "wait"}).to_wire()
        token = (await http.post("/rollout", json=lost)).json()["polling_lease_token"]
        await asyncio.sleep(0.8)
        answer = await http.get("/rollout/a2/result", headers={"X-Osmosis-Rollout-Lease": token})
    assert answer.json()["err_category"] == "lease_expired"


async def test_head_has_the_headers_of_get_and_no_body(live: Live):
    """Over a real connection, which stays usable."""
    async with httpx.AsyncClient(base_url=live.url) as http:
        for _ in range(2):
            response = await http.head("/health")
            assert (response.status_code, response.content) == (200, b"")


async def test_odd_requests_get_a_problem_and_not_a_broken_connection(live: Live):
    """Unknown paths, wrong methods, bytes that are no JSON, an id with a slash, a body that is cut off."""
    async with httpx.AsyncClient(base_url=live.url) as http:
        for method, path, content, status in (
            ("GET", "/nowhere", b"", 404),
            ("PATCH", "/rollout", b"{}", 405),
            ("POST", "/rollout", b"\xff\xfe\x00", 422),
            ("POST", "/rollout", b"[" * 100_000, 422),
            ("GET", "/rollout/a%2Fb/status", b"", 422),
            ("GET", "/rollout/%FF/status", b"", 200),
        ):
            response = await http.request(method, path, content=content, headers={"Content-Type": "application/json"})
            assert response.status_code == status, (method, path, response.text)
            assert response.json()["status"] == (status if status >= 400 else "unknown")
    reader, writer = await asyncio.open_connection("127.0.0.1", int(live.url.rpartition(":")[2]))
    writer.write(
        b"POST /rollout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    writer.write_eof()
    await reader.read()
    writer.close()
    async with httpx.AsyncClient(base_url=live.url) as http:
        assert (await http.get("/health")).status_code == 200
