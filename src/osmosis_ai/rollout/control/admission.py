"""Getting a rollout admitted exactly once: waiting for room, and asking again when an answer was lost."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import httpx

from osmosis_ai.rollout.control.api import ANSWER_ERRORS, Client, Response
from osmosis_ai.rollout.control.errors import (
    RolloutAdmissionTimeoutError,
    RolloutLostError,
    RolloutProtocolError,
    refused,
)
from osmosis_ai.rollout.control.pauses import jittered, retry_after
from osmosis_contract.clients.rollout.api.rollouts import cancel_rollouts, create_rollout
from osmosis_contract.models.rollout import (
    CallbackRolloutInitRequest,
    CallbackRolloutInitResponse,
    CancelByIds,
    CancelRolloutsResponse,
    RolloutInitRequest,
    RolloutInitResponse,
)

__all__ = ["CANCEL_TIMEOUT_SEC", "Admitted", "admit", "cancel_by_ids", "cancel_quietly", "raise_protocol_errors"]

CANCEL_TIMEOUT_SEC = 5.0
_TOKEN = re.compile(r"[!-~]{1,4096}")
_FAULT_PAUSES = (0.1, 0.5, 1.0, 2.0, 4.0)
_NOTHING_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_ADMITTED, _CONFLICT, _FULL, _SERVER_FAULT = 202, 409, 429, 500


@dataclass(frozen=True, slots=True)
class Admitted:
    """An admission: the server's answer, and the loop's time when it was asked for."""

    answer: RolloutInitResponse | CallbackRolloutInitResponse
    asked: float


async def admit(
    api: Client,
    request: RolloutInitRequest | CallbackRolloutInitRequest,
    *,
    within_sec: float | None,
    repeatable: bool,
) -> Admitted:
    """Asks until the server takes the rollout; it is never run twice.

    A full server is asked again after its `Retry-After`, within `within_sec` (None is no bound). When the transport
    fails, the same admission is asked for again a few times under its one Idempotency-Key; a server that does not know
    keys then answers 409 for what it has admitted. `repeatable` False says that the server would take a repeat for
    another rollout, so a lost answer is final.

    Raises RolloutAdmissionTimeoutError, RolloutLostError when the rollout may be running and cannot be followed,
    RolloutProtocolError for any other answer, httpx.TransportError when the server cannot be reached. A cancelled call
    takes back what it had admitted.
    """
    loop = asyncio.get_running_loop()
    deadline = math.inf if within_sec is None else loop.time() + within_sec
    key = uuid.uuid4().hex
    pauses = iter(_FAULT_PAUSES)
    in_doubt = False
    while True:
        asked = loop.time()
        try:
            response = await _ask(api, request, key)
        except httpx.TransportError as error:
            in_doubt = in_doubt or not isinstance(error, _NOTHING_SENT)
            if in_doubt and not repeatable:
                raise RolloutLostError(
                    f"the answer to the admission was lost; it may be running: {error or type(error).__name__}"
                ) from error
            usual = next(pauses, None)
            if usual is None or loop.time() + (pause := jittered(usual)) > deadline:
                raise
        else:
            if response.status_code == _ADMITTED:
                return Admitted(_checked(response, request), asked)
            if response.status_code != _FULL:
                raise _not_admitted(response, in_doubt=in_doubt)
            pause = retry_after(httpx.Headers(response.headers))
            if loop.time() + pause > deadline:
                message = f"the server had no room for {within_sec} s"
                raise (RolloutLostError if in_doubt else RolloutAdmissionTimeoutError)(message, _FULL)
        await asyncio.sleep(pause)


def _not_admitted(response: Response[Any], *, in_doubt: bool) -> RolloutProtocolError:
    """The error for a refusal; after a lost answer it does not prove that nothing runs."""
    error = refused(response)
    if not in_doubt:
        return error
    if response.status_code == _CONFLICT:
        return RolloutLostError("the rollout was admitted, but the answer with its lease was lost", _CONFLICT)
    return RolloutLostError(f"an answer to the admission was lost, and then {error}", error.status_code)


def _checked(
    response: Response[Any], request: RolloutInitRequest | CallbackRolloutInitRequest
) -> RolloutInitResponse | CallbackRolloutInitResponse:
    """The answer to an admission in its own dialect."""
    answer = response.parsed
    if isinstance(request, CallbackRolloutInitRequest):
        return CallbackRolloutInitResponse()
    if not isinstance(answer, RolloutInitResponse):
        raise RolloutProtocolError("the server admitted the rollout without a lease", _ADMITTED)
    if answer.rollout_id != request.rollout_id:
        raise RolloutProtocolError("the server admitted another rollout than the one asked for", _ADMITTED)
    if not _TOKEN.fullmatch(answer.polling_lease_token):
        raise RolloutProtocolError("the server gave a lease token that no header can carry", _ADMITTED)
    return answer


async def _ask(api: Client, request: RolloutInitRequest | CallbackRolloutInitRequest, key: str) -> Response[Any]:
    """One admission. When the call is cancelled meanwhile, the rollout is taken back if it was admitted."""
    asking = asyncio.ensure_future(
        _answered(create_rollout.asyncio_detailed(client=api, body=request, idempotency_key=key))
    )
    try:
        return await asyncio.shield(asking)
    except asyncio.CancelledError:
        with contextlib.suppress(TimeoutError, httpx.HTTPError, RolloutProtocolError):
            async with asyncio.timeout(CANCEL_TIMEOUT_SEC):
                if (await asking).status_code == _ADMITTED and request.rollout_id is not None:
                    await cancel_by_ids(api, [request.rollout_id])
        raise


async def cancel_by_ids(api: Client, ids: list[str]) -> CancelRolloutsResponse:
    """What the server found of these rollouts. Takes at most five seconds, then TimeoutError."""
    async with asyncio.timeout(CANCEL_TIMEOUT_SEC):
        response = await raise_protocol_errors(cancel_rollouts.asyncio_detailed(client=api, body=CancelByIds(ids=ids)))
    if not isinstance(response.parsed, CancelRolloutsResponse):
        raise refused(response)
    return response.parsed


async def cancel_quietly(api: Client, rollout_id: str) -> None:
    """Asks for the end of a rollout that was given up, whatever comes of it."""
    with contextlib.suppress(TimeoutError, httpx.HTTPError, RolloutProtocolError):
        await cancel_by_ids(api, [rollout_id])


async def raise_protocol_errors[T](call: Awaitable[Response[T]]) -> Response[T]:
    """The answer; one that the contract does not know becomes a RolloutProtocolError."""
    try:
        return await call
    except ANSWER_ERRORS as error:
        raise refused(error) from None


async def _answered(call: Awaitable[Response[Any]]) -> Response[Any]:
    """The answer to an admission; one that the contract does not know may come from a server that took it."""
    try:
        return await raise_protocol_errors(call)
    except RolloutProtocolError as error:
        if error.status_code is not None and error.status_code >= _SERVER_FAULT:
            raise RolloutLostError(str(error), error.status_code) from None
        raise
