"""Ask where a rollout stands (callback dialect).

Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
states are remembered for as long as results are retained.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async, fill_path

OPERATION = Operation(
    id="get_rollout_status",
    method="GET",
    path="/rollout/{rollout_id}/status",
    answers={
        200: adapter(models.RolloutStatusResponse),
        401: adapter(models.Problem),
        403: adapter(models.Problem),
        422: adapter(models.ValidationProblem),
    },
)


def sync_detailed(
    rollout_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.RolloutStatusResponse | models.Problem | models.ValidationProblem | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
    )


def sync(
    rollout_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> models.RolloutStatusResponse | models.Problem | models.ValidationProblem | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        rollout_id,
        client=client,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> Response[models.RolloutStatusResponse | models.Problem | models.ValidationProblem | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=fill_path(
            OPERATION.path,
            rollout_id=rollout_id,
        ),
    )


async def asyncio(
    rollout_id: str,
    *,
    client: Client,
    timeout: float | None = None,
) -> models.RolloutStatusResponse | models.Problem | models.ValidationProblem | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            rollout_id,
            client=client,
            timeout=timeout,
        )
    ).parsed
