"""A rollout server at work for long: what it keeps, and what it gives back."""

import asyncio
import uuid
from pathlib import Path

import psutil
from served import served

from osmosis_ai.rollout.client import RolloutClient
from osmosis_ai.rollout.types import RolloutInitRequest

ROLLOUTS = 2000
IN_FLIGHT = 256
PROMPT = [{"role": "user", "content": "What is 7 times 8? " + "Think well. " * 300}]  # some 3.6 kB a sample
MOST_GROWTH = 1.10
KEEP_ALIVE_SEC = 20


async def connections_left(server: psutil.Process) -> list[object]:
    """The server's connections once its keep-alive has had time to end them."""
    for _ in range(KEEP_ALIVE_SEC * 10 + 50):
        left = [c for c in server.net_connections(kind="tcp") if c.status != psutil.CONN_LISTEN]
        if not left:
            break
        await asyncio.sleep(0.1)
    return left


async def run_rollouts(client: RolloutClient, count: int) -> int:
    """How many of so many rollouts were scored, a bounded number in flight."""
    places = asyncio.Semaphore(IN_FLIGHT)

    async def one() -> bool:
        request = RolloutInitRequest(
            rollout_id=uuid.uuid4().hex, initial_messages=PROMPT, label="56", chat_completions_url=""
        )
        async with places:
            result = await client.run_rollout(request)
        return result.sample is not None and result.sample.reward == 1.0

    return sum(await asyncio.gather(*(one() for _ in range(count))))


async def test_two_thousand_rollouts_more_cost_a_server_no_memory_sockets_or_tasks(tmp_path: Path):
    """With every result retained, memory grows by at most a tenth after a warm-up; connections and work are gone."""
    async with served("echo_server.py", tmp_path, connections=2 * IN_FLIGHT) as (client, child):
        server = psutil.Process(child.command_pid)
        assert await run_rollouts(client, ROLLOUTS) == ROLLOUTS
        before = server.memory_info().rss
        assert await run_rollouts(client, ROLLOUTS) == ROLLOUTS
        after = server.memory_info().rss
        health = await client.health()
        connections = await connections_left(server)
    print(f"resident memory: {before / 1e6:.1f} MB, then {after / 1e6:.1f} MB: x {after / before:.3f}")
    assert health["lifecycle"]["active_rollouts"] == 0
    assert connections == []
    assert after <= MOST_GROWTH * before
