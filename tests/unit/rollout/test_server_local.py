"""A served LocalBackend: what requests may hold, and what comes back."""

from __future__ import annotations

import pytest
from rollout_support import JSON, Controller, EchoWorkflow, OneGrader, serving, settled

from osmosis_ai.rollout import LocalBackend
from osmosis_contract.base import parse_json


@pytest.mark.parametrize(
    "value",
    [
        "[" * 185 + "]" * 185,
        "1" * 4300,
        "-" + "9" * 400,
        '"' + "\\u0000" * 3 + '"',
        "1e-400",
        '{"a": 1, "a": 2}',
        "5e-324",
    ],
    ids=["deep", "4300 digits", "400 digits", "NUL", "underflow", "duplicate keys", "smallest"],
)
async def test_whatever_a_request_may_hold_comes_back(value: str):
    """Deep, long and odd values in messages and metadata pass through the server and a real backend, either dialect."""
    backend = LocalBackend(workflow=EchoWorkflow, grader=OneGrader)
    text = f'{{"initial_messages": [{{"v": {value}}}], "metadata": {{"v": {value}}}, "chat_completions_url": "", %s}}'
    async with serving(backend, callback_transport=Controller().transport) as server:
        leased = await server.http.post(
            "/rollout", content=text % '"rollout_id": "a1"', headers={**JSON, "Idempotency-Key": "k"}
        )
        assert leased.status_code == 202, leased.text
        answer = await server.result("a1", leased.json()["polling_lease_token"])
        assert (answer["status"], answer["sample"]["messages"]) == ("success", [{"v": parse_json(value)}])
        urls = '"rollout_id": "c1", "completion_callback_url": "http://c/x", "grader_callback_url": "http://c/y"'
        assert (await server.http.post("/rollout", content=text % urls, headers=JSON)).status_code == 202
        assert (await settled(server, "c1"))["reward"] == 1.0
