"""Get a URL for the run's dataset.

The bytes are those the submission resolved.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="download_job_dataset",
    method="GET",
    path="/api/v1/job/dataset",
    answers={
        200: adapter(models.DatasetDownload),
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
) -> Response[models.DatasetDownload | models.PlatformProblem | None]:
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
) -> models.DatasetDownload | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.DatasetDownload | models.PlatformProblem | None]:
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
) -> models.DatasetDownload | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            timeout=timeout,
        )
    ).parsed
