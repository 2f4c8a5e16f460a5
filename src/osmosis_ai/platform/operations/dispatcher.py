"""The dispatcher: takes runs off the queue into free slots of a pool, and brings rows and pool to agree.

It keeps nothing in memory that the next one, in this process or another, would need. A launch is in the database before
its pool hears of it; what a pool then says frees slots and speeds things up, and decides about no run.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import structlog

from osmosis_ai.base.cache import CACHE_VARIABLE
from osmosis_ai.base.variables import JOB_ISOLATION, JOB_PLATFORM_URL, JOB_TICKET
from osmosis_ai.platform.compute.port import (
    Ended,
    Launch,
    Lost,
    Pool,
    Ref,
    RefusedError,
    State,
    UnsureError,
)
from osmosis_ai.platform.compute.requests import isolation_variable
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.pool_settings import PoolSettings
from osmosis_ai.platform.services import dispatching
from osmosis_ai.platform.services.dispatching import NewLaunch
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.runs import OpenLaunch

__all__ = ["Dispatcher"]

_PAUSE_SEC = 1.0
_AT_ONCE = 8
"""How many launches a pool is asked for at a time: each question may take it half a minute."""
_UNSURE_FOR = timedelta(seconds=60)
"""For how long a launch that its pool does not know may still be one that it is about to know."""
_LEAST_ABSENCE_SEC = 5.0
_JOB: Any = (sys.executable, "-m", "osmosis_ai.job")
"""The command of a job; installed where it runs."""
_log = structlog.get_logger("osmosis.platform.dispatcher")


class Dispatcher:
    """The jobs of one platform in one pool; in the default one run those that name none."""

    def __init__(self, platform: Platform, pool: Pool, settings: PoolSettings, *, is_default: bool = True) -> None:
        self._platform = platform
        self._is_default = is_default
        self._pool = pool
        self._settings = settings
        self._caches: Path = platform.settings.data / "job-caches"
        self._bounds_kept_at = -math.inf
        self._asking = asyncio.Semaphore(_AT_ONCE)

    async def wait(self) -> None:
        """Until there may be something to do, or a second has passed."""
        wanted = self._platform.dispatch_wanted
        try:
            async with asyncio.timeout(_PAUSE_SEC):
                await wanted.wait()
        except TimeoutError:
            return
        wanted.clear()

    async def keep_bounds(self) -> None:
        """Leases and stops whose time is over, by the database alone: no pool is asked.

        Where that was not possible for a third of a lease, because no server or no database was there, jobs could not
        renew either, and each gets one more lease to do so.
        """
        limits = self._platform.settings.limits
        absent = time.monotonic() - self._bounds_kept_at > max(limits.lease_seconds / 3, _LEAST_ABSENCE_SEC)
        async with self._platform.read() as unit:
            due = await dispatching.is_due(unit, limits)
        if due or absent:
            async with self._platform.write() as unit:
                if absent:
                    await dispatching.revive_leases(unit, limits)
                await dispatching.expire_leases(unit, limits)
                await dispatching.force_stops(unit, limits)
        self._bounds_kept_at = time.monotonic()

    async def step(self) -> None:
        """Everything that is due: leases, stops, what the pool says, and launches into free slots.

        A pool that hangs holds it up; whoever calls it keeps the bounds meanwhile.
        """
        await self.keep_bounds()
        await self._reconcile()
        while (launch := await self._take()) is not None:
            await self._submit(launch)

    async def _take(self) -> NewLaunch | None:
        async with self._platform.read() as unit:
            if not await rows.any_queued(unit, self._pool.name, is_default=self._is_default):
                return None
        async with self._platform.write() as unit:
            return await dispatching.next_launch(
                unit,
                self._platform.settings.limits,
                self._pool.name,
                self._settings.slots,
                is_default=self._is_default,
            )

    async def _submit(self, launch: NewLaunch) -> None:
        cache = self._caches / launch.workspace_id  # one workspace's packages and environments are no other's
        wanted = Launch(
            id=launch.launch_id,
            argv=_JOB,
            memory=self._platform.settings.limits.job_memory_bytes,
            env={
                JOB_PLATFORM_URL: self._platform.settings.public_url,
                JOB_TICKET: launch.ticket,
                JOB_ISOLATION: isolation_variable(self._settings),
                CACHE_VARIABLE: str(cache / "osmosis"),
                "UV_CACHE_DIR": str(cache / "uv"),
            },
        )
        try:
            ref = await self._pool.submit(wanted)
        except RefusedError as error:
            async with self._platform.write() as unit:
                await dispatching.pool_refused(unit, launch, error.reason, self._platform.settings.limits)
        except UnsureError as error:
            _log.warning("dispatcher.unsure", launch=launch.launch_id, cause=error.cause)
        else:
            async with self._platform.write() as unit:
                await dispatching.launched(unit, launch.launch_id, incarnation=ref.incarnation, native_id=ref.native_id)

    async def _reconcile(self) -> None:
        async with self._platform.read() as unit:
            launches = [each for each in await rows.open_launches(unit) if each.pool == self._pool.name]
            now = unit.now
        if not launches:
            return
        await asyncio.gather(*(self._agree(launch, now) for launch in launches))

    async def _agree(self, launch: OpenLaunch, now: datetime) -> None:
        """Brings one launch and the pool to agree."""
        async with self._asking:
            overdue = launch.claimed_at is None and launch.ended_at is None and launch.start_by < now
            ref = _ref(launch)
            if ref is None:
                try:
                    ref = await self._found(launch)
                except UnsureError:  # it may be there: its slot is not free, and the run does not wait for ever
                    if overdue:
                        await self._never_claimed(launch)
                    return
                if ref is None:
                    if now - launch.created_at > _UNSURE_FOR:
                        await self._ended(launch, "its pool does not know it")
                        await self._let_go(launch)
                    return
                async with self._platform.write() as unit:
                    await dispatching.launched(unit, launch.id, incarnation=ref.incarnation, native_id=ref.native_id)
            await self._look(launch, ref, overdue=overdue)

    async def _look(self, launch: OpenLaunch, ref: Ref, *, overdue: bool) -> None:
        state: State = await self._pool.state(ref)
        if isinstance(state, Ended):
            await self._ended(launch, state.reason)
            await self._forget(launch, ref)
        elif isinstance(state, Lost):
            await self._ended(launch, state.why)
            await self._forget(launch, ref)
        elif overdue:
            await self._never_claimed(launch)
            await self._stop(ref)
        elif launch.ended_at is not None:
            await self._stop(ref)  # a wish, repeated until it has ended

    async def _ended(self, launch: OpenLaunch, why: str) -> None:
        async with self._platform.write() as unit:
            await dispatching.pool_ended(unit, launch, why, self._platform.settings.limits)

    async def _never_claimed(self, launch: OpenLaunch) -> None:
        limits = self._platform.settings.limits
        async with self._platform.write() as unit:
            why = f"no job claimed the run within {limits.start_seconds} s"
            await dispatching.unclaimed(unit, launch, why, limits)

    async def _found(self, launch: OpenLaunch) -> Ref | None:
        """What the pool calls a launch that it was asked for without an answer; None where it does not know it."""
        return next((ref for ref, _ in await self._pool.list(launch.id) if ref.launch_id == launch.id), None)

    async def _stop(self, ref: Ref) -> None:
        try:
            await self._pool.stop(ref)
        except UnsureError as error:
            _log.warning("dispatcher.stop_unsure", launch=ref.launch_id, cause=error.cause)

    async def _forget(self, launch: OpenLaunch, ref: Ref) -> None:
        """Has the pool remove what it keeps of a launch whose end is recorded; then its slot is free.

        A pool that does not answer is asked again, for a while: the slot is worth more than what is left behind.
        """
        try:
            await self._pool.forget(ref)
        except UnsureError as error:
            _log.warning("dispatcher.forget_unsure", launch=ref.launch_id, cause=error.cause)
            async with self._platform.read() as unit:
                if launch.ended_at is None or unit.now - launch.ended_at < _UNSURE_FOR:
                    return
        await self._let_go(launch)

    async def _let_go(self, launch: OpenLaunch) -> None:
        async with self._platform.write() as unit:
            await dispatching.let_go(unit, launch)


def _ref(launch: OpenLaunch) -> Ref | None:
    ref = launch.ref
    return Ref(launch.id, str(ref["incarnation"]), str(ref["native_id"])) if ref else None
