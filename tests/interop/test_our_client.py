"""Our RolloutClient drives the published package's rollout server."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError
from tests.interop.driving import asked
from tests.interop.recorder import Recorder
from tests.peers.published import LEASES


@pytest.fixture
async def client(their_server: Recorder) -> AsyncIterator[RolloutClient]:
    async with RolloutClient(url=their_server.url) as opened:
        yield opened


@pytest.fixture
def fills(cell: Callable[[str, str, str], None]) -> Callable[[str], None]:
    return lambda what: cell("our client", f"published server {LEASES}", what)


async def active(client: RolloutClient) -> int:
    health = await client.health()
    active: int = health["lifecycle"]["active_rollouts"]
    return active


async def until_running(client: RolloutClient) -> None:
    while await active(client) == 0:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)


async def test_success(client: RolloutClient, fills):
    """A graded rollout of theirs is read as `success` with its messages and reward."""
    fills("success")
    result = await client.run_rollout(asked("success", "ok 7 times 8"))
    assert result.status == "success"
    assert result.sample is not None
    assert result.sample.reward == 1.0
    assert result.sample.messages[-1] == {"role": "assistant", "content": "56"}


@pytest.mark.parametrize(
    ("text", "category", "said"),
    [
        ("raise", "agent_error", "the workflow was told to raise"),
        ("grader", "validation_error", "the grader was told to raise"),
    ],
)
async def test_failure(client: RolloutClient, fills, text: str, category: str, said: str):
    """A failure of theirs is read with its category and message, and without a reward."""
    fills("agent fails" if text == "raise" else "grader fails")
    result = await client.run_rollout(asked("fails", text))
    assert (result.status, result.err_category) == ("failure", category)
    assert said in (result.err_message or "")
    assert result.sample is None or result.sample.reward is None


async def test_timeout(client: RolloutClient, fills):
    """A deadline that passed on their server is read as a failure of category `timeout`."""
    fills("times out")
    result = await client.run_rollout(asked("late", "wait", agent_timeout_sec=0.2))
    assert (result.status, result.err_category) == ("failure", "timeout")


async def test_cancel(client: RolloutClient, fills):
    """A rollout cancelled by its id ends as `cancelled`."""
    fills("cancel")
    running = asyncio.ensure_future(client.run_rollout(asked("cancelled", "wait")))
    await until_running(client)
    assert await client.cancel_rollouts(["cancelled"]) == {"cancelled": "cancelled_running"}
    assert (await asyncio.wait_for(running, 40)).status == "cancelled"


async def test_known_id(client: RolloutClient, fills):
    """Their 409 for a live id is a protocol error with that status."""
    fills("409 for a known id")
    running = asyncio.ensure_future(client.run_rollout(asked("known", "wait")))
    await until_running(client)
    with pytest.raises(RolloutProtocolError) as raised:
        await client.run_rollout(asked("known", "wait"))
    assert raised.value.status_code == 409
    await client.cancel_rollouts(["known"])
    await asyncio.wait_for(running, 40)


async def test_health(client: RolloutClient, fills):
    """Their health is read as that of a server that speaks leases."""
    fills("health")
    health = await client.health()
    assert health["lifecycle"]["accepting_rollouts"]
    assert health["process_id"]


async def test_wait_idle(client: RolloutClient, fills):
    """Their server can be waited for until it is idle."""
    fills("wait until idle")
    await client.run_rollout(asked("idle", "ok"))
    health = await client.health()
    await client.wait_idle(timeout_sec=20, process_id=health["process_id"])
    assert await active(client) == 0
