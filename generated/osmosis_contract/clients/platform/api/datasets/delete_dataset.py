# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer

from .....models.platform_common import PlatformProblem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    workspace: str,
    name_or_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/workspaces/{workspace}/datasets/{name_or_id}".format(
            workspace=quote(str(workspace), safe=""),
            name_or_id=quote(str(name_or_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> None | PlatformProblem | None:
    if response.status_code == 204:
        response_204 = None

        return response_204

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

    if response.status_code == 409:
        response_409: PlatformProblem = read_answer(PlatformProblem, response)

        return response_409

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
) -> Response[None | PlatformProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    workspace: str,
    name_or_id: str,
    *,
    client: AuthenticatedClient,
) -> Response[None | PlatformProblem]:
    """Delete a dataset.

     It is gone from lists at once, by name and by id. Its file is kept for as many days as the operator
    set, and then removed. An upload that was under way is cancelled.

    Args:
        workspace (str):
        name_or_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[None | PlatformProblem]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        name_or_id=name_or_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    workspace: str,
    name_or_id: str,
    *,
    client: AuthenticatedClient,
) -> None | PlatformProblem | None:
    """Delete a dataset.

     It is gone from lists at once, by name and by id. Its file is kept for as many days as the operator
    set, and then removed. An upload that was under way is cancelled.

    Args:
        workspace (str):
        name_or_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        None | PlatformProblem
    """

    return sync_detailed(
        workspace=workspace,
        name_or_id=name_or_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    workspace: str,
    name_or_id: str,
    *,
    client: AuthenticatedClient,
) -> Response[None | PlatformProblem]:
    """Delete a dataset.

     It is gone from lists at once, by name and by id. Its file is kept for as many days as the operator
    set, and then removed. An upload that was under way is cancelled.

    Args:
        workspace (str):
        name_or_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[None | PlatformProblem]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        name_or_id=name_or_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    workspace: str,
    name_or_id: str,
    *,
    client: AuthenticatedClient,
) -> None | PlatformProblem | None:
    """Delete a dataset.

     It is gone from lists at once, by name and by id. Its file is kept for as many days as the operator
    set, and then removed. An upload that was under way is cancelled.

    Args:
        workspace (str):
        name_or_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        None | PlatformProblem
    """

    return (
        await asyncio_detailed(
            workspace=workspace,
            name_or_id=name_or_id,
            client=client,
        )
    ).parsed
