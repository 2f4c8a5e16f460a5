"""The origin of a URL: what an operator allows, and what a browser compares."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Origin", "OriginError", "parse_origin"]

_PORTS = {"https": 443, "http": 80}


class OriginError(ValueError):
    """The text has no origin; the message says why."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host in lower case, and port."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def parse_origin(text: str, *, is_whole: bool = True) -> Origin:
    """The origin of an http or https URL; with `is_whole` the text may have nothing beside it. Raises OriginError."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise OriginError("it is not a URL") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise OriginError("it is not an https URL with a host")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise OriginError("it holds credentials or a fragment")
    if is_whole and (parts.path not in {"", "/"} or parts.query):
        raise OriginError("it is not an origin: give scheme, host and port alone")
    return Origin(parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port)
