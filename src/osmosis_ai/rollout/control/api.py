"""The generated client on an HTTP client that several peers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, cast

import httpx

from osmosis_contract.clients.rollout import Client
from osmosis_contract.clients.rollout.errors import UnexpectedStatus
from osmosis_contract.clients.rollout.types import Response
from osmosis_contract_runtime.clients import UnreadableAnswerError

__all__ = ["ANSWER_ERRORS", "Client", "Response", "peer_api", "with_timeout"]

# An answer that the contract does not know; each carries `status_code` and `content`.
ANSWER_ERRORS = (UnexpectedStatus, UnreadableAnswerError)


@dataclass(frozen=True, slots=True)
class _Peer:
    """Sends one peer's requests through `http`: all that the generated functions ask of an httpx client."""

    http: httpx.AsyncClient
    base_url: str
    headers: Mapping[str, str]
    timeout_sec: float | None = None

    async def request(
        self, *, method: str, url: str, headers: Mapping[str, str] | None = None, **options: Any
    ) -> httpx.Response:
        """Raises httpx.HTTPError, and UnexpectedStatus for a status that HTTP does not register."""
        if self.timeout_sec is not None:
            options["timeout"] = self.timeout_sec
        response = await self.http.request(
            method.upper(), self.base_url + url, headers={**self.headers, **(headers or {})}, follow_redirects=False,
            **options,
        )  # fmt: skip
        try:
            HTTPStatus(response.status_code)
        except ValueError:
            raise UnexpectedStatus(response.status_code, response.content) from None
        return response


def peer_api(http: httpx.AsyncClient, url: str, *, headers: Mapping[str, str]) -> Client:
    """A client for the server at `url` whose requests go through `http`, which stays the caller's to close."""
    return _on(_Peer(http, url.rstrip("/"), headers))


def with_timeout(api: Client, seconds: float) -> Client:
    """The same client with another time limit for a request."""
    return _on(replace(cast("_Peer", api.get_async_httpx_client()), timeout_sec=seconds))


def _on(peer: _Peer) -> Client:
    client = Client(base_url=peer.base_url, raise_on_unexpected_status=True)
    return client.set_async_httpx_client(cast("httpx.AsyncClient", peer))
