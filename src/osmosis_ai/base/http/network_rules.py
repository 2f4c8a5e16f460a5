"""Which hosts a program without a network may be connected to, by name: the rules of a proxy in front of it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from osmosis_ai.base.http.addresses import innermost, is_internal, is_metadata, is_metadata_name

__all__ = ["ALL", "NetworkRules", "RuleError"]

ALL = "all"
"""The rule that allows every host of the internet."""

_NAME = re.compile(r"(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.?")
_MOST_PORT = 65535


class RuleError(ValueError):
    """A text that is not a rule. The message says why."""


@dataclass(frozen=True, slots=True)
class _Rule:
    host: str
    """Lower case; with `*.` in front for every name below it."""
    port: int

    def allows(self, host: str, port: int) -> bool:
        if port != self.port:
            return False
        return host.endswith(self.host[1:]) if self.is_wide else host == self.host

    @property
    def is_wide(self) -> bool:
        return self.host.startswith("*.")


@dataclass(frozen=True, slots=True)
class NetworkRules:
    """What may be reached. A host that is named in full may be at any address but a cloud's metadata; one that is
    allowed by `*.` or `all` may not be at an internal address."""

    rules: tuple[_Rule, ...] = ()
    allows_all: bool = False

    @classmethod
    def of(cls, texts: Iterable[str]) -> NetworkRules:
        """From `HOST:PORT`, `*.DOMAIN:PORT` and `all`. Raises RuleError."""
        listed = list(texts)
        return cls(tuple(_rule(text) for text in listed if text != ALL), ALL in listed)

    def __bool__(self) -> bool:
        return self.allows_all or bool(self.rules)

    def __or__(self, other: NetworkRules) -> NetworkRules:
        return NetworkRules(tuple(dict.fromkeys((*self.rules, *other.rules))), self.allows_all or other.allows_all)

    def name_refusal(self, host: str, port: int) -> str | None:
        """Why a host is refused by its name, before it is looked up; None where it is not."""
        name = host.lower().rstrip(".")
        if is_metadata_name(name):
            return f"{host} gives a cloud's metadata"
        if self.allows_all or any(rule.allows(name, port) for rule in self.rules):
            return None
        return f"{host}:{port} is not among the hosts that the pool allows"

    def address_refusal(self, host: str, port: int, address: str) -> str | None:
        """Why an address that a host's name stands for is refused; None where it is not."""
        ip = innermost(ipaddress.ip_address(address.partition("%")[0]))
        if is_metadata(ip):
            return f"{host} is at a link-local or metadata address"
        name = host.lower().rstrip(".")
        if is_internal(ip) and not any(rule.allows(name, port) and not rule.is_wide for rule in self.rules):
            return f"{host} is at an internal address, and the pool does not name it"
        return None


def _rule(text: str) -> _Rule:
    host, found, port = text.strip().lower().rpartition(":")
    if not found or not port.isdecimal() or not 0 < int(port) <= _MOST_PORT:
        raise RuleError(f"{text!r} is not HOST:PORT")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        try:
            ipaddress.IPv6Address(host)
        except ValueError:
            raise RuleError(f"{text!r} is not HOST:PORT") from None
    elif not _NAME.fullmatch(host):
        raise RuleError(f"{text!r} is not HOST:PORT")
    return _Rule(host.rstrip("."), int(port))
