"""The lease of a job: renewed all the time, and not relied on in the last third of its length.

The job counts by its own clock, from before it asked: whatever the platform's clock says, the job has stopped before
its run can be given away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import override

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.ports import Lease, LeaseLostError
from osmosis_ai.job.connection import JobConnection, RunTakenError
from osmosis_contract.clients.platform.api.job import renew_lease
from osmosis_contract.models import LeaseRenewRequest, LeaseRenewResponse

__all__ = ["JobLease"]

_RENEWALS = 6
_TRUSTED = 2 / 3


class JobLease(Lease):
    """The right to write to the run. `held` says whether it is certain, `taken` whether it is gone for good.

    While the platform is away it is not certain, and nothing new is started; once it is renewed the run may go on.
    """

    def __init__(self, connection: JobConnection, *, epoch: int, seconds: int, asked_at: float) -> None:
        self._connection = connection
        self._epoch = epoch
        self._seconds = seconds
        self._until = asked_at + seconds * _TRUSTED
        self._on_lost: Callable[[], object] = lambda: None
        self._on_stop: Callable[[], object] = lambda: None
        self._changed = asyncio.Event()
        self.taken = False
        self.stop_wanted = False
        self.losses = 0
        """How often it became uncertain."""
        self._lost = False
        self.last_problem = ""
        """Why the last renewal that failed did."""
        self.completed = 0
        self.total: int | None = None

    @property
    def held(self) -> bool:
        """Whether nobody else can have the run now."""
        return not self.taken and time.monotonic() < self._until

    @override
    def check(self) -> None:
        if not self.held:
            self._lose()
            raise LeaseLostError(
                "the platform gave the run away" if self.taken else f"the platform does not answer: {self.last_problem}"
            )

    @override
    def on_lost(self, callback: Callable[[], object]) -> None:
        self._on_lost = callback

    def on_stop(self, callback: Callable[[], object]) -> None:
        """Calls back once when the platform wishes the run to be stopped."""
        self._on_stop = callback
        if self.stop_wanted:
            callback()

    def take_away(self) -> None:
        """The platform said that another job has the run."""
        self.taken = True
        self._lose()

    async def until_certain(self) -> bool:
        """Waits until the lease is held again; False when it never will be."""
        while not self.held and not self.taken:
            self._changed.clear()
            await self._changed.wait()
        return not self.taken

    async def keep(self) -> None:
        """Renews until it is gone for good."""
        watch = asyncio.create_task(self._watch(), name="lease-watch")
        try:
            while not self.taken:
                await self._renew()
                await asyncio.sleep(self._seconds / _RENEWALS)
        finally:
            watch.cancel()

    async def _renew(self) -> None:
        asked_at = time.monotonic()
        body = LeaseRenewRequest(epoch=self._epoch, completed=self.completed)
        try:
            async with asyncio.timeout(self._seconds / 3):
                answer = await self._connection.call(
                    renew_lease.asyncio_detailed, LeaseRenewResponse, body=body, may_wait=lambda: False
                )
        except RunTakenError:
            self.take_away()
        except (OsmosisError, httpx.HTTPError, TimeoutError) as error:
            self.last_problem = str(error) or type(error).__name__  # the next renewal asks again
        else:
            self._until = asked_at + self._seconds * _TRUSTED
            self._lost = False
            if answer.stop and not self.stop_wanted:
                self.stop_wanted = True
                self._on_stop()
        self._changed.set()

    async def _watch(self) -> None:
        """Says that the lease is lost at the moment it is, not when somebody next looks."""
        while not self.taken:
            await asyncio.sleep(max(0.02, self._until - time.monotonic()))
            if not self.held:
                self._lose()

    def _lose(self) -> None:
        if not self._lost:
            self._lost = True
            self.losses += 1
            self._on_lost()
        self._changed.set()
