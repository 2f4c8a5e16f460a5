"""Change a workspace.

Its name or its time zone.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path, write_body

_BODY = adapter(models.WorkspaceUpdateRequest)
OPERATION = Operation(
    id="update_workspace",
    method="PATCH",
    path="/api/v1/workspaces/{workspace}",
    answers={
        200: adapter(models.Workspace),
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        408: adapter(models.PlatformProblem),
        409: adapter(models.PlatformProblem),
        413: adapter(models.PlatformProblem),
        415: adapter(models.PlatformProblem),
        429: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    workspace: str,
    *,
    client: Client,
    body: models.WorkspaceUpdateRequest,
    timeout: float | None = None,
) -> Response[models.Workspace | models.PlatformProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            workspace=workspace,
        ),
        content=write_body(_BODY, body),
    )


def sync(
    workspace: str,
    *,
    client: Client,
    body: models.WorkspaceUpdateRequest,
    timeout: float | None = None,
) -> models.Workspace | models.PlatformProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        workspace,
        client=client,
        body=body,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    workspace: str,
    *,
    client: Client,
    body: models.WorkspaceUpdateRequest,
    timeout: float | None = None,
) -> Response[models.Workspace | models.PlatformProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            workspace=workspace,
        ),
        content=write_body(_BODY, body),
    )


async def asyncio(
    workspace: str,
    *,
    client: Client,
    body: models.WorkspaceUpdateRequest,
    timeout: float | None = None,
) -> models.Workspace | models.PlatformProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            workspace,
            client=client,
            body=body,
            timeout=timeout,
        )
    ).parsed
