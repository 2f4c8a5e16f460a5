"""Read the log of a training.

Secrets are replaced.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path

OPERATION = Operation(
    id="list_training_run_logs",
    method="GET",
    path="/api/cli/training-runs/{name_or_id}/logs",
    answers={
        200: adapter(models.LogPage),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        426: adapter(models.UpgradeRequired),
        429: adapter(models.PlatformProblem),
        501: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    name_or_id: str,
    *,
    client: Client,
    limit: int | None = None,
    direction: str | None = None,
    cursor: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.LogPage | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            name_or_id=name_or_id,
        ),
        query={
            "limit": limit,
            "direction": direction,
            "cursor": cursor,
        },
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


def sync(
    name_or_id: str,
    *,
    client: Client,
    limit: int | None = None,
    direction: str | None = None,
    cursor: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.LogPage | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        name_or_id,
        client=client,
        limit=limit,
        direction=direction,
        cursor=cursor,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    name_or_id: str,
    *,
    client: Client,
    limit: int | None = None,
    direction: str | None = None,
    cursor: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.LogPage | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            name_or_id=name_or_id,
        ),
        query={
            "limit": limit,
            "direction": direction,
            "cursor": cursor,
        },
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


async def asyncio(
    name_or_id: str,
    *,
    client: Client,
    limit: int | None = None,
    direction: str | None = None,
    cursor: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.LogPage | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            name_or_id,
            client=client,
            limit=limit,
            direction=direction,
            cursor=cursor,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_workspace=x_osmosis_workspace,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
