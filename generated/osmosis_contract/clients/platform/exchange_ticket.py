"""Trade the ticket for a token.

A ticket works once. Used, expired or unknown, it is gone.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.TicketExchangeRequest)
OPERATION = Operation(
    id="exchange_ticket",
    method="POST",
    path="/api/v1/job/exchange",
    answers={
        200: adapter(models.TicketExchangeResponse),
        400: adapter(models.PlatformProblem),
        408: adapter(models.PlatformProblem),
        410: adapter(models.PlatformProblem),
        413: adapter(models.PlatformProblem),
        415: adapter(models.PlatformProblem),
        429: adapter(models.PlatformProblem),
        501: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    body: models.TicketExchangeRequest,
    timeout: float | None = None,
) -> Response[models.TicketExchangeResponse | models.PlatformProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        content=write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.TicketExchangeRequest,
    timeout: float | None = None,
) -> models.TicketExchangeResponse | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.TicketExchangeRequest,
    timeout: float | None = None,
) -> Response[models.TicketExchangeResponse | models.PlatformProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        content=write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.TicketExchangeRequest,
    timeout: float | None = None,
) -> models.TicketExchangeResponse | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            timeout=timeout,
        )
    ).parsed
