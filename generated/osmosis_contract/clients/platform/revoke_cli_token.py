"""Revoke one of the caller's own tokens.

The token no longer works once this is answered. Idempotent. The token of another person is not
found.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path

OPERATION = Operation(
    id="revoke_cli_token",
    method="DELETE",
    path="/api/cli/tokens/{token_id}",
    answers={
        204: None,
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
    token_id: str,
    *,
    client: Client,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[None | models.PlatformProblem | models.UpgradeRequired]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            token_id=token_id,
        ),
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


def sync(
    token_id: str,
    *,
    client: Client,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> None | models.PlatformProblem | models.UpgradeRequired:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        token_id,
        client=client,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    token_id: str,
    *,
    client: Client,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[None | models.PlatformProblem | models.UpgradeRequired]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            token_id=token_id,
        ),
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


async def asyncio(
    token_id: str,
    *,
    client: Client,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> None | models.PlatformProblem | models.UpgradeRequired:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            token_id,
            client=client,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
