"""The one policy of patience: against a stub endpoint, with a clock that only counts."""

import asyncio
from typing import Any

import pytest

from osmosis_ai.models.policy import FaultKind, PolicyModel, ProviderError, Sanitiser, preflight
from osmosis_ai.models.providers.direct import open_direct
from osmosis_ai.models.providers.limit import ProviderLimit
from osmosis_ai.models.providers.retries import MOST_TRIES, RetryingModel

from .conftest import DROP, HANG, MESSAGES, SPOKEN, Streamed, StubProvider, completion
from .scripted import ScriptedModel, ask, bridge_for

BODY: dict[str, Any] = {"messages": MESSAGES}
BUSY = (429, {"error": "slow down"}, {"retry-after": "7"})


class Clock:
    """Notes what is slept, and sleeps none of it."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture
def clock() -> Clock:
    """A clock that only counts."""
    return Clock()


@pytest.fixture
async def model(provider: StubProvider, clock: Clock, monkeypatch):
    """The stub provider, called with patience. Pauses of the whole provider last no time here."""
    monkeypatch.setattr(ProviderLimit, "_pause_for", lambda _limit, _seconds: None)
    async with open_direct("stub/m", "m", provider.base_url, api_key="k", sanitise=Sanitiser({})) as once:
        yield RetryingModel(once, ProviderLimit(8), sleep=clock.sleep)


async def complete(model: PolicyModel) -> str:
    return str((await model.complete(BODY)).response["choices"][0]["message"]["content"])


async def stream(model: PolicyModel) -> str:
    return "".join([piece["choices"][0]["delta"].get("content", "") async for piece in model.stream(BODY)])


BOTH = pytest.mark.parametrize("call", [complete, stream])


@BOTH
@pytest.mark.parametrize(
    "fault",
    [BUSY, *((status, {"error": "x"}, {"retry-after": "7"}) for status in (409, 425, 500, 502, 503, 504, 529)), DROP],
    ids=["429", "409", "425", "500", "502", "503", "504", "529", "dropped"],
)
async def test_what_may_pass_is_tried_again(
    model: RetryingModel, provider: StubProvider, clock: Clock, call: Any, fault: Any
):
    """After the time the provider asks for, or a little more each time where it does not ask."""
    provider.script = [fault, fault, completion("ok")]
    assert await call(model) == "ok"
    assert len(provider.requests) == MOST_TRIES
    first, second = clock.slept
    if fault == DROP:
        assert 0.5 <= first <= 1.0 <= second <= 1.5
    else:
        assert (first, second) == (7.0, 7.0)


@BOTH
async def test_the_last_try_says_when_to_come_back(model: RetryingModel, provider: StubProvider, call: Any):
    """The provider's own Retry-After goes on to the rollout."""
    provider.script = [BUSY]
    with pytest.raises(ProviderError) as caught:
        await call(model)
    assert (len(provider.requests), caught.value.retry_after) == (MOST_TRIES, 7.0)
    answer = await ask(bridge_for(model))
    assert (answer.status, answer.headers["retry-after"]) == (429, "7")


@BOTH
@pytest.mark.parametrize(
    "reply",
    [
        (400, {"error": "bad"}, {}),
        (401, {"error": "who"}, {}),
        (422, {"error": "odd"}, {}),
        (501, {"error": "broken"}, {}),
        (429, {"error": {"message": "x", "code": "insufficient_quota"}}, {}),
        (429, {"error": "tomorrow"}, {"retry-after": "3600"}),
        b"not json",
    ],
    ids=["400", "401", "422", "501", "quota", "too-long", "no-json"],
)
async def test_what_another_try_would_not_mend_is_final(
    model: RetryingModel, provider: StubProvider, call: Any, reply: Any
):
    """Nothing is stripped and sent again, and nobody waits for an hour."""
    provider.script = [reply]
    with pytest.raises(ProviderError):
        await call(model)
    assert len(provider.requests) == 1


async def test_after_the_first_chunk_there_is_no_other_try(model: RetryingModel, provider: StubProvider):
    """The rollout has seen half of an answer."""
    provider.script = [Streamed(SPOKEN[1], DROP), completion("again")]
    with pytest.raises(ProviderError):
        await stream(model)
    assert len(provider.requests) == 1


async def test_a_provider_that_does_not_answer_in_time_is_not_asked_again(model: RetryingModel, provider: StubProvider):
    """Its time is over; waiting as long again would be for nothing."""
    provider.script = [HANG]
    with pytest.raises(ProviderError) as caught:
        await model.complete(BODY, timeout=0.05)
    assert (caught.value.kind, len(provider.requests)) == (FaultKind.TIMEOUT, 1)


@BOTH
async def test_a_rate_limit_narrows_the_provider_and_every_turn_is_given_back(
    provider: StubProvider, clock: Clock, call: Any
):
    """Halved by a 429; afterwards, and after faults and closed streams, all turns are free again."""
    limit = ProviderLimit(4)
    async with open_direct("stub/m", "m", provider.base_url, api_key="k", sanitise=Sanitiser({})) as once:
        model = RetryingModel(once, limit, sleep=clock.sleep)
        provider.script = [(429, {"error": "x"}, {}), completion("ok"), (400, {"error": "x"}, {}), completion("ok")]
        assert await call(model) == "ok"
        assert limit.limit == 2.5
        with pytest.raises(ProviderError):
            await call(model)
        provider.script = [Streamed(SPOKEN[1], HANG)]
        chunks = model.stream(BODY)
        await anext(chunks)
        await chunks.aclose()
    async with asyncio.timeout(20):
        assert [await limit.acquire() for _ in range(2)]


async def test_waiting_for_a_turn_is_not_the_providers_time(provider: StubProvider):
    """A call's time limit starts with the call."""
    limit = ProviderLimit(1)
    await limit.acquire()
    async with open_direct("stub/m", "m", provider.base_url, api_key="k", sanitise=Sanitiser({})) as once:
        call = asyncio.create_task(RetryingModel(once, limit).complete(BODY, timeout=5.0))
        await asyncio.sleep(0.05)
        assert provider.requests == []
        limit.release()
        assert (await call).usage.total_tokens == 14


@pytest.mark.parametrize("held_by", ["another-try", "the-limit"])
async def test_a_call_cancelled_while_it_is_held_back_says_by_what(held_by: str):
    """The cancellation's cause is the provider's fault; without one it has none."""
    fault = ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429)
    limit = ProviderLimit(1)
    if held_by == "the-limit":
        limit.refused(await limit.acquire(), fault)
    model = RetryingModel(ScriptedModel(fault), limit, sleep=lambda _seconds: asyncio.sleep(3600))
    call = asyncio.create_task(model.complete(BODY))
    await asyncio.sleep(0.01)
    call.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await call
    assert caught.value.__cause__ is fault


async def test_a_call_cancelled_while_the_provider_works_blames_nobody():
    """Though it had been refused before."""
    fault = ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429)
    once = ScriptedModel(fault, [asyncio.Event()])
    model = RetryingModel(once, ProviderLimit(4), sleep=lambda _seconds: asyncio.sleep(0))
    call = asyncio.create_task(anext(model.stream(BODY)))
    async with asyncio.timeout(20):
        while len(once.bodies) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await call
    assert caught.value.__cause__ is None


async def test_a_preflight_asks_once(model: RetryingModel, provider: StubProvider):
    """A rate limit passes at once instead of being waited for."""
    provider.script = [BUSY]
    assert await preflight(model) is None
    assert len(provider.requests) == 1


async def test_it_is_known_by_the_models_name_and_reserved_fields():
    """The bridge does not see the difference."""
    once = ScriptedModel(completion())
    once.reserved_fields = frozenset({"x"})
    model = RetryingModel(once, ProviderLimit())
    assert (model.name, model.reserved_fields) == ("stub/model", frozenset({"x"}))
