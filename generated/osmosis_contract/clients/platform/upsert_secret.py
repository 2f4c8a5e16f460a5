"""Store a secret.

Makes it, or replaces its value. Storing one for the whole workspace takes an owner or admin.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.SecretUpsertRequest)
OPERATION = Operation(
    id="upsert_secret",
    method="POST",
    path="/api/cli/environment-secrets",
    answers={
        200: adapter(models.EnvironmentSecret),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
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
    body: models.SecretUpsertRequest,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.EnvironmentSecret | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.SecretUpsertRequest,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.EnvironmentSecret | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.SecretUpsertRequest,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.EnvironmentSecret | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.SecretUpsertRequest,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.EnvironmentSecret | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_workspace=x_osmosis_workspace,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
