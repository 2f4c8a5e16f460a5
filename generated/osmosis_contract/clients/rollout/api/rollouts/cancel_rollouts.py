# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.rollout import CancelProblem, CancelRolloutsRequest, CancelRolloutsResponse, Problem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    *,
    body: CancelRolloutsRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/rollout/cancel",
    }

    _kwargs["content"] = write_body(CancelRolloutsRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CancelProblem | CancelRolloutsResponse | Problem | None:
    if response.status_code == 200:
        response_200: CancelRolloutsResponse = read_answer(CancelRolloutsResponse, response)

        return response_200

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

    if response.status_code == 403:
        response_403: Problem = read_answer(Problem, response)

        return response_403

    if response.status_code == 408:
        response_408: Problem = read_answer(Problem, response)

        return response_408

    if response.status_code == 413:
        response_413: Problem = read_answer(Problem, response)

        return response_413

    if response.status_code == 415:
        response_415: Problem = read_answer(Problem, response)

        return response_415

    if response.status_code == 422:
        response_422: CancelProblem = read_answer(CancelProblem, response)

        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CancelProblem | CancelRolloutsResponse | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CancelRolloutsRequest,
) -> Response[CancelProblem | CancelRolloutsResponse | Problem]:
    """Cancel rollouts by ids, by prefix, or all of them.

     Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
    after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has
    ended keeps its result.

    Args:
        body (CancelRolloutsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CancelProblem | CancelRolloutsResponse | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: CancelRolloutsRequest,
) -> CancelProblem | CancelRolloutsResponse | Problem | None:
    """Cancel rollouts by ids, by prefix, or all of them.

     Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
    after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has
    ended keeps its result.

    Args:
        body (CancelRolloutsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CancelProblem | CancelRolloutsResponse | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CancelRolloutsRequest,
) -> Response[CancelProblem | CancelRolloutsResponse | Problem]:
    """Cancel rollouts by ids, by prefix, or all of them.

     Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
    after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has
    ended keeps its result.

    Args:
        body (CancelRolloutsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CancelProblem | CancelRolloutsResponse | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CancelRolloutsRequest,
) -> CancelProblem | CancelRolloutsResponse | Problem | None:
    """Cancel rollouts by ids, by prefix, or all of them.

     Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
    after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has
    ended keeps its result.

    Args:
        body (CancelRolloutsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CancelProblem | CancelRolloutsResponse | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
