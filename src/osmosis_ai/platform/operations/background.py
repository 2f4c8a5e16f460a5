"""What runs beside requests: outbox, webhooks, polling of repositories, retention, the disk's reserve, key rotation."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import structlog

from osmosis_ai.platform.blobs.port import BlobStoreError
from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.operations.backup import KEEP_FILES
from osmosis_ai.platform.operations.dispatcher import Dispatcher
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.webhook_worker import WebhookWorker
from osmosis_ai.platform.outbox.worker import OutboxWorker
from osmosis_ai.platform.services import (
    blobs,
    dataset_reading,
    datasets,
    dispatching,
    git,
    git_sync,
    keys,
    retention,
    run_counting,
    run_events,
    run_state,
    usage,
)
from osmosis_ai.platform.store import outbox as outbox_rows

__all__ = ["Background"]

_POLL_SEC = 10.0
_DISK_SEC = 1.0
_STORE_SEC = 60.0
_FIGURES_SEC = 1.0
_RETENTION_SEC = 3600.0
_STOP_SEC = 2.0
_DISPATCHER_SEC = 15.0
_BOUNDS_SEC = 1.0
_POOLS_SEC = 60.0
_SLOW_LEASE = timedelta(seconds=60)


class FilesKeptError(Exception):
    """No file is removed while a backup is taken."""


_log = structlog.get_logger("osmosis.platform")


class Background:
    """The work beside requests, of one process. On one database, each kind is done by one process at a time."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._mine_until = 0.0
        self._holder = new_id("ses")
        self._sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
        self._counting = run_counting.Counting(platform.database)
        reading = dataset_reading.DatasetReading(
            platform.database, platform.blobs, platform.capacity, platform.settings, wake=self._wake
        )
        slow = {datasets.READ: reading.handle}
        handlers = {
            git.SYNC: self._sync.handle,
            blobs.DELETE: self._delete_blob,
            datasets.DISCARD: self._discard_upload,
            run_state.ENDED: run_events.RunEvents(platform.database, platform.settings.public_url).handle,
        }
        self.worker = OutboxWorker(platform.database, handlers, slow=slow)
        self.slow_worker = OutboxWorker(platform.database, {}, slow=slow, lease=_SLOW_LEASE)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While the block runs, so does the work. At its end it is cancelled, and waited for for two seconds."""
        settings = self._platform.settings
        async with open_pools(settings.pools, settings.jobs) as pools:
            dispatchers = [
                Dispatcher(self._platform, pools[each.name], each, is_default=number == 0)
                for number, each in enumerate(settings.pools)
            ]
            async with self._running(dispatchers):
                yield

    @contextlib.asynccontextmanager
    async def _running(self, dispatchers: Sequence[Dispatcher]) -> AsyncIterator[None]:
        tasks = [
            *(asyncio.create_task(self._dispatch(each), name="dispatcher") for each in dispatchers),
            asyncio.create_task(self.worker.run(), name="outbox"),
            asyncio.create_task(WebhookWorker(self._platform).run(), name="webhooks"),
            asyncio.create_task(self.slow_worker.run(), name="outbox-slow"),
            asyncio.create_task(self._every(_POLL_SEC, "git-poll", self._poll), name="git-poll"),
            asyncio.create_task(self._every(_RETENTION_SEC, "retention", self._retention), name="retention"),
            asyncio.create_task(self._every(_DISK_SEC, None, self._balance), name="disk"),
            asyncio.create_task(self._every(_POOLS_SEC, None, self._drop_pools), name="pools"),
            asyncio.create_task(self._every(_STORE_SEC, None, self._ask_store), name="store"),
            asyncio.create_task(self._every(_FIGURES_SEC, None, self._counting.step), name="figures"),
            asyncio.create_task(self._resume_rotation(), name="key-rotation"),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=_STOP_SEC)

    async def _every(self, seconds: float, lease: str | None, work: Callable[[], Awaitable[Any]]) -> None:
        """Does the work now and every so often; with a lease, only where no other process did it meanwhile."""
        while True:
            try:
                if lease is None or await self._has_turn(lease, seconds):
                    await work()
            except Exception:
                _log.exception("background.failed", work=lease or "disk")
            await asyncio.sleep(seconds)

    async def _dispatch(self, dispatcher: Dispatcher) -> None:
        """Has the dispatcher work whenever there may be something to do. One process at a time dispatches."""
        while True:
            await dispatcher.wait()
            try:
                if await self._may_dispatch():
                    await self._step(dispatcher)
            except Exception:
                _log.exception("background.failed", work="dispatcher")

    async def _step(self, dispatcher: Dispatcher) -> None:
        """One step of the dispatcher. However long its pool takes to answer, leases and stops are bounded."""
        step = asyncio.create_task(dispatcher.step(), name="dispatcher-step")
        try:
            while not (await asyncio.wait({step}, timeout=_BOUNDS_SEC))[0]:
                if await self._may_dispatch():
                    await dispatcher.keep_bounds()
            step.result()
        finally:
            step.cancel()

    async def _may_dispatch(self) -> bool:
        if time.monotonic() > self._mine_until:
            if not await self._has_turn("dispatcher", _DISPATCHER_SEC):
                return False
            self._mine_until = time.monotonic() + _DISPATCHER_SEC / 2
        return True

    async def _has_turn(self, lease: str, seconds: float) -> bool:
        async with self._platform.write() as unit:
            return await outbox_rows.take_lease(unit, lease, self._holder, unit.now + timedelta(seconds=seconds * 1.5))

    async def _poll(self) -> None:
        seconds = self._platform.settings.git_poll_seconds
        if seconds and await git_sync.enqueue_due(self._platform.database, seconds):
            self.worker.wake()

    async def _retention(self) -> None:
        await retention.run(self._platform.database, self._platform.settings.retention)
        await usage.measure_storage(self._platform.database)

    async def _drop_pools(self) -> None:
        settings = self._platform.settings
        async with self._platform.write() as unit:
            await dispatching.drop_pools(unit, [each.name for each in settings.pools], settings.limits)

    async def _balance(self) -> None:
        await asyncio.to_thread(self._platform.capacity.balance)

    async def _ask_store(self) -> None:
        """Has the store of files answer, so that `/readyz` compares clocks where no one sends files, too."""
        try:
            await self._platform.blobs.ping()
        except BlobStoreError as error:
            _log.warning("store.failed", reason=str(error))

    async def _resume_rotation(self) -> None:
        if not await keys.is_unfinished(self._platform.database, self._platform.keyring):
            return
        done = await keys.finish_rotation(self._platform.database, self._platform.keyring)
        _log.info("keys.rotation_resumed", encrypted_again=done.encrypted_again, dropped=list(done.dropped))

    async def _delete_blob(self, payload: Any) -> None:
        async with self._platform.read() as unit:
            if await outbox_rows.lease_is_held(unit, KEEP_FILES):
                raise FilesKeptError("a backup is being taken")  # tried again later
        await self._platform.blobs.delete(str(payload["key"]))

    async def _discard_upload(self, payload: Any) -> None:
        await datasets.discard(self._platform.blobs, payload)

    def _wake(self) -> None:
        self.worker.wake()
