"""Poll for the result of a rollout (lease dialect).

Answers at once when the rollout has ended; else waits for the next change of status after the poll
arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
retention of the result passes; then the id is unknown.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path

OPERATION = Operation(
    id="get_rollout_result",
    method="GET",
    path="/rollout/{rollout_id}/result",
    answers={
        200: adapter(models.RolloutResultResponse),
        401: adapter(models.Problem),
        403: adapter(models.Problem),
        404: adapter(models.Problem),
        422: adapter(models.ValidationProblem),
    },
)


def sync_detailed(
    rollout_id: str,
    *,
    client: Client,
    until: str | None = None,
    x_osmosis_rollout_lease: str,
    timeout: float | None = None,
) -> Response[models.RolloutResultResponse | models.Problem | models.ValidationProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
        query={
            "until": until,
        },
        headers={
            "X-Osmosis-Rollout-Lease": x_osmosis_rollout_lease,
        },
    )


def sync(
    rollout_id: str,
    *,
    client: Client,
    until: str | None = None,
    x_osmosis_rollout_lease: str,
    timeout: float | None = None,
) -> models.RolloutResultResponse | models.Problem | models.ValidationProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        rollout_id,
        client=client,
        until=until,
        x_osmosis_rollout_lease=x_osmosis_rollout_lease,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: Client,
    until: str | None = None,
    x_osmosis_rollout_lease: str,
    timeout: float | None = None,
) -> Response[models.RolloutResultResponse | models.Problem | models.ValidationProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
        query={
            "until": until,
        },
        headers={
            "X-Osmosis-Rollout-Lease": x_osmosis_rollout_lease,
        },
    )


async def asyncio(
    rollout_id: str,
    *,
    client: Client,
    until: str | None = None,
    x_osmosis_rollout_lease: str,
    timeout: float | None = None,
) -> models.RolloutResultResponse | models.Problem | models.ValidationProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            rollout_id,
            client=client,
            until=until,
            x_osmosis_rollout_lease=x_osmosis_rollout_lease,
            timeout=timeout,
        )
    ).parsed
