"""The client's address behind proxies: only what a trusted one says counts."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

__all__ = ["client_address", "rate_limit_key", "trusts"]

type Network = ipaddress.IPv4Network | ipaddress.IPv6Network
type Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_CLIENT_PREFIX_V6 = 64  # one subscriber has at least this much, and could use another address for every attempt


def client_address(peer: str, forwarded_for: Sequence[str], trusted: Sequence[Network]) -> str:
    """The address of the client of a request from `peer`, with the values of its X-Forwarded-For headers.

    Read from right to left for as long as the one that added an entry is trusted; the first that is not is the client.
    Entries further left were written by the client, who may write anything. An entry that is not an address ends it.
    """
    current = peer
    entries = [part.strip() for header in forwarded_for for part in header.split(",")]
    for entry in reversed(entries):
        if not trusts(current, trusted):
            break
        address = _address(entry)
        if address is None:
            break
        current = str(address)
    return current


def trusts(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether headers that `peer` forwards count."""
    address = _address(peer)
    return address is not None and any(address in network for network in trusted if network.version == address.version)


def rate_limit_key(address: str | None) -> str:
    """What identifies a client to a limit: its address, or for IPv6 the network of one subscriber."""
    parsed = _address(address or "")
    if parsed is None:
        return address or "local"
    if parsed.version == 4:  # noqa: PLR2004 - the version's own name
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _CLIENT_PREFIX_V6), strict=False))


def _address(text: str) -> Address | None:
    """The address in a text, with or without a port or brackets; an IPv4 address inside IPv6 becomes IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped if mapped is not None else address
