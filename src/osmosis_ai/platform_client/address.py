"""The address of the platform that a command talks to, and whether a token may be sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.hosts import is_loopback_host

__all__ = [
    "DEFAULT_URL",
    "URL_VARIABLE",
    "Warn",
    "active_url",
    "credentials_file",
    "normalize_url",
    "require_secure",
]

DEFAULT_URL = "https://platform.osmosis.ai"
URL_VARIABLE = "OSMOSIS_PLATFORM_URL"
_INSECURE_VARIABLE = "OSMOSIS_ALLOW_INSECURE_PLATFORM_URL"
_PORTS = {"http": 80, "https": 443}

type Warn = Callable[[str | None, str], None]
"""Reports a warning by its code and its text."""


def normalize_url(text: str) -> str:
    """The form in which addresses are compared and stored.

    Scheme and host in lower case, no default port, no slash at the end, no query or fragment; a path prefix stays.
    Without a scheme, loopback is http and any other host https. Raises OsmosisError for what is not an address.
    """
    text = text.strip()
    if "://" not in text:
        host = _split(f"//{text}", text)[0]
        text = f"{'http' if is_loopback_host(host) else 'https'}://{text}"
    host, port = _split(text, text)
    parts = urlsplit(text)
    if parts.scheme not in _PORTS or parts.username is not None or parts.password is not None:
        raise _unusable(text)
    shown = f"[{host}]" if ":" in host else host
    at_port = "" if port in {None, _PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{shown}{at_port}{parts.path.rstrip('/')}"


def active_url(environ: Mapping[str, str]) -> str:
    """The platform's address from the environment, normalized; the default where it names none."""
    return normalize_url(environ.get(URL_VARIABLE, "").strip() or DEFAULT_URL)


def require_secure(url: str, environ: Mapping[str, str], warn: Warn) -> None:
    """Raise OsmosisError for plain http to another machine, unless the environment allows it; warn in either case."""
    parts = urlsplit(url)
    if parts.scheme == "https" or is_loopback_host(parts.hostname or ""):
        return
    warn("INSECURE_PLATFORM_URL", f"{url} is not https: tokens and secrets would be sent in plain text.")
    if environ.get(_INSECURE_VARIABLE) != "1":
        raise OsmosisError(
            f"The platform's address {url} is neither https nor on this machine.",
            hint=f"Use its https address, or set {_INSECURE_VARIABLE}=1 to send tokens in plain text.",
            details={"platform_url": url},
        )


def _split(url: str, given: str) -> tuple[str, int | None]:
    """Host, in lower case, and port."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or not host.isprintable() or " " in host:
        raise _unusable(given)
    return host, port


def _unusable(given: str) -> OsmosisError:
    shown = given.rpartition("@")[2]  # whatever stands before it may be a password
    return OsmosisError(
        f"{shown!r} cannot be the address of a platform.",
        hint=f"Write it like https://osmosis.example.org, with --platform or in {URL_VARIABLE}.",
    )


def credentials_file() -> Path:
    """Where logins are kept; those whose token is in the keyring have an entry there too."""
    return Path.home() / ".config" / "osmosis" / "credentials.json"
