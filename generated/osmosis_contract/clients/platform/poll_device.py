"""Poll a device login.

Once the person agreed, answers with the token, once. Until then 400 with `error`:
`authorization_pending`, `slow_down` (poll more slowly), `access_denied` or `expired_token`. Never
429 for being early: clients take that for the end.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.DeviceTokenRequest)
OPERATION = Operation(
    id="poll_device",
    method="POST",
    path="/api/cli/device/token",
    answers={
        200: adapter(models.DeviceTokenResponse),
        400: adapter(models.PlatformProblem),
        408: adapter(models.PlatformProblem),
        413: adapter(models.PlatformProblem),
        415: adapter(models.PlatformProblem),
        426: adapter(models.UpgradeRequired),
        429: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    body: models.DeviceTokenRequest,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.DeviceTokenResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.DeviceTokenRequest,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.DeviceTokenResponse | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.DeviceTokenRequest,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.DeviceTokenResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.DeviceTokenRequest,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.DeviceTokenResponse | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
