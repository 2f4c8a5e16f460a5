"""Admit a rollout.

Schedules the work before it answers, so a lost answer still leaves work running until the lease
lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
body under a held id is a conflict.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, write_body

_BODY = adapter(models.RolloutInitRequest | models.CallbackRolloutInitRequest)
OPERATION = Operation(
    id="create_rollout",
    method="POST",
    path="/rollout",
    answers={
        202: adapter(models.RolloutInitResponse | models.CallbackRolloutInitResponse),
        401: adapter(models.Problem),
        403: adapter(models.Problem),
        408: adapter(models.Problem),
        409: adapter(models.Problem),
        413: adapter(models.Problem),
        415: adapter(models.Problem),
        422: adapter(models.ValidationProblem),
        429: adapter(models.Problem),
        503: adapter(models.Problem),
    },
)


def sync_detailed(
    *,
    client: Client,
    body: models.RolloutInitRequest | models.CallbackRolloutInitRequest,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Response[
    models.RolloutInitResponse | models.CallbackRolloutInitResponse | models.Problem | models.ValidationProblem | None
]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        content=write_body(_BODY, body),
    )


def sync(
    *,
    client: Client,
    body: models.RolloutInitRequest | models.CallbackRolloutInitRequest,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> models.RolloutInitResponse | models.CallbackRolloutInitResponse | models.Problem | models.ValidationProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    body: models.RolloutInitRequest | models.CallbackRolloutInitRequest,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> Response[
    models.RolloutInitResponse | models.CallbackRolloutInitResponse | models.Problem | models.ValidationProblem | None
]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        content=write_body(_BODY, body),
    )


async def asyncio(
    *,
    client: Client,
    body: models.RolloutInitRequest | models.CallbackRolloutInitRequest,
    idempotency_key: str | None = None,
    timeout: float | None = None,
) -> models.RolloutInitResponse | models.CallbackRolloutInitResponse | models.Problem | models.ValidationProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    ).parsed
