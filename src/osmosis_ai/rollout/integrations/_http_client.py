"""The policy over plain httpx, on aiohttp's transport: a tenth of the CPU a call."""

from __future__ import annotations

import functools
import ssl
from typing import Any

import httpx
from httpx import HTTPError
from httpx_aiohttp import AiohttpTransport
from httpx_retries import Retry, RetryTransport

from osmosis_ai.rollout.integrations._endpoint import PolicyEndpoint
from osmosis_ai.rollout.integrations._per_loop import PerLoop

__all__ = ["HTTPError", "http_client", "shared_http_client"]

_TIMEOUT = httpx.Timeout(600.0, connect=30.0)  # an answer of a busy policy takes minutes
_LIMITS = httpx.Limits(max_connections=1000, max_keepalive_connections=100, keepalive_expiry=4.0)
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


def _open(through_proxies: bool, **options: Any) -> httpx.AsyncClient:
    inner: Any = AiohttpTransport(verify=_ssl_context(), trust_env=through_proxies, limits=_LIMITS)
    return httpx.AsyncClient(
        **{"transport": RetryTransport(transport=inner, retry=_RETRY), "timeout": _TIMEOUT, **options}
    )


async def _close(client: httpx.AsyncClient) -> None:
    await client.aclose()


_local: PerLoop[httpx.AsyncClient] = PerLoop(functools.partial(_open, through_proxies=False), _close)
_remote: PerLoop[httpx.AsyncClient] = PerLoop(functools.partial(_open, through_proxies=True), _close)


def http_client(endpoint: PolicyEndpoint, **options: Any) -> httpx.AsyncClient:
    """A client of the caller's own for one rollout's policy."""
    headers = {**endpoint.headers, **dict(options.pop("headers", None) or {})}
    return _open(through_proxies=not endpoint.is_local, base_url=endpoint.url, headers=headers, **options)


async def shared_http_client(endpoint: PolicyEndpoint) -> httpx.AsyncClient:
    """The running loop's client, which every rollout on it shares: it knows neither address nor key."""
    return await (_local if endpoint.is_local else _remote).get()
