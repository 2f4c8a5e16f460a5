"""The body of an HTTP answer, decompressed within bounds of size and of compression.

The bytes come from another's server: no more than a block beyond the limit is ever held.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator

import httpx

__all__ = ["ACCEPTED_ENCODINGS", "MOST_RATIO", "BodyError", "BodyTooLargeError", "bounded_body"]

MOST_RATIO = 500
"""How many times its compressed size a body may have, once it is larger than 4 MiB."""
ACCEPTED_ENCODINGS = "gzip, deflate"
_FREE_BYTES = 4 * 1024 * 1024
_BLOCK = 256 * 1024
_GZIP = 31  # zlib's window bits for a gzip header


class BodyError(httpx.DecodingError):
    """A body cannot be decompressed."""


class BodyTooLargeError(BodyError):
    """A body is larger than `most` bytes, or was compressed more than `MOST_RATIO` times."""

    def __init__(self, most: int) -> None:
        super().__init__(f"larger than {most // (1024 * 1024)} MiB, or compressed more than {MOST_RATIO} times")
        self.most = most


async def bounded_body(response: httpx.Response, most: int) -> AsyncIterator[bytes]:
    """The body of an answer that has not been read, decompressed, no more than `most` bytes in all.

    Raises BodyError for one that cannot be decompressed and for an encoding besides gzip and deflate,
    BodyTooLargeError beyond the limits, and what the transport raises.
    """
    decoder = _decoder(response.headers.get("content-encoding", ""))
    came = size = 0
    stream = response.stream
    assert isinstance(stream, httpx.AsyncByteStream)  # noqa: S101  the transport is asynchronous
    async for raw in stream:
        came += len(raw)
        if decoder is None:
            size += len(raw)
            if size > most:
                raise BodyTooLargeError(most)
            yield raw
            continue
        for block in decoder.feed(raw):
            size += len(block)
            if size > most or (size > _FREE_BYTES and size > came * MOST_RATIO):
                raise BodyTooLargeError(most)
            yield block
    if decoder is not None and not decoder.is_complete and came:
        raise httpx.RemoteProtocolError("the compressed body broke off")


class _Decompressor:
    """Undoes gzip or deflate, in blocks of bounded size."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._zlib = zlib.decompressobj(bits)

    @property
    def is_complete(self) -> bool:
        return self._zlib.eof

    def feed(self, raw: bytes) -> Iterator[bytes]:
        full = False
        while raw or full:
            if self._zlib.eof:
                if self._bits != _GZIP or not raw.strip(b"\0"):
                    return  # padding after the end
                self._zlib = zlib.decompressobj(_GZIP)  # another member
            try:
                block = self._zlib.decompress(raw, _BLOCK)
            except zlib.error as error:
                if self._bits == zlib.MAX_WBITS:  # deflate without zlib's header, as some servers send it
                    self._bits = -zlib.MAX_WBITS
                    self._zlib = zlib.decompressobj(self._bits)
                    continue
                raise BodyError(f"cannot be decompressed: {error}") from error
            if block:
                yield block
            full = len(block) == _BLOCK  # there may be more of it without more input
            raw = self._zlib.unconsumed_tail or self._zlib.unused_data


def _decoder(encoding: str) -> _Decompressor | None:
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip":
            return _Decompressor(_GZIP)
        case "deflate":
            return _Decompressor(zlib.MAX_WBITS)
        case _:
            raise BodyError(f"has an encoding that was not asked for: {encoding[:40]}")
