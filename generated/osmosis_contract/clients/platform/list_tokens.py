"""List the caller's tokens.

Without their text, new ones first. Revoked and expired ones are left out.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="list_tokens",
    method="GET",
    path="/api/v1/tokens",
    answers={
        200: adapter(models.AccessTokenList),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        429: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    timeout: float | None = None,
) -> Response[models.AccessTokenList | models.PlatformProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "limit": limit,
            "offset": offset,
        },
    )


def sync(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    timeout: float | None = None,
) -> models.AccessTokenList | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        limit=limit,
        offset=offset,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    timeout: float | None = None,
) -> Response[models.AccessTokenList | models.PlatformProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "limit": limit,
            "offset": offset,
        },
    )


async def asyncio(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    timeout: float | None = None,
) -> models.AccessTokenList | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            offset=offset,
            timeout=timeout,
        )
    ).parsed
