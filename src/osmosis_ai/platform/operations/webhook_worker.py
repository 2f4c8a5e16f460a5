"""Sends what waits for webhooks: each webhook by itself, so that one that does not answer holds up no other."""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from osmosis_ai.platform.access.hook_addresses import AddressRefusedError, parse_hook_url
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import webhooks
from osmosis_ai.platform.services.webhooks import Attempt, Outcome
from osmosis_ai.platform.store import webhooks as rows

__all__ = ["WebhookWorker"]

ATTEMPT_SEC = 5.0
_POLL_SEC = 1.0
_AT_A_TIME = 32
_log = structlog.get_logger("osmosis.platform.webhooks")


class WebhookWorker:
    """The deliveries of one process. `run` goes on until it is cancelled; what it was at then is tried again."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._free = asyncio.Event()

    async def run(self) -> None:
        """Delivers until cancelled. An error of the database is logged, and looked at again a second later."""
        try:
            while True:
                started = 0
                try:
                    started = await self._start_due()
                except Exception:
                    _log.exception("webhooks.unavailable")
                if not started:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._free.wait(), _POLL_SEC)
                self._free.clear()
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _start_due(self) -> int:
        room = _AT_A_TIME - len(self._busy)
        if room <= 0:
            return 0
        async with self._platform.read() as unit:
            if not await rows.due_exists(unit):
                return 0
        async with self._platform.write() as unit:
            attempts = await webhooks.claim(unit, self._platform.keyring, busy=set(self._busy), limit=room)
        for attempt in attempts:
            self._busy[attempt.webhook_id] = asyncio.create_task(self._attempt(attempt))
        return len(attempts)

    async def _attempt(self, attempt: Attempt) -> None:
        try:
            outcome = await self._send(attempt)
            async with self._platform.write() as unit:
                await webhooks.record(unit, attempt, outcome)
        except Exception:
            _log.exception("webhooks.not_recorded", delivery=attempt.delivery_id)
        finally:
            del self._busy[attempt.webhook_id]
            self._free.set()

    async def _send(self, attempt: Attempt) -> Outcome:
        from osmosis_ai.platform.operations.webhook_request import post  # the start of a platform needs no HTTP client

        if not attempt.secrets:
            return Outcome(None, "the signing secret cannot be read: renew it")
        try:
            async with asyncio.timeout(ATTEMPT_SEC):
                address = parse_hook_url(attempt.url, self._platform.settings.webhook_origins)
                target = await address.target(self._platform.resolve_host)
                return await post(attempt, address, target, seconds=ATTEMPT_SEC)
        except AddressRefusedError as error:
            return Outcome(None, f"nothing was sent: {error}")
        except TimeoutError:
            return Outcome(None, f"no answer within {ATTEMPT_SEC:g} seconds")
