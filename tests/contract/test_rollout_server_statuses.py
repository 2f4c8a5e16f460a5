"""Operation x status x error: every answer that the document promises can be had from the server, and no other.

`CASES` says how to produce each. A documented status without a case fails, and so does a case without its status.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from contract_recorder import Recorder
from rollout_app import GatedBackend, artifact_root, backend, rollout_app

__all__ = ["artifact_root"]

LEASE = "X-Osmosis-Rollout-Lease"
JSON = {"Content-Type": "application/json"}
MAX_BODY_BYTES = 100_000


@dataclass
class Peer:
    """A client of one server, and what a test may do to it."""

    http: httpx.AsyncClient
    backend: GatedBackend
    drain: Callable[[], Awaitable[None]]

    async def admit(self, rollout_id: str = "a1", **members: Any) -> httpx.Response:
        return await self.http.post("/rollout", json=lease_body(rollout_id, **members))

    async def token(self, rollout_id: str = "a1", **members: Any) -> str:
        token = (await self.admit(rollout_id, **members)).json()["polling_lease_token"]
        assert isinstance(token, str)
        return token

    async def poll(self, rollout_id: str, token: str) -> httpx.Response:
        return await self.http.get(
            f"/rollout/{rollout_id}/result", headers={LEASE: token}, params={"until": "terminal"}
        )


def lease_body(rollout_id: str = "a1", **members: Any) -> dict[str, Any]:
    return {"initial_messages": [], "rollout_id": rollout_id, "chat_completions_url": "", "label": "l", **members}


def callback_body(rollout_id: str = "c1", **members: Any) -> dict[str, Any]:
    url = "http://192.0.2.1/callback"  # refused by the transport: nothing leaves
    return lease_body(rollout_id, completion_callback_url=url, grader_callback_url=url, **members)


Case = Callable[[Peer], Awaitable[httpx.Response]]
CASES: dict[tuple[str, int], dict[str, Case]] = {}


def case(operation: str, status: int, name: str) -> Callable[[Case], Case]:
    """Registers a way to get that status from that operation."""

    def register(function: Case) -> Case:
        CASES.setdefault((operation, status), {})[name] = function
        return function

    return register


@case("createRollout", 202, "a lease")
async def _(peer: Peer) -> httpx.Response:
    return await peer.admit()


@case("createRollout", 202, "callbacks")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", json=callback_body())


@case("createRollout", 202, "callbacks without an id")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", json=callback_body(rollout_id=None))  # type: ignore[arg-type]


@case("createRollout", 202, "a repeat by key")
async def _(peer: Peer) -> httpx.Response:
    first = await peer.http.post("/rollout", json=lease_body(), headers={"Idempotency-Key": "k"})
    again = await peer.http.post("/rollout", json=lease_body(), headers={"Idempotency-Key": "k"})
    assert first.json() == again.json()
    return again


@case("createRollout", 202, "a repeat of callbacks")
async def _(peer: Peer) -> httpx.Response:
    await peer.http.post("/rollout", json=callback_body())
    return await peer.http.post("/rollout", json=callback_body())


@case("createRollout", 409, "the id is taken")
async def _(peer: Peer) -> httpx.Response:
    await peer.admit()
    return await peer.admit()


@case("createRollout", 409, "the id is taken, callbacks")
async def _(peer: Peer) -> httpx.Response:
    await peer.http.post("/rollout", json=callback_body())
    return await peer.http.post("/rollout", json=callback_body(label="another"))


@case("createRollout", 409, "the key is taken")
async def _(peer: Peer) -> httpx.Response:
    await peer.http.post("/rollout", json=lease_body("a1"), headers={"Idempotency-Key": "k"})
    return await peer.http.post("/rollout", json=lease_body("a2"), headers={"Idempotency-Key": "k"})


@case("createRollout", 422, "a member is missing")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", json={})


@case("createRollout", 422, "the id is no path segment")
async def _(peer: Peer) -> httpx.Response:
    return await peer.admit("a/b")


@case("createRollout", 422, "no JSON")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", content=b"{", headers=JSON)


@case("createRollout", 422, "no body")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", headers=JSON)


@case("createRollout", 422, "a key that is too long")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout", json=lease_body(), headers={"Idempotency-Key": "k" * 256})


@case("createRollout", 429, "no capacity")
async def _(peer: Peer) -> httpx.Response:
    peer.backend.full = True
    return await peer.admit()


@case("createRollout", 503, "draining")
async def _(peer: Peer) -> httpx.Response:
    await peer.drain()
    return await peer.admit()


@case("getRolloutResult", 200, "success")
async def _(peer: Peer) -> httpx.Response:
    response = await peer.poll("a1", await peer.token())
    assert response.json()["sample"]["reward"] == 1.0
    return response


@case("getRolloutResult", 200, "ungraded")
async def _(peer: Peer) -> httpx.Response:
    response = await peer.poll("a1", await peer.token(grade=False))
    assert (response.json()["status"], response.json()["sample"]["reward"]) == ("success", None)
    return response


@case("getRolloutResult", 200, "live")
async def _(peer: Peer) -> httpx.Response:
    response = await peer.poll("a1", await peer.token(metadata={"do": "wait"}))
    assert response.json()["status"] == "running"
    return response


@case("getRolloutResult", 200, "cancelled")
async def _(peer: Peer) -> httpx.Response:
    token = await peer.token(metadata={"do": "wait"})
    await peer.poll("a1", token)
    await peer.http.post("/rollout/cancel", json={"all": True})
    response = await peer.poll("a1", token)
    assert response.json()["status"] == "cancelled"
    return response


def _failing(category: str, **members: Any) -> None:
    @case("getRolloutResult", 200, f"{category} {members}")
    async def _(peer: Peer) -> httpx.Response:
        response = await peer.poll("a1", await peer.token(**members))
        assert (response.json()["status"], response.json()["err_category"]) == ("failure", category)
        return response


_failing("agent_error", metadata={"do": "raise"})
_failing("validation_error", metadata={"do": "nonsense"})
_failing("validation_error", metadata={"grade": "raise"})
_failing("timeout", agent_timeout_sec=0)
_failing("timeout", grader_timeout_sec=-1)


@case("getRolloutResult", 403, "another token")
async def _(peer: Peer) -> httpx.Response:
    await peer.admit()
    return await peer.poll("a1", "another")


@case("getRolloutResult", 404, "an unknown id")
async def _(peer: Peer) -> httpx.Response:
    return await peer.poll("a1", "any")


@case("getRolloutResult", 404, "callbacks")
async def _(peer: Peer) -> httpx.Response:
    await peer.http.post("/rollout", json=callback_body())
    return await peer.poll("c1", "any")


@case("getRolloutResult", 422, "no token")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.get("/rollout/a1/result")


@case("getRolloutResult", 422, "an odd until")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.get("/rollout/a1/result", headers={LEASE: "t"}, params={"until": "never"})


@case("getRolloutResult", 422, "an id that is no path segment")
async def _(peer: Peer) -> httpx.Response:
    return await peer.poll("a%2Fb", "t")


@case("getRolloutStatus", 200, "unknown")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.get("/rollout/a1/status")


@case("getRolloutStatus", 200, "known")
async def _(peer: Peer) -> httpx.Response:
    await peer.poll("a1", await peer.token())
    response = await peer.http.get("/rollout/a1/status")
    assert response.json()["reward"] == 1.0
    return response


@case("getRolloutStatus", 422, "an id that is no path segment")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.get("/rollout/%5C/status")


@case("cancelRollouts", 200, "ids")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout/cancel", json={"ids": ["a", "b"]})


@case("cancelRollouts", 200, "prefix")
async def _(peer: Peer) -> httpx.Response:
    await peer.admit()
    response = await peer.http.post("/rollout/cancel", json={"prefix": ""})
    assert list(response.json()["dispositions"]) == ["a1"]
    return response


@case("cancelRollouts", 422, "no selector")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout/cancel", json={})


@case("cancelRollouts", 422, "two selectors")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.post("/rollout/cancel", json={"all": True, "prefix": ""})


@case("getHealth", 200, "serving")
async def _(peer: Peer) -> httpx.Response:
    return await peer.http.get("/health")


@case("getHealth", 200, "draining")
async def _(peer: Peer) -> httpx.Response:
    await peer.drain()
    response = await peer.http.get("/health")
    assert response.json()["lifecycle"]["accepting_rollouts"] is False
    return response


def _unauthorized(operation: str, method: str, path: str) -> None:
    for name, headers in (("no key", {}), ("another key", {"Authorization": "Bearer other"})):

        async def ask(peer: Peer, headers: dict[str, str] = headers) -> httpx.Response:
            return await peer.http.request(method, path, headers=headers)

        case(operation, 401, name)(ask)


async def _never() -> AsyncIterator[bytes]:
    """The body of a client that sends its first byte and no other."""
    yield b"{"
    await asyncio.sleep(60)


def _refused_at_the_door(operation: str, method: str, path: str) -> None:
    """What is refused whatever the operation: pages, foreign hosts; and with a body its size, pace and type."""
    pages = {"Origin": "https://example.com"}
    case(operation, 403, "a web page")(lambda peer: peer.http.request(method, path, headers=pages))
    if method == "POST":
        text = {"Content-Type": "text/plain"}
        body = b'"' + b"x" * MAX_BODY_BYTES + b'"'
        case(operation, 408, "a slow body")(lambda peer: peer.http.post(path, content=_never(), headers=JSON))
        case(operation, 413, "a large body")(lambda peer: peer.http.post(path, content=body, headers=JSON))
        case(operation, 415, "plain text")(lambda peer: peer.http.post(path, content=b"{}", headers=text))
        case(operation, 415, "no type")(lambda peer: peer.http.post(path))


_refused_at_the_door("createRollout", "POST", "/rollout")
_refused_at_the_door("getRolloutResult", "GET", "/rollout/a1/result")
_refused_at_the_door("getRolloutStatus", "GET", "/rollout/a1/status")
_refused_at_the_door("cancelRollouts", "POST", "/rollout/cancel")
_refused_at_the_door("getHealth", "GET", "/health")

_unauthorized("createRollout", "POST", "/rollout")
_unauthorized("getRolloutResult", "GET", "/rollout/a1/result")
_unauthorized("getRolloutStatus", "GET", "/rollout/a1/status")
_unauthorized("cancelRollouts", "POST", "/rollout/cancel")
_unauthorized("getHealth", "GET", "/health")


@contextlib.asynccontextmanager
async def _peer(recorder: Recorder, gate: GatedBackend) -> AsyncIterator[Peer]:
    app = recorder.app
    lifespan = app.router.lifespan_context(app)
    await lifespan.__aenter__()
    ended = False

    async def drain() -> None:
        nonlocal ended
        ended = True
        await lifespan.__aexit__(None, None, None)

    try:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(recorder), base_url="http://server") as http:
            yield Peer(http, gate, drain)
            if not ended:
                await http.post("/rollout/cancel", json={"all": True})
    finally:
        if not ended:
            await drain()


def test_every_documented_status_of_every_operation_has_a_case():
    """And every case is one of a documented status."""
    documented = Recorder("rollout").documented()
    assert set(CASES) == documented, (
        f"no case for {sorted(documented - set(CASES))}; no such status: {sorted(set(CASES) - documented)}"
    )


@pytest.mark.parametrize(
    ("operation", "status", "name"),
    [(operation, status, name) for (operation, status), cases in CASES.items() for name in cases],
)
async def test_the_server_gives_the_documented_answer(operation: str, status: int, name: str):
    """The case is answered by the operation with the status, and request and answer are what the document says."""
    gate = backend()
    options: dict[str, Any] = {"max_body_bytes": MAX_BODY_BYTES}
    if status == 401:
        options["api_key"] = "k"
    if status == 408:
        options["body_timeout_sec"] = 0.1
    recorder = rollout_app(backend=gate, result_wait_timeout_sec=0.3, polling_lease_timeout_sec=30, **options)
    async with _peer(recorder, gate) as peer:
        response = await CASES[operation, status][name](peer)
    assert response.status_code == status, response.text
    assert recorder.seen[operation, status] >= 1
    assert recorder.faults == []
