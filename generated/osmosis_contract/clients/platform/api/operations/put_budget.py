# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.platform_common import PlatformProblem
from .....models.platform_operations import Budget, BudgetRequest
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    workspace: str,
    *,
    body: BudgetRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/workspaces/{workspace}/budget".format(
            workspace=quote(str(workspace), safe=""),
        ),
    }

    _kwargs["content"] = write_body(BudgetRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Budget | PlatformProblem | None:
    if response.status_code == 200:
        response_200: Budget = read_answer(Budget, response)

        return response_200

    if response.status_code == 400:
        response_400: PlatformProblem = read_answer(PlatformProblem, response)

        return response_400

    if response.status_code == 401:
        response_401: PlatformProblem = read_answer(PlatformProblem, response)

        return response_401

    if response.status_code == 403:
        response_403: PlatformProblem = read_answer(PlatformProblem, response)

        return response_403

    if response.status_code == 404:
        response_404: PlatformProblem = read_answer(PlatformProblem, response)

        return response_404

    if response.status_code == 408:
        response_408: PlatformProblem = read_answer(PlatformProblem, response)

        return response_408

    if response.status_code == 409:
        response_409: PlatformProblem = read_answer(PlatformProblem, response)

        return response_409

    if response.status_code == 413:
        response_413: PlatformProblem = read_answer(PlatformProblem, response)

        return response_413

    if response.status_code == 415:
        response_415: PlatformProblem = read_answer(PlatformProblem, response)

        return response_415

    if response.status_code == 429:
        response_429: PlatformProblem = read_answer(PlatformProblem, response)

        return response_429

    if response.status_code == 503:
        response_503: PlatformProblem = read_answer(PlatformProblem, response)

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Budget | PlatformProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    workspace: str,
    *,
    client: AuthenticatedClient,
    body: BudgetRequest,
) -> Response[Budget | PlatformProblem]:
    """Set the budget.

     Once it is spent, submissions and retries are refused (`BILLING_REQUIRED`) until the next month
    (UTC), or until it is raised. Runs that are under way go on.

    Args:
        workspace (str):
        body (BudgetRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Budget | PlatformProblem]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    workspace: str,
    *,
    client: AuthenticatedClient,
    body: BudgetRequest,
) -> Budget | PlatformProblem | None:
    """Set the budget.

     Once it is spent, submissions and retries are refused (`BILLING_REQUIRED`) until the next month
    (UTC), or until it is raised. Runs that are under way go on.

    Args:
        workspace (str):
        body (BudgetRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Budget | PlatformProblem
    """

    return sync_detailed(
        workspace=workspace,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    workspace: str,
    *,
    client: AuthenticatedClient,
    body: BudgetRequest,
) -> Response[Budget | PlatformProblem]:
    """Set the budget.

     Once it is spent, submissions and retries are refused (`BILLING_REQUIRED`) until the next month
    (UTC), or until it is raised. Runs that are under way go on.

    Args:
        workspace (str):
        body (BudgetRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Budget | PlatformProblem]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    workspace: str,
    *,
    client: AuthenticatedClient,
    body: BudgetRequest,
) -> Budget | PlatformProblem | None:
    """Set the budget.

     Once it is spent, submissions and retries are refused (`BILLING_REQUIRED`) until the next month
    (UTC), or until it is raised. Runs that are under way go on.

    Args:
        workspace (str):
        body (BudgetRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Budget | PlatformProblem
    """

    return (
        await asyncio_detailed(
            workspace=workspace,
            client=client,
            body=body,
        )
    ).parsed
