"""A controller's client: runs a rollout on any server that speaks leases."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable
from types import TracebackType
from typing import Any, Self

import httpx

from osmosis_ai.contract.outcomes import LIVE_STATUSES
from osmosis_ai.rollout.types import RolloutInitRequest, RolloutInitResponse, RolloutResultResponse
from osmosis_contract.clients.http import Client, ClientError, Response
from osmosis_contract.clients.rollout import cancel_rollouts, create_rollout, get_health, get_rollout_result
from osmosis_contract.models.rollout import (
    CallbackHealthResponse,
    CancelByIds,
    CancelRolloutsResponse,
    HealthResponse,
)

__all__ = ["RolloutAdmissionTimeoutError", "RolloutClient", "RolloutProtocolError"]

_POLL_MARGIN_SEC = 10.0
_REQUEST_TIMEOUT_SEC = 30.0
_CANCEL_TIMEOUT_SEC = 5.0
_SHORTEST_WAIT_SEC, _LONGEST_WAIT_SEC, _USUAL_WAIT_SEC = 0.05, 60.0, 1.0
_TRANSPORT_PAUSES = (0.1, 0.5)
_GATEWAY_PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_GATEWAY_STATUSES = frozenset({502, 503, 504})
_ADMITTED, _FULL = 202, 429
_SHOWN_BYTES = 500


class RolloutProtocolError(Exception):
    """The server answered something the protocol does not allow here; `status_code` is what it answered."""

    def __init__(self, message: str, status_code: int | None = None) -> None:
        super().__init__(message)
        self.status_code = status_code


class RolloutAdmissionTimeoutError(RolloutProtocolError):
    """The server had no room for as long as the caller was willing to wait."""


class RolloutClient:
    """Talks to one rollout server. `http_client` is used as given and stays the caller's to close.

    `admission_timeout_sec` bounds how long an admission is asked for again while the server is full; None is no bound.
    """

    def __init__(
        self,
        *,
        url: str,
        http_client: httpx.AsyncClient | None = None,
        admission_timeout_sec: float | None = None,
        api_key: str | None = None,
    ) -> None:
        self._owned = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=_REQUEST_TIMEOUT_SEC)
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self._api = Client(base_url=url, async_http=self._http, headers=headers)
        self._admission_timeout = admission_timeout_sec

    async def run_rollout(self, request: RolloutInitRequest) -> RolloutResultResponse:
        """The terminal result of one rollout: admitted, waiting for room as long as allowed, then polled to its end.

        Raises RolloutProtocolError for an answer that the protocol does not allow, httpx.TransportError when the server
        cannot be reached any more. Cancelling the call does not cancel the rollout; its lease does, in time.
        """
        lease, renewed = await self._admit(request)
        while True:
            asked = asyncio.get_running_loop().time()
            result = await self._poll(request.rollout_id, lease, renewed + lease.polling_lease_timeout_sec)
            if result.status not in LIVE_STATUSES:
                return result
            renewed = asked

    async def _admit(self, request: RolloutInitRequest) -> tuple[RolloutInitResponse, float]:
        """The lease, and the loop's time when it was asked for."""
        loop = asyncio.get_running_loop()
        deadline = math.inf if self._admission_timeout is None else loop.time() + self._admission_timeout
        while True:
            asked = loop.time()
            response = await _known(create_rollout.asyncio_detailed(client=self._api, body=request))
            if response.status_code == _ADMITTED:
                if not isinstance(response.parsed, RolloutInitResponse):
                    raise RolloutProtocolError("the server admitted the rollout without a lease", _ADMITTED)
                if response.parsed.rollout_id != request.rollout_id:
                    raise RolloutProtocolError("the server admitted another rollout than the one asked for", _ADMITTED)
                return response.parsed, asked
            if response.status_code != _FULL:
                raise _refused(response)
            pause = _retry_after(response.headers.get("Retry-After"))
            if loop.time() + pause > deadline:
                raise RolloutAdmissionTimeoutError(
                    f"the server had no room for {self._admission_timeout} s", response.status_code
                )
            await asyncio.sleep(pause)

    async def _poll(self, rollout_id: str, lease: RolloutInitResponse, deadline: float) -> RolloutResultResponse:
        """One answer to a poll; faults on the way are retried as long as the lease, which ends then, can be saved."""
        loop = asyncio.get_running_loop()
        transport, gateway = iter(_TRANSPORT_PAUSES), iter(_GATEWAY_PAUSES)
        while True:
            try:
                response = await get_rollout_result.asyncio_detailed(
                    rollout_id,
                    client=self._api,
                    x_osmosis_rollout_lease=lease.polling_lease_token,
                    until="terminal",
                    timeout=lease.result_wait_timeout_sec + _POLL_MARGIN_SEC,
                )
            except ClientError as error:
                pause = next(gateway, None) if error.status_code in _GATEWAY_STATUSES else None
                if pause is None or loop.time() + pause >= deadline:
                    raise RolloutProtocolError(str(error), error.status_code) from None
            except httpx.TransportError:
                pause = next(transport, None)
                if pause is None or loop.time() + pause >= deadline:
                    raise
            else:
                if isinstance(response.parsed, RolloutResultResponse):
                    return response.parsed
                raise _refused(response)
            await asyncio.sleep(pause)

    async def health(self) -> HealthResponse | CallbackHealthResponse:
        """The server's health; without a `lifecycle` it speaks callbacks alone."""
        response = await _known(get_health.asyncio_detailed(client=self._api))
        if not isinstance(response.parsed, (HealthResponse, CallbackHealthResponse)):
            raise _refused(response)
        return response.parsed

    async def cancel_rollouts(self, ids: list[str]) -> dict[str, str]:
        """Dispositions by id. The whole call takes at most five seconds, then TimeoutError."""
        async with asyncio.timeout(_CANCEL_TIMEOUT_SEC):
            response = await _known(cancel_rollouts.asyncio_detailed(client=self._api, body=CancelByIds(ids=ids)))
        if not isinstance(response.parsed, CancelRolloutsResponse):
            raise _refused(response)
        return {rollout_id: str(found) for rollout_id, found in response.parsed.dispositions.items()}

    async def aclose(self) -> None:
        """Closes the HTTP client, unless the caller brought it."""
        if self._owned:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _retry_after(value: str | None) -> float:
    """Seconds to wait: the header's number within bounds, else a second."""
    try:
        seconds = float(value) if value is not None else _USUAL_WAIT_SEC
    except ValueError:
        return _USUAL_WAIT_SEC
    if not math.isfinite(seconds):
        return _USUAL_WAIT_SEC
    return min(max(seconds, _SHORTEST_WAIT_SEC), _LONGEST_WAIT_SEC)


async def _known[T](call: Awaitable[Response[T]]) -> Response[T]:
    """The answer; one that the contract does not know becomes a RolloutProtocolError."""
    try:
        return await call
    except ClientError as error:
        raise RolloutProtocolError(str(error), error.status_code) from None


def _refused(response: Response[Any]) -> RolloutProtocolError:
    text = response.content[:_SHOWN_BYTES].decode(errors="replace").strip()
    return RolloutProtocolError(
        f"the rollout server answered {response.status_code}: {text or 'no body'}", response.status_code
    )
