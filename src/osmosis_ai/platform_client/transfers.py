"""Bytes of files to and from the addresses that a platform gives, in constant memory and with retries.

The address alone authorises: neither the token nor a header of the platform goes there.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from osmosis_ai import __version__
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.base.http.network_variables import proxy_for, ssl_context_for
from osmosis_ai.base.http.retry_after import parse_retry_after

__all__ = ["FilePart", "Sent", "StoppedError", "TransferError", "TransferLostError", "Transfers"]

type Sent = Callable[[int], None]
"""Told how many bytes went over since the last call; negative where they have to go again."""

_PIECE = 256 * 1024
_READ = 64 * 1024
_TRIES = 5
_LONGEST_PAUSE_SEC = 60.0
_CONNECT_SEC = 30.0
_QUIET_SEC, _STUCK_SEC = 300.0, 60.0
"""How long the store may take to answer, and to accept the next piece."""
_MOST_REDIRECTS = 20
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SUCCESS = range(200, 300)
_TOO_LARGE = 413
_FORBIDDEN, _RANGE_REFUSED, _PARTIAL = 403, 416, 206
_RANGE = re.compile(r"bytes ([0-9]+)-[0-9]+/(?:[0-9]+|\*)")


class TransferError(OsmosisError):
    """The store refused a transfer, or what it sent cannot be used. Trying again at the same address changes nothing.

    ``status`` is the HTTP status, None where there was no answer.
    """

    default_code: ClassVar[str] = "PLATFORM_ERROR"

    def __init__(self, message: str, *, status: int | None = None, hint: str | None = None) -> None:
        details = {} if status is None else {"status_code": status}
        super().__init__(message, hint=hint, details=details)
        self.status = status


class TransferLostError(TransferError):
    """The connection was lost, or the store failed, as often as a transfer is tried."""


class StoppedError(Exception):
    """Another part of the same upload has failed, so this one is given up."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """Some bytes of an open file."""

    descriptor: int
    offset: int
    size: int

    def pieces(self, sent: Sent, stopped: threading.Event) -> Iterator[bytes]:
        """The bytes, a piece at a time. Raises TransferError where the file has become shorter, StoppedError."""
        at, end = self.offset, self.offset + self.size
        while at < end:
            if stopped.is_set():
                raise StoppedError
            piece = os.pread(self.descriptor, min(_PIECE, end - at), at)
            if not piece:
                raise TransferError("The file became shorter while it was sent.", hint="Start the upload again.")
            yield piece
            at += len(piece)
            sent(len(piece))


class Transfers:
    """Connections to the stores of one command. Threads may share it. Close it, or use it as a context manager."""

    def __init__(self, environ: Mapping[str, str], *, pace: float = 1.0) -> None:
        """``pace`` multiplies the pauses between tries."""
        self._environ = environ
        self._pace = pace
        self._lock = threading.Lock()
        self._clients: dict[str, httpx.Client] = {}

    def __enter__(self) -> Transfers:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients.values():
            client.close()

    def put(
        self,
        url: str,
        part: FilePart,
        *,
        headers: Mapping[str, str] | None = None,
        sent: Sent,
        stopped: threading.Event | None = None,
    ) -> str | None:
        """Send a part of a file; the ``ETag`` of the answer, without quotes.

        Tried five times, with pauses that double or that the store names. Raises TransferError for a refusal,
        TransferLostError when the tries are used up, StoppedError once ``stopped`` is set.
        """
        stopped = stopped or threading.Event()
        client = self._client(url)
        given = {**(headers or {}), "Content-Length": str(part.size)}
        for attempt in range(_TRIES):
            moved = _Count(sent)
            try:
                content = part.pieces(moved.add, stopped) if part.size else b""
                response = client.put(url, content=content, headers=given)
            except httpx.HTTPError as error:
                moved.take_back()
                if attempt == _TRIES - 1:
                    raise _lost(url, error) from error
                self._pause(2.0**attempt, stopped)
                continue
            if response.status_code in _SUCCESS:
                return response.headers.get("ETag", "").strip().removeprefix("W/").strip('"') or None
            moved.take_back()
            if response.status_code not in _AGAIN:
                raise _refused(url, response, "take the file")
            if attempt == _TRIES - 1:
                raise _lost(url, _FailedError(response))
            wait = _FailedError(response).wait_sec
            self._pause(2.0**attempt if wait is None else wait, stopped)
        raise AssertionError("unreachable")

    def get(self, address: Callable[[], str], offset: int, write: Callable[[int, bytes], None]) -> int | None:
        """Read a file from ``offset`` on; returns its whole size where the store says it, else None.

        ``write`` gets each piece and where it belongs; a store that cannot continue sends the file from 0 on. Tried
        again, from where it broke off, as long as bytes arrive; ``address`` is asked for another URL where one has
        expired (403). Raises TransferError and TransferLostError.
        """
        url, failures = address(), 0
        renewed = False
        while True:
            started = offset
            try:
                with self._opened(url, offset) as response:
                    if response.status_code == _FORBIDDEN and not renewed:
                        url, renewed = address(), True
                        continue
                    if response.status_code == _RANGE_REFUSED and offset:
                        offset = 0
                        continue
                    if response.status_code in _AGAIN:
                        raise _FailedError(response)
                    if response.status_code not in _SUCCESS:
                        raise _refused(url, response, "give the file")
                    offset = _first(response, offset)
                    started = offset
                    total = _total(response, offset)
                    for piece in _pieces(response, None if total is None else total - offset):
                        write(offset, piece)
                        offset += len(piece)
                    if total is not None and offset < total:
                        raise httpx.RemoteProtocolError("the answer ended early")
                    return total
            except (httpx.HTTPError, _FailedError) as error:
                failures = 1 if offset > started else failures + 1
                if failures >= _TRIES:
                    raise _lost(url, error) from error
                renewed = False
                wait = error.wait_sec if isinstance(error, _FailedError) else None
                self._pause(2.0 ** (failures - 1) if wait is None else wait, threading.Event())

    @contextmanager
    def _opened(self, url: str, offset: int) -> Iterator[httpx.Response]:
        """The answer to a GET; redirects are followed to addresses that may be used."""
        headers = {"Range": f"bytes={offset}-"} if offset else {}
        for _ in range(_MOST_REDIRECTS + 1):
            with self._client(url).stream("GET", url, headers=headers) as response:
                location = response.headers.get("Location")
                if response.status_code not in _REDIRECTS or location is None:
                    yield response
                    return
                url = urljoin(url, location)
        raise TransferError(f"The store at {_host(url)} redirects without end.")

    def _client(self, url: str) -> httpx.Client:
        """The connections to the host of an address. Raises TransferError for one that may not be used."""
        parts = urlsplit(url)
        if not parts.hostname or not (
            parts.scheme == "https" or (parts.scheme == "http" and is_loopback_host(parts.hostname))
        ):
            raise TransferError(
                f"The platform gave an address at {_host(url)} that is neither https nor on this machine.",
                hint="Files never travel in plain text. The operator can give the platform's store an https address.",
            )
        origin = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            if origin not in self._clients:
                self._clients[origin] = httpx.Client(
                    headers={"User-Agent": f"osmosis-cli/{__version__}", "Accept-Encoding": "identity"},
                    timeout=httpx.Timeout(_QUIET_SEC, connect=_CONNECT_SEC, write=_STUCK_SEC, pool=None),
                    verify=ssl_context_for(url, self._environ),
                    proxy=proxy_for(url, self._environ),
                    trust_env=False,
                    follow_redirects=False,
                )
            return self._clients[origin]

    def _pause(self, seconds: float, stopped: threading.Event) -> None:
        """Wait. Raises StoppedError once that is set."""
        if stopped.wait(seconds * self._pace):
            raise StoppedError


class _FailedError(Exception):
    """The store answered that it cannot do it now; ``wait_sec`` is the pause that it names."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(f"it answered with status {response.status_code}")
        wait = parse_retry_after(response.headers.get("Retry-After"), response.headers.get("Date"))
        self.wait_sec = None if wait is None else min(wait, _LONGEST_PAUSE_SEC)


class _Count:
    """Bytes of one try, which do not count where it fails."""

    def __init__(self, sent: Sent) -> None:
        self._sent, self._total = sent, 0

    def add(self, count: int) -> None:
        self._total += count
        self._sent(count)

    def take_back(self) -> None:
        if self._total:
            self._sent(-self._total)


def _first(response: httpx.Response, wanted: int) -> int:
    """Which byte of the file an answer begins with."""
    if response.status_code != _PARTIAL:
        return 0
    found = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
    if found is None or int(found[1]) != wanted:
        raise TransferError("The store sent another range of the file than was asked for.")
    return wanted


def _total(response: httpx.Response, first: int) -> int | None:
    """The size of the file; None where the answer does not say it, or says that of an encoded one."""
    length = response.headers.get("Content-Length", "")
    if response.headers.get("Content-Encoding", "identity") != "identity" or not length.isdecimal():
        return None
    return first + int(length)


def _pieces(response: httpx.Response, size: int | None) -> Iterator[bytes]:
    """The body. Of one whose size is known, all but the beginning is read from the connection itself.

    httpx and h11 take several times as long for a piece as the system does, and TLS gives no more than 16 KiB in one.
    The connection is closed then. Raises httpx.HTTPError where it is lost.
    """
    connection = response.extensions.get("network_stream")
    plain = response.http_version.startswith("HTTP/1") and "Transfer-Encoding" not in response.headers
    if size is None or connection is None or not plain:
        yield from response.iter_bytes()
        return
    parsed = response.iter_raw()
    first = next(parsed, b"")  # all that h11 has taken from the connection
    yield first
    left = size - len(first)
    if left <= 0:
        yield from parsed
        return
    waiting: list[bytes] = []
    held = 0
    while left:
        try:
            data = connection.read(min(_READ, left), timeout=_QUIET_SEC)
        except (httpcore.NetworkError, httpcore.TimeoutException) as error:
            yield b"".join(waiting)
            raise httpx.ReadError(str(error) or type(error).__name__) from error
        left -= len(data)
        held += len(data)
        waiting.append(data)
        if held >= _PIECE or not data or not left:
            yield b"".join(waiting)
            waiting, held = [], 0
        if not data:
            return


def _refused(url: str, response: httpx.Response, what: str) -> TransferError:
    status = response.status_code
    if status == _TOO_LARGE:
        hint = "A proxy before the store bounds the size of a body; its operator can raise that (docs/proxies)."
    elif status in _REDIRECTS:
        hint = "Uploads are not redirected. The operator can have the platform give the final address."
    elif status == _FORBIDDEN:
        hint = "The address may have expired. Start again."
    else:
        hint = None
    return TransferError(
        f"The store at {_host(url)} did not {what}: status {status} {response.reason_phrase}".rstrip() + ".",
        status=status,
        hint=hint,
    )


def _lost(url: str, error: Exception) -> TransferLostError:
    reason = str(error).rstrip(".") or type(error).__name__
    return TransferLostError(
        f"The transfer with the store at {_host(url)} failed {_TRIES} times: {reason}.",
        hint="Check the network, and that the store's address can be reached from here.",
    )


def _host(url: str) -> str:
    """An address as it may be shown: its query authorises."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
