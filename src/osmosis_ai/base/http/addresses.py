"""Which IP addresses lead to a machine's own network, and which to what a cloud tells its machines."""

from __future__ import annotations

import ipaddress

__all__ = ["Ip", "innermost", "is_internal", "is_metadata", "is_metadata_name"]

type Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"})
_METADATA = tuple(
    ipaddress.ip_network(each)
    for each in ("169.254.0.0/16", "fe80::/10", "fd00:ec2::/32", "100.100.100.200/32", "192.0.0.192/32")
)
_INTERNAL = tuple(
    ipaddress.ip_network(each)
    for each in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.0.0.0/24"),
        *("192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "::/127", "fc00::/7", "fec0::/10", "ff00::/8"),
    )
)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def innermost(ip: Ip) -> Ip:
    """The IPv4 address inside an IPv6 address that leads to one."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None) or ip


def is_metadata(ip: Ip) -> bool:
    """Whether a cloud's metadata may be there: it is such an address, or a link-local one."""
    return _is_in(innermost(ip), _METADATA)


def is_metadata_name(host: str) -> bool:
    """Whether a host's name is one under which clouds give their metadata."""
    return host.lower().rstrip(".") in _METADATA_NAMES


def is_internal(ip: Ip) -> bool:
    """Whether it is loopback, private, multicast or reserved: an address that the internet does not route."""
    return _is_in(innermost(ip), _INTERNAL) or is_metadata(ip)


def _is_in(ip: Ip, networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]) -> bool:
    return any(ip.version == network.version and ip in network for network in networks)
