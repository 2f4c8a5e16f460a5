"""Which server a case talks to: one that all share, one with other settings, or one that it has to itself."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from osmosis_conformance.cases import Case
from osmosis_conformance.observed import SkippedError
from osmosis_conformance.subject import Launcher, Server

__all__ = ["Place", "Places"]

_OWN_AT_ONCE = 2
_SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "INT": signal.SIGINT}


class Place:
    """Where a case finds its server; the process in it may be replaced."""

    def __init__(self, server: Server, launcher: Launcher | None, settings: Mapping[str, float]) -> None:
        self.server = server
        self._launcher = launcher
        self._settings = settings
        self.signalled = False

    async def kill(self, name: str) -> None:
        """Sends the process a signal; after KILL it has ended."""
        self.signalled = True
        self.server.send_signal(_SIGNALS[name])
        if name == "KILL":
            await self.server.wait()

    async def restart(self) -> None:
        """Another process in the same place, with the same files."""
        if self._launcher is None:
            raise SkippedError("the suite did not start the server, so it cannot start it again")
        before, self.server = self.server, await self._launcher.start(self._settings)
        await before.stop()
        self.signalled = False


class Places:
    """Gives each case its place. Servers are started when the first case needs them, and kept."""

    def __init__(self, launcher: Launcher | None, running: Server | None) -> None:
        self._launcher = launcher
        self._shared: dict[tuple[tuple[str, float], ...], Place] = {}
        if running is not None:
            self._shared[()] = Place(running, None, {})
        self._starting: dict[tuple[tuple[str, float], ...], asyncio.Lock] = {}
        self._own: dict[tuple[tuple[str, float], ...], list[Place]] = {}
        self._own_slots = asyncio.Semaphore(_OWN_AT_ONCE)

    def refusal(self, case: Case) -> str | None:
        """Why no place can be had for a case; None where one can."""
        if self._launcher is None and (case.settings or case.own_server):
            return "it needs a server that the suite starts: give a command in place of a URL"
        return None

    @asynccontextmanager
    async def place(self, case: Case) -> AsyncIterator[Place]:
        """The place for one try of a case."""
        if case.own_server:
            async with self._own_slots, self._own_place(case) as place:
                yield place
        else:
            yield await self._shared_place(case.settings)

    async def _shared_place(self, settings: Mapping[str, float]) -> Place:
        key = tuple(sorted(settings.items()))
        async with self._starting.setdefault(key, asyncio.Lock()):
            if key not in self._shared:
                self._shared[key] = await self._started(settings)
            return self._shared[key]

    @asynccontextmanager
    async def _own_place(self, case: Case) -> AsyncIterator[Place]:
        """A process to itself: one that another case has left whole, or a new one."""
        left = self._own.setdefault(tuple(sorted(case.settings.items())), [])
        place = left.pop() if left else await self._started(case.settings)
        try:
            yield place
        finally:
            if place.signalled or not place.server.running:
                await place.server.stop()
            else:
                left.append(place)

    async def _started(self, settings: Mapping[str, float]) -> Place:
        if self._launcher is None:
            raise SkippedError("the suite did not start the server")
        return Place(await self._launcher.start(settings), self._launcher, settings)

    async def close(self) -> None:
        """Ends every server that was started."""
        places = [*self._shared.values(), *(place for left in self._own.values() for place in left)]
        await asyncio.gather(*(place.server.stop() for place in places))
