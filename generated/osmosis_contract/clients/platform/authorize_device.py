"""Start a device login.

The device shows `user_code` and the address to the person, then polls with `device_code` until the
person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
open at once.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.DeviceAuthorizeRequest)
OPERATION = Operation(
    id="authorize_device",
    method="POST",
    path="/api/cli/device/authorize",
    answers={
        200: adapter(models.DeviceAuthorizeResponse),
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
    body: models.DeviceAuthorizeRequest | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.DeviceAuthorizeResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=None if body is None else write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.DeviceAuthorizeRequest | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.DeviceAuthorizeResponse | models.PlatformProblem | models.UpgradeRequired | None:
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
    body: models.DeviceAuthorizeRequest | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.DeviceAuthorizeResponse | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=None if body is None else write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.DeviceAuthorizeRequest | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.DeviceAuthorizeResponse | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
