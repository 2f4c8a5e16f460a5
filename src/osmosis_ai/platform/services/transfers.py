"""Files that clients send to the platform and take from it, by its own URLs."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Literal

from osmosis_ai.platform.blobs.exactly import Exactly
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, BlobStoreError
from osmosis_ai.platform.blobs.signed_urls import Grant, PlatformUrls, UrlExpiredError, UrlRefusedError
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError, ResourceNotFoundError, UnavailableError
from osmosis_ai.platform.services.capacity import Capacity

__all__ = ["Opened", "receive", "store_answers", "take"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that is given to a client."""

    size: int
    file_name: str | None
    content: AsyncIterator[bytes]


@contextlib.contextmanager
def store_answers() -> Iterator[None]:
    """Turns an error of the store of files into UnavailableError."""
    try:
        yield
    except BlobStoreError as error:
        raise UnavailableError("The platform's store of files does not answer. Try again.", code="STORE") from error


async def receive(
    urls: PlatformUrls,
    store: BlobStore,
    capacity: Capacity,
    grant_text: str,
    content: AsyncIterator[bytes],
    *,
    announced: int | None,
) -> str:
    """Stores what a client sends, and gives its tag. `announced` is the length that the request says it has.

    Raises AccessDeniedError for a URL that is not good (any more), InvalidRequestError for another size than the URL is
    good for, ResourceNotFoundError for an upload that is over, UnavailableError without room or an answer of the store.
    Nothing is kept then.
    """
    grant = _grant(urls, grant_text, "PUT")
    capacity.require_room()
    size = grant.size or 0
    if announced is not None and announced != size:
        raise _wrong_size(f"{announced} bytes are announced")
    try:
        with store_answers(), capacity.writing():
            if grant.upload is None:
                return (await store.put(grant.key, Exactly(content, size), at_most=size)).sha256
            offset = grant.offset
            part = await store.put_part(grant.key, grant.upload, grant.part, content, size=size, offset=offset)
            return part.etag
    except BlobMissingError:
        raise ResourceNotFoundError("The upload is over: it was completed or cancelled.") from None
    except ValueError as error:
        raise _wrong_size(str(error)) from None


async def take(urls: PlatformUrls, store: BlobStore, grant_text: str) -> Opened:
    """The file that a URL is good for. Raises AccessDeniedError, ResourceNotFoundError, UnavailableError."""
    grant = _grant(urls, grant_text, "GET")
    try:
        with store_answers():
            size = await store.size(grant.key)
    except BlobMissingError:
        raise ResourceNotFoundError("The file was removed.") from None
    return Opened(size, grant.file_name, store.get(grant.key))


def _grant(urls: PlatformUrls, text: str, method: Literal["GET", "PUT"]) -> Grant:
    try:
        return urls.read(text, method)
    except UrlExpiredError:
        raise AccessDeniedError("The URL has expired. Ask for another one.", code="URL_EXPIRED") from None
    except UrlRefusedError:
        raise AccessDeniedError("The URL is not one that this platform gave for this.", code="URL_REFUSED") from None


def _wrong_size(what: str) -> InvalidRequestError:
    return InvalidRequestError(f"The URL is good for a file of another size: {what}.", code="WRONG_SIZE")
