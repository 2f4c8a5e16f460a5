"""The policy over plain httpx, on aiohttp's transport: a tenth of the CPU a call."""

from __future__ import annotations

import functools
import os
from typing import Any

import aiohttp
import httpx
from httpx import HTTPError
from httpx_aiohttp import AiohttpTransport
from httpx_retries import Retry, RetryTransport

from osmosis_ai.base.http.network_variables import ssl_context_for
from osmosis_ai.rollout.integrations._bounded_transport import ACCEPTED, BoundedTransport
from osmosis_ai.rollout.integrations._endpoint import PolicyEndpoint, no_cookies
from osmosis_ai.rollout.integrations._per_loop import PerLoop

__all__ = ["HTTPError", "http_client", "shared_http_client"]

_TIMEOUT = httpx.Timeout(600.0, connect=30.0)  # an answer of a busy policy takes minutes
_KEEP_ALIVE_SEC = 4.0  # below the 5 s after which many servers hang up
_RETRY = Retry(
    total=2,
    allowed_methods=["POST"],
    status_forcelist=[429, 500, 502, 503, 504],
    # aiohttp's transport calls a connection that the other side closed a ConnectTimeout
    retry_on_exceptions=[httpx.NetworkError, httpx.RemoteProtocolError, httpx.ConnectTimeout],
    backoff_factor=0.5,
    max_backoff_wait=60.0,
)


class _FinalAnswer(Exception):  # noqa: N818  not an error: it carries an answer past the retries
    def __init__(self, response: httpx.Response) -> None:
        super().__init__()
        self.response = response


class _Deciding(httpx.AsyncBaseTransport):
    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if response.headers.get("x-should-retry", "").lower() == "false":
            raise _FinalAnswer(response)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class PolicyTransport(httpx.AsyncBaseTransport):
    """Retries by `retry` what `inner` answers, except an answer that says that it is final."""

    def __init__(self, inner: httpx.AsyncBaseTransport, retry: Retry) -> None:
        self._retrying = RetryTransport(transport=_Deciding(inner), retry=retry)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The first answer that is good or final, or the last."""
        try:
            return await self._retrying.handle_async_request(request)
        except _FinalAnswer as final:
            return final.response

    async def aclose(self) -> None:
        """Closes the transports below."""
        await self._retrying.aclose()


def _open(proxy: str | None, secure_url: str, **options: Any) -> httpx.AsyncClient:
    context = ssl_context_for(secure_url, os.environ)

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=_KEEP_ALIVE_SEC, ssl=context)
        return aiohttp.ClientSession(connector=connector, proxy=proxy, cookie_jar=aiohttp.DummyCookieJar())

    inner = BoundedTransport(AiohttpTransport(verify=context, client=session))
    options["headers"] = {**ACCEPTED, **dict(options.get("headers") or {})}
    return httpx.AsyncClient(
        **{
            "transport": PolicyTransport(inner, _RETRY),
            "timeout": _TIMEOUT,
            "cookies": no_cookies(),
            "trust_env": False,
            **options,
        }
    )


async def _close(client: httpx.AsyncClient) -> None:
    await client.aclose()


@functools.cache
def _shared(proxy: str | None, secure_url: str) -> PerLoop[httpx.AsyncClient]:
    return PerLoop(functools.partial(_open, proxy, secure_url), _close)


def http_client(endpoint: PolicyEndpoint, **options: Any) -> httpx.AsyncClient:
    """A client of the caller's own for one rollout's policy."""
    headers = {**endpoint.headers, **dict(options.pop("headers", None) or {})}
    return _open(endpoint.proxy, endpoint.origin, base_url=endpoint.url, headers=headers, **options)


async def shared_http_client(endpoint: PolicyEndpoint) -> httpx.AsyncClient:
    """The running loop's client, which every rollout on it shares: it knows neither address nor key."""
    return await _shared(endpoint.proxy, endpoint.origin).get()
