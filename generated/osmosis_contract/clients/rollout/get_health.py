"""The server's health.

Answers at once, however busy the user's code is.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="get_health",
    method="GET",
    path="/health",
    answers={
        200: adapter(models.HealthResponse | models.CallbackHealthResponse),
        401: adapter(models.Problem),
        403: adapter(models.Problem),
    },
)


def sync_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.HealthResponse | models.CallbackHealthResponse | models.Problem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
    )


def sync(
    *,
    client: Client,
    timeout: float | None = None,
) -> models.HealthResponse | models.CallbackHealthResponse | models.Problem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.HealthResponse | models.CallbackHealthResponse | models.Problem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
    )


async def asyncio(
    *,
    client: Client,
    timeout: float | None = None,
) -> models.HealthResponse | models.CallbackHealthResponse | models.Problem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            timeout=timeout,
        )
    ).parsed
