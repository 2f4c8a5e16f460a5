"""A rollout server that runs already: when a run has it, when it counts as lost, and what is said of it."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.hosting import running_server
from osmosis_ai.hosting.running_server import RunningServer

HEALTH = {
    "status": "ok",
    "instance_id": "here",
    "process_id": "first",
    "lifecycle": {"accepting_rollouts": True, "active_rollouts": 0},
    "concurrency": {"max_concurrent": 3, "queued": 0, "running": 0},
}
Answer = Callable[[httpx.Request], httpx.Response]


class Peer:
    """Stands for the server's HTTP side."""

    def __init__(self) -> None:
        self.health: dict[str, Any] = dict(HEALTH)
        self.key: str | None = None
        self.gone = False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.gone:
            raise httpx.ConnectError("connection refused")
        if self.key is not None and request.headers.get("authorization") != f"Bearer {self.key}":
            problem = {"type": "about:blank", "title": "Unauthorized", "status": 401, "detail": "unauthorized"}
            return httpx.Response(401, json=problem, headers={"content-type": "application/problem+json"})
        return httpx.Response(200, json=self.health)


@pytest.fixture
def peer() -> Peer:
    return Peer()


@pytest.fixture
async def make(peer: Peer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running_server, "_WATCH_PAUSE_SEC", 0.01)
    monkeypatch.setattr(running_server, "_PAUSE_SEC", 0.01)
    monkeypatch.setattr(running_server, "FIRST_ANSWER_SEC", 0.05)
    async with httpx.AsyncClient(transport=httpx.MockTransport(peer)) as client:
        yield lambda key=None, **more: RunningServer("http://127.0.0.1:1", key, http_client=client, **more)


async def within(call: Any) -> Any:
    return await asyncio.wait_for(call, 20)


async def test_a_server_that_answers_is_had(make):
    """Its health says what it takes."""
    server = make()
    health = await server.start()
    assert health.speaks_leases
    assert server.capacity == 3


async def test_a_server_that_is_not_there_is_said_with_what_to_do(make, peer):
    """The first time it is to be there already."""
    peer.gone = True
    with pytest.raises(OsmosisError, match="no rollout server takes work at http") as raised:
        await within(make().start())
    assert "--rollout-url" in (raised.value.hint or "")


async def test_a_wrong_key_is_said_at_once(make, peer):
    """The variable that the key belongs into is named; the right key opens the server."""
    peer.key = "secret-key"
    with pytest.raises(OsmosisError, match="does not let this program in") as raised:
        await within(make("other").start())
    assert "OSMOSIS_ROLLOUT_API_KEY" in (raised.value.hint or "")
    assert "other" not in str(raised.value)
    await within(make("secret-key").start())


async def test_a_server_that_refuses_connections_is_lost_and_waited_for(make, peer):
    """It can be had again as soon as it answers."""
    server = make(return_sec=10)
    await server.start()
    lost = asyncio.create_task(server.lost())
    peer.gone = True
    server.suspect()
    assert "is gone" in str(await within(lost))
    starting = asyncio.create_task(server.start())
    await asyncio.sleep(0)
    peer.gone, peer.health["process_id"] = False, "second"
    await within(starting)


async def test_the_wait_for_a_lost_server_is_bounded(make, peer):
    """A run does not wait for ever; what it has is kept."""
    server = make(return_sec=0.05)
    await server.start()
    peer.gone = True
    with pytest.raises(OsmosisError, match="takes work again at"):
        await within(server.start())


async def test_a_server_that_was_started_again_is_lost(make, peer):
    """Another process id means that all leases are gone, although it answers."""
    server = make()
    await server.start()
    peer.health["process_id"] = "second"
    assert "started again" in str(await within(server.lost()))
    await server.check_health()
    assert server.used_up is not None
    await server.start()
    assert server.used_up is None


async def test_a_server_that_is_used_up_is_waited_for(make, peer):
    """It takes no work until whoever runs it has replaced it."""
    peer.health["admission"] = {"state": "used_up", "reason": "a thread is held"}
    with pytest.raises(OsmosisError, match="it is used up: a thread is held"):
        await within(make().start())


async def test_a_server_is_let_go_and_not_ended(make, peer):
    """After a stop nothing watches it any more."""
    server = make()
    await server.start()
    lost = asyncio.create_task(server.lost())
    await server.stop()
    assert "let go" in str(await within(lost))
