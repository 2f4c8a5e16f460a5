"""A file sent and taken the way clients do it: by the public address, through whatever is in front of it."""

from __future__ import annotations

import contextlib
import secrets
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

import httpx

from osmosis_ai.platform.blobs.port import BlobStoreError
from osmosis_ai.platform.clock import MOST_SKEW_SEC
from osmosis_ai.platform.operations.running import Platform

__all__ = ["Found", "check_transfers"]

_BYTES = 2 * 1024 * 1024
"""More than the body that nginx takes where nothing is configured."""
_URL_SEC = 600
_TIMEOUT_SEC = 10.0
_PROXY_HINT = (
    "Have the proxy take bodies of any size: client_max_body_size 0 in nginx, and proxy_request_buffering off."
    " docs/proxies has whole files."
)


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong, or what works, and what to do about it."""

    ok: bool
    message: str
    hint: str | None = None
    unreachable: bool = False
    """Whether nothing answered at all, as where no server runs."""


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
            return await _exchange(http, put, get, content)
    except BlobStoreError as error:
        return [Found(False, f"no file can be sent: {error}", "See the store of files, [blobs] in platform.toml.")]
    finally:
        with contextlib.suppress(OSError):
            await platform.blobs.delete(key)


async def _exchange(http: httpx.AsyncClient, put: str, get: str, content: bytes) -> list[Found]:
    address = _address(put)
    try:
        sent = await http.put(put, content=_pieces(content), headers={"Content-Length": str(len(content))})
        clock = _clock(sent, address)
        if not sent.is_success:
            return [*clock, _refused(sent, address, "PUT")]
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
    hint = "See the log of the platform, and of what is in front of it."
    if "RequestTimeTooSkewed" in answer.text or "expired" in answer.text.lower():
        hint = "Set the clocks of this machine and of the store by NTP."
    return Found(False, f"{address} answers a {method} with {answer.status_code}: {text}", hint)


def _clock(answer: httpx.Response, address: str) -> list[Found]:
    """Whether the clock there is another than here."""
    try:
        there = parsedate_to_datetime(answer.headers["date"])
    except (KeyError, ValueError):
        return []
    seconds = (there.replace(tzinfo=there.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    if abs(seconds) <= MOST_SKEW_SEC:
        return []
    ahead = "ahead of" if seconds > 0 else "behind"
    return [
        Found(
            False,
            f"the clock of {address} is {abs(seconds):.0f} seconds {ahead} this machine's",
            "Set both by NTP: URLs expire too early or are refused.",
        )
    ]


async def _pieces(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), 64 * 1024):
        yield content[start : start + 64 * 1024]


def _address(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
