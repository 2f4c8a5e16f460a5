"""The worker: takes what is due, calls its handler outside of any transaction, and tries again what failed.

A process that dies while it handles an entry loses nothing: the entry's lease ends, and another worker takes it. So a
handler can be called twice for one entry, and has to have the same effect then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

import structlog

from osmosis_ai.platform.store import outbox as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import OutboxEntry

__all__ = ["Handler", "OutboxWorker", "PermanentFailureError"]

type Handler = Callable[[Mapping[str, Any]], Awaitable[None]]

LEASE = timedelta(minutes=10)
MAX_ATTEMPTS = 8
_FIRST_DELAY = timedelta(seconds=5)
_LONGEST_DELAY = timedelta(hours=1)
_POLL_SEC = 1.0
_BATCH = 4
_LONGEST_ERROR = 500
_log = structlog.get_logger("osmosis.platform.outbox")


class PermanentFailureError(Exception):
    """Trying again would be of no use: the entry is given up at once."""


class OutboxWorker:
    """One worker of one process. `run` goes on until it is cancelled.

    `slow` are handlers of kinds that may take long: they are left to a worker of their own, which has no others.
    """

    def __init__(
        self,
        database: Database,
        handlers: Mapping[str, Handler],
        *,
        slow: Mapping[str, Handler] | None = None,
        lease: timedelta = LEASE,
    ) -> None:
        self._database = database
        self._handlers = {**handlers, **(slow or {})}
        self._kinds = tuple(slow or ())
        self._others = bool(handlers)
        self._lease = lease
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Has the worker look now, not in a second."""
        self._wake.set()

    async def run(self) -> None:
        """Handles entries until cancelled. An error of the database is logged, and looked at again a second later."""
        while True:
            try:
                handled = await self.run_once()
            except Exception:
                _log.exception("outbox.unavailable")
                handled = 0
            if not handled:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), _POLL_SEC)
            self._wake.clear()

    async def run_once(self) -> int:
        """Handles what is due now, several at once; how many entries that was."""
        async with self._database.read() as unit:
            due = await rows.due_kinds(unit)
        if not any((kind in self._kinds) is not self._others for kind in due):
            return 0
        async with self._database.write() as unit:
            entries = await rows.claim(unit, unit.now + self._lease, _BATCH, kinds=self._kinds, others=self._others)
        await asyncio.gather(*(self._handle(entry) for entry in entries))
        return len(entries)

    async def _handle(self, entry: OutboxEntry) -> None:
        handler = self._handlers.get(entry.kind)
        attempt = entry.attempts + 1
        try:
            if handler is None:
                raise PermanentFailureError(f"no handler of {entry.kind}")
            async with self._holding(entry):
                await handler(entry.payload)
        except Exception as error:
            await self._failed(entry, attempt, error)
        else:
            async with self._database.write() as unit:
                await rows.change(unit, entry.id, finished_at=unit.now, last_error=None)

    @contextlib.asynccontextmanager
    async def _holding(self, entry: OutboxEntry) -> AsyncIterator[None]:
        """Keeps the lease of an entry while the block runs."""

        async def renew() -> None:
            while True:
                await asyncio.sleep(self._lease.total_seconds() / 3)
                with contextlib.suppress(Exception):  # the next time is soon enough
                    async with self._database.write() as unit:
                        await rows.change(unit, entry.id, available_at=unit.now + self._lease)

        task = asyncio.create_task(renew())
        try:
            yield
        finally:
            task.cancel()

    async def _failed(self, entry: OutboxEntry, attempt: int, error: Exception) -> None:
        given_up = isinstance(error, PermanentFailureError) or attempt >= MAX_ATTEMPTS
        _log.warning(
            "outbox.failed", entry=entry.id, kind=entry.kind, attempt=attempt, given_up=given_up, exc_info=error
        )
        text = f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]
        async with self._database.write() as unit:
            if given_up:
                await rows.change(unit, entry.id, finished_at=unit.now, failed=True, last_error=text)
            else:
                delay = min(_FIRST_DELAY * 2 ** (attempt - 1), _LONGEST_DELAY)
                await rows.change(unit, entry.id, available_at=unit.now + delay, last_error=text)
