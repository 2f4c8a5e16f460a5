"""The environment of user code, made fit for an address on loopback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["for_loopback", "missing_certificates"]

_LOOPBACK = ("127.0.0.1", "localhost")
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def for_loopback(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, in which a proxy does not stand between a program and 127.0.0.1.

    `NO_PROXY` and `no_proxy` get the two names of loopback, whatever else they list: entries with a port or a network
    (127.0.0.0/8) are kept, and not relied on, because many programs do not read them. Programs differ in which of the
    two they prefer, so that each is extended, or made from the other.
    """
    made = dict(environment)
    if not any(made.get(name) or made.get(name.upper()) for name in _PROXIES):
        return made
    upper, lower = made.get("NO_PROXY"), made.get("no_proxy")
    made["NO_PROXY"] = _extended(lower or "" if upper is None else upper)
    made["no_proxy"] = _extended(upper or "" if lower is None else lower)
    return made


def _extended(listed: str) -> str:
    entries = [entry.strip() for entry in listed.split(",") if entry.strip()]
    if "*" in entries:
        return "*"  # no proxy at all; with other entries beside it some programs do not see it
    return ",".join([*entries, *(name for name in _LOOPBACK if name not in entries)])


def missing_certificates(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The variables that name certificates which do not exist, each with its value.

    Most HTTP clients fail with such a variable as soon as they are made, also those that only talk to loopback.
    """
    for name in _CERTIFICATES:
        path = environment.get(name)
        if path and not Path(path).exists():
            yield name, path
