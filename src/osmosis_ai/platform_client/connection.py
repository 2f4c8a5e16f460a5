"""Calls to a platform: the generated client with the address, the token, the scope and the version of this program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from osmosis_ai import __version__
from osmosis_ai.base.http.network_variables import proxy_for, ssl_context_for
from osmosis_ai.platform_client.address import Warn
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError, answer_error
from osmosis_contract.clients.platform import AuthenticatedClient, Client
from osmosis_contract_runtime.clients import UnreadableAnswerError

__all__ = ["PAGE_LIMIT", "Connection", "Scope", "is_refused_token"]

PAGE_LIMIT = 50
"""Items on a page of a list, at most."""
_TIMEOUT_SEC = 30.0
_STATUS_HEADER, _MESSAGE_HEADER = "X-Osmosis-Version-Status", "X-Osmosis-Version-Message"
_VERSION_WARNINGS = {"upgrade_available": "UPGRADE_AVAILABLE", "deprecated": "DEPRECATED"}
_SUCCESS = range(200, 300)


@dataclass(frozen=True, slots=True)
class Scope:
    """The workspace of a call, by its name or by its repository: exactly one of the two."""

    workspace: str | None = None
    git: str | None = None

    def headers(self) -> dict[str, str]:
        """The scope as the argument of a generated function."""
        if self.workspace is not None:
            return {"x_osmosis_workspace": self.workspace}
        return {} if self.git is None else {"x_osmosis_git": self.git}


class Connection:
    """One platform with at most one token. Close it, or use it as a context manager.

    Every method raises PlatformAnswerError for a refusal and PlatformUnreachableError without an answer.
    """

    def __init__(self, url: str, *, token: str | None, warn: Warn, timeout_sec: float = _TIMEOUT_SEC) -> None:
        self.url = url
        self._token = token
        self._warn = warn
        self._warned: set[str] = set()
        settings: dict[str, Any] = {
            "base_url": url,
            "headers": {
                "User-Agent": f"osmosis-cli/{__version__}",
                "X-Osmosis-CLI-Version": __version__,
                "Accept-Encoding": "identity",
            },
            "timeout": httpx.Timeout(timeout_sec),
            "verify_ssl": ssl_context_for(url, os.environ),
            "httpx_args": {"proxy": proxy_for(url, os.environ), "trust_env": False},
        }
        self._client: AuthenticatedClient | Client = (
            Client(**settings) if token is None else AuthenticatedClient(**settings, token=token)
        )

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections. Closing again does nothing."""
        self._client.get_httpx_client().close()

    def patient(self, timeout_sec: float) -> Connection:
        """Another connection like this one, that waits longer for an answer."""
        return Connection(self.url, token=self._token, warn=self._warn, timeout_sec=timeout_sec)

    def call[T](self, operation: Callable[..., Any], answer: type[T], **arguments: Any) -> T:
        """Call a generated ``sync_detailed`` and return its answer, which must be of the type ``answer``."""
        try:
            response = operation(client=self._client, **arguments)
        except UnreadableAnswerError as error:
            raise PlatformUnreachableError(self.url, str(error)) from error
        except httpx.TimeoutException as error:
            raise PlatformUnreachableError(self.url, "it did not answer in time") from error
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise PlatformUnreachableError(self.url, str(error) or type(error).__name__) from error
        if response.status_code not in _SUCCESS:
            raise answer_error(int(response.status_code), response.content, response.parsed)
        self._check_version(response.headers)
        if not isinstance(response.parsed, answer):
            raise PlatformUnreachableError(self.url, f"it answered with the undocumented status {response.status_code}")
        return response.parsed

    def pages[T](self, operation: Callable[..., Any], answer: type[T], **arguments: Any) -> Iterator[T]:
        """The pages of a list, each when it is asked for, until ``next_offset`` is null or does not advance."""
        offset: int | None = 0
        while offset is not None:
            page: Any = self.call(operation, answer, limit=PAGE_LIMIT, offset=offset, **arguments)
            yield page
            following: int | None = page.next_offset
            offset = following if following is not None and following > offset else None

    def listing[T](
        self, operation: Callable[..., Any], answer: type[T], *, limit: int | None, **arguments: Any
    ) -> list[T]:
        """The first page of a list, of so many items at most; every page where ``limit`` is None."""
        if limit is None:
            return list(self.pages(operation, answer, **arguments))
        return [self.call(operation, answer, limit=limit, offset=0, **arguments)]

    def _check_version(self, headers: Mapping[str, str]) -> None:
        """Pass on, once, what the platform says of this program's version."""
        status, message = headers.get(_STATUS_HEADER, ""), headers.get(_MESSAGE_HEADER)
        if message and status in _VERSION_WARNINGS and status not in self._warned:
            self._warned.add(status)
            self._warn(_VERSION_WARNINGS[status], message)


def is_refused_token(error: Exception) -> bool:
    """Whether the platform did not accept the token."""
    return isinstance(error, PlatformAnswerError) and error.code == "AUTH_REQUIRED"
