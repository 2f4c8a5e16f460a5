"""What a job does at the same time ends at the same time."""

import asyncio

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.job.together import together


async def test_where_one_fails_none_of_the_others_goes_on():
    """The failure is raised by itself, after the others have ended."""
    ended: list[str] = []

    async def fetch() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("fetch")

    async def fail() -> None:
        await asyncio.sleep(0)
        raise OsmosisError("the commit is gone")

    async def work() -> None:
        async with together() as group:
            group.create_task(fetch())
            group.create_task(fail())

    with pytest.raises(OsmosisError, match="the commit is gone"):
        await work()
    assert ended == ["fetch"]


async def test_a_cancellation_reaches_all_of_them():
    """Whoever waits for the group and is cancelled leaves none of them behind."""
    ended: list[str] = []

    async def fetch(name: str) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(name)

    async def work() -> None:
        async with together() as group:
            group.create_task(fetch("source"))
            group.create_task(fetch("dataset"))

    working = asyncio.create_task(work())
    for _ in range(3):
        await asyncio.sleep(0)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert sorted(ended) == ["dataset", "source"]
