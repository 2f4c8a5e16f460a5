"""URLs of the platform itself that let whoever has one send or take one file, until they expire.

What a URL allows is written in it (`grant`) and signed with a key derived from the platform's: HMAC-SHA256. Nothing is
stored, so that every server process takes the URLs of every other.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, override

from osmosis_ai.platform.blobs.port import BlobStoreError, SignsUrls

__all__ = ["Grant", "PlatformUrls", "SigningKeys", "UrlExpiredError", "UrlRefusedError"]

type SigningKeys = Callable[[], tuple[str, Mapping[str, bytes]]]
"""The id of the key to sign with, and every key by its id. May raise; no URL is made or taken then."""

_PURPOSE = b"osmosis platform: URLs of transfers"


class UrlRefusedError(Exception):
    """The URL is not one that this platform made, or is for another method."""


class UrlExpiredError(UrlRefusedError):
    """The URL was good until a moment that has passed."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a URL allows."""

    method: Literal["GET", "PUT"]
    key: str
    """The blob."""
    expires: int
    """Until when, in seconds since 1970."""
    size: int | None = None
    """The bytes that have to be sent; None where any number may."""
    upload: str | None = None
    """The upload that a part belongs to; None for a whole blob."""
    part: int = 0
    offset: int = 0
    """Where the part begins."""
    file_name: str | None = None
    """The name to give to who takes the blob."""


class PlatformUrls(SignsUrls):
    """Makes URLs below `address`, and reads them. `clock` says the time."""

    def __init__(self, address: str, keys: SigningKeys, clock: Callable[[], datetime]) -> None:
        self._address = address
        self._keys = keys
        self._clock = clock

    @override
    async def sign_get(self, key: str, *, seconds: int, file_name: str | None = None) -> str:
        return self._url(Grant("GET", key, self._until(seconds), file_name=file_name))

    @override
    async def sign_put(self, key: str, *, seconds: int, size: int | None = None) -> str:
        return self._url(Grant("PUT", key, self._until(seconds), size=size))

    @override
    async def sign_part(
        self, key: str, upload: str, number: int, *, seconds: int, size: int | None = None, offset: int = 0
    ) -> str:
        return self._url(Grant("PUT", key, self._until(seconds), size, upload, number, offset))

    def read(self, text: str, method: Literal["GET", "PUT"]) -> Grant:
        """What the `grant` of a URL allows. Raises UrlRefusedError, UrlExpiredError."""
        claims, _, signature = text.partition(".")
        try:
            document = json.loads(_decode(claims))
            key_id, given = str(document.pop("key_id")), _decode(signature)
            grant = Grant(**document)
        except (ValueError, TypeError, KeyError, AttributeError, binascii.Error, RecursionError):
            raise UrlRefusedError from None
        key = self._keys()[1].get(key_id)
        if key is None or not hmac.compare_digest(given, _signature(key, claims)):
            raise UrlRefusedError
        if grant.method != method:
            raise UrlRefusedError
        if self._clock().timestamp() >= grant.expires:
            raise UrlExpiredError
        return grant

    def _url(self, grant: Grant) -> str:
        try:
            key_id, keys = self._keys()
        except Exception as error:
            raise BlobStoreError(f"no URL can be signed: {error}") from error
        claims = {name: value for name, value in asdict(grant).items() if value is not None}
        text = _encode(json.dumps({**claims, "key_id": key_id}, separators=(",", ":")).encode())
        return f"{self._address}?grant={text}.{_encode(_signature(keys[key_id], text))}"

    def _until(self, seconds: int) -> int:
        return int(self._clock().timestamp()) + seconds


def _signature(key: bytes, claims: str) -> bytes:
    derived = hmac.digest(key, _PURPOSE, hashlib.sha256)
    return hmac.digest(derived, claims.encode("ascii", "replace"), hashlib.sha256)


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _decode(text: str) -> bytes:
    data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if _encode(data) != text:
        raise ValueError("the text is not the one spelling of its bytes")
    return data
