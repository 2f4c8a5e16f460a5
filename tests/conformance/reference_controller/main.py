"""A controller on the SDK's client, under the contract of the suite (`ConformanceControllerTask`): the reference."""

import asyncio
import json
import os
import sys

import httpx

from osmosis_ai.rollout import RolloutInitRequest
from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError
from osmosis_ai.semantics.outcomes import Scored, outcome_of_result


async def outcome_of(client, task):
    request = RolloutInitRequest(
        rollout_id=task["rollout_id"],
        initial_messages=task["initial_messages"],
        label=task["label"],
        chat_completions_url="",
    )
    try:
        outcome = outcome_of_result(await client.run_rollout(request))
    except (RolloutProtocolError, httpx.TransportError) as error:
        print(f"{task['rollout_id']}: {error}", file=sys.stderr)
        return {"rollout_id": task["rollout_id"], "outcome": "infrastructure_failed"}
    told = {"rollout_id": task["rollout_id"], "outcome": outcome.kind.value}
    return told | ({"reward": outcome.reward} if isinstance(outcome, Scored) else {})


async def main():
    tasks = [json.loads(line) for line in sys.stdin]
    client = RolloutClient(
        url=os.environ["OSMOSIS_CONFORMANCE_SERVER_URL"],
        api_key=os.environ["OSMOSIS_CONFORMANCE_SERVER_KEY"],
        admission_timeout_sec=60,
    )
    try:
        for told in await asyncio.gather(*(outcome_of(client, task) for task in tasks)):
            print(json.dumps(told))
    finally:
        await client.aclose()


if __name__ == "__main__":
    asyncio.run(main())
