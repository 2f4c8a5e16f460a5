"""The body of a provider's answer, whole or as server-sent events, within bounds of size and compression.

The bytes come from another's server: nothing is held beyond the limits, whatever it sends.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from dataclasses import dataclass

import httpx

from osmosis_ai.base.http.bounded_body import BodyError, BodyTooLargeError, bounded_body
from osmosis_ai.models.policy import FaultKind, ProviderError

__all__ = [
    "MOST_BYTES",
    "MOST_EVENT_BYTES",
    "ServerSentEvent",
    "events_in",
    "looks_like_events",
    "read_body",
    "read_events",
]

MOST_BYTES = 64 * 1024 * 1024
"""The largest answer that is read, decompressed, whole or as a stream."""
MOST_EVENT_BYTES = 16 * 1024 * 1024
"""The largest event of a stream."""
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    """One event of a stream; `name` is empty where the stream gives none."""

    name: str
    data: str


async def read_body(response: httpx.Response, most: int = MOST_BYTES, *, cut: bool = False) -> bytes:
    """The decompressed body of an answer that has not been read, which is closed afterwards.

    Raises ProviderError beyond `most` bytes, unless what is beyond is to be `cut` off.
    """
    blocks: list[bytes] = []
    size = 0
    try:
        async for block in _blocks(response, MOST_BYTES if cut else most):
            blocks.append(block)
            size += len(block)
            if cut and size >= most:
                break
    finally:
        await response.aclose()
    return b"".join(blocks)[:most] if cut else b"".join(blocks)


async def read_events(response: httpx.Response) -> AsyncGenerator[ServerSentEvent]:
    """The events of a stream as they come. Comments are skipped; an event without the empty line at its end counts.

    Raises ProviderError for a stream or an event beyond the limits.
    """
    lines = _Lines()
    event = _Event()
    async for block in _blocks(response, MOST_BYTES):
        for line in lines.feed(block):
            if (whole := event.add(line)) is not None:
                yield whole
    for line in lines.rest():
        if (whole := event.add(line)) is not None:
            yield whole
    if (whole := event.add(b"")) is not None:
        yield whole


def events_in(body: bytes) -> Iterator[ServerSentEvent]:
    """The events of a stream that has been read whole."""
    event = _Event()
    for line in [*_LINE_END.split(body.removeprefix(b"\xef\xbb\xbf")), b""]:
        if (whole := event.add(line)) is not None:
            yield whole


def looks_like_events(body: bytes) -> bool:
    """Whether a body is a stream of events, whatever its content type says."""
    return body.lstrip(b"\xef\xbb\xbf\r\n").startswith((b"data:", b"event:", b":"))


class _Lines:
    """Lines out of blocks that end anywhere, in time linear in their size."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._begun = False

    def feed(self, block: bytes) -> list[bytes]:
        if not self._begun and block:
            self._begun = True
            block = block.removeprefix(b"\xef\xbb\xbf")
        held_return = bool(self._parts) and self._parts[-1].endswith(b"\r")
        if not held_return and b"\n" not in block and b"\r" not in block:
            self._hold(block)
            return []
        data = b"".join([*self._parts, block])
        last_return = data.endswith(b"\r")  # the line feed after it may be in the next block
        *lines, rest = _LINE_END.split(data[:-1] if last_return else data)
        self._parts, self._size = [], 0
        self._hold(rest + b"\r" if last_return else rest)
        return lines

    def rest(self) -> list[bytes]:
        return _LINE_END.split(b"".join(self._parts))

    def _hold(self, part: bytes) -> None:
        if part:
            self._parts.append(part)
            self._size += len(part)
            if self._size > MOST_EVENT_BYTES:
                raise _event_too_large()


class _Event:
    """An event out of its lines, as the HTML standard reads them."""

    def __init__(self) -> None:
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def add(self, line: bytes) -> ServerSentEvent | None:
        """The event that a line ends; None for every other line."""
        if not line:
            data, name = self._data, self._name
            self._data, self._name, self._size = [], "", 0
            return ServerSentEvent(name, "\n".join(data)) if data else None
        field, _, value = line.partition(b":")
        if field == b"data":
            self._size += len(value)
            if self._size > MOST_EVENT_BYTES:
                raise _event_too_large()
            self._data.append(value.removeprefix(b" ").decode("utf-8", "replace"))
        elif field == b"event":
            self._name = value.removeprefix(b" ").decode("utf-8", "replace")
        return None


async def _blocks(response: httpx.Response, most: int) -> AsyncIterator[bytes]:
    try:
        async for block in bounded_body(response, most):
            yield block
    except BodyError as error:
        raise ProviderError(
            f"the provider's answer is {error}"
            if isinstance(error, BodyTooLargeError)
            else f"the provider's answer {error}",
            kind=FaultKind.INVALID_RESPONSE,
            status=200,
        ) from error


def _event_too_large() -> ProviderError:
    return ProviderError(
        f"an event of the provider's stream is larger than {MOST_EVENT_BYTES // (1024 * 1024)} MiB",
        kind=FaultKind.INVALID_RESPONSE,
        status=200,
    )
