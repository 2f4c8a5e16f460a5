"""Drives a rollout server with the published package's RolloutClient, run by its own interpreter, as a black box.

Usage: their_client.py URL STEP [REQUEST]; prints one JSON object. The step `run` runs the rollout that REQUEST asks
for, a JSON object.
"""

import asyncio
import json
import sys

from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError


def asked(rollout_id, text, **more):
    """What a rollout of one user message is asked for with."""
    return {
        "rollout_id": rollout_id,
        "initial_messages": [{"role": "user", "content": text}],
        "chat_completions_url": "http://127.0.0.1:9/v1",
        "llm_api_key": "key",
        "label": "56",
        **more,
    }


def told(result):
    """A result as plain JSON."""
    return json.loads(result.model_dump_json())


async def run(client, request):
    return told(await client.run_rollout(**json.loads(request)))


async def graded(client):
    return told(await client.run_rollout(**asked("success", "ok 7 times 8", extra_fields={"row_index": 3})))


async def tools(client):
    more = {"metadata": {"topic": "products"}, "extra_fields": {"row_index": 3}}
    return told(await client.run_rollout(**asked("tools", "tools 7 times 8", **more)))


async def agent_fails(client):
    return told(await client.run_rollout(**asked("agent-fails", "raise")))


async def grader_fails(client):
    return told(await client.run_rollout(**asked("grader-fails", "grader")))


async def times_out(client):
    return told(await client.run_rollout(**asked("times-out", "wait", agent_timeout_sec=0.2)))


async def cancelled(client):
    handle = await client.run_rollout_async(**asked("cancelled", "wait"))
    while (await health(client))["lifecycle"]["active_rollouts"] == 0:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)
    answer = await client.cancel_rollout("cancelled")
    result = await asyncio.wait_for(handle, 30)
    return {"cancel": told(answer), "result": told(result)}


async def known_id(client):
    handle = await client.run_rollout_async(**asked("known", "wait"))
    try:
        await client.run_rollout(**asked("known", "wait"))
    except RolloutProtocolError as error:
        return {"status_code": error.status_code}
    finally:
        await client.cancel_rollout("known")
        await asyncio.wait([asyncio.ensure_future(asyncio.wait_for(handle, 30))])
    return {"status_code": None}


async def health(client):
    found = await client.health()
    return found if isinstance(found, dict) else json.loads(found.model_dump_json())


async def idle(client):
    found = await health(client)
    await client.run_rollout(**asked("idle", "ok"))
    await client.wait_idle(timeout_sec=20, poll_interval_sec=0.1, process_id=found["process_id"])
    return (await health(client))["lifecycle"]


async def main(url, step, *arguments):
    client = RolloutClient(url=url)
    try:
        return await globals()[step](client, *arguments)
    finally:
        await client.aclose()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
