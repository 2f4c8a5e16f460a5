"""Take the run's secrets.

Once an epoch: a second time it is gone (`SECRETS_TAKEN`). Values stay in memory; they go into no
file, argument or log.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.JobSecretsRequest)
OPERATION = Operation(
    id="take_job_secrets",
    method="POST",
    path="/api/v1/job/secrets",
    answers={
        200: adapter(models.JobSecrets),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        408: adapter(models.PlatformProblem),
        409: adapter(models.PlatformProblem),
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
    body: models.JobSecretsRequest,
    timeout: float | None = None,
) -> Response[models.JobSecrets | models.PlatformProblem | None]:
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
    body: models.JobSecretsRequest,
    timeout: float | None = None,
) -> models.JobSecrets | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.JobSecretsRequest,
    timeout: float | None = None,
) -> Response[models.JobSecrets | models.PlatformProblem | None]:
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
    body: models.JobSecretsRequest,
    timeout: float | None = None,
) -> models.JobSecrets | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            timeout=timeout,
        )
    ).parsed
