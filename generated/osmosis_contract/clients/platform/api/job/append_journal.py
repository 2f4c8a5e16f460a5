# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.platform_common import PlatformProblem
from .....models.platform_job import JournalAcknowledgement, JournalBatch
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    *,
    body: JournalBatch,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/job/journal",
    }

    _kwargs["content"] = write_body(JournalBatch, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> JournalAcknowledgement | PlatformProblem | None:
    if response.status_code == 200:
        response_200: JournalAcknowledgement = read_answer(JournalAcknowledgement, response)

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
) -> Response[JournalAcknowledgement | PlatformProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: JournalBatch,
) -> Response[JournalAcknowledgement | PlatformProblem]:
    """Append to the journal.

     Acknowledged once the records, and the files that come with them, are durable. Batches come in
    order, none left out; the last one may be sent again.

    Args:
        body (JournalBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JournalAcknowledgement | PlatformProblem]
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
    client: AuthenticatedClient,
    body: JournalBatch,
) -> JournalAcknowledgement | PlatformProblem | None:
    """Append to the journal.

     Acknowledged once the records, and the files that come with them, are durable. Batches come in
    order, none left out; the last one may be sent again.

    Args:
        body (JournalBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JournalAcknowledgement | PlatformProblem
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: JournalBatch,
) -> Response[JournalAcknowledgement | PlatformProblem]:
    """Append to the journal.

     Acknowledged once the records, and the files that come with them, are durable. Batches come in
    order, none left out; the last one may be sent again.

    Args:
        body (JournalBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JournalAcknowledgement | PlatformProblem]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: JournalBatch,
) -> JournalAcknowledgement | PlatformProblem | None:
    """Append to the journal.

     Acknowledged once the records, and the files that come with them, are durable. Batches come in
    order, none left out; the last one may be sent again.

    Args:
        body (JournalBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JournalAcknowledgement | PlatformProblem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
