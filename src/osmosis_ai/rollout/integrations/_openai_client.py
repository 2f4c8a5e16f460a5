"""The policy as an OpenAI client that any loop may use, and whose answers are noted.

Frameworks are given a `PolicyClient` where they want an `openai.AsyncOpenAI`: it has the parts of one that their
chat-completions models use.
"""

from __future__ import annotations

import functools
import ssl
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import openai

from osmosis_ai.rollout.integrations._calls import CallLog, PolicyAnswer
from osmosis_ai.rollout.integrations._endpoint import LOCAL_HOSTS, PolicyEndpoint, no_cookies
from osmosis_ai.rollout.integrations._per_loop import PerLoop

__all__ = ["PolicyClient", "openai_client"]

_DIRECT = tuple(f"all://{f'[{host}]' if ':' in host else host}" for host in LOCAL_HOSTS)
_NO_KEY = "none"


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than a request."""
    return httpx.create_ssl_context()


def _open_pool() -> Any:
    """Connections; this machine is reached directly, whatever proxy the environment names."""
    return openai.DefaultAsyncHttpxClient(mounts=dict.fromkeys(_DIRECT), verify=_ssl_context(), cookies=no_cookies())


async def _close_pool(pool: Any) -> None:
    await pool.aclose()


_pools: PerLoop[Any] = PerLoop(_open_pool, _close_pool)


def openai_client(endpoint: PolicyEndpoint, **options: Any) -> openai.AsyncOpenAI:
    """An OpenAI client for the endpoint, with connections of its own unless `http_client` is given."""
    return openai.AsyncOpenAI(
        base_url=endpoint.url,
        api_key=endpoint.api_key or _NO_KEY,
        **{"http_client": options.pop("http_client", None) or _open_pool(), **options},
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
        return PolicyClient(self.endpoint, self.wanted_by, {**self.options, **options})

    async def opened(self) -> openai.AsyncOpenAI:
        """The client on the running loop's connections. Raises RuntimeError in another rollout than its own."""
        self.endpoint.check(self.wanted_by)
        return openai_client(self.endpoint, http_client=await _pools.get(), **self.options)


@dataclass(frozen=True, slots=True)
class _Completions:
    _client: PolicyClient

    async def create(self, **request: Any) -> Any:
        """`chat.completions.create`, watched: a completion, or a stream of chunks."""
        client = await self._client.opened()
        answer = await client.chat.completions.create(**request)
        log = self._client.endpoint.calls
        if isinstance(answer, openai.AsyncStream):
            return _WatchedStream(answer, log)
        _note(answer, log)
        return answer

    async def parse(self, **request: Any) -> Any:
        """`chat.completions.parse`, watched."""
        client = await self._client.opened()
        answer = await client.chat.completions.parse(**request)
        _note(answer, self._client.endpoint.calls)
        return answer


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


def _note(completion: Any, log: CallLog) -> None:
    log.answers.append(PolicyAnswer.of_completion(completion.to_dict(mode="json", warnings=False)))


class _WatchedStream:
    """Passes the chunks of a stream on and puts the answer together beside it.

    Raises IncompleteAnswerError at the end of a stream that carried no whole answer: no framework may take what was cut
    off for what the policy said.
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
        async for chunk in self._stream:
            answer.add(chunk.to_dict(mode="json", warnings=False))
            yield chunk
        answer.finish(streamed=True)
        self._log.answers.append(answer)
