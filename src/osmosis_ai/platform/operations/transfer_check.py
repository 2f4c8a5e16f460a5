"""A file sent and taken the way clients do it: by the public address, through whatever is in front of it."""

from __future__ import annotations

import contextlib
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from urllib.parse import urlsplit

import httpx

from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStoreError
from osmosis_ai.platform.operations.findings import Found, clock_ahead, clock_finding
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.store_check import LATE_URLS, code_of, hint_of

__all__ = ["check_transfers", "trouble_of_others"]

_BYTES = 2 * 1024 * 1024
"""More than the body that nginx takes where nothing is configured."""
_URL_SEC = 600
_TIMEOUT_SEC = 10.0
_PROXY_HINT = (
    "Have the proxy take bodies of any size: client_max_body_size 0 in nginx, and proxy_request_buffering off."
    " docs/proxies has whole files."
)


async def check_transfers(platform: Platform) -> list[Found]:
    """Sends a file of 2 MiB by a URL as clients get it, takes it again, and removes it; looks at the clock, too."""
    key = f"doctor/{secrets.token_hex(8)}"
    content = secrets.token_bytes(_BYTES)
    try:
        put = await platform.transfers.sign_put(key, seconds=_URL_SEC, size=_BYTES)
        get = await platform.transfers.sign_get(key, seconds=_URL_SEC)
        async with httpx.AsyncClient(
            verify=ssl.create_default_context(), trust_env=False, timeout=_TIMEOUT_SEC
        ) as http:
            found = await _exchange(http, put, get, content, lambda: _has_arrived(platform, key))
            return [*found, *trouble_of_others(put, platform.settings.public_url)]
    except BlobStoreError as error:
        hint = hint_of(error.code) or "See the store of files, [blobs] in platform.toml."
        return [Found(False, f"no file can be sent: {error}", hint)]
    finally:
        with contextlib.suppress(OSError):
            await platform.blobs.delete(key)


async def _exchange(
    http: httpx.AsyncClient, put: str, get: str, content: bytes, has_arrived: Callable[[], Awaitable[bool]]
) -> list[Found]:
    address = _address(put)
    try:
        sent = await http.put(put, content=_pieces(content), headers={"Content-Length": str(len(content))})
        clock = clock_finding(address, clock_ahead(sent.headers.get("date")), LATE_URLS)
        if not sent.is_success:
            return [*clock, _refused(sent, address, "PUT")]
        if not await has_arrived():
            return [
                *clock,
                Found(
                    False,
                    f"a file that was sent to {address} is not in the store that the platform uses",
                    "Have `endpoint` and `public_endpoint` of [blobs] url lead to the same store.",
                ),
            ]
        taken = await http.get(get)
    except httpx.TransportError as error:
        reason = str(error) or type(error).__name__
        return [
            Found(
                False,
                f"{address} cannot be reached from this machine: {reason}",
                "Start the platform, or set public_url (a bucket's public_endpoint) to an address that clients reach.",
                unreachable=True,
            )
        ]
    if not taken.is_success:
        return [*clock, _refused(taken, address, "GET")]
    if taken.content != content:
        return [*clock, Found(False, f"{address} gave other bytes than were sent", "Something between changes bodies.")]
    return [*clock, Found(True, f"a file was sent to {address} and taken again")]


async def _has_arrived(platform: Platform, key: str) -> bool:
    """Whether the store has the file, as the platform sees it."""
    try:
        await platform.blobs.size(key)
    except BlobMissingError:
        return False
    return True


def trouble_of_others(url: str, public_url: str) -> list[Found]:
    """Why a store's address that this machine reaches may be of no use to clients."""
    parts, address = urlsplit(url), _address(url)
    if address == _address(public_url):
        return []  # what is wrong with that is said of `public_url`
    way = (
        'Name an address that clients reach as `public_endpoint` of [blobs] url, or set transfers = "through-platform".'
    )
    is_local = is_loopback_host(parts.hostname or "")
    if is_local and not is_loopback_host(urlsplit(public_url).hostname or ""):
        return [Found(False, f"clients are sent to {address}, which only this machine reaches", way, advisory=True)]
    if parts.scheme != "https" and not is_local:
        return [
            Found(
                False,
                f"clients are sent to {address}, which is plain HTTP: published ones refuse it",
                way,
                advisory=True,
            )
        ]
    return []


def _refused(answer: httpx.Response, address: str, method: str) -> Found:
    if answer.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        server = answer.headers.get("server", "a proxy")
        return Found(False, f"{address}: {server} refuses a body of 2 MiB (413)", _PROXY_HINT)
    if answer.is_redirect:
        to = answer.headers.get("location", "")[:200]
        return Found(
            False, f"{address} redirects a {method} to {to}", "Set public_url to the address that answers by itself."
        )
    text = answer.text[:200].strip()
    hint = hint_of(code_of(answer.text)) or "See the log of the platform, and of what is in front of it."
    if "RequestTimeTooSkewed" in answer.text or "expired" in answer.text.lower():
        hint = "Set the clocks of this machine and of the store by NTP."
    return Found(False, f"{address} answers a {method} with {answer.status_code}: {text}", hint)


async def _pieces(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), 64 * 1024):
        yield content[start : start + 64 * 1024]


def _address(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
