"""The limit of calls at a time: wide until a provider says otherwise, fair, and never lost to a cancellation."""

import asyncio

import pytest

from osmosis_ai.models.policy import FaultKind, ProviderError
from osmosis_ai.models.providers.limit import ProviderLimit


def limited(retry_after: float | None = None) -> ProviderError:
    return ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429, retry_after=retry_after)


async def turns(limit: ProviderLimit, count: int) -> list[int]:
    return [await limit.acquire() for _ in range(count)]


async def waiting(limit: ProviderLimit, count: int, got: list[int]) -> list[asyncio.Task[None]]:
    """`count` callers in a queue; each notes its number when its turn has come."""

    async def wait(number: int) -> None:
        await limit.acquire()
        got.append(number)

    tasks = [asyncio.create_task(wait(number)) for number in range(count)]
    await asyncio.sleep(0)
    return tasks


async def test_as_many_calls_run_as_the_run_wants():
    """At the width the next one waits; without a width none does."""
    limit = ProviderLimit(2)
    await turns(limit, 2)
    got: list[int] = []
    (task,) = await waiting(limit, 1, got)
    assert got == []
    limit.release()
    await task
    await turns(ProviderLimit(), 1000)


async def test_callers_wait_in_the_order_they_came():
    """Whoever comes later does not overtake, also where a turn is free for a moment."""
    limit = ProviderLimit(1)
    await limit.acquire()
    got: list[int] = []
    tasks = await waiting(limit, 5, got)
    for _ in tasks:
        limit.release()
        await asyncio.sleep(0)
    assert got == [0, 1, 2, 3, 4]


async def test_a_rate_limit_halves_once_for_all_calls_in_flight():
    """Calls of one round report one overload; a call begun after it reports another. It never sinks below one."""
    limit = ProviderLimit(16)
    rounds = await turns(limit, 16)
    for round_ in rounds:
        limit.refused(round_, limited())
        limit.release()
    assert limit.limit == 8
    for expected in (4, 2, 1, 1):
        limit.refused(await limit.acquire(), limited())
        limit.release()
        assert limit.limit == expected


async def test_success_makes_it_grow_slowly_to_where_it_began():
    """About one more for each round of calls; then the fault is over."""
    limit = ProviderLimit(4)
    limit.refused((await turns(limit, 4))[0], limited())
    assert limit.fault is not None
    for _ in range(2):
        limit.succeeded()
    assert 2.8 < limit.limit < 3.1
    for _ in range(8):
        limit.succeeded()
    assert (limit.limit, limit.fault) == (4, None)


async def test_without_a_width_it_begins_at_what_was_in_flight():
    """And is without a limit again once that many are taken."""
    limit = ProviderLimit()
    limit.refused((await turns(limit, 10))[-1], limited())
    assert limit.limit == 5
    for _ in range(100):
        limit.succeeded()
    assert limit.limit == 10
    assert limit.fault is None


async def test_a_rate_limit_pauses_everyone_for_as_long_as_it_asks():
    """Turns that are free stay so until then."""
    limit = ProviderLimit(8)
    limit.refused(await limit.acquire(), limited(0.02))
    limit.release()
    got: list[int] = []
    tasks = await waiting(limit, 3, got)
    assert got == []
    await asyncio.gather(*tasks)
    assert got == [0, 1, 2]


@pytest.mark.parametrize("pauses", [(30.0, 0.001), (0.001, 30.0)])
async def test_the_longest_pause_counts(pauses: tuple[float, float]):
    """In whichever order the refusals come."""
    limit = ProviderLimit(8)
    for round_, seconds in zip(await turns(limit, 2), pauses, strict=True):
        limit.refused(round_, limited(seconds))
        limit.release()
    got: list[int] = []
    (task,) = await waiting(limit, 1, got)
    await asyncio.sleep(0.02)
    assert got == []
    task.cancel()


@pytest.mark.parametrize("when", ["waiting", "in-the-same-moment"])
async def test_a_cancelled_caller_takes_no_turn_with_it(when: str):
    """Not while it waits, and not when its turn comes as it leaves."""
    limit = ProviderLimit(1)
    await limit.acquire()
    got: list[int] = []
    first, second = await waiting(limit, 2, got)
    if when == "waiting":
        first.cancel()
        limit.release()
    else:
        limit.release()
        first.cancel()
    await asyncio.wait([first, second])
    assert got == [1]
    limit.release()
    await limit.acquire()


async def test_changes_are_said():
    """A line when the limit sinks, with the pause, and one when it is over."""
    said: list[str] = []
    limit = ProviderLimit(2, said.append)
    limit.refused(await limit.acquire(), limited(30.0))
    limit.succeeded()
    assert said == [
        "rate limited: the provider gets 1 calls at a time, and pauses for 30 s as it asks",
        "the provider takes as many calls as before",
    ]
