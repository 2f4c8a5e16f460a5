"""Take the grader callback of a rollout.

Settles the outcome of the rollout. A repeated or late callback gets the stored acknowledgement
again and changes nothing.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path, write_body

_BODY = adapter(models.GraderCompleteRequest)
OPERATION = Operation(
    id="receive_grade",
    method="POST",
    path="/v1/rollouts/{rollout_id}/grader",
    answers={
        200: adapter(models.CallbackAcknowledgement),
        401: adapter(models.Problem),
        404: adapter(models.Problem),
        422: adapter(models.ValidationProblem),
    },
)


def sync_detailed(
    rollout_id: str,
    *,
    client: Client,
    body: models.GraderCompleteRequest,
    timeout: float | None = None,
) -> Response[models.CallbackAcknowledgement | models.Problem | models.ValidationProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
        content=write_body(_BODY, body),
    )


def sync(
    rollout_id: str,
    *,
    client: Client,
    body: models.GraderCompleteRequest,
    timeout: float | None = None,
) -> models.CallbackAcknowledgement | models.Problem | models.ValidationProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        rollout_id,
        client=client,
        body=body,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: Client,
    body: models.GraderCompleteRequest,
    timeout: float | None = None,
) -> Response[models.CallbackAcknowledgement | models.Problem | models.ValidationProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
        content=write_body(_BODY, body),
    )


async def asyncio(
    rollout_id: str,
    *,
    client: Client,
    body: models.GraderCompleteRequest,
    timeout: float | None = None,
) -> models.CallbackAcknowledgement | models.Problem | models.ValidationProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            rollout_id,
            client=client,
            body=body,
            timeout=timeout,
        )
    ).parsed
