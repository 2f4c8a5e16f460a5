"""Following a rollout under a lease: polling it to its end."""

from __future__ import annotations

import asyncio

import httpx

from osmosis_ai.rollout.control.api import ANSWER_ERRORS, Client, with_timeout
from osmosis_ai.rollout.control.errors import RolloutLostError, RolloutProtocolError, refused
from osmosis_ai.rollout.control.progress import Progress
from osmosis_ai.semantics.outcomes import LIVE_STATUSES
from osmosis_contract.clients.rollout.api.rollouts import get_rollout_result
from osmosis_contract.models.rollout import RolloutInitResponse, RolloutResultResponse

__all__ = ["follow_lease"]

_POLL_MARGIN_SEC = 10.0
_SHORTEST_POLL_SEC, _SHORTEST_PAUSE_SEC, _LONGEST_PAUSE_SEC = 0.25, 0.05, 2.0
_TRANSPORT_PAUSES = (0.1, 0.5)
_GATEWAY_PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_GATEWAY_STATUSES = frozenset({502, 503, 504})
_LOST_STATUSES = frozenset({403, 404})


async def follow_lease(
    api: Client, lease: RolloutInitResponse, asked: float, progress: Progress, *, watch: bool
) -> RolloutResultResponse:
    """The terminal result. `asked` is when the admission was asked for; `watch` wants to hear of every change.

    Raises RolloutLostError when the server does not know the lease any more, RolloutProtocolError for other answers
    that the protocol does not allow, httpx.TransportError when the server cannot be reached for too long.
    """
    api = with_timeout(api, lease.result_wait_timeout_sec + _POLL_MARGIN_SEC)
    loop = asyncio.get_running_loop()
    renewed, last, pause = asked, None, _SHORTEST_POLL_SEC
    while True:
        asked = loop.time()
        result = await _poll(api, lease, renewed + lease.polling_lease_timeout_sec, watch=watch)
        progress.report(result)
        if result.status not in LIVE_STATUSES:
            return result
        # A poll waits on the server. One that says nothing new at once would be asked again without a pause.
        if result.status is last and loop.time() - asked < pause:
            await asyncio.sleep(max(_SHORTEST_PAUSE_SEC, min(pause, lease.polling_lease_timeout_sec / 4)))
            pause = min(2 * pause, _LONGEST_PAUSE_SEC)
        else:
            pause = _SHORTEST_POLL_SEC
        renewed, last = asked, result.status


async def _poll(api: Client, lease: RolloutInitResponse, deadline: float, *, watch: bool) -> RolloutResultResponse:
    """One answer to a poll; faults on the way are retried as long as a poll can still save the lease that ends then."""
    loop = asyncio.get_running_loop()
    transport, gateway = iter(_TRANSPORT_PAUSES), iter(_GATEWAY_PAUSES)
    while True:
        try:
            response = await get_rollout_result.asyncio_detailed(
                lease.rollout_id,
                client=api,
                x_osmosis_rollout_lease=lease.polling_lease_token,
                until="change" if watch else "terminal",
            )
        except ANSWER_ERRORS as error:
            pause = next(gateway, None) if error.status_code in _GATEWAY_STATUSES else None
            if pause is None or loop.time() + pause >= deadline:
                raise refused(error) from None
        except httpx.TransportError:
            pause = next(transport, None)
            if pause is None or loop.time() + pause >= deadline:
                raise
        else:
            if isinstance(response.parsed, RolloutResultResponse):
                if response.parsed.rollout_id != lease.rollout_id:
                    raise RolloutProtocolError("the server answered with another rollout's result", 200)
                return response.parsed
            if response.status_code in _LOST_STATUSES:
                raise RolloutLostError(str(refused(response)), response.status_code)
            raise refused(response)
        await asyncio.sleep(pause)
