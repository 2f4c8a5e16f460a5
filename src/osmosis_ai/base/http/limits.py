"""What an answer of another program may cost: bytes and seconds."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from osmosis_ai.base.http.hosts import is_loopback_host

__all__ = [
    "MAX_ANSWER_BYTES",
    "AnswerTooLargeError",
    "CompressedAnswerError",
    "TimeLimitedClient",
    "check_encoding",
    "peer_client",
]

MAX_ANSWER_BYTES = 64 << 20
TRANSFER_SEC = 60.0
_IDENTITY = {"", "identity"}


class AnswerTooLargeError(httpx.RemoteProtocolError):
    """An answer has more bytes than are read of one."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the answer has more than {limit:,} bytes")


class CompressedAnswerError(httpx.RemoteProtocolError):
    """An answer is compressed, although that was not offered: its size is not known before it is in memory."""

    def __init__(self, encoding: str) -> None:
        super().__init__(f"the answer is compressed ({encoding[:40]!r}), which was not offered")


class TimeLimitedClient:
    """Sends requests through an httpx client, and gives each a minute more than its own timeout in all.

    httpx's timeouts are of single reads: a peer that sends a byte now and then would never be given up.
    """

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def request(self, method: str, url: str, **options: Any) -> httpx.Response:
        """The answer. Raises httpx.ReadTimeout when it has not arrived as a whole in time."""
        seconds = options.get("timeout", self._http.timeout)
        if isinstance(seconds, httpx.Timeout):
            seconds = seconds.read
        if seconds is None:
            return await self._http.request(method, url, **options)
        try:
            async with asyncio.timeout(seconds + TRANSFER_SEC):
                return await self._http.request(method, url, **options)
        except TimeoutError:
            raise httpx.ReadTimeout(f"the answer did not end within {seconds + TRANSFER_SEC:g} s") from None


def peer_client(url: str, *, timeout_sec: float) -> httpx.AsyncClient:
    """A client for one server, that reads no answer of more than 64 MiB.

    For an http URL no certificates are read; for one of loopback no proxies are used.
    """
    parts = urlsplit(url)
    return httpx.AsyncClient(
        timeout=timeout_sec,
        trust_env=not is_loopback_host(parts.hostname or ""),
        verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if parts.scheme == "http" else True,
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_limit_answer]},
    )


def check_encoding(encoding: str | None) -> None:
    """Raises CompressedAnswerError for an answer with a Content-Encoding."""
    if encoding is not None and encoding.strip().lower() not in _IDENTITY:
        raise CompressedAnswerError(encoding)


async def _limit_answer(response: httpx.Response) -> None:
    check_encoding(response.headers.get("Content-Encoding"))
    response.stream = _LimitedStream(cast("httpx.AsyncByteStream", response.stream))


class _LimitedStream(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > MAX_ANSWER_BYTES:
                raise AnswerTooLargeError(MAX_ANSWER_BYTES)
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
