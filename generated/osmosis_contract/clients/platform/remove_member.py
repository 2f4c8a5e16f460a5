"""Remove a member.

Members may remove themselves. Removing an owner takes an owner; the last owner stays. The person's
own secrets in the workspace are deleted.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path

OPERATION = Operation(
    id="remove_member",
    method="DELETE",
    path="/api/v1/workspaces/{workspace}/members/{user_id}",
    answers={
        204: None,
        400: adapter(models.PlatformProblem),
        401: adapter(models.PlatformProblem),
        403: adapter(models.PlatformProblem),
        404: adapter(models.PlatformProblem),
        409: adapter(models.PlatformProblem),
        429: adapter(models.PlatformProblem),
        503: adapter(models.PlatformProblem),
    },
)


def sync_detailed(
    workspace: str,
    user_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[None | models.PlatformProblem]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            workspace=workspace,
            user_id=user_id,
        ),
    )


def sync(
    workspace: str,
    user_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> None | models.PlatformProblem:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        workspace,
        user_id,
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    workspace: str,
    user_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[None | models.PlatformProblem]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            workspace=workspace,
            user_id=user_id,
        ),
    )


async def asyncio(
    workspace: str,
    user_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> None | models.PlatformProblem:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            workspace,
            user_id,
            client=client,
            timeout=timeout,
        )
    ).parsed
