"""httpx's interface over aiohttp, without what httpx does between the two: half the CPU of a call."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport
from httpx_aiohttp.transport import map_aiohttp_exceptions

from osmosis_ai.base.http.limits import AnswerTooLargeError, check_encoding

__all__ = ["FastClient"]

_LEAN = frozenset({"content", "headers", "params", "timeout", "follow_redirects"})
_KEEP_ALIVE_SEC = 15.0


class FastClient(httpx.AsyncClient):
    """An httpx client on one aiohttp session, for the many calls of a run.

    A request of bytes takes the short way: no cookies, redirects, hooks or authentication; its answer has been read
    when it is returned, and knows no request. Whatever else httpx can do goes httpx's way. The environment's proxies do
    not apply; `limit` is of connections, 0 is none; a connection is kept for `keep_alive_sec` after its last call. An
    answer to a request of bytes that has more than `max_answer_bytes`, if given, is an AnswerTooLargeError. With a
    `unix_socket` every connection goes there, whatever host a URL names.
    """

    def __init__(
        self,
        *,
        timeout: httpx.Timeout | float,
        headers: Mapping[str, str] | None = None,
        limit: int = 0,
        keep_alive_sec: float = _KEEP_ALIVE_SEC,
        proxy: str | None = None,
        context: ssl.SSLContext | None = None,
        max_answer_bytes: int | None = None,
        unix_socket: str | None = None,
    ) -> None:
        # Reading the certificates takes tens of milliseconds: only those who need them bring them.
        context = context or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._below: Any = AiohttpTransport(verify=context, client=self._opened)
        super().__init__(transport=self._below, timeout=timeout, headers=headers, trust_env=False)
        self._sent = dict(headers or {})
        self._max_answer_bytes = max_answer_bytes
        if max_answer_bytes is not None:
            self._sent.setdefault("Accept-Encoding", "identity")
        self._connect: Callable[[], aiohttp.BaseConnector] = (
            partial(aiohttp.TCPConnector, limit=limit, keepalive_timeout=keep_alive_sec, ssl=context)
            if unix_socket is None
            else partial(aiohttp.UnixConnector, unix_socket, limit=limit, keepalive_timeout=keep_alive_sec)
        )
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None

    def _opened(self) -> aiohttp.ClientSession:
        """The session, made where a loop runs."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=self._connect(), proxy=self._proxy, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False
            )
            self._below.client = self._session  # which closes it with itself
        return self._session

    async def request(self, method: str, url: httpx.URL | str, **options: Any) -> httpx.Response:
        """As httpx's."""
        asked = {
            name: value
            for name, value in options.items()
            if value is not None and value is not httpx.USE_CLIENT_DEFAULT
        }
        if not asked.keys() <= _LEAN or asked.get("follow_redirects"):
            return await super().request(method, url, **options)
        try:
            with map_aiohttp_exceptions():
                async with self._opened().request(
                    method,
                    str(url),
                    params=asked.get("params"),
                    data=asked.get("content"),
                    headers={**self._sent, **asked.get("headers", {})},
                    allow_redirects=False,
                    timeout=_timeout(asked.get("timeout", self.timeout)),
                ) as answer:
                    content = await self._read(answer)
        except aiohttp.ClientError as error:  # headers that are too long, say
            raise httpx.RemoteProtocolError(str(error)) from error
        return httpx.Response(answer.status, headers=answer.raw_headers, content=content)

    async def _read(self, answer: aiohttp.ClientResponse) -> bytes:
        limit = self._max_answer_bytes
        if limit is None:
            return await answer.read()
        check_encoding(answer.headers.get("Content-Encoding"))
        if (answer.content_length or 0) > limit:
            raise AnswerTooLargeError(limit)
        parts: list[bytes] = []
        size = 0
        async for part in answer.content.iter_any():
            size += len(part)
            if size > limit:
                raise AnswerTooLargeError(limit)
            parts.append(part)
        return b"".join(parts)


def _timeout(given: httpx.Timeout | float) -> aiohttp.ClientTimeout:
    if isinstance(given, httpx.Timeout):
        return aiohttp.ClientTimeout(sock_connect=given.connect, sock_read=given.read, connect=given.pool)
    return aiohttp.ClientTimeout(sock_connect=given, sock_read=given, connect=given)
