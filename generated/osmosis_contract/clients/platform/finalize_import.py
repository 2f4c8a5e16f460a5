"""Finish an import.

Makes the run out of the files. Idempotent.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path, write_body

_BODY = adapter(models.Empty)
OPERATION = Operation(
    id="finalize_import",
    method="POST",
    path="/api/cli/eval-runs/imports/{session_id}/finalize",
    answers={
        200: adapter(models.ImportSession),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        408: adapter(models.PlatformProblem),
        409: adapter(models.PlatformProblem),
        410: adapter(models.PlatformProblem),
        413: adapter(models.PlatformProblem),
        415: adapter(models.PlatformProblem),
        426: adapter(models.UpgradeRequired),
        429: adapter(models.PlatformProblem),
        501: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    session_id: str,
    *,
    client: Client,
    body: models.Empty | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.ImportSession | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            session_id=session_id,
        ),
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=None if body is None else write_body(_BODY, body),
    )


def sync(
    session_id: str,
    *,
    client: Client,
    body: models.Empty | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.ImportSession | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        session_id,
        client=client,
        body=body,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: Client,
    body: models.Empty | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.ImportSession | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            session_id=session_id,
        ),
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
        content=None if body is None else write_body(_BODY, body),
    )


async def asyncio(
    session_id: str,
    *,
    client: Client,
    body: models.Empty | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.ImportSession | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            session_id,
            client=client,
            body=body,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_workspace=x_osmosis_workspace,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
