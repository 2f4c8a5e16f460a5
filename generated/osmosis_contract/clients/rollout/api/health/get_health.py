# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any

import httpx
from osmosis_contract_runtime.clients import read_answer

from .....models.rollout import CallbackHealthResponse, HealthResponse, Problem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/health",
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CallbackHealthResponse | HealthResponse | Problem | None:
    if response.status_code == 200:
        response_200: CallbackHealthResponse | HealthResponse = read_answer(
            CallbackHealthResponse | HealthResponse, response
        )

        return response_200

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

    if response.status_code == 403:
        response_403: Problem = read_answer(Problem, response)

        return response_403

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CallbackHealthResponse | HealthResponse | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[CallbackHealthResponse | HealthResponse | Problem]:
    """The server's health.

     Answers at once, however busy the user's code is.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackHealthResponse | HealthResponse | Problem]
    """

    kwargs = _get_kwargs()

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
) -> CallbackHealthResponse | HealthResponse | Problem | None:
    """The server's health.

     Answers at once, however busy the user's code is.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackHealthResponse | HealthResponse | Problem
    """

    return sync_detailed(
        client=client,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[CallbackHealthResponse | HealthResponse | Problem]:
    """The server's health.

     Answers at once, however busy the user's code is.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackHealthResponse | HealthResponse | Problem]
    """

    kwargs = _get_kwargs()

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
) -> CallbackHealthResponse | HealthResponse | Problem | None:
    """The server's health.

     Answers at once, however busy the user's code is.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackHealthResponse | HealthResponse | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
        )
    ).parsed
