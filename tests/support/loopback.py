"""A transport that keeps traffic on this machine, for whatever sends requests to URLs that a fuzzer made up."""

from __future__ import annotations

import httpx

from osmosis_ai.base.http.hosts import is_loopback_address

__all__ = ["LoopbackOnlyTransport", "NotLoopbackError"]


class NotLoopbackError(httpx.TransportError):
    """A request to an address that is not this machine's loopback; nothing was opened or resolved for it."""


class LoopbackOnlyTransport(httpx.AsyncBaseTransport):
    """Passes requests to 127.0.0.0/8, [::1] and `localhost` on, and refuses all others before anything is resolved.

    `localhost` is taken for 127.0.0.1 and never looked up; every other name is refused, also one that would resolve to
    loopback, and so is every way of writing an address but the usual one. `inner` is what the requests go through,
    httpx's own transport by default. Raises NotLoopbackError.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._inner = inner if inner is not None else httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The inner transport's response, or NotLoopbackError."""
        host = request.url.host
        if host == "localhost":
            request.url = request.url.copy_with(host="127.0.0.1")  # the Host header has been set and stays
        elif not is_loopback_address(host):
            raise NotLoopbackError(f"{host or 'no host'} is not loopback: this client talks to no other machine")
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Closes the inner transport."""
        await self._inner.aclose()
