# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.platform_auth import DeviceAuthorizeRequest, DeviceAuthorizeResponse
from .....models.platform_common import PlatformProblem, UpgradeRequired
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: DeviceAuthorizeRequest | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_osmosis_cli_version, Unset):
        headers["X-Osmosis-Cli-Version"] = x_osmosis_cli_version

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/cli/device/authorize",
    }

    if not isinstance(body, Unset):
        _kwargs["content"] = write_body(DeviceAuthorizeRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired | None:
    if response.status_code == 200:
        response_200: DeviceAuthorizeResponse = read_answer(DeviceAuthorizeResponse, response)

        return response_200

    if response.status_code == 400:
        response_400: PlatformProblem = read_answer(PlatformProblem, response)

        return response_400

    if response.status_code == 408:
        response_408: PlatformProblem = read_answer(PlatformProblem, response)

        return response_408

    if response.status_code == 413:
        response_413: PlatformProblem = read_answer(PlatformProblem, response)

        return response_413

    if response.status_code == 415:
        response_415: PlatformProblem = read_answer(PlatformProblem, response)

        return response_415

    if response.status_code == 426:
        response_426: UpgradeRequired = read_answer(UpgradeRequired, response)

        return response_426

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
) -> Response[DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: DeviceAuthorizeRequest | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> Response[DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired]:
    """Start a device login.

     The device shows `user_code` and the address to the person, then polls with `device_code` until the
    person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
    open at once.

    Args:
        x_osmosis_cli_version (str | Unset):
        body (DeviceAuthorizeRequest | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired]
    """

    kwargs = _get_kwargs(
        body=body,
        x_osmosis_cli_version=x_osmosis_cli_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: DeviceAuthorizeRequest | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired | None:
    """Start a device login.

     The device shows `user_code` and the address to the person, then polls with `device_code` until the
    person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
    open at once.

    Args:
        x_osmosis_cli_version (str | Unset):
        body (DeviceAuthorizeRequest | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired
    """

    return sync_detailed(
        client=client,
        body=body,
        x_osmosis_cli_version=x_osmosis_cli_version,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: DeviceAuthorizeRequest | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> Response[DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired]:
    """Start a device login.

     The device shows `user_code` and the address to the person, then polls with `device_code` until the
    person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
    open at once.

    Args:
        x_osmosis_cli_version (str | Unset):
        body (DeviceAuthorizeRequest | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired]
    """

    kwargs = _get_kwargs(
        body=body,
        x_osmosis_cli_version=x_osmosis_cli_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: DeviceAuthorizeRequest | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired | None:
    """Start a device login.

     The device shows `user_code` and the address to the person, then polls with `device_code` until the
    person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
    open at once.

    Args:
        x_osmosis_cli_version (str | Unset):
        body (DeviceAuthorizeRequest | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeviceAuthorizeResponse | PlatformProblem | UpgradeRequired
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_osmosis_cli_version=x_osmosis_cli_version,
        )
    ).parsed
