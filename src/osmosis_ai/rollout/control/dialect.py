"""Which dialect to speak to a server: what its health says, asked once."""

from __future__ import annotations

import asyncio
from typing import Literal

import httpx

from osmosis_ai.rollout.control.admission import raise_protocol_errors
from osmosis_ai.rollout.control.api import ANSWER_ERRORS, Client
from osmosis_ai.rollout.control.errors import RolloutProtocolError, refused
from osmosis_ai.rollout.control.pauses import jittered
from osmosis_contract.base import parse_json
from osmosis_contract.clients.rollout.api.health import get_health
from osmosis_contract.models.rollout import CallbackHealthResponse, HealthResponse

__all__ = ["Dialect", "ServerDialect", "ask_health"]

Dialect = Literal["leases", "callbacks"]

_FAULT_PAUSES = (0.1, 0.5, 1.0, 2.0)
_OK = 200


async def ask_health(api: Client) -> HealthResponse | CallbackHealthResponse:
    """The server's health. Raises RolloutProtocolError for any other answer."""
    response = await raise_protocol_errors(get_health.asyncio_detailed(client=api))
    if not isinstance(response.parsed, (HealthResponse, CallbackHealthResponse)):
        raise refused(response)
    return response.parsed


class ServerDialect:
    """What one server speaks. A `lifecycle` object in its health means leases, its absence callbacks alone."""

    def __init__(self, api: Client) -> None:
        self._api = api
        self._speaks_leases: bool | None = None
        self._asking = asyncio.Lock()

    async def speaks_leases(self) -> bool:
        """Asked for the first time, reads the health; transport faults are retried a few times, then raised."""
        async with self._asking:
            if self._speaks_leases is None:
                self._speaks_leases = await self._read()
            return self._speaks_leases

    async def _read(self) -> bool:
        pauses = iter(_FAULT_PAUSES)
        while True:
            try:
                response = await get_health.asyncio_detailed(client=self._api)
            except ANSWER_ERRORS as error:
                if error.status_code != _OK:
                    raise refused(error) from None
                return _has_lifecycle(error.content)  # a health of another form still shows its dialect
            except httpx.TransportError:
                usual = next(pauses, None)
                if usual is None:
                    raise
                await asyncio.sleep(jittered(usual))
            else:
                if response.status_code != _OK:
                    raise refused(response)
                return _has_lifecycle(response.content)


def _has_lifecycle(content: bytes) -> bool:
    try:
        body = parse_json(content)
    except ValueError:
        raise RolloutProtocolError("the server's health is no JSON", _OK) from None
    return isinstance(body, dict) and isinstance(body.get("lifecycle"), dict)
