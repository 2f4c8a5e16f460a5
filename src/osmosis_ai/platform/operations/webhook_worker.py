"""Sends what waits for webhooks: each webhook by itself, so that one that does not answer holds up no other."""

from __future__ import annotations

import asyncio
import contextlib
import os
from datetime import UTC, datetime

import httpx
import structlog
from standardwebhooks import Webhook as Signer

from osmosis_ai import __version__
from osmosis_ai.base.http.network_variables import NetworkVariableError, ssl_context_for
from osmosis_ai.platform.access.hook_addresses import AddressRefusedError, HookAddress, parse_hook_url
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
        if not attempt.secrets:
            return Outcome(None, "the signing secret cannot be read: renew it")
        try:
            async with asyncio.timeout(ATTEMPT_SEC):
                address = parse_hook_url(attempt.url, self._platform.settings.webhook_origins)
                return Outcome(await _post(attempt, address, await address.target(self._platform.resolve_host)))
        except AddressRefusedError as error:
            return Outcome(None, f"nothing was sent: {error}")
        except TimeoutError:
            return Outcome(None, f"no answer within {ATTEMPT_SEC:g} seconds")
        except NetworkVariableError as error:
            return Outcome(None, str(error))
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return Outcome(None, f"{type(error).__name__}: {error}")


async def _post(attempt: Attempt, address: HookAddress, ip: str) -> int:
    """The status of the answer, whose body is not read.

    The connection goes to the address that was checked, not to one that the name might have by now; the certificate has
    to be the name's all the same.
    """
    url = httpx.URL(attempt.url)
    now = datetime.now(UTC)
    signatures = " ".join(Signer(secret).sign(attempt.delivery_id, now, attempt.body) for secret in attempt.secrets)
    headers = {
        "Host": url.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": f"osmosis-platform/{__version__}",
        "webhook-id": attempt.delivery_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signatures,
    }
    context = ssl_context_for(attempt.url, os.environ)
    async with httpx.AsyncClient(verify=context, trust_env=False, timeout=ATTEMPT_SEC) as client:
        request = client.build_request(
            "POST",
            url.copy_with(host=ip),
            headers=headers,
            content=attempt.body.encode(),
            extensions={"sni_hostname": address.origin.host},
        )
        answer = await client.send(request, stream=True, follow_redirects=False)
        await answer.aclose()
        return answer.status_code
