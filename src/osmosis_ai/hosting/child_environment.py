"""The environment of user code, made fit for an address on loopback."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["for_loopback", "unusable_variables"]

_LOOPBACK = ("127.0.0.1", "localhost")
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")
_PROXY_SCHEMES = frozenset({"http", "https", "socks4", "socks4a", "socks5", "socks5h"})
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def for_loopback(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, in which a proxy does not stand between a program and 127.0.0.1.

    `NO_PROXY` and `no_proxy` get the two names of loopback, whatever else they list: entries with a port or a network
    (127.0.0.0/8) are kept, and not relied on, because many programs do not read them. Programs differ in which of the
    two they prefer, so that each is extended, or made from the other. An entry with which httpx makes no client is
    left out, or an IPv6 address written without its brackets and its port.
    """
    made = dict(environment)
    for name in ("NO_PROXY", "no_proxy"):
        if (listed := made.get(name)) and (readable := _readable(listed)) != listed:
            made[name] = readable
    if not any(made.get(name) or made.get(name.upper()) for name in _PROXIES):
        return made
    upper, lower = made.get("NO_PROXY"), made.get("no_proxy")
    made["NO_PROXY"] = _extended(lower or "" if upper is None else upper)
    made["no_proxy"] = _extended(upper or "" if lower is None else lower)
    return made


def _readable(listed: str) -> str:
    entries = listed.split(",")
    if all(entry.isascii() and not {"[", "]"} & set(entry) for entry in entries):
        return listed
    return ",".join(found for entry in entries if (found := _readable_entry(entry)) is not None)


def _readable_entry(entry: str) -> str | None:
    if "[" not in entry and "]" not in entry:
        return entry if entry.isascii() else None
    address = entry.partition("[")[2].partition("]")[0]
    try:
        return str(ipaddress.IPv6Address(address))
    except ValueError:
        return None


def _extended(listed: str) -> str:
    entries = [entry.strip() for entry in listed.split(",") if entry.strip()]
    if "*" in entries:
        return "*"  # no proxy at all; with other entries beside it some programs do not see it
    return ",".join([*entries, *(name for name in _LOOPBACK if name not in entries)])


def unusable_variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The variables about certificates and proxies that cannot be used, each with what is wrong with it.

    Most HTTP clients fail with such a variable as soon as they are made, also those that only talk to loopback.
    """
    for name in _CERTIFICATES:
        if (path := environment.get(name)) and (problem := _problem_of_certificates(path)):
            yield name, f"names {path}, {problem}"
    for lower in _PROXIES:
        for name in (lower, lower.upper()):
            if (proxy := environment.get(name, "").strip()) and not _may_be_a_proxy(proxy):
                yield name, "does not hold the address of a proxy"


def _problem_of_certificates(path: str) -> str | None:
    if not Path(path).exists():
        return "which does not exist"
    if Path(path).is_dir():
        return None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=path)
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        return "which holds no certificates in PEM form"
    return None


def _may_be_a_proxy(text: str) -> bool:
    """Whether some HTTP client can make something of it; a host alone is taken for one of http."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return (
            parts.scheme in _PROXY_SCHEMES
            and bool(parts.hostname)
            and not any(sign.isspace() for sign in text)
            and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        return False
