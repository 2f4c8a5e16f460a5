# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer

from .....models.rollout import Problem, RolloutStatusResponse, ValidationProblem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    rollout_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/rollout/{rollout_id}/status".format(
            rollout_id=quote(str(rollout_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | RolloutStatusResponse | ValidationProblem | None:
    if response.status_code == 200:
        response_200: RolloutStatusResponse = read_answer(RolloutStatusResponse, response)

        return response_200

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

    if response.status_code == 403:
        response_403: Problem = read_answer(Problem, response)

        return response_403

    if response.status_code == 422:
        response_422: ValidationProblem = read_answer(ValidationProblem, response)

        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | RolloutStatusResponse | ValidationProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Problem | RolloutStatusResponse | ValidationProblem]:
    """Ask where a rollout stands (callback dialect).

     Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
    states are remembered for as long as results are retained.

    Args:
        rollout_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RolloutStatusResponse | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Problem | RolloutStatusResponse | ValidationProblem | None:
    """Ask where a rollout stands (callback dialect).

     Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
    states are remembered for as long as results are retained.

    Args:
        rollout_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RolloutStatusResponse | ValidationProblem
    """

    return sync_detailed(
        rollout_id=rollout_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Problem | RolloutStatusResponse | ValidationProblem]:
    """Ask where a rollout stands (callback dialect).

     Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
    states are remembered for as long as results are retained.

    Args:
        rollout_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RolloutStatusResponse | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Problem | RolloutStatusResponse | ValidationProblem | None:
    """Ask where a rollout stands (callback dialect).

     Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
    states are remembered for as long as results are retained.

    Args:
        rollout_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RolloutStatusResponse | ValidationProblem
    """

    return (
        await asyncio_detailed(
            rollout_id=rollout_id,
            client=client,
        )
    ).parsed
