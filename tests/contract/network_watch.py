"""Sees every connection and every name look-up of this process, and lets none leave the machine."""

from __future__ import annotations

import contextlib
import ipaddress
import sys
from collections.abc import Iterator
from typing import Any

_open: list[list[str]] = []
_installed = False


class LeftTheMachineError(PermissionError):
    """A socket was about to be connected to, or a name to be looked up for, another machine."""


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _open or event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        return
    target = arguments[1] if event in ("socket.connect", "socket.sendto") else arguments[0]
    host = target[0] if isinstance(target, tuple) else target
    if event in ("socket.connect", "socket.sendto") and not isinstance(target, tuple):
        return  # a socket of this machine's file system
    text = host.decode() if isinstance(host, bytes) else str(host)
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(text.partition("%")[0]).is_loopback:
            return
    if text in ("localhost", "None", ""):
        return
    for seen in _open:
        seen.append(f"{event} {text}")
    raise LeftTheMachineError(f"{event} {text}")


@contextlib.contextmanager
def nothing_leaves() -> Iterator[list[str]]:
    """While the block runs, what would leave the machine is refused and listed."""
    global _installed  # noqa: PLW0603 - an audit hook cannot be taken out again
    if not _installed:
        sys.addaudithook(_audit)
        _installed = True
    seen: list[str] = []
    _open.append(seen)
    try:
        yield seen
    finally:
        _open.remove(seen)
