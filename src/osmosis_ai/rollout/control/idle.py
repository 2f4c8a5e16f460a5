"""Waiting until a server has nothing running."""

from __future__ import annotations

import asyncio

import httpx

from osmosis_ai.rollout.control.api import Client
from osmosis_ai.rollout.control.dialect import ask_health
from osmosis_ai.rollout.control.errors import RolloutProtocolError
from osmosis_contract.models.rollout import HealthResponse

__all__ = ["wait_idle"]

_ASKED_AGAIN = frozenset({408, 429, 500, 502, 503, 504})


async def wait_idle(
    api: Client, *, timeout_sec: float, poll_interval_sec: float, process_id: str | None
) -> HealthResponse:
    """The health of the server once no rollout has work running on it.

    Faults of the transport and answers that pass are asked again. Raises TimeoutError when the time is over,
    RolloutProtocolError when the health says neither process nor lifecycle, or another process than `process_id` (by
    default the first one seen): that one has gone, and its rollouts with it.
    """
    async with asyncio.timeout(timeout_sec):
        while True:
            try:
                health = await ask_health(api)
            except httpx.TransportError:
                pass
            except RolloutProtocolError as error:
                if error.status_code not in _ASKED_AGAIN:
                    raise
            else:
                if not isinstance(health, HealthResponse):
                    raise RolloutProtocolError(
                        "the server's health has no lifecycle: it does not say whether it is idle"
                    )
                if process_id is not None and health.process_id != process_id:
                    raise RolloutProtocolError(
                        f"another process answers: {health.process_id}, not {process_id}; its rollouts are gone"
                    )
                process_id = health.process_id
                if health.lifecycle.active_rollouts == 0:
                    return health
            await asyncio.sleep(poll_interval_sec)
