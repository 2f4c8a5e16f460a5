"""Models behind an OpenAI-compatible endpoint: the request goes as JSON, and nothing is dropped."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx

from osmosis_ai.base import strict_json
from osmosis_ai.base.http.bounded_body import ACCEPTED_ENCODINGS
from osmosis_ai.base.http.network_variables import proxy_variable_for
from osmosis_ai.models.bridge.chunks import as_chunk, as_completion, ends_answer
from osmosis_ai.models.model_path import InvalidBaseUrlError
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser, read_completion
from osmosis_ai.models.providers.answers import (
    ServerSentEvent,
    events_in,
    looks_like_events,
    read_body,
    read_events,
)
from osmosis_ai.models.providers.faults import error_in_success, refusal
from osmosis_ai.models.providers.transport import open_transport

DEFAULT_TIMEOUT = 600.0
CONNECT_TIMEOUT = 30.0
LONGEST_STREAM = 3600.0
"""Seconds after which a stream is given up, however lively it is."""
_MOST_ERROR_BYTES = 256 * 1024
_OK = 200
_SHOWN = 200
_DONE = "[DONE]"
_EXTENSIONS = {"timeout": {"connect": CONNECT_TIMEOUT}}


class DirectModel:
    """A model reached by POST to `{base_url}/chat/completions`. Open one with `open_direct`."""

    def __init__(
        self,
        name: str,
        model: str,
        url: str,
        transport: httpx.AsyncBaseTransport,
        sanitise: Sanitiser,
        *,
        headers: Mapping[str, str],
        explain: Callable[[], Awaitable[str | None]] | None = None,
        proxy_variable: str | None = None,
    ) -> None:
        self.name = name
        self._model = model
        self._url = httpx.URL(url)
        self._headers = httpx.Headers(headers).raw
        self._transport = transport
        self._sanitise = sanitise
        self._explain = explain
        self._proxy_variable = proxy_variable

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  the protocol's name
    ) -> Completion:
        """See PolicyModel.complete."""
        seconds = DEFAULT_TIMEOUT if timeout is None else timeout
        _, content = await self._ask(body, seconds, stream=False)
        return self._completion(content)

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  the protocol's name
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream."""
        silence = DEFAULT_TIMEOUT if timeout is None else timeout
        options = {**(body.get("stream_options") or {}), "include_usage": True}
        asked = {**body, "stream": True, "stream_options": options}
        response, content = await self._ask(asked, silence, stream=True)
        if response is None:  # it was read: not a stream, or not marked as one
            if looks_like_events(content):
                for chunk in self._chunks_in(content):
                    yield chunk
            else:
                yield as_chunk(self._completion(content).response)
            return
        try:
            async with aclosing(self._chunks(response, silence)) as chunks:
                async for chunk in chunks:
                    yield chunk
        finally:
            await response.aclose()

    async def post(self, path: str, body: dict[str, Any], *, timeout: float = DEFAULT_TIMEOUT) -> Any:  # noqa: ASYNC109
        """What the server answers at another path of its own, such as `/tokenize`. Raises ProviderError."""
        url = self._url.copy_with(raw_path=path.encode())
        content = strict_json.encode(body)
        request = httpx.Request("POST", url, headers=self._headers, content=content, extensions=_EXTENSIONS)
        try:
            async with asyncio.timeout(timeout):
                response = await self._transport.handle_async_request(request)
                content = await read_body(response)
        except (TimeoutError, httpx.HTTPError) as error:
            raise await self._fault(error, timeout) from error
        if response.status_code != _OK:
            raise refusal(response.status_code, content[:_SHOWN].decode("utf-8", "replace"), None, self._sanitise)
        return self._decoded(content)

    async def _ask(self, body: dict[str, Any], seconds: float, *, stream: bool) -> tuple[httpx.Response | None, bytes]:
        """The provider's answer of status 200: its body, or the response where it is the stream that was asked for."""
        content = strict_json.encode({**body, "model": self._model})
        request = httpx.Request("POST", self._url, headers=self._headers, content=content, extensions=_EXTENSIONS)
        try:
            async with asyncio.timeout(seconds):
                response = await self._transport.handle_async_request(request)
                ok = response.status_code == _OK
                if stream and ok and _is_event_stream(response):
                    return response, b""
                answered = await read_body(response) if ok else await read_body(response, _MOST_ERROR_BYTES, cut=True)
        except (TimeoutError, httpx.HTTPError) as error:
            raise await self._fault(error, seconds) from error
        if not ok:
            headers = response.headers
            raise refusal(
                response.status_code,
                answered.decode("utf-8", "replace"),
                headers.get("retry-after"),
                self._sanitise,
                date=headers.get("date"),
            )
        return None, answered

    def _completion(self, content: bytes) -> Completion:
        """The completion in a body, which may be a stream that was not asked for."""
        if looks_like_events(content):
            return read_completion(as_completion(self._chunks_in(content)), status=_OK)
        return read_completion(self._decoded(content), status=_OK)

    def _chunks_in(self, content: bytes) -> Iterator[dict[str, Any]]:
        for event in events_in(content):
            if _is_done(event):
                return
            if (chunk := self._chunk(event)) is not None:
                yield chunk

    async def _chunks(self, response: httpx.Response, silence: float) -> AsyncGenerator[dict[str, Any]]:
        ended = False
        give_up = asyncio.get_running_loop().time() + LONGEST_STREAM
        async with aclosing(read_events(response)) as events:
            while True:
                left = give_up - asyncio.get_running_loop().time()
                try:
                    async with asyncio.timeout(min(silence, left)):
                        event = await anext(events, None)
                except (TimeoutError, httpx.HTTPError) as error:
                    raise await self._fault(error, min(silence, LONGEST_STREAM)) from error
                if event is None or _is_done(event):
                    break
                if (chunk := self._chunk(event)) is not None:
                    ended = ended or ends_answer(chunk)
                    yield chunk
        if event is None and not ended:
            raise ProviderError("the provider's stream broke off", kind=FaultKind.CONNECTION)

    def _chunk(self, event: ServerSentEvent) -> dict[str, Any] | None:
        """The chunk in an event; None for one that says nothing. ProviderError for an error, and for anything else."""
        if not event.data.strip():
            return None
        chunk = self._decoded(event.data)
        if event.name == "error" and (failed := error_in_success({"error": chunk}, self._sanitise)) is not None:
            raise failed
        if chunk is None:
            return None
        if not isinstance(chunk, dict):
            raise ProviderError(
                "the provider's stream holds something that is not a JSON object",
                kind=FaultKind.INVALID_RESPONSE,
                status=_OK,
            )
        return chunk

    def _decoded(self, data: bytes | str) -> Any:
        """The JSON in a body or an event. ProviderError for anything else, and for an error in it."""
        try:
            answer = strict_json.decode(data, constants=True)
        except ValueError as error:
            shown = data[:_SHOWN] if isinstance(data, str) else data[:_SHOWN].decode("utf-8", "replace")
            raise ProviderError(
                self._sanitise(f"the provider's answer is not JSON: {shown}"),
                kind=FaultKind.INVALID_RESPONSE,
                status=_OK,
            ) from error
        if (failed := error_in_success(answer, self._sanitise)) is not None:
            raise failed
        return answer

    async def _fault(self, error: TimeoutError | httpx.HTTPError, seconds: float) -> ProviderError:
        if isinstance(error, TimeoutError):
            return ProviderError(f"no answer within {seconds:g} s", kind=FaultKind.TIMEOUT)
        way = f" through the proxy of {self._proxy_variable}" if isinstance(error, httpx.ProxyError) else ""
        message = f"no answer from {self._url}{way}: {str(error) or type(error).__name__}"
        if self._explain is not None and (why := await self._explain()):
            message = f"{why} ({message})"
        kind = FaultKind.PROXY if way else FaultKind.CONNECTION
        return ProviderError(self._sanitise(message), kind=kind)


def _is_event_stream(response: httpx.Response) -> bool:
    return bool(response.headers.get("content-type", "").startswith("text/event-stream"))


def _is_done(event: ServerSentEvent) -> bool:
    return event.data.strip() == _DONE


@asynccontextmanager
async def open_direct(
    name: str,
    model: str,
    base_url: str,
    *,
    api_key: str | None,
    sanitise: Sanitiser,
    headers: Mapping[str, str] | None = None,
    env: Mapping[str, str] | None = None,
    explain: Callable[[], Awaitable[str | None]] | None = None,
) -> AsyncIterator[DirectModel]:
    """A model called `model` behind `base_url`, for as long as the context lasts.

    `env` may name a proxy and certificates; without it none apply. `explain` may say why the endpoint cannot be
    reached. Raises InvalidBaseUrlError, NetworkVariableError.
    """
    url = f"{base_url.rstrip('/')}/chat/completions"
    sent = {
        "content-type": "application/json",
        "accept-encoding": ACCEPTED_ENCODINGS,
        "user-agent": "osmosis-ai",
        **(headers or {}),
    }
    if api_key:
        sent["authorization"] = f"Bearer {api_key}"
    env = env or {}
    try:
        direct_url = str(httpx.URL(url))
    except httpx.InvalidURL as error:
        raise InvalidBaseUrlError(name, base_url) from error
    transport = open_transport(direct_url, env)
    direct = DirectModel(
        name,
        model,
        url,
        transport,
        sanitise,
        headers=sent,
        explain=explain,
        proxy_variable=proxy_variable_for(url, env),
    )
    async with transport:
        yield direct
