"""Models behind an OpenAI-compatible endpoint: the request goes as JSON, and nothing is dropped."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.policy import (
    Completion,
    FaultKind,
    ProviderError,
    Sanitiser,
    kind_of_status,
    read_completion,
)

DEFAULT_TIMEOUT = 600.0
CONNECT_TIMEOUT = 30.0
KEEP_ALIVE_SECONDS = 4.0  # below the 5 s after which llama.cpp's and many other servers hang up
_OK = 200
_ERROR_STATUS = range(400, 600)
_ERROR_TEXT_LIMIT = 4000


class DirectModel:
    """A model reached by POST to `{base_url}/chat/completions`. Open one with `open_direct`."""

    def __init__(
        self,
        name: str,
        model: str,
        url: str,
        client: httpx.AsyncClient,
        sanitise: Sanitiser,
        *,
        explain: Callable[[], Awaitable[str | None]] | None = None,
    ) -> None:
        self.name = name
        self._model = model
        self._url = url
        self._client = client
        self._sanitise = sanitise
        self._explain = explain

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  the protocol's name
    ) -> Completion:
        """See PolicyModel.complete."""
        content = json.dumps({**body, "model": self._model}, separators=(",", ":")).encode()
        seconds = DEFAULT_TIMEOUT if timeout is None else timeout
        try:
            async with asyncio.timeout(seconds):
                response = await self._client.post(self._url, content=content)
        except TimeoutError as error:
            raise ProviderError(f"no answer within {seconds:g} s", kind=FaultKind.TIMEOUT) from error
        except httpx.HTTPError as error:
            raise await self._unreached(error) from error
        if response.status_code != _OK:
            raise self._refused(response.status_code, response.text, response.headers.get("retry-after"))
        try:
            decoded = json.loads(response.content)
        except ValueError as error:
            raise ProviderError(
                self._sanitise(f"the provider's answer is not JSON: {response.text[:200]}"),
                kind=FaultKind.INVALID_RESPONSE,
                status=response.status_code,
            ) from error
        if isinstance(decoded, dict) and decoded.get("error") and not decoded.get("choices"):
            raise self._error_in_success(decoded["error"])
        return read_completion(decoded, status=response.status_code)

    async def _unreached(self, error: httpx.HTTPError) -> ProviderError:
        said = str(error) or type(error).__name__
        message = f"no answer from {self._url}: {said}"
        if self._explain is not None and (why := await self._explain()):
            message = f"{why} ({message})"
        return ProviderError(self._sanitise(message), kind=FaultKind.CONNECTION)

    def _refused(self, status: int, text: str, retry_after: str | None) -> ProviderError:
        return ProviderError(
            self._sanitise(_message_in(text) or f"HTTP status {status}"),
            kind=_kind_in(text, status),
            status=status,
            retry_after=read_retry_after(retry_after),
        )

    def _error_in_success(self, error: object) -> ProviderError:
        """Some gateways answer 200 and put the failure of the provider behind them into the body."""
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and code in _ERROR_STATUS else 502
        return ProviderError(
            self._sanitise(_message_in(json.dumps({"error": error})) or "the provider failed"),
            kind=kind_of_status(status),
            status=status,
        )


def _message_in(text: str) -> str:
    """The provider's own words in an error body, in the shapes that are around; else the body."""
    try:
        body = json.loads(text)
    except ValueError:
        return text[:_ERROR_TEXT_LIMIT]
    if not isinstance(body, dict):
        return text[:_ERROR_TEXT_LIMIT]
    error = body.get("error")
    for holder in (error, body):
        if isinstance(holder, dict):
            for key in ("message", "detail", "error_description"):
                said = holder.get(key)
                if isinstance(said, str) and said:
                    upstream = holder.get("metadata")
                    raw = upstream.get("raw") if isinstance(upstream, dict) else None
                    return f"{said}: {raw}" if isinstance(raw, str) and raw else said
    return error if isinstance(error, str) and error else text[:_ERROR_TEXT_LIMIT]


def _kind_in(text: str, status: int) -> FaultKind:
    """By status, except that an exhausted account is told from a rate limit where the provider does."""
    kind = kind_of_status(status)
    if kind is FaultKind.RATE_LIMIT and "insufficient_quota" in text:
        return FaultKind.BUDGET
    return kind


def read_retry_after(value: str | None) -> float | None:
    """Seconds from now that a Retry-After header asks for, in either form; None if it says nothing."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


@asynccontextmanager
async def open_direct(
    name: str,
    model: str,
    base_url: str,
    *,
    api_key: str | None,
    sanitise: Sanitiser,
    headers: Mapping[str, str] | None = None,
    trust_env: bool = True,
    explain: Callable[[], Awaitable[str | None]] | None = None,
) -> AsyncIterator[DirectModel]:
    """A model called `model` behind `base_url`, for as long as the context lasts.

    `trust_env` lets the proxies of the environment apply. `explain` may say why the endpoint cannot be
    reached.
    """
    url = f"{base_url.rstrip('/')}/chat/completions"
    sent = {"content-type": "application/json", **(headers or {})}
    if api_key:
        sent["authorization"] = f"Bearer {api_key}"
    try:
        client = _client(sent, proxy=_proxy_for(url) if trust_env else None, secure=base_url.startswith("https:"))
        client.build_request("POST", url)
    except (httpx.InvalidURL, ValueError) as error:
        raise OsmosisError(f"{name}: {base_url!r} is no base URL: {error}.") from error
    async with client:
        yield DirectModel(name, model, url, client, sanitise, explain=explain)


def _proxy_for(url: str) -> str | None:
    """The proxy the environment names for the URL, or None.

    Looked up once: aiohttp's own look-up costs a thread hop and a read of netrc at every call.
    """
    parts = urlsplit(url)
    if not parts.hostname or proxy_bypass(parts.hostname):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")


def _client(headers: Mapping[str, str], *, proxy: str | None, secure: bool) -> httpx.AsyncClient:
    """aiohttp below httpx: a fraction of the CPU of httpx's own, which counts with 32 calls in flight."""
    try:
        from osmosis_ai.base.lean_client import LeanClient
    except ImportError as error:
        raise OsmosisError(
            f"Calling a model needs {error.name}, which is not installed.",
            hint="Install it with: pip install 'osmosis-ai[eval]'",
        ) from error

    return LeanClient(
        headers=headers,
        timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT),
        keep_alive_sec=KEEP_ALIVE_SECONDS,
        proxy=proxy,
        context=httpx.create_ssl_context() if secure else None,
    )
