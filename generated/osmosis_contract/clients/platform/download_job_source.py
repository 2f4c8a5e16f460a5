"""Get a URL for the source of the run's commit.

A tar archive of the tree.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="download_job_source",
    method="GET",
    path="/api/v1/job/source",
    answers={
        200: adapter(models.JobSource),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        409: adapter(models.PlatformProblem),
        410: adapter(models.PlatformProblem),
        429: adapter(models.PlatformProblem),
        501: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.JobSource | models.PlatformProblem | None]:
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
) -> models.JobSource | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.JobSource | models.PlatformProblem | None]:
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
) -> models.JobSource | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            timeout=timeout,
        )
    ).parsed
