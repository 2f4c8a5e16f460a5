# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.rollout import CallbackAcknowledgement, Problem, RolloutCompleteRequest, ValidationProblem
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    rollout_id: str,
    *,
    body: RolloutCompleteRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/rollouts/{rollout_id}/completion".format(
            rollout_id=quote(str(rollout_id), safe=""),
        ),
    }

    _kwargs["content"] = write_body(RolloutCompleteRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CallbackAcknowledgement | Problem | ValidationProblem | None:
    if response.status_code == 200:
        response_200: CallbackAcknowledgement = read_answer(CallbackAcknowledgement, response)

        return response_200

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

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
) -> Response[CallbackAcknowledgement | Problem | ValidationProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    rollout_id: str,
    *,
    client: AuthenticatedClient,
    body: RolloutCompleteRequest,
) -> Response[CallbackAcknowledgement | Problem | ValidationProblem]:
    """Take the completion callback of a rollout.

     Records how the workflow ended. A repeated or late callback gets the stored acknowledgement again
    and changes nothing. A status that is not terminal, and a `rollout_id` other than the URL's, are
    answered with 422.

    Args:
        rollout_id (str):
        body (RolloutCompleteRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackAcknowledgement | Problem | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    rollout_id: str,
    *,
    client: AuthenticatedClient,
    body: RolloutCompleteRequest,
) -> CallbackAcknowledgement | Problem | ValidationProblem | None:
    """Take the completion callback of a rollout.

     Records how the workflow ended. A repeated or late callback gets the stored acknowledgement again
    and changes nothing. A status that is not terminal, and a `rollout_id` other than the URL's, are
    answered with 422.

    Args:
        rollout_id (str):
        body (RolloutCompleteRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackAcknowledgement | Problem | ValidationProblem
    """

    return sync_detailed(
        rollout_id=rollout_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    rollout_id: str,
    *,
    client: AuthenticatedClient,
    body: RolloutCompleteRequest,
) -> Response[CallbackAcknowledgement | Problem | ValidationProblem]:
    """Take the completion callback of a rollout.

     Records how the workflow ended. A repeated or late callback gets the stored acknowledgement again
    and changes nothing. A status that is not terminal, and a `rollout_id` other than the URL's, are
    answered with 422.

    Args:
        rollout_id (str):
        body (RolloutCompleteRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackAcknowledgement | Problem | ValidationProblem]
    """

    kwargs = _get_kwargs(
        rollout_id=rollout_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    rollout_id: str,
    *,
    client: AuthenticatedClient,
    body: RolloutCompleteRequest,
) -> CallbackAcknowledgement | Problem | ValidationProblem | None:
    """Take the completion callback of a rollout.

     Records how the workflow ended. A repeated or late callback gets the stored acknowledgement again
    and changes nothing. A status that is not terminal, and a `rollout_id` other than the URL's, are
    answered with 422.

    Args:
        rollout_id (str):
        body (RolloutCompleteRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackAcknowledgement | Problem | ValidationProblem
    """

    return (
        await asyncio_detailed(
            rollout_id=rollout_id,
            client=client,
            body=body,
        )
    ).parsed
