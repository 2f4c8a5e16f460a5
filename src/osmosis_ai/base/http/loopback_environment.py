"""An environment in which programs reach this machine's own addresses directly, whatever it says of proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

__all__ = ["PROXY_VARIABLES", "for_loopback"]

PROXY_VARIABLES = ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
_LOOPBACK = ("127.0.0.1", "localhost")


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
    if not any(made.get(name) for name in PROXY_VARIABLES):
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
