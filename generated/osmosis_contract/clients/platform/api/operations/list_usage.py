# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer

from .....models.platform_common import PlatformProblem
from .....models.platform_operations import UsageList
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    workspace: str,
    *,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["offset"] = offset

    params["since"] = since

    params["until"] = until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/workspaces/{workspace}/usage".format(
            workspace=quote(str(workspace), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> PlatformProblem | UsageList | None:
    if response.status_code == 200:
        response_200: UsageList = read_answer(UsageList, response)

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
) -> Response[PlatformProblem | UsageList]:
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
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
) -> Response[PlatformProblem | UsageList]:
    """List usage.

     By day, kind, run and unit. Over the days of a run, its seconds, tokens, US dollars and stored bytes
    add up; the bytes of kind `storage` are what all files of the workspace had on that day.

    Args:
        workspace (str):
        limit (int | Unset):
        offset (int | Unset):
        since (str | Unset):
        until (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlatformProblem | UsageList]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        limit=limit,
        offset=offset,
        since=since,
        until=until,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    workspace: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
) -> PlatformProblem | UsageList | None:
    """List usage.

     By day, kind, run and unit. Over the days of a run, its seconds, tokens, US dollars and stored bytes
    add up; the bytes of kind `storage` are what all files of the workspace had on that day.

    Args:
        workspace (str):
        limit (int | Unset):
        offset (int | Unset):
        since (str | Unset):
        until (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlatformProblem | UsageList
    """

    return sync_detailed(
        workspace=workspace,
        client=client,
        limit=limit,
        offset=offset,
        since=since,
        until=until,
    ).parsed


async def asyncio_detailed(
    workspace: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
) -> Response[PlatformProblem | UsageList]:
    """List usage.

     By day, kind, run and unit. Over the days of a run, its seconds, tokens, US dollars and stored bytes
    add up; the bytes of kind `storage` are what all files of the workspace had on that day.

    Args:
        workspace (str):
        limit (int | Unset):
        offset (int | Unset):
        since (str | Unset):
        until (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlatformProblem | UsageList]
    """

    kwargs = _get_kwargs(
        workspace=workspace,
        limit=limit,
        offset=offset,
        since=since,
        until=until,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    workspace: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    offset: int | Unset = UNSET,
    since: str | Unset = UNSET,
    until: str | Unset = UNSET,
) -> PlatformProblem | UsageList | None:
    """List usage.

     By day, kind, run and unit. Over the days of a run, its seconds, tokens, US dollars and stored bytes
    add up; the bytes of kind `storage` are what all files of the workspace had on that day.

    Args:
        workspace (str):
        limit (int | Unset):
        offset (int | Unset):
        since (str | Unset):
        until (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlatformProblem | UsageList
    """

    return (
        await asyncio_detailed(
            workspace=workspace,
            client=client,
            limit=limit,
            offset=offset,
            since=since,
            until=until,
        )
    ).parsed
