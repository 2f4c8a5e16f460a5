"""Which hosts are this machine's loopback. Nothing is resolved, and no HTTP library imported."""

from __future__ import annotations

import ipaddress

__all__ = ["is_loopback_address", "is_loopback_host"]


def is_loopback_address(host: str) -> bool:
    """True for an address of loopback in its usual form; names are none."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback and getattr(address, "scope_id", None) is None


def is_loopback_host(host: str) -> bool:
    """True for `localhost` and the addresses of loopback; nothing is resolved."""
    return host.lower().rstrip(".") == "localhost" or is_loopback_address(host)
