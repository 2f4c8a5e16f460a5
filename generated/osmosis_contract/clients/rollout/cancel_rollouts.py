"""Cancel rollouts by ids, by prefix, or all of them.

Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
after with status `cancelled` (in the callback dialect, with failure callbacks).

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.CancelRolloutsRequest)
OPERATION = Operation(
    id="cancel_rollouts",
    method="POST",
    path="/rollout/cancel",
    answers={
        200: adapter(models.CancelRolloutsResponse),
        401: adapter(models.Problem),
        403: adapter(models.Problem),
        408: adapter(models.Problem),
        413: adapter(models.Problem),
        415: adapter(models.Problem),
        422: adapter(models.ValidationProblem),
    },
)


def sync_detailed(
    *,
    client: Client,
    body: models.CancelRolloutsRequest,
    timeout: float | None = None,
) -> Response[models.CancelRolloutsResponse | models.Problem | models.ValidationProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        content=write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.CancelRolloutsRequest,
    timeout: float | None = None,
) -> models.CancelRolloutsResponse | models.Problem | models.ValidationProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.CancelRolloutsRequest,
    timeout: float | None = None,
) -> Response[models.CancelRolloutsResponse | models.Problem | models.ValidationProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        content=write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.CancelRolloutsRequest,
    timeout: float | None = None,
) -> models.CancelRolloutsResponse | models.Problem | models.ValidationProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            timeout=timeout,
        )
    ).parsed
