"""RolloutClient against a scripted server: waiting for room, retrying, giving up, and what it never does."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from rollout_support import ScriptedBackend, after, serving

from osmosis_ai.rollout import RolloutInitRequest
from osmosis_ai.rollout.client import RolloutAdmissionTimeoutError, RolloutClient, RolloutProtocolError

pytestmark = pytest.mark.virtual_time

LEASE = {
    "rollout_id": "a1",
    "status": "queued",
    "polling_lease_token": "t",
    "result_wait_timeout_sec": 30.0,
    "polling_lease_timeout_sec": 120.0,
}
ENDED = {"rollout_id": "a1", "status": "success", "sample": None, "err_message": None, "err_category": None}
LIVE = {**ENDED, "status": "running"}
REQUEST = RolloutInitRequest(initial_messages=[], rollout_id="a1", chat_completions_url="")
DOWN = httpx.ConnectError("down")


def problem(status: int, **headers: str) -> httpx.Response:
    body = {"type": "about:blank", "title": "t", "status": status, "detail": "d"}
    return httpx.Response(status, json=body, headers=headers)


class Script:
    """Answers admissions and polls in turn; the last answer of each for ever. Exceptions are raised."""

    def __init__(self, admissions: list[Any] | None = None, polls: list[Any] | None = None) -> None:
        self.admissions = admissions or [httpx.Response(202, json=LEASE)]
        self.polls = polls or [httpx.Response(200, json=ENDED)]
        self.requests: list[httpx.Request] = []
        self.times: list[float] = []

    async def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.times.append(asyncio.get_running_loop().time())
        script = self.polls if request.method == "GET" else self.admissions
        found = script.pop(0) if len(script) > 1 else script[0]
        if isinstance(found, tuple):
            delay, found = found
            await asyncio.sleep(delay)
        if isinstance(found, Exception):
            raise found
        return httpx.Response(found.status_code, content=found.content, headers=found.headers)

    @property
    def pauses(self) -> list[float]:
        return [round(later - earlier, 3) for earlier, later in zip(self.times, self.times[1:], strict=False)]

    async def run(self, **options: Any) -> Any:
        async with httpx.AsyncClient(transport=httpx.MockTransport(self.answer)) as http:
            return await RolloutClient(url="http://server", http_client=http, **options).run_rollout(REQUEST)


async def test_a_rollout_is_admitted_and_polled_to_its_end():
    """With its lease token, until a terminal status; live answers are polled on."""
    script = Script(polls=[httpx.Response(200, json=LIVE)] * 3 + [httpx.Response(200, json=ENDED)])
    assert (await script.run(api_key="k")).status == "success"
    assert [request.method for request in script.requests] == ["POST", "GET", "GET", "GET", "GET"]
    assert {request.headers["Authorization"] for request in script.requests} == {"Bearer k"}
    assert {request.headers["X-Osmosis-Rollout-Lease"] for request in script.requests[1:]} == {"t"}
    assert script.requests[1].url.path == "/rollout/a1/result"


@pytest.mark.parametrize(
    ("value", "pause"),
    [("7", 7), ("0.5", 0.5), ("0", 0.05), ("3600", 60), (None, 1), ("soon", 1), ("nan", 1), ("inf", 1), ("-3", 0.05)],
)
async def test_a_full_server_is_asked_again_after_retry_after(value: str | None, pause: float):
    """Within 0.05 and 60 seconds; a second when the header is missing or no number."""
    refused = problem(429, **({} if value is None else {"Retry-After": value}))
    script = Script(admissions=[refused, httpx.Response(202, json=LEASE)])
    await script.run()
    assert script.pauses[0] == pause


async def test_waiting_for_room_ends_when_the_caller_says():
    """With an error of its own, and nothing is cancelled: the id may be another owner's."""
    script = Script(admissions=[problem(429, **{"Retry-After": "5"})])
    with pytest.raises(RolloutAdmissionTimeoutError):
        await script.run(admission_timeout_sec=12)
    assert script.pauses == [5, 5]
    assert {request.url.path for request in script.requests} == {"/rollout"}


@pytest.mark.parametrize("status", [401, 409, 503])
async def test_any_other_answer_to_an_admission_is_an_error(status: int):
    """At once, with the status."""
    script = Script(admissions=[problem(status)])
    with pytest.raises(RolloutProtocolError) as refused:
        await script.run()
    assert (refused.value.status_code, len(script.requests)) == (status, 1)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(202, json={}),
        httpx.Response(202, json={**LEASE, "rollout_id": "a2"}),
        httpx.Response(202, text="ok"),
        httpx.Response(200, json=LEASE),
        httpx.Response(307, headers={"Location": "http://elsewhere/"}),
        httpx.Response(500, text="broken"),
    ],
    ids=["no lease", "another id", "no JSON", "200", "redirect", "500"],
)
async def test_an_admission_that_is_none_is_an_error(answer: httpx.Response):
    """A missing lease, another rollout's, an answer outside the contract; redirects are not followed."""
    script = Script(admissions=[answer])
    with pytest.raises(RolloutProtocolError):
        await script.run()
    assert len(script.requests) == 1


async def test_polls_survive_a_short_interruption():
    """Transport faults are retried after 0.1 and 0.5 seconds, then raised."""
    script = Script(polls=[DOWN, DOWN, httpx.Response(200, json=ENDED)])
    await script.run()
    assert script.pauses[1:] == [0.1, 0.5]
    with pytest.raises(httpx.ConnectError):
        await Script(polls=[DOWN]).run()


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_polls_survive_a_gateway_that_fails_for_a_while(status: int):
    """Six retries with doubling pauses; then an error with the status."""
    script = Script(polls=[httpx.Response(status, text="gateway")])
    with pytest.raises(RolloutProtocolError) as refused:
        await script.run()
    assert script.pauses[1:] == [0.25, 0.5, 1, 2, 4, 8]
    assert refused.value.status_code == status


@pytest.mark.parametrize("status", [401, 403, 404, 422, 500])
async def test_any_other_answer_to_a_poll_is_an_error(status: int):
    """At once."""
    script = Script(polls=[problem(status)])
    with pytest.raises(RolloutProtocolError) as refused:
        await script.run()
    assert (refused.value.status_code, len(script.requests)) == (status, 2)


async def test_retries_end_when_the_lease_cannot_be_saved_any_more():
    """Counted from the last request that the server is known to have taken, not from when its answer came."""
    short = {**LEASE, "result_wait_timeout_sec": 3.0, "polling_lease_timeout_sec": 4.0}
    slow_live = (3, httpx.Response(200, json=LIVE))
    gateway = httpx.Response(503, text="gateway")
    script = Script(admissions=[httpx.Response(202, json=short)], polls=[slow_live, gateway])
    with pytest.raises(RolloutProtocolError):
        await script.run()
    assert script.pauses[2:] == [0.25, 0.5]


async def test_waiting_for_room_does_not_use_up_the_lease():
    """The lease begins with the admission that succeeded."""
    refused = problem(429, **{"Retry-After": "60"})
    script = Script(
        admissions=[refused, refused, refused, httpx.Response(202, json=LEASE)],
        polls=[DOWN, httpx.Response(200, json=ENDED)],
    )
    assert (await script.run()).status == "success"


async def test_cancelling_takes_five_seconds_at_most():
    """Then TimeoutError."""

    async def never(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(60)
        raise AssertionError

    began = asyncio.get_running_loop().time()
    async with httpx.AsyncClient(transport=httpx.MockTransport(never)) as http:
        with pytest.raises(TimeoutError):
            await RolloutClient(url="http://server", http_client=http).cancel_rollouts(["a1"])
    assert asyncio.get_running_loop().time() - began == 5


async def test_a_client_given_to_it_stays_the_callers():
    """Only what it made itself is closed."""
    async with httpx.AsyncClient() as http:
        async with RolloutClient(url="http://server", http_client=http):
            pass
        assert not http.is_closed
    client = RolloutClient(url="http://server")
    await client.aclose()
    assert client._http.is_closed


async def test_a_slow_rollout_is_followed_past_many_leases():
    """A client against the real server: 20 minutes of work under leases of two."""
    async with serving(ScriptedBackend(after(1200))) as server:
        result = await RolloutClient(url="http://server", http_client=server.http).run_rollout(REQUEST)
    assert result.status == "success"
