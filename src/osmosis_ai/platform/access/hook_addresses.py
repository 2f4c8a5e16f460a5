"""Where webhooks may be sent: looked at when one is saved, and again at each attempt, because names change hands.

An address of the internet is https on port 443, and every address that its name stands for is a public one. Others are
for the operator to allow, by origin; a cloud's metadata address never is, whoever allows it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from osmosis_ai.base.http.addresses import innermost, is_metadata, is_metadata_name
from osmosis_ai.base.http.origins import Origin, OriginError, parse_origin

__all__ = ["AddressRefusedError", "HookAddress", "Resolve", "parse_hook_url", "resolve_host"]

type Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a host and port. Raises OSError for a name that is not known."""

_HTTPS_PORT = 443
_LONGEST = 2048


class AddressRefusedError(ValueError):
    """Nothing is sent there; the message says why."""


@dataclass(frozen=True, slots=True)
class HookAddress:
    """A URL that events may go to, if its host stands for no forbidden address."""

    url: str
    origin: Origin
    is_allowed: bool
    """Whether the operator allows its origin, wherever that is."""

    async def target(self, resolve: Resolve) -> str:
        """The IP address to connect to. Raises AddressRefusedError, also where only one of several is forbidden."""
        try:
            found = await resolve(self.origin.host, self.origin.port)
        except (OSError, UnicodeError):
            raise AddressRefusedError(f"the host {self.origin.host} is not known") from None
        for text in found:
            self._check(text)
        if not found:
            raise AddressRefusedError(f"the host {self.origin.host} has no address")
        return found[0]

    def _check(self, text: str) -> None:
        ip = innermost(ipaddress.ip_address(text.partition("%")[0]))
        if is_metadata(ip):
            raise AddressRefusedError(f"the host {self.origin.host} is a link-local or metadata address")
        if not self.is_allowed and (not ip.is_global or ip.is_multicast):
            raise AddressRefusedError(
                f"the host {self.origin.host} is not a public address; the platform's operator can allow its origin"
            )


def parse_hook_url(url: str, allowed: Sequence[Origin]) -> HookAddress:
    """A URL that a webhook may have by its text. Raises AddressRefusedError."""
    if len(url) > _LONGEST or any(not "!" <= character <= "~" for character in url):
        raise AddressRefusedError("it has spaces, control characters, letters outside ASCII, or too many characters")
    try:
        origin = parse_origin(url, is_whole=False)
    except OriginError as error:
        raise AddressRefusedError(str(error)) from None
    is_allowed = origin in allowed
    if not is_allowed and (origin.scheme, origin.port) != ("https", _HTTPS_PORT):
        raise AddressRefusedError("it is not https on port 443")
    if is_metadata_name(origin.host):
        raise AddressRefusedError(f"the host {origin.host} is a metadata address")
    return HookAddress(url, origin, is_allowed)


async def resolve_host(host: str, port: int) -> Sequence[str]:
    """What the machine's resolver says."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
