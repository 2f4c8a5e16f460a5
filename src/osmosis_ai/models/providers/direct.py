"""Models behind an OpenAI-compatible endpoint: the request goes as JSON, and nothing is dropped."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx
from httpx_sse import EventSource

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.bridge.chunks import as_chunk, ends_answer
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser, read_completion
from osmosis_ai.models.providers.faults import error_in_success, refusal
from osmosis_ai.models.providers.transport import open_transport
from osmosis_ai.models.wire_json import decode, encode

DEFAULT_TIMEOUT = 600.0
CONNECT_TIMEOUT = 30.0
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
    ) -> None:
        self.name = name
        self._model = model
        self._url = httpx.URL(url)
        self._headers = httpx.Headers(headers).raw
        self._transport = transport
        self._sanitise = sanitise
        self._explain = explain

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  the protocol's name
    ) -> Completion:
        """See PolicyModel.complete."""
        response = await self._ask(body, DEFAULT_TIMEOUT if timeout is None else timeout, stream=False)
        return self._completion(response)

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  the protocol's name
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream."""
        silence = DEFAULT_TIMEOUT if timeout is None else timeout
        options = {**(body.get("stream_options") or {}), "include_usage": True}
        response = await self._ask({**body, "stream": True, "stream_options": options}, silence, stream=True)
        if response.is_closed:  # it was read: no stream
            yield as_chunk(self._completion(response).response)
            return
        try:
            async with aclosing(self._chunks(response, silence)) as chunks:
                async for chunk in chunks:
                    yield chunk
        finally:
            await response.aclose()

    async def _ask(self, body: dict[str, Any], seconds: float, *, stream: bool) -> httpx.Response:
        """The provider's answer of status 200, read, unless it is a stream that was asked for."""
        content = encode({**body, "model": self._model})
        request = httpx.Request("POST", self._url, headers=self._headers, content=content, extensions=_EXTENSIONS)
        try:
            async with asyncio.timeout(seconds):
                response = await self._transport.handle_async_request(request)
                if not (stream and response.status_code == _OK and _is_event_stream(response)):
                    await _read(response)
        except (TimeoutError, httpx.HTTPError) as error:
            raise await self._fault(error, seconds) from error
        if response.status_code != _OK:
            headers = response.headers
            raise refusal(
                response.status_code,
                response.text,
                headers.get("retry-after"),
                self._sanitise,
                date=headers.get("date"),
            )
        return response

    def _completion(self, response: httpx.Response) -> Completion:
        return read_completion(self._decoded(response.content), status=response.status_code)

    async def _chunks(self, response: httpx.Response, silence: float) -> AsyncGenerator[dict[str, Any]]:
        ended = False
        async with aclosing(EventSource(response).aiter_sse()) as events:
            while True:
                try:
                    async with asyncio.timeout(silence):
                        event = await anext(events, None)
                except (TimeoutError, httpx.HTTPError) as error:
                    raise await self._fault(error, silence) from error
                if event is None or event.data == _DONE:
                    break
                chunk = self._decoded(event.data)
                if not isinstance(chunk, dict):
                    raise ProviderError(
                        "the provider's stream holds what is no JSON object",
                        kind=FaultKind.INVALID_RESPONSE,
                        status=_OK,
                    )
                ended = ended or ends_answer(chunk)
                yield chunk
        if event is None and not ended:
            raise ProviderError("the provider's stream broke off", kind=FaultKind.CONNECTION)

    def _decoded(self, data: bytes | str) -> Any:
        """The JSON in a body or an event; ProviderError if it is none, or says that something went wrong."""
        try:
            answer = decode(data)
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
        message = f"no answer from {self._url}: {str(error) or type(error).__name__}"
        if self._explain is not None and (why := await self._explain()):
            message = f"{why} ({message})"
        return ProviderError(self._sanitise(message), kind=FaultKind.CONNECTION)


def _is_event_stream(response: httpx.Response) -> bool:
    return bool(response.headers.get("content-type", "").startswith("text/event-stream"))


async def _read(response: httpx.Response) -> None:
    try:
        await response.aread()
    except BaseException:
        await response.aclose()
        raise


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
    sent = {"content-type": "application/json", "user-agent": "osmosis-ai", **(headers or {})}
    if api_key:
        sent["authorization"] = f"Bearer {api_key}"
    try:
        transport = open_transport(url, trust_env=trust_env)
        direct = DirectModel(name, model, url, transport, sanitise, headers=sent, explain=explain)
    except (httpx.InvalidURL, ValueError) as error:
        raise OsmosisError(f"{name}: {base_url!r} is no base URL: {error}.") from error
    async with transport:
        yield direct
