# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.platform_common import PlatformProblem, UpgradeRequired
from .....models.platform_imports import ImportUploads, ImportUploadsRequest
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    session_id: str,
    *,
    body: ImportUploadsRequest,
    x_osmosis_git: str | Unset = UNSET,
    x_osmosis_workspace: str | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_osmosis_git, Unset):
        headers["X-Osmosis-Git"] = x_osmosis_git

    if not isinstance(x_osmosis_workspace, Unset):
        headers["X-Osmosis-Workspace"] = x_osmosis_workspace

    if not isinstance(x_osmosis_cli_version, Unset):
        headers["X-Osmosis-Cli-Version"] = x_osmosis_cli_version

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/cli/eval-runs/imports/{session_id}/uploads".format(
            session_id=quote(str(session_id), safe=""),
        ),
    }

    _kwargs["content"] = write_body(ImportUploadsRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ImportUploads | PlatformProblem | UpgradeRequired | None:
    if response.status_code == 200:
        response_200: ImportUploads = read_answer(ImportUploads, response)

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

    if response.status_code == 410:
        response_410: PlatformProblem = read_answer(PlatformProblem, response)

        return response_410

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
) -> Response[ImportUploads | PlatformProblem | UpgradeRequired]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: ImportUploadsRequest,
    x_osmosis_git: str | Unset = UNSET,
    x_osmosis_workspace: str | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> Response[ImportUploads | PlatformProblem | UpgradeRequired]:
    """Get URLs to send files to.

     Only files that are still needed are answered; a path that is no file of the import is refused.

    Args:
        session_id (str):
        x_osmosis_git (str | Unset):
        x_osmosis_workspace (str | Unset):
        x_osmosis_cli_version (str | Unset):
        body (ImportUploadsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportUploads | PlatformProblem | UpgradeRequired]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        body=body,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: ImportUploadsRequest,
    x_osmosis_git: str | Unset = UNSET,
    x_osmosis_workspace: str | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> ImportUploads | PlatformProblem | UpgradeRequired | None:
    """Get URLs to send files to.

     Only files that are still needed are answered; a path that is no file of the import is refused.

    Args:
        session_id (str):
        x_osmosis_git (str | Unset):
        x_osmosis_workspace (str | Unset):
        x_osmosis_cli_version (str | Unset):
        body (ImportUploadsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportUploads | PlatformProblem | UpgradeRequired
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
        body=body,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: ImportUploadsRequest,
    x_osmosis_git: str | Unset = UNSET,
    x_osmosis_workspace: str | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> Response[ImportUploads | PlatformProblem | UpgradeRequired]:
    """Get URLs to send files to.

     Only files that are still needed are answered; a path that is no file of the import is refused.

    Args:
        session_id (str):
        x_osmosis_git (str | Unset):
        x_osmosis_workspace (str | Unset):
        x_osmosis_cli_version (str | Unset):
        body (ImportUploadsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportUploads | PlatformProblem | UpgradeRequired]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        body=body,
        x_osmosis_git=x_osmosis_git,
        x_osmosis_workspace=x_osmosis_workspace,
        x_osmosis_cli_version=x_osmosis_cli_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: ImportUploadsRequest,
    x_osmosis_git: str | Unset = UNSET,
    x_osmosis_workspace: str | Unset = UNSET,
    x_osmosis_cli_version: str | Unset = UNSET,
) -> ImportUploads | PlatformProblem | UpgradeRequired | None:
    """Get URLs to send files to.

     Only files that are still needed are answered; a path that is no file of the import is refused.

    Args:
        session_id (str):
        x_osmosis_git (str | Unset):
        x_osmosis_workspace (str | Unset):
        x_osmosis_cli_version (str | Unset):
        body (ImportUploadsRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportUploads | PlatformProblem | UpgradeRequired
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
            body=body,
            x_osmosis_git=x_osmosis_git,
            x_osmosis_workspace=x_osmosis_workspace,
            x_osmosis_cli_version=x_osmosis_cli_version,
        )
    ).parsed
