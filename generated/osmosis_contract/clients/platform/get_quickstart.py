"""Say how far the first steps with a workspace are.

Whether a repository is connected and whether the steps were finished before.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="get_quickstart",
    method="GET",
    path="/api/cli/quickstart",
    answers={
        200: adapter(models.QuickstartState),
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
    organization_id: str,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.QuickstartState | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "organizationId": organization_id,
        },
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


def sync(
    *,
    client: Client,
    organization_id: str,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.QuickstartState | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        organization_id=organization_id,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    organization_id: str,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.QuickstartState | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "organizationId": organization_id,
        },
        headers={
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


async def asyncio(
    *,
    client: Client,
    organization_id: str,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.QuickstartState | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            organization_id=organization_id,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
