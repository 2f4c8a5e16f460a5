"""The embedded model outlives its server: a double of the server's process dies and is started again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.embedded.model import MOST_RESTARTS, EmbeddedModel, ModelServer
from osmosis_ai.models.policy import FaultKind, ProviderError

from .conftest import MESSAGES, completion
from .scripted import ScriptedModel

BODY: dict[str, Any] = {"messages": MESSAGES}
GONE = ProviderError("connection refused", kind=FaultKind.CONNECTION)


@dataclass
class DyingProcess:
    """Stands in for the server's process: it is dead as soon as it has a return code."""

    name: str = "the server"
    returncode: int | None = None


@dataclass
class Servers:
    """Starts doubles, one for each script; without a script the next one cannot be started."""

    scripts: list[Any]
    started: list[DyingProcess] = field(default_factory=list)
    stopped: int = 0
    may_start: asyncio.Event = field(default_factory=asyncio.Event)
    said: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[ModelServer]:
        if self.started:
            await self.may_start.wait()
        if not self.scripts:
            raise OsmosisError("no memory")
        process = DyingProcess()
        self.started.append(process)
        try:
            yield ModelServer(cast("Any", process), cast("Any", ScriptedModel(*self.scripts.pop(0))))
        finally:
            self.stopped += 1

    def open(self) -> EmbeddedModel:
        return EmbeddedModel("local/stub", self.serve, self.said.append)

    def die(self) -> None:
        self.started[-1].returncode = -9


async def failure(model: EmbeddedModel) -> str:
    with pytest.raises(ProviderError) as caught:
        await model.complete(BODY)
    assert caught.value.kind is FaultKind.CONNECTION
    return caught.value.message


async def test_after_a_death_the_next_calls_wait_for_one_other_server():
    """However many there are, it is started once; what the dead one left is cleared first."""
    servers = Servers([[completion("one")], [completion("two")]])
    async with servers.open() as model:
        await model.complete(BODY)
        servers.die()
        calls = [asyncio.create_task(model.complete(BODY)) for _ in range(5)]
        await asyncio.sleep(0)
        servers.may_start.set()
        answers = await asyncio.gather(*calls)
        assert {answer.response["choices"][0]["message"]["content"] for answer in answers} == {"two"}
        assert (len(servers.started), servers.stopped) == (2, 1)
        assert [piece async for piece in model.stream(BODY)]
    assert servers.stopped == 2
    assert servers.said == ["the server ended with status -9; starting it again (1 of 3 without an answer between)"]


async def test_a_server_that_dies_at_every_call_is_given_up():
    """After three other servers without an answer, every call fails and says so; nothing is started any more."""
    servers = Servers([[GONE]] * 10)
    servers.may_start.set()
    async with servers.open() as model:
        for _ in range(1 + MOST_RESTARTS):
            assert await failure(model) == "connection refused"
            servers.die()
        for _ in range(2):
            assert "ended with status -9, after it had been started 3 times again" in await failure(model)
    assert len(servers.started) == 1 + MOST_RESTARTS


async def test_an_answer_in_between_starts_the_count_again():
    """Only deaths in a row mean that it cannot work."""
    servers = Servers([[completion()]] * 10)
    servers.may_start.set()
    async with servers.open() as model:
        for _ in range(2 * MOST_RESTARTS):
            await model.complete(BODY)
            servers.die()
        assert [piece async for piece in model.stream(BODY)]


async def test_a_server_that_cannot_be_started_again_says_why():
    """It is a fault of the provider, and counts as a restart."""
    servers = Servers([[completion()]])
    servers.may_start.set()
    async with servers.open() as model:
        servers.die()
        for _ in range(MOST_RESTARTS):
            assert await failure(model) == "the server ended with status -9, and did not start again: no memory"
        assert "after it had been started 3 times again" in await failure(model)


async def test_a_caller_that_leaves_does_not_stop_the_restart_for_the_others():
    """Nor does closing the model while a server is starting leave anything behind."""
    servers = Servers([[completion()], [completion("two")]])
    async with servers.open() as model:
        servers.die()
        leaving, staying = (asyncio.create_task(model.complete(BODY)) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        servers.may_start.set()
        assert (await staying).response["choices"][0]["message"]["content"] == "two"
        servers.may_start.clear()
        servers.die()
        waiting = asyncio.create_task(model.complete(BODY))
        await asyncio.sleep(0.01)
    await asyncio.wait([waiting])
    assert servers.stopped == len(servers.started) == 2
