# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer

from .....models.rollout import Problem, RolloutResultResponse, ValidationProblem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    rollout_id: str,
    *,
    until: str | Unset = UNSET,
    x_osmosis_rollout_lease: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["X-Osmosis-Rollout-Lease"] = x_osmosis_rollout_lease

    params: dict[str, Any] = {}

    params["until"] = until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/rollout/{rollout_id}/result".format(
            rollout_id=quote(str(rollout_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | RolloutResultResponse | ValidationProblem | None:
    if response.status_code == 200:
        response_200: RolloutResultResponse = read_answer(RolloutResultResponse, response)

        return response_200

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

    if response.status_code == 403:
        response_403: Problem = read_answer(Problem, response)

        return response_403

    if response.status_code == 404:
        response_404: Problem = read_answer(Problem, response)

        return response_404

    if response.status_code == 422:
        response_422: ValidationProblem = read_answer(ValidationProblem, response)

        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | RolloutResultResponse | ValidationProblem]:
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
    until: str | Unset = UNSET,
    x_osmosis_rollout_lease: str,
) -> Response[Problem | RolloutResultResponse | ValidationProblem]:
    """Poll for the result of a rollout (lease dialect).

     Answers at once when the rollout has ended; else waits for the next change of status after the poll
    arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
    renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
    retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the
    same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and
    its work is cancelled; what the work returns after that counts for nothing. A rollout that was
    admitted in the callback dialect has no lease, and is answered with 404 here.

    Args:
        rollout_id (str):
        until (str | Unset):
        x_osmosis_rollout_lease (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RolloutResultResponse | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
        until=until,
        x_osmosis_rollout_lease=x_osmosis_rollout_lease,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
    until: str | Unset = UNSET,
    x_osmosis_rollout_lease: str,
) -> Problem | RolloutResultResponse | ValidationProblem | None:
    """Poll for the result of a rollout (lease dialect).

     Answers at once when the rollout has ended; else waits for the next change of status after the poll
    arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
    renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
    retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the
    same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and
    its work is cancelled; what the work returns after that counts for nothing. A rollout that was
    admitted in the callback dialect has no lease, and is answered with 404 here.

    Args:
        rollout_id (str):
        until (str | Unset):
        x_osmosis_rollout_lease (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RolloutResultResponse | ValidationProblem
    """

    return sync_detailed(
        rollout_id=rollout_id,
        client=client,
        until=until,
        x_osmosis_rollout_lease=x_osmosis_rollout_lease,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
    until: str | Unset = UNSET,
    x_osmosis_rollout_lease: str,
) -> Response[Problem | RolloutResultResponse | ValidationProblem]:
    """Poll for the result of a rollout (lease dialect).

     Answers at once when the rollout has ended; else waits for the next change of status after the poll
    arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
    renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
    retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the
    same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and
    its work is cancelled; what the work returns after that counts for nothing. A rollout that was
    admitted in the callback dialect has no lease, and is answered with 404 here.

    Args:
        rollout_id (str):
        until (str | Unset):
        x_osmosis_rollout_lease (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RolloutResultResponse | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
        until=until,
        x_osmosis_rollout_lease=x_osmosis_rollout_lease,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    rollout_id: str,
    *,
    client: AuthenticatedClient | Client,
    until: str | Unset = UNSET,
    x_osmosis_rollout_lease: str,
) -> Problem | RolloutResultResponse | ValidationProblem | None:
    """Poll for the result of a rollout (lease dialect).

     Answers at once when the rollout has ended; else waits for the next change of status after the poll
    arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
    renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
    retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the
    same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and
    its work is cancelled; what the work returns after that counts for nothing. A rollout that was
    admitted in the callback dialect has no lease, and is answered with 404 here.

    Args:
        rollout_id (str):
        until (str | Unset):
        x_osmosis_rollout_lease (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RolloutResultResponse | ValidationProblem
    """

    return (
        await asyncio_detailed(
            rollout_id=rollout_id,
            client=client,
            until=until,
            x_osmosis_rollout_lease=x_osmosis_rollout_lease,
        )
    ).parsed
