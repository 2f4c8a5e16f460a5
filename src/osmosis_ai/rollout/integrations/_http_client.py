"""The policy over plain httpx, on aiohttp's transport: a tenth of the CPU a call."""

from __future__ import annotations

import functools
import ssl
from typing import Any

import aiohttp
import httpx
from httpx import HTTPError
from httpx_aiohttp import AiohttpTransport
from httpx_retries import Retry, RetryTransport

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


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than a request."""
    return httpx.create_ssl_context()


def _open(proxy: str | None, **options: Any) -> httpx.AsyncClient:
    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=_KEEP_ALIVE_SEC, ssl=_ssl_context())
        return aiohttp.ClientSession(connector=connector, proxy=proxy, cookie_jar=aiohttp.DummyCookieJar())

    inner: Any = AiohttpTransport(verify=_ssl_context(), client=session)
    return httpx.AsyncClient(
        **{
            "transport": RetryTransport(transport=inner, retry=_RETRY),
            "timeout": _TIMEOUT,
            "cookies": no_cookies(),
            **options,
        }
    )


async def _close(client: httpx.AsyncClient) -> None:
    await client.aclose()


@functools.cache
def _shared(proxy: str | None) -> PerLoop[httpx.AsyncClient]:
    return PerLoop(functools.partial(_open, proxy), _close)


def http_client(endpoint: PolicyEndpoint, **options: Any) -> httpx.AsyncClient:
    """A client of the caller's own for one rollout's policy."""
    headers = {**endpoint.headers, **dict(options.pop("headers", None) or {})}
    return _open(endpoint.proxy, base_url=endpoint.url, headers=headers, **options)


async def shared_http_client(endpoint: PolicyEndpoint) -> httpx.AsyncClient:
    """The running loop's client, which every rollout on it shares: it knows neither address nor key."""
    return await _shared(endpoint.proxy).get()
