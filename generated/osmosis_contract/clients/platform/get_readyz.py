"""Say whether the server takes requests.

Asks the database, its schema's version, the blob store, the key and the disk.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="get_readyz",
    method="GET",
    path="/readyz",
    answers={
        200: adapter(models.Readiness),
        429: adapter(models.PlatformProblem),
        503: adapter(models.Readiness),
    },
)


def sync_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.Readiness | models.PlatformProblem | None]:
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
) -> models.Readiness | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.Readiness | models.PlatformProblem | None]:
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
) -> models.Readiness | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            timeout=timeout,
        )
    ).parsed
