"""The store of files, asked the way the platform asks it: by its own address and with its own keys."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import AsyncIterator

from osmosis_ai.platform.blobs.port import NO_KEYS, BlobStoreError
from osmosis_ai.platform.blobs.s3_address import S3Address
from osmosis_ai.platform.operations.findings import Found, clock_finding
from osmosis_ai.platform.operations.running import Platform

__all__ = ["LATE_URLS", "check_store", "code_of", "hint_of"]

LATE_URLS = "URLs expire too early or are refused"
_CODE = re.compile(r"<Code>([A-Za-z0-9]{1,80})</Code>")
_KEYS_HINT = (
    "The keys are found as the AWS command line finds them (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, the"
    " machine's role), in the environment of the server."
)
_HINTS = {
    NO_KEYS: _KEYS_HINT,
    "NoSuchBucket": "Create the bucket, or correct its name in [blobs] url of platform.toml.",
    "InvalidAccessKeyId": f"The store does not know the access key. {_KEYS_HINT}",
    "SignatureDoesNotMatch": (
        "The secret key or the region is wrong, or a proxy in front of the store changes Host or the path."
        f" {_KEYS_HINT}"
    ),
    "AccessDenied": (
        f"Allow the keys to write, read, list and delete in the bucket, or give the right ones. {_KEYS_HINT}"
    ),
    "RequestTimeTooSkewed": "Set the clocks of this machine and of the store by NTP.",
}


def hint_of(code: str | None) -> str | None:
    """What to do about a refusal of an object store, by its code; None for one that is not known."""
    return None if code is None else _HINTS.get(code)


def code_of(answer: str) -> str | None:
    """The code in the XML of an object store's refusal."""
    found = _CODE.search(answer)
    return None if found is None else found[1]


async def check_store(platform: Platform) -> list[Found]:
    """Writes a small file, reads it and removes it, and compares the store's clock with this machine's."""
    place = _place(platform)
    key, content = f"doctor/{secrets.token_hex(8)}", secrets.token_bytes(64)
    try:
        await platform.blobs.put(key, _once(content), at_most=len(content))
        try:
            read = b"".join([piece async for piece in platform.blobs.get(key)])
        finally:
            with contextlib.suppress(BlobStoreError):
                await platform.blobs.delete(key)
        found = Found(True, f"{place} takes and gives files")
        if read != content:
            found = Found(False, f"{place} gave other bytes than it took", "See what is in front of it.")
    except BlobStoreError as error:
        found = Found(False, f"{place}: {error}", hint_of(error.code) or _hint(error))
    except OSError as error:
        found = Found(False, f"{place}: {error.strerror or error}", "Let the server's account write there.")
    return [*clock_finding(place, platform.blobs.clock_ahead_sec, LATE_URLS), found]


def _hint(error: BlobStoreError) -> str:
    if error.code is not None:
        return "See the log of the store."
    return "Start the store, or correct `endpoint` in [blobs] url of platform.toml."


def _place(platform: Platform) -> str:
    settings = platform.settings
    if settings.blobs_in_folder:
        return f"the folder {settings.blobs_path}"
    address = S3Address.parse(settings.blobs_url)
    return f"the bucket {address.bucket} at {address.endpoint or 'AWS'}"


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content
