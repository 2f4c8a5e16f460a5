# Generated from the specification by openapi-python-client; do not edit.
from http import HTTPStatus
from typing import Any

import httpx
from osmosis_contract_runtime.clients import read_answer, write_body

from .....models.rollout import (
    CallbackRolloutInitRequest,
    CallbackRolloutInitResponse,
    Problem,
    RolloutInitRequest,
    RolloutInitResponse,
    ValidationProblem,
)
from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: CallbackRolloutInitRequest | RolloutInitRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/rollout",
    }

    _kwargs["content"] = write_body(CallbackRolloutInitRequest | RolloutInitRequest, body)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem | None:
    if response.status_code == 202:
        response_202: CallbackRolloutInitResponse | RolloutInitResponse = read_answer(
            CallbackRolloutInitResponse | RolloutInitResponse, response
        )

        return response_202

    if response.status_code == 401:
        response_401: Problem = read_answer(Problem, response)

        return response_401

    if response.status_code == 403:
        response_403: Problem = read_answer(Problem, response)

        return response_403

    if response.status_code == 408:
        response_408: Problem = read_answer(Problem, response)

        return response_408

    if response.status_code == 409:
        response_409: Problem = read_answer(Problem, response)

        return response_409

    if response.status_code == 413:
        response_413: Problem = read_answer(Problem, response)

        return response_413

    if response.status_code == 415:
        response_415: Problem = read_answer(Problem, response)

        return response_415

    if response.status_code == 422:
        response_422: ValidationProblem = read_answer(ValidationProblem, response)

        return response_422

    if response.status_code == 429:
        response_429: Problem = read_answer(Problem, response)

        return response_429

    if response.status_code == 503:
        response_503: Problem = read_answer(Problem, response)

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CallbackRolloutInitRequest | RolloutInitRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem]:
    """Admit a rollout.

     Schedules the work before it answers, so a lost answer still leaves work running until the lease
    lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
    answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
    In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
    body under a held id is a conflict. Two bodies are the same when they have the same value, whatever
    their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean
    nothing, a member left out counts as its default, and members that the schema does not list count
    for nothing. A body that differs under an Idempotency-Key that was used is a conflict. The first
    answer is given again for as long as the rollout is held or retained, also after it has ended.

    Args:
        idempotency_key (str | Unset):
        body (CallbackRolloutInitRequest | RolloutInitRequest): Which dialect is spoken is decided
            by `completion_callback_url` alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: CallbackRolloutInitRequest | RolloutInitRequest,
    idempotency_key: str | Unset = UNSET,
) -> CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem | None:
    """Admit a rollout.

     Schedules the work before it answers, so a lost answer still leaves work running until the lease
    lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
    answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
    In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
    body under a held id is a conflict. Two bodies are the same when they have the same value, whatever
    their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean
    nothing, a member left out counts as its default, and members that the schema does not list count
    for nothing. A body that differs under an Idempotency-Key that was used is a conflict. The first
    answer is given again for as long as the rollout is held or retained, also after it has ended.

    Args:
        idempotency_key (str | Unset):
        body (CallbackRolloutInitRequest | RolloutInitRequest): Which dialect is spoken is decided
            by `completion_callback_url` alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CallbackRolloutInitRequest | RolloutInitRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem]:
    """Admit a rollout.

     Schedules the work before it answers, so a lost answer still leaves work running until the lease
    lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
    answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
    In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
    body under a held id is a conflict. Two bodies are the same when they have the same value, whatever
    their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean
    nothing, a member left out counts as its default, and members that the schema does not list count
    for nothing. A body that differs under an Idempotency-Key that was used is a conflict. The first
    answer is given again for as long as the rollout is held or retained, also after it has ended.

    Args:
        idempotency_key (str | Unset):
        body (CallbackRolloutInitRequest | RolloutInitRequest): Which dialect is spoken is decided
            by `completion_callback_url` alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CallbackRolloutInitRequest | RolloutInitRequest,
    idempotency_key: str | Unset = UNSET,
) -> CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem | None:
    """Admit a rollout.

     Schedules the work before it answers, so a lost answer still leaves work running until the lease
    lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
    answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
    In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
    body under a held id is a conflict. Two bodies are the same when they have the same value, whatever
    their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean
    nothing, a member left out counts as its default, and members that the schema does not list count
    for nothing. A body that differs under an Idempotency-Key that was used is a conflict. The first
    answer is given again for as long as the rollout is held or retained, also after it has ended.

    Args:
        idempotency_key (str | Unset):
        body (CallbackRolloutInitRequest | RolloutInitRequest): Which dialect is spoken is decided
            by `completion_callback_url` alone.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CallbackRolloutInitResponse | RolloutInitResponse | Problem | ValidationProblem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
