"""What every client of a policy has below it: answers are read within bounds."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx

from osmosis_ai.base.http.bounded_body import ACCEPTED_ENCODINGS, bounded_body

__all__ = ["ACCEPTED", "MOST_BYTES", "BoundedTransport"]

MOST_BYTES = 64 * 1024 * 1024
"""The largest answer of a policy that is read, decompressed."""
ACCEPTED = {"accept-encoding": ACCEPTED_ENCODINGS}
_DECODED = ("content-encoding", "content-length")


class BoundedTransport(httpx.AsyncBaseTransport):
    """Decompresses what `inner` receives, within bounds; reading beyond them raises httpx.DecodingError."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The inner transport's answer, its body to be read within bounds."""
        response = await self._inner.handle_async_request(request)
        headers = httpx.Headers([pair for pair in response.headers.raw if pair[0].lower().decode() not in _DECODED])
        return httpx.Response(
            response.status_code,
            headers=headers,
            stream=_BoundedStream(response),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        """Closes the inner transport."""
        await self._inner.aclose()


class _BoundedStream(httpx.AsyncByteStream):
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for block in bounded_body(self._response, MOST_BYTES):
            yield block

    async def aclose(self) -> None:
        await self._response.aclose()
