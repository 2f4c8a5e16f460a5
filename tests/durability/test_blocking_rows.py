"""Rows that block their thread for a minute, in a server that has eight rows running."""

import asyncio
import time
from pathlib import Path

import pytest
from served import served

from osmosis_ai.rollout.client import RolloutClient
from osmosis_ai.rollout.types import RolloutInitRequest, RolloutResultResponse

LIMIT_SEC = 1.0
TOLD_WITHIN_SEC = 2.0


async def run(client: RolloutClient, name: str, *, blocks: bool) -> tuple[RolloutResultResponse, float]:
    """The result of one row, and the seconds it took."""
    request = RolloutInitRequest(
        rollout_id=name,
        initial_messages=[{"role": "user", "content": name}],
        metadata={"blocks": blocks},
        chat_completions_url="",
        agent_timeout_sec=LIMIT_SEC,
    )
    began = time.monotonic()
    result = await client.run_rollout(request)
    return result, time.monotonic() - began


@pytest.mark.parametrize("blockers", [1, 5])
async def test_a_blocking_row_is_timed_out_and_its_seven_neighbours_are_scored_when_they_are_tried_again(
    tmp_path: Path, blockers: int
):
    """Each blocker runs beside seven innocent rows, one after another in one server that nothing replaces. The innocent
    are lost with the loop, which is not their failure; the server stays healthy enough to answer throughout."""
    async with served("blocking_server.py", tmp_path, connections=64) as (client, _):
        for number in range(blockers):
            rows = [run(client, f"blocker-{number}", blocks=True)]
            rows += [run(client, f"innocent-{number}-{place}", blocks=False) for place in range(7)]
            (blocked, seconds), *others = await asyncio.gather(*rows)
            assert (blocked.status, blocked.err_category) == ("failure", "timeout")
            assert blocked.sample is None
            assert seconds < TOLD_WITHIN_SEC
            ends = {(result.status, result.err_category) for result, _ in others}
            assert ends <= {("failure", "internal_error"), ("success", None)}
            again = [
                run(client, f"again-{number}-{place}", blocks=False)
                for place, (result, _) in enumerate(others)
                if result.err_category == "internal_error"
            ]
            assert all(result.sample.reward == 1.0 for result, _ in await asyncio.gather(*again))
            health = await client.health()
            assert (health["status"], health["admission"]["state"]) == ("degraded", "accepting")
        print(f"{blockers} blockers: {health['reason']}, the last took {seconds:.2f} s")
