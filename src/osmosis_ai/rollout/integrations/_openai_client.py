"""The policy as an OpenAI client that any loop may use, and whose answers are noted.

Frameworks are given a `PolicyClient` where they want an `openai.AsyncOpenAI`: it has the parts of one that their
chat-completions models use.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import openai
from openai import BaseModel
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from osmosis_ai.base.http.network_variables import ssl_context_for
from osmosis_ai.rollout.errors import describe_exception
from osmosis_ai.rollout.integrations._bounded_transport import MOST_BYTES
from osmosis_ai.rollout.integrations._calls import CallLog, IncompleteAnswerError, PolicyAnswer, normal_envelope
from osmosis_ai.rollout.integrations._endpoint import PolicyEndpoint, no_cookies
from osmosis_ai.rollout.integrations._per_loop import PerLoop
from osmosis_ai.semantics.chat_answers import first_choice, message_of_choice, normal_finish_reason, normal_message

__all__ = ["PolicyClient", "openai_client"]

_NO_KEY = "none"


_AsyncClient = next(base for base in openai.DefaultAsyncHttpxClient.__mro__ if base.__name__ == "AsyncClient")
_httpx: Any = sys.modules[_AsyncClient.__module__.partition(".")[0]]
"""The HTTP library that the installed openai is built on: httpx, or a later one with the same interface."""


class _BoundedStream(_httpx.AsyncByteStream):  # type: ignore[misc]
    """The body of an answer, no larger than `MOST_BYTES`."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for block in self._inner:
            size += len(block)
            if size > MOST_BYTES:
                raise _httpx.DecodingError(f"the policy's answer is larger than {MOST_BYTES // (1024 * 1024)} MiB")
            yield block

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _bound(response: Any) -> None:
    """Bounds an answer before it is read. Compressed ones are not asked for, and refused."""
    if response.headers.get("content-encoding", "identity").lower() not in {"", "identity"}:
        raise _httpx.DecodingError("the policy's answer is compressed, which was not asked for")
    response.stream = _BoundedStream(response.stream)


def _open_pool(proxy: str | None, secure_url: str) -> Any:
    """Connections by the proxy, with certificates only where the URL needs them, that read answers within bounds."""
    return openai.DefaultAsyncHttpxClient(
        proxy=proxy,
        verify=ssl_context_for(secure_url, os.environ),
        trust_env=False,
        cookies=no_cookies(),
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [_bound]},
    )


async def _close_pool(pool: Any) -> None:
    await pool.aclose()


@functools.cache
def _pools(proxy: str | None, secure_url: str) -> PerLoop[Any]:
    return PerLoop(functools.partial(_open_pool, proxy, secure_url), _close_pool)


def openai_client(endpoint: PolicyEndpoint, **options: Any) -> openai.AsyncOpenAI:
    """An OpenAI client for the endpoint, with separate connections unless `http_client` is given."""
    return openai.AsyncOpenAI(
        base_url=endpoint.url,
        api_key=endpoint.api_key or _NO_KEY,
        **{"http_client": options.pop("http_client", None) or _open_pool(endpoint.proxy, endpoint.origin), **options},
    )


@dataclass(frozen=True, slots=True)
class PolicyClient:
    """What chat-completions models use of an OpenAI client, bound to one rollout's policy.

    Every call is made on the running loop's connections, checked to come from the rollout the client belongs to, and
    noted in that rollout's log. `wanted_by` names the caller in errors.
    """

    endpoint: PolicyEndpoint
    wanted_by: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def base_url(self) -> str:
        """The policy's base URL."""
        return self.endpoint.url

    @property
    def chat(self) -> _Chat:
        """As in an OpenAI client: `chat.completions.create`."""
        return _Chat(self)

    @property
    def beta(self) -> _Beta:
        """As in an OpenAI client: `beta.chat.completions.parse`."""
        return _Beta(self)

    def with_options(self, **options: Any) -> PolicyClient:
        """The same client with other options, such as `max_retries`."""
        return replace(self, options={**self.options, **options})

    async def opened(self) -> openai.AsyncOpenAI:
        """The client on the running loop's connections. Raises RuntimeError in another rollout than its own."""
        self.endpoint.check(self.wanted_by)
        pool = await _pools(self.endpoint.proxy, self.endpoint.origin).get()
        return openai_client(self.endpoint, http_client=pool, **self.options)


@dataclass(frozen=True, slots=True)
class _Completions:
    _client: PolicyClient

    async def create(self, **request: Any) -> Any:
        """`chat.completions.create`, in OpenAI's form whatever the endpoint sends: a completion, or a stream of chunks.

        Raises IncompleteAnswerError for an answer that cannot be read as either.
        """
        client = await self._client.opened()
        log = self._client.endpoint.calls
        with _unreadable_answers():
            answer = await client.chat.completions.create(**request)
        if isinstance(answer, openai.AsyncStream):
            return _WatchedStream(answer, log)
        raw = _as_dict(answer)
        noted = PolicyAnswer.of_completion(raw)
        log.answers.append(noted)
        normal = normal_envelope(raw) | {"choices": [_normal_choice(first_choice(raw) or {}, noted)]}
        return answer if normal == raw else ChatCompletion.construct(**normal)

    async def parse(self, **request: Any) -> Any:
        """`chat.completions.parse`, noted."""
        client = await self._client.opened()
        with _unreadable_answers():
            answer = await client.chat.completions.parse(**request)
        self._client.endpoint.calls.answers.append(PolicyAnswer.of_completion(_as_dict(answer)))
        return answer


def _as_dict(answer: Any) -> dict[str, Any]:
    """The members of an answer or a chunk as they came. Raises IncompleteAnswerError for anything else."""
    if not isinstance(answer, BaseModel):
        raise IncompleteAnswerError("the policy's answer is not a JSON object")
    return answer.to_dict(mode="json", warnings=False)


def _normal_choice(choice: dict[str, Any], answer: PolicyAnswer) -> dict[str, Any]:
    return {**choice, "index": 0, "message": answer.said, "finish_reason": answer.finish_reason}


@contextlib.contextmanager
def _unreadable_answers() -> Iterator[None]:
    """The client library meets what it cannot read with whatever exception its parsing runs into."""
    try:
        yield
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError, _httpx.DecodingError) as error:
        if isinstance(error, openai.OpenAIError):
            raise
        raise IncompleteAnswerError(f"the policy's answer cannot be read: {describe_exception(error)}") from error


@dataclass(frozen=True, slots=True)
class _Chat:
    _client: PolicyClient

    @property
    def completions(self) -> _Completions:
        return _Completions(self._client)


@dataclass(frozen=True, slots=True)
class _Beta:
    _client: PolicyClient

    @property
    def chat(self) -> _Chat:
        return _Chat(self._client)


class _WatchedStream:
    """Passes the chunks of a stream on in OpenAI's form and puts the answer together beside it.

    Raises IncompleteAnswerError at the end of a stream that carried no whole answer: no framework may take what was cut
    off for what the policy said. A refusal is passed on as content: frameworks drop it, or raise.
    """

    def __init__(self, stream: openai.AsyncStream[Any], log: CallLog) -> None:
        self._stream = stream
        self._log = log
        self._chunks = self._watch()

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        return await anext(self._chunks)

    async def close(self) -> None:
        """Ends the response."""
        await self._stream.close()

    async def aclose(self) -> None:
        """Ends the response."""
        await self._stream.close()

    async def _watch(self) -> AsyncIterator[Any]:
        answer = PolicyAnswer()
        with _unreadable_answers():
            async for chunk in self._received():
                raw = chunk if isinstance(chunk, dict) else _as_dict(chunk)
                normal = answer.add(raw)
                if normal["choices"]:
                    delta = normal["choices"][0]["delta"]
                    if refusal := delta.pop("refusal", None):
                        delta["content"] = (delta.get("content") or "") + refusal
                as_it_came = normal == raw and not isinstance(chunk, dict)
                yield chunk if as_it_came else ChatCompletionChunk.construct(**normal)
        answer.finish(streamed=True)
        self._log.answers.append(answer)

    async def _received(self) -> AsyncIterator[Any]:
        """The chunks of the stream; an answer in plain JSON is one chunk."""
        response = self._stream.response
        if response.headers.get("content-type", "").startswith("application/json"):
            whole = json.loads(await response.aread())
            if not isinstance(whole, dict):
                raise IncompleteAnswerError("the policy's answer is not a JSON object")
            choice = first_choice(whole)
            if choice is not None:
                delta = normal_message(message_of_choice(choice) or {})
                for index, call in enumerate(delta.get("tool_calls", ())):
                    call["index"] = index
                reason = normal_finish_reason(choice.get("finish_reason"), has_calls="tool_calls" in delta)
                whole["choices"] = [{**choice, "delta": delta, "message": None, "finish_reason": reason}]
            yield whole
            return
        async for chunk in self._stream:
            yield chunk
