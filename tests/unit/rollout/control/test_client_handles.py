"""Handles on rollouts in flight, and waiting until a server is idle."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from rollout_support import ScriptedBackend, after, forever, scored, serving, succeeded

from osmosis_ai.rollout import ExecutionOutcome, RolloutInitRequest, RolloutStatus
from osmosis_ai.rollout.backend.base import report_progress
from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError

pytestmark = pytest.mark.virtual_time

REQUEST = RolloutInitRequest(initial_messages=[], rollout_id="a1", chat_completions_url="")


async def in_phases(asked: Any) -> ExecutionOutcome:
    """Three seconds of work, three of grading."""
    report_progress(RolloutStatus.RUNNING)
    await asyncio.sleep(3)
    report_progress(RolloutStatus.GRADING, succeeded())
    await asyncio.sleep(3)
    return scored()


async def running_forever(asked: Any) -> ExecutionOutcome:
    """Work that only a cancellation ends."""
    report_progress(RolloutStatus.RUNNING)
    return await forever(asked)


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_a_handle_tells_how_far_its_rollout_is():
    """As the server says, long before the end."""
    async with serving(ScriptedBackend(in_phases)) as server:
        client = RolloutClient(url="http://server", http_client=server.http)
        began = now()
        handle = await client.run_rollout_async(REQUEST)
        assert (handle.rollout_id, handle.status, handle.done()) == ("a1", "queued", False)
        assert await handle.wait_for_running() == "running"
        assert now() - began < 1
        assert await handle.wait_for_grading() == "grading"
        assert now() - began == pytest.approx(3, abs=0.5)
        assert handle.latest_result is not None
        assert handle.latest_result.status == "grading"
        result = await handle.wait_for_completion()
        assert await handle is result
        assert await handle.wait_for_grading() == "success"
        assert (handle.status, handle.latest_result, handle.done()) == ("success", result, True)


async def test_events_tell_the_whole_story_to_whoever_asks_whenever():
    """In order, from the admission to the result, also after the end."""
    async with serving(ScriptedBackend(in_phases)) as server:
        handle = await RolloutClient(url="http://server", http_client=server.http).run_rollout_async(REQUEST)
        live = [event async for event in handle]
        late = [event async for event in handle.events()]
    assert [event.status for event in live] == ["queued", "running", "grading", "success"]
    assert late == live
    assert [event.at for event in live] == sorted(event.at for event in live)
    assert live[-1].result.sample is not None


async def test_a_cancelled_handle_ends_its_rollout_on_the_server():
    """Awaiting it raises CancelledError; a second cancellation has nothing to do."""
    async with serving(ScriptedBackend(running_forever)) as server:
        handle = await RolloutClient(url="http://server", http_client=server.http).run_rollout_async(REQUEST)
        assert handle.cancel()
        with pytest.raises(asyncio.CancelledError):
            await handle
        assert handle.done()
        assert not handle.cancel()
        await asyncio.sleep(1)
        assert (await server.status("a1"))["status"] == "cancelled"
        with pytest.raises(asyncio.CancelledError):
            await handle.wait_for_completion()


async def test_who_awaits_a_handle_can_be_cancelled_without_it():
    """The rollout goes on."""
    async with serving(ScriptedBackend(after(3))) as server:
        handle = await RolloutClient(url="http://server", http_client=server.http).run_rollout_async(REQUEST)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(handle, 1)
        assert (await handle).status == "success"


async def test_cancelling_gives_a_server_that_hangs_five_seconds():
    """Then it is given up."""
    async with serving(ScriptedBackend(running_forever)) as server:

        class Hanging(httpx.ASGITransport):
            async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
                if request.url.path == "/rollout/cancel":
                    await asyncio.sleep(3600)
                return await super().handle_async_request(request)

        async with httpx.AsyncClient(transport=Hanging(app=server.app)) as http:
            handle = await RolloutClient(url="http://server", http_client=http).run_rollout_async(REQUEST)
            await handle.wait_for_running()
            began = now()
            handle.cancel()
            with pytest.raises(asyncio.CancelledError):
                await handle
            assert now() - began == pytest.approx(5, abs=0.1)
        await server.cancel(all=True)


async def test_closing_the_client_ends_what_its_handles_hold():
    """Here and on the server."""
    async with serving(ScriptedBackend(running_forever)) as server:
        client = RolloutClient(url="http://server", http_client=server.http)
        handle = await client.run_rollout_async(REQUEST)
        await client.aclose()
        assert handle.done()
        await asyncio.sleep(1)
        assert (await server.status("a1"))["status"] == "cancelled"


async def test_a_rollout_can_be_named_by_its_members():
    """As callers of published clients do."""
    async with serving(ScriptedBackend()) as server:
        client = RolloutClient(url="http://server", http_client=server.http)
        result = await client.run_rollout([], "", "a1", label="56", grade=True)
        assert result.status == "success"
        handle = await client.run_rollout_async(initial_messages=[], chat_completions_url="", rollout_id="a2")
        assert (await handle).rollout_id == "a2"


async def test_waiting_until_idle_ends_when_nothing_runs():
    """Not before; faults on the way are asked again."""
    async with serving(ScriptedBackend(after(7))) as server:
        faults: list[Any] = [httpx.Response(503, text="gateway"), httpx.ConnectError("down")]

        async def ask(request: httpx.Request) -> httpx.Response:
            fault = faults.pop(0) if faults else None
            if isinstance(fault, Exception):
                raise fault
            return fault or await server.http._transport.handle_async_request(request)

        await server.admit("a1")
        began = now()
        async with httpx.AsyncClient(transport=httpx.MockTransport(ask)) as http:
            health = await RolloutClient(url="http://server", http_client=http).wait_idle()
        assert health.lifecycle.active_rollouts == 0
        assert 7 <= now() - began <= 9


async def test_waiting_until_idle_has_its_own_limit():
    """TimeoutError after so many seconds."""
    async with serving(ScriptedBackend(running_forever)) as server:
        await server.admit("a1")
        began = now()
        with pytest.raises(TimeoutError):
            await RolloutClient(url="http://server", http_client=server.http).wait_idle(timeout_sec=10)
        assert now() - began == 10
        await server.cancel(all=True)


@pytest.mark.parametrize("answer", [httpx.Response(200, json={"status": "ok"}), httpx.Response(401, json={})])
async def test_waiting_until_idle_needs_a_health_that_says_so(answer: httpx.Response):
    """A server without a lifecycle, or one that answers something else, cannot be waited for."""
    async with httpx.AsyncClient(transport=httpx.MockTransport(lambda _request: answer)) as http:
        with pytest.raises(RolloutProtocolError):
            await RolloutClient(url="http://server", http_client=http).wait_idle()


async def test_another_process_is_not_the_one_that_was_waited_for():
    """Its rollouts are gone, which is an error and no idleness."""
    async with serving() as server:
        client = RolloutClient(url="http://server", http_client=server.http)
        process_id = (await server.health())["process_id"]
        assert (await client.wait_idle(process_id=process_id)).process_id == process_id
        with pytest.raises(RolloutProtocolError, match="another process answers"):
            await client.wait_idle(process_id="other")
