"""A rollout server that runs already: it is asked, watched and waited for, and never started or ended."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.variables import SERVER_KEY
from osmosis_ai.engine.work import RunnerLostError
from osmosis_ai.hosting.rollout_server import PATIENCE_SEC
from osmosis_ai.hosting.server_health import ServerHealth, ask_health, health_client
from osmosis_ai.rollout.control.api import ANSWER_ERRORS

__all__ = ["RolloutServer", "RunningServer"]

FIRST_ANSWER_SEC = 10.0
RETURN_SEC = 120.0
_PAUSE_SEC = 0.2
_WATCH_PAUSE_SEC = 1.0
_REFUSALS = 2


class RolloutServer(Protocol):
    """What a runner needs of the server that it works on, whoever started it."""

    url: str
    """The address of the last start."""

    api_key: str | None
    """What every request must show; None for a server without a key."""

    capacity: int | None
    """How many rollouts the server takes at once; None for no limit."""

    used_up: str | None
    """Why the server must be replaced before it takes more work; None while it need not be."""

    async def start(self) -> ServerHealth:
        """A server that takes work. Raises OsmosisError where there is none in time."""

    async def lost(self) -> RunnerLostError:
        """Returns once the server has ended, hangs or was stopped. Keeps `used_up` current meanwhile."""

    async def check_health(self) -> None:
        """Asks once, so that `used_up` is current."""

    def suspect(self) -> None:
        """A call to the server failed; `lost` looks at it at once."""

    async def stop(self, grace: float | None = None) -> None:
        """Ends what this program started of it; it has `grace` seconds for that."""


class RunningServer:
    """A server at an address, as a `RolloutServer`.

    It is lost when it refuses connections, is silent for `patience_sec`, or was started again, which its `process_id`
    shows: then its leases are gone. After a loss, `start` waits for it to answer again, at most `return_sec`.
    """

    url: str
    api_key: str | None
    capacity: int | None
    used_up: str | None

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        http_client: httpx.AsyncClient,
        patience_sec: float = PATIENCE_SEC,
        return_sec: float = RETURN_SEC,
    ) -> None:
        self.url = url
        self.api_key = key
        self.capacity = None
        self.used_up = None
        self._client = health_client(http_client, url, key)
        self._patience_sec = patience_sec
        self._return_sec = return_sec
        self._process_id: str | None = None
        self._before = False
        self._stopped = asyncio.Event()
        self._suspected = asyncio.Event()

    async def start(self) -> ServerHealth:
        """See `RolloutServer`. The first time, the server is to be there already."""
        within = self._return_sec if self._before else FIRST_ANSWER_SEC
        deadline = time.monotonic() + within
        problem = "it did not answer"
        while True:
            try:
                health = await ask_health(self._client)
                if health is None:
                    raise OsmosisError(
                        f"the rollout server at {self.url} does not let this program in",
                        hint=f"Put its key into {SERVER_KEY}; a server on loopback answers to names of loopback alone.",
                    )
                if health.used_up is None:
                    break
                problem = f"it is used up: {health.used_up}"
            except httpx.HTTPError as error:
                problem = f"it did not answer: {error or type(error).__name__}"
            except ANSWER_ERRORS as error:
                problem = f"its answer is not what the rollout contract says: {error}"
            if time.monotonic() >= deadline:
                again = " again" if self._before else ""
                raise OsmosisError(
                    f"no rollout server takes work{again} at {self.url} within {within:g} s; {problem}",
                    hint="Start it, or correct --rollout-url: the address without a path, such as http://127.0.0.1:8000.",
                )
            await asyncio.sleep(_PAUSE_SEC)
        self._before = True
        self._process_id = health.process_id
        self.used_up = None
        self.capacity = health.capacity
        self._stopped.clear()
        self._suspected.clear()
        return health

    async def lost(self) -> RunnerLostError:
        """See `RolloutServer`."""
        answered, refusals = time.monotonic(), 0
        while True:
            await self._pause(_PAUSE_SEC if refusals else _WATCH_PAUSE_SEC)
            if self._stopped.is_set():
                return RunnerLostError("the run let go of the rollout server")
            try:
                health = await ask_health(self._client)
            except httpx.ConnectError as error:
                refusals += 1
                if refusals >= _REFUSALS:
                    return RunnerLostError(f"the rollout server at {self.url} is gone: {error or 'it does not listen'}")
                continue
            except httpx.HTTPError:
                silent = time.monotonic() - answered
                if silent >= self._patience_sec:
                    return RunnerLostError(f"the rollout server at {self.url} hangs: no answer for {silent:.0f} s")
                continue
            except ANSWER_ERRORS:  # an answer all the same
                health = None
            answered, refusals = time.monotonic(), 0
            if health is not None:
                self.used_up = health.used_up
                if self._is_another(health):
                    return RunnerLostError(f"the rollout server at {self.url} was started again; its leases are gone")

    async def _pause(self, seconds: float) -> None:
        """Waits so long, or until there is a reason to look."""
        waiting = [asyncio.create_task(event.wait()) for event in (self._stopped, self._suspected)]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        self._suspected.clear()

    def _is_another(self, health: ServerHealth) -> bool:
        return self._process_id is not None and health.process_id not in (None, self._process_id)

    async def check_health(self) -> None:
        """See `RolloutServer`."""
        try:
            health = await ask_health(self._client)
        except (*ANSWER_ERRORS, httpx.HTTPError):
            return
        if health is not None:
            self.used_up = "it was started again; its leases are gone" if self._is_another(health) else health.used_up

    def suspect(self) -> None:
        """See `RolloutServer`."""
        self._suspected.set()

    async def stop(self, grace: float | None = None) -> None:
        """The server goes on; this program lets go of it."""
        self._stopped.set()
