"""Our RolloutClient drives a published rollout server that speaks callbacks alone, with a receiver on loopback."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError
from tests.interop.driving import asked, driving
from tests.interop.recorder import Recorder
from tests.interop.servers import serving
from tests.peers.published import CALLBACKS


@pytest.fixture(scope="module")
def server(callbacks_peer, tmp_path_factory: pytest.TempPathFactory):
    with serving(callbacks_peer, tmp_path_factory.mktemp("callbacks")) as url:
        yield url


@pytest.fixture
def recorded(server: str):
    with Recorder(server) as recorder:
        yield recorder


@pytest.fixture
async def client(recorded: Recorder, request: pytest.FixtureRequest) -> AsyncIterator[RolloutClient]:
    posted: list[str] = []
    async with driving(recorded.url, posted) as opened:
        yield opened
    request.node.add_report_section("teardown", "recorded callbacks", "".join(posted))


@pytest.fixture
def fills(cell: Callable[[str, str, str], None]) -> Callable[[str], None]:
    return lambda what: cell("our client", f"published server {CALLBACKS}", what)


async def test_success(client: RolloutClient, fills):
    """A graded rollout of theirs is read as `success` with its messages and reward."""
    fills("success")
    result = await client.run_rollout(asked("success", "ok 7 times 8"))
    assert result.status == "success"
    assert result.sample is not None
    assert result.sample.reward == 1.0
    assert result.sample.messages[-1] == {"role": "assistant", "content": "56"}


async def test_ungraded(client: RolloutClient, fills):
    """A rollout asked for without a grade is settled by its completion."""
    fills("without a grade")
    result = await client.run_rollout(asked("ungraded", "ok 7 times 8", grade=False))
    assert result.status == "success"
    assert result.sample is None or result.sample.reward is None


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
    result = await client.run_rollout(asked(f"fails-{text}", text))
    assert (result.status, result.err_category) == ("failure", category)
    assert said in (result.err_message or "")
    assert result.sample is None or result.sample.reward is None


async def test_timeout(client: RolloutClient, fills):
    """A deadline that passed on their server is read as a failure of category `timeout`."""
    fills("times out")
    result = await client.run_rollout(asked("late", "wait", agent_timeout_sec=0.2))
    assert (result.status, result.err_category) == ("failure", "timeout")


async def test_many_at_once(client: RolloutClient, fills):
    """More rollouts than their server takes at once each get their own result, through its 429."""
    fills("more than it takes at once")
    names = [f"many-{number}" for number in range(6)]
    results = await asyncio.gather(*(client.run_rollout(asked(name, f"ok {name}")) for name in names))
    told = [result.sample.messages[0]["content"] for result in results if result.sample is not None]
    assert told == [f"ok {name}" for name in names]


async def test_cancel(client: RolloutClient, fills):
    """Their backend cancels nothing and says so of no id; the client returns that as it is."""
    fills("cancel is answered")
    running = asyncio.ensure_future(client.run_rollout(asked("kept", "wait", agent_timeout_sec=2)))
    await asyncio.sleep(0.5)
    assert await client.cancel_rollouts(["kept"]) == {}
    assert (await running).err_category == "timeout"


async def test_health(client: RolloutClient, fills):
    """Their health is read as that of a server that speaks callbacks alone."""
    fills("health")
    health = await client.health()
    assert "lifecycle" not in health
    assert health["status"] == "ok"


async def test_wait_idle(client: RolloutClient, fills):
    """A server that does not say whether it is idle cannot be waited for, which the error says."""
    fills("says it cannot wait until idle")
    with pytest.raises(RolloutProtocolError, match="lifecycle"):
        await client.wait_idle(timeout_sec=5, process_id="any")
