"""Admission by the client: one rollout for one request, however often it has to be asked for."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from rollout_support import ScriptedBackend, after, serving

from osmosis_ai.rollout import RolloutInitRequest
from osmosis_ai.rollout.client import (
    RolloutAdmissionTimeoutError,
    RolloutClient,
    RolloutLostError,
    RolloutProtocolError,
)

pytestmark = pytest.mark.virtual_time

REQUEST = RolloutInitRequest(initial_messages=[], rollout_id="a1", chat_completions_url="")
DATE = "Sun, 06 Nov 1994 08:49:37 GMT"
IN_9_SEC = "Sun, 06 Nov 1994 08:49:46 GMT"


class Between(httpx.AsyncBaseTransport):
    """Passes requests to a server. `script`: what befalls the admissions in turn, None for nothing."""

    def __init__(self, inner: httpx.AsyncBaseTransport, script: list[Any], *, hides_keys: bool = False) -> None:
        self._inner = inner
        self._script = script
        self._hides_keys = hides_keys
        self.keys: list[str | None] = []
        self.times: list[float] = []
        self.paths: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.paths.append(request.url.path)
        if request.url.path != "/rollout":
            return await self._inner.handle_async_request(request)
        self.keys.append(request.headers.get("Idempotency-Key"))
        self.times.append(asyncio.get_running_loop().time())
        if self._hides_keys:
            request.headers.pop("Idempotency-Key")
        trouble = self._script.pop(0) if self._script else None
        match trouble:
            case None:
                return await self._inner.handle_async_request(request)
            case "answer lost":
                await (await self._inner.handle_async_request(request)).aread()
                raise httpx.ReadError("reset")
            case httpx.Response():
                return trouble
            case _:
                raise trouble


async def run(backend: Any, script: list[Any], **options: Any) -> tuple[Any, Between]:
    """The result, or the error, and what was sent."""
    hides_keys = options.pop("hides_keys", False)
    async with serving(backend) as server:
        between = Between(httpx.ASGITransport(app=server.app), script, hides_keys=hides_keys)
        async with httpx.AsyncClient(transport=between) as http:
            client = RolloutClient(url="http://server", http_client=http, **options)
            try:
                return await client.run_rollout(REQUEST), between
            except (RolloutProtocolError, httpx.TransportError) as error:
                return error, between


def full(**headers: str) -> httpx.Response:
    return httpx.Response(429, json={}, headers=headers)


async def test_a_lost_answer_is_asked_for_again_under_the_same_key():
    """The rollout runs once, and the lease is the first one's."""
    backend = ScriptedBackend(after(3))
    result, between = await run(backend, ["answer lost", "answer lost"])
    assert result.status == "success"
    assert len(backend.requests) == 1
    assert len(between.keys) == 3
    assert len(set(between.keys)) == 1
    assert None not in between.keys


async def test_each_admission_has_a_key_of_its_own():
    """Two rollouts, two keys."""
    _, first = await run(ScriptedBackend(), [])
    _, second = await run(ScriptedBackend(), [])
    assert first.keys != second.keys


async def test_a_conflict_after_a_lost_answer_is_a_lost_rollout():
    """A server that knows no keys: it was admitted, its lease is lost, and it does not run again."""
    backend = ScriptedBackend(after(3))
    error, _ = await run(backend, ["answer lost"], hides_keys=True)
    assert isinstance(error, RolloutLostError)
    assert error.status_code == 409
    assert len(backend.requests) == 1


async def test_a_conflict_after_a_connection_that_never_was_is_somebody_elses():
    """Nothing had been sent, so the id is taken, and not by this rollout."""
    async with serving(ScriptedBackend(after(60))) as server:
        await server.admit("a1")
        between = Between(httpx.ASGITransport(app=server.app), [httpx.ConnectError("down")])
        async with httpx.AsyncClient(transport=between) as http:
            with pytest.raises(RolloutProtocolError) as refused:
                await RolloutClient(url="http://server", http_client=http).run_rollout(REQUEST)
        assert refused.value.status_code == 409
        assert not isinstance(refused.value, RolloutLostError)
        assert "/rollout/cancel" not in between.paths


async def test_a_server_that_cannot_be_reached_is_given_up():
    """After five more tries, with pauses that grow and are a quarter longer at most."""
    error, between = await run(ScriptedBackend(), [httpx.ConnectError("down")] * 9)
    assert isinstance(error, httpx.ConnectError)
    pauses = [later - earlier for earlier, later in zip(between.times, between.times[1:], strict=False)]
    assert [least <= pause <= 1.25 * least for pause, least in zip(pauses, [0.1, 0.5, 1, 2, 4], strict=True)] == [
        True
    ] * 5


async def test_no_room_after_a_lost_answer_may_mean_that_it_runs():
    """So that is no plain timeout of the admission."""
    no_room = [full(**{"Retry-After": "30"})] * 3
    error, _ = await run(ScriptedBackend(after(3)), ["answer lost", *no_room], admission_timeout_sec=40)
    assert isinstance(error, RolloutLostError)
    error, _ = await run(ScriptedBackend(), [*no_room], admission_timeout_sec=40)
    assert isinstance(error, RolloutAdmissionTimeoutError)


@pytest.mark.parametrize(("status", "lost"), [(500, True), (502, True), (504, True), (418, False)])
async def test_an_answer_outside_the_contract_is_final(status: int, lost: bool):
    """A server fault may have come after the admission; then another id must be chosen."""
    error, between = await run(ScriptedBackend(), [httpx.Response(status, text="?")])
    assert (error.status_code, isinstance(error, RolloutLostError), len(between.keys)) == (status, lost, 1)


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry-After": IN_9_SEC, "Date": DATE}, 9),
        ({"Retry-After": DATE, "Date": IN_9_SEC}, 0.05),
        ({"Retry-After": IN_9_SEC}, 0.05),
        ({"Retry-After": "Sun, 06 Nov 2194 08:49:37 GMT"}, 60),
        ({"Retry-After": "Sun, 99 Nov 1994"}, 1),
        ({}, 1),
    ],
)
async def test_a_date_says_when_to_ask_again(headers: dict[str, str], pause: float):
    """By the server's own clock where it shows it, within 0.05 and 60 seconds."""
    _, between = await run(ScriptedBackend(), [full(**headers)])
    assert round(between.times[1] - between.times[0], 3) == pause


async def test_a_call_cancelled_while_its_admission_is_answered_takes_it_back():
    """The server hears of it by the id that it has just admitted."""
    async with serving(ScriptedBackend(after(60))) as server:

        class Slow(httpx.ASGITransport):
            async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
                response = await super().handle_async_request(request)
                await asyncio.sleep(2 if request.url.path == "/rollout" else 0)
                return response

        async with httpx.AsyncClient(transport=Slow(app=server.app)) as http:
            running = asyncio.create_task(RolloutClient(url="http://server", http_client=http).run_rollout(REQUEST))
            await asyncio.sleep(1)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
        assert (await server.status("a1"))["status"] == "cancelled"
