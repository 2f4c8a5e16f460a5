"""List benchmark runs.

New ones first.

Generated from the specification; do not edit.
"""

from ... import models
from ...base import adapter
from ..http import Client, Operation, Response, call, call_async

OPERATION = Operation(
    id="list_benchmark_runs",
    method="GET",
    path="/api/cli/benchmark-runs",
    answers={
        200: adapter(models.BenchmarkRunList),
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
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    benchmark: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.BenchmarkRunList | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it, and wait. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return call(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "limit": limit,
            "offset": offset,
            "benchmark": benchmark,
        },
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


def sync(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    benchmark: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.BenchmarkRunList | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, and wait for the body of the answer. Raises as sync_detailed does."""
    return sync_detailed(
        client=client,
        limit=limit,
        offset=offset,
        benchmark=benchmark,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
        timeout=timeout,
    ).parsed


async def asyncio_detailed(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    benchmark: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> Response[models.BenchmarkRunList | models.PlatformProblem | models.UpgradeRequired | None]:
    """Call it. Raises UnexpectedStatusError, UnreadableAnswerError and httpx.HTTPError."""
    return await call_async(
        client,
        OPERATION,
        timeout,
        path=OPERATION.path,
        query={
            "limit": limit,
            "offset": offset,
            "benchmark": benchmark,
        },
        headers={
            "X-Osmosis-Git": x_osmosis_git,
            "X-Osmosis-Workspace": x_osmosis_workspace,
            "X-Osmosis-Cli-Version": x_osmosis_cli_version,
        },
    )


async def asyncio(
    *,
    client: Client,
    limit: int | None = None,
    offset: int | None = None,
    benchmark: str | None = None,
    x_osmosis_git: str | None = None,
    x_osmosis_workspace: str | None = None,
    x_osmosis_cli_version: str | None = None,
    timeout: float | None = None,
) -> models.BenchmarkRunList | models.PlatformProblem | models.UpgradeRequired | None:
    """Call it, for the body of the answer. Raises as asyncio_detailed does."""
    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            offset=offset,
            benchmark=benchmark,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_workspace=x_osmosis_workspace,
            x_osmosis_cli_version=x_osmosis_cli_version,
            timeout=timeout,
        )
    ).parsed
