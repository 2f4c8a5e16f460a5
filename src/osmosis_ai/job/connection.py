"""What a job asks its platform: the generated client, asked again until there is an answer.

JobRefusedError     the platform refuses for good: the job reports it, or ends
└── RunTakenError   the run is over, was given to another job, or the ticket is used: nothing more may be written
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from osmosis_ai import __version__
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.fast_client import FastClient
from osmosis_ai.base.http.network_variables import proxy_for, ssl_context_for
from osmosis_contract.clients.platform import AuthenticatedClient, Client
from osmosis_contract.models import PlatformProblem
from osmosis_contract_runtime.clients import UnreadableAnswerError

__all__ = ["JobConnection", "JobRefusedError", "RunTakenError"]

_TIMEOUT_SEC = 30.0
_PAUSES_SEC = (0.1, 0.3, 1.0, 2.0, 4.0)
_SUCCESS = range(200, 300)
_TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_TAKEN = frozenset({401, 410})
_TAKEN_CODES = frozenset({"STALE_EPOCH", "RUN_OVER"})
_FORBIDDEN = 403
_PIECE = 1 << 20


class JobRefusedError(OsmosisError):
    """The platform refuses a call. `status` is the HTTP status, `platform_code` the platform's word for it."""

    def __init__(self, message: str, *, status: int, platform_code: str | None) -> None:
        super().__init__(message)
        self.status = status
        self.platform_code = platform_code


class RunTakenError(JobRefusedError):
    """This job does not have the run, and never will again."""


class _PlatformClient(FastClient):
    """Calls of one platform, by paths."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {"User-Agent": f"osmosis-job/{__version__}"}
        super().__init__(
            timeout=httpx.Timeout(_TIMEOUT_SEC),
            headers=headers if token is None else {**headers, "Authorization": f"Bearer {token}"},
            context=ssl_context_for(url, os.environ),
            proxy=proxy_for(url, os.environ),
        )
        self._platform = url.rstrip("/")

    async def request(self, method: str, url: httpx.URL | str, **options: Any) -> httpx.Response:
        """As httpx's, below the platform's address."""
        return await super().request(method, f"{self._platform}{url}", **options)


class JobConnection:
    """One platform. Every call is repeated, with pauses, while there is no answer or one that says to try again."""

    def __init__(self, url: str, *, token: str | None = None) -> None:
        self.url = url
        self._client: AuthenticatedClient | Client = (
            Client(url) if token is None else AuthenticatedClient(url, token=token)
        )
        self._client.set_async_httpx_client(_PlatformClient(url, token))
        self._files: dict[str, httpx.AsyncClient] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.get_async_httpx_client().aclose()
        for client in self._files.values():
            await client.aclose()

    def _files_at(self, url: str) -> httpx.AsyncClient:
        """The client for addresses of files that are like this one. Reading certificates takes its time."""
        scheme = urlsplit(url).scheme
        if scheme not in self._files:
            timeout = httpx.Timeout(_TIMEOUT_SEC * 4, connect=_TIMEOUT_SEC)
            context = ssl_context_for(url, os.environ)
            self._files[scheme] = httpx.AsyncClient(timeout=timeout, trust_env=False, verify=context)
        return self._files[scheme]

    async def call[T](
        self,
        operation: Callable[..., Coroutine[Any, Any, Any]],
        answer: type[T],
        *,
        may_wait: Callable[[], bool] = lambda: True,
        **arguments: Any,
    ) -> T:
        """Calls a generated `asyncio_detailed`. `may_wait` is asked before every repetition; where it says no, the last
        error is raised.

        Raises RunTakenError, JobRefusedError, and httpx.HTTPError only where it may not wait.
        """
        tries = 0
        while True:
            problem: Exception
            try:
                response = await operation(client=self._client, **arguments)
            except (httpx.HTTPError, UnreadableAnswerError) as error:
                problem = error
            else:
                status = int(response.status_code)
                if status in _SUCCESS and isinstance(response.parsed, answer):
                    return response.parsed
                problem = _refusal(status, response.parsed)
                if status not in _TRY_AGAIN and status not in _SUCCESS:
                    raise problem
            if not may_wait():
                raise problem
            await _pause(tries)
            tries += 1

    async def send(self, url: str, data: Path, *, may_wait: Callable[[], bool]) -> bool:
        """Sends a file to an address; False where the address has expired. Raises as `call` does."""
        tries = 0
        while True:
            problem: Exception
            try:
                content = await asyncio.to_thread(data.read_bytes)
                response = await self._files_at(url).put(url, content=content)
            except httpx.HTTPError as error:
                problem = error
            else:
                if response.status_code in _SUCCESS:
                    return True
                if response.status_code == _FORBIDDEN:
                    return False
                problem = JobRefusedError(
                    f"{data.name} was refused with status {response.status_code}",
                    status=response.status_code,
                    platform_code=None,
                )
                if response.status_code not in _TRY_AGAIN:
                    raise problem
            if not may_wait():
                raise problem
            await _pause(tries)
            tries += 1

    async def take(
        self, url: str, path: Path, *, size: int, sha256: str, may_wait: Callable[[], bool] = lambda: True
    ) -> bool:
        """Takes a file from an address; False where the address has expired.

        Raises OsmosisError where it cannot be had and may not be waited for, or is another file.
        """
        tries = 0
        while True:
            try:
                found = await self._take(url, path)
            except httpx.HTTPError as error:
                status = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else None
                if status == _FORBIDDEN:
                    return False
                if status not in (None, *_TRY_AGAIN) or not may_wait():
                    why = str(error) or type(error).__name__ if status is None else f"status {status}"
                    raise OsmosisError(f"{path.name} cannot be fetched: {why}") from error
            else:
                if found != (size, sha256):
                    raise OsmosisError(f"{path.name} is not the file that the platform announced")
                return True
            await _pause(tries)
            tries += 1

    async def _take(self, url: str, path: Path) -> tuple[int, str]:
        size, digest = 0, hashlib.sha256()
        async with self._files_at(url).stream("GET", url, follow_redirects=True) as response:
            response.raise_for_status()
            with path.open("wb") as file:
                async for piece in response.aiter_bytes(_PIECE):
                    size += len(piece)
                    digest.update(piece)
                    await asyncio.to_thread(file.write, piece)
        return size, digest.hexdigest()


def _refusal(status: int, problem: object) -> JobRefusedError:
    code = problem.code if isinstance(problem, PlatformProblem) else None
    message = problem.message if isinstance(problem, PlatformProblem) else f"the platform answered with status {status}"
    kind = RunTakenError if status in _TAKEN or code in _TAKEN_CODES else JobRefusedError
    return kind(message, status=status, platform_code=code)


async def _pause(tries: int) -> None:
    seconds = _PAUSES_SEC[min(tries, len(_PAUSES_SEC) - 1)]
    await asyncio.sleep(seconds * random.uniform(0.7, 1.3))  # noqa: S311 - so that jobs do not ask in step
