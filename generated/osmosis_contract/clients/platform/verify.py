"""Say who the bearer is.

Answers for any valid token. With `X-Osmosis-Git` also the workspace of that repository, when the
caller is a member of it.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="verify",
    method="GET",
    path="/api/cli/verify",
    answers={
        200: adapter(models.VerifyResponse),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        426: adapter(models.UpgradeRequired),
        429: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    x_osmosis_git: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.VerifyResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


def sync(
    *,
    client: Client,
    x_osmosis_git: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.VerifyResponse | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    x_osmosis_git: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.VerifyResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


async def asyncio(
    *,
    client: Client,
    x_osmosis_git: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.VerifyResponse | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
