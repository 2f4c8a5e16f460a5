"""What the environment says about the way to an address: proxies, exceptions from them, certificates.

Read once for an address, with an error that names the variable. This machine's own addresses are reached directly,
whatever the variables hold, and plain http reads no certificates.
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.hosts import is_loopback_host

__all__ = ["NetworkVariableError", "proxy_for", "proxy_variable_for", "ssl_context_for"]

_PROXY_SCHEMES = frozenset({"http", "https"})


class NetworkVariableError(OsmosisError):
    """An environment variable about proxies or certificates cannot be used; `variable` is its name."""

    def __init__(self, variable: str, reason: str, hint: str) -> None:
        super().__init__(f"The environment variable {variable} {reason}.", hint=hint, details={"variable": variable})
        self.variable = variable


def _is_this_machine(host: str) -> bool:
    """Whether a host, without brackets, leads to this machine: loopback in every form, and the unspecified address."""
    if is_loopback_host(host) or host.endswith(".localhost"):
        return True
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address is not None and (address.is_loopback or address.is_unspecified)


def proxy_for(url: str, env: Mapping[str, str]) -> str | None:
    """The URL of the proxy that `env` names for `url`; None for a direct connection.

    NO_PROXY may hold names (also as suffixes), addresses, networks in CIDR form, each with a port if wanted, and `*`.
    Raises NetworkVariableError for a value that is not an http or https proxy.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    if not host or _is_this_machine(host):
        return None
    variable = next((name for name in _proxy_variables(parts.scheme) if env.get(name, "").strip()), None)
    if variable is None or _is_excepted(parts, host, env):
        return None
    value = env[variable].strip()
    proxy = value if "://" in value else f"http://{value}"
    try:
        given = urlsplit(proxy)
        usable = given.scheme in _PROXY_SCHEMES and bool(given.hostname) and (given.port is None or given.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise NetworkVariableError(
            variable,
            "does not hold the address of an http proxy",
            "Write it like http://proxy.example:3128, unset it, or name the host in NO_PROXY.",
        )
    return proxy


def proxy_variable_for(url: str, env: Mapping[str, str]) -> str | None:
    """The name of the variable that `proxy_for` takes the proxy from; None where it finds none."""
    scheme = urlsplit(url).scheme
    return next((name for name in _proxy_variables(scheme) if env.get(name, "").strip()), None)


def ssl_context_for(url: str, env: Mapping[str, str]) -> ssl.SSLContext:
    """The TLS settings for connections to `url`, with the certificates of SSL_CERT_FILE or SSL_CERT_DIR if set.

    For plain http nothing is read. Raises NetworkVariableError for a file or folder that cannot be used.
    """
    if urlsplit(url).scheme != "https":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    file, folder = env.get("SSL_CERT_FILE", ""), env.get("SSL_CERT_DIR", "")
    hint = "Let it name certificates in PEM form, or unset it."
    if file:
        try:
            return ssl.create_default_context(cafile=file)
        except OSError as error:  # ssl.SSLError is one
            raise NetworkVariableError("SSL_CERT_FILE", f"names a file that cannot be used: {error}", hint) from error
    if folder:
        if not Path(folder).is_dir():
            raise NetworkVariableError("SSL_CERT_DIR", "names a folder that does not exist", hint)
        return ssl.create_default_context(capath=folder)
    import certifi

    return ssl.create_default_context(cafile=certifi.where())


def _proxy_variables(scheme: str) -> tuple[str, ...]:
    return (f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY")


def _is_excepted(parts: SplitResult, host: str, env: Mapping[str, str]) -> bool:
    listed = env.get("no_proxy") or env.get("NO_PROXY") or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return any(_matches(entry, host, port) for entry in listed.replace(" ", ",").split(",") if entry)


def _matches(entry: str, host: str, port: int) -> bool:
    if entry == "*":
        return True
    address = _address(host)
    if "/" in entry:
        try:
            network = ipaddress.ip_network(entry.replace("[", "").replace("]", ""), strict=False)
        except ValueError:
            return False
        return address is not None and address in network
    name, wanted = _with_port(entry)
    if wanted is not None and wanted != port:
        return False
    listed = _address(name)
    if listed is not None or address is not None:
        return listed == address
    name = name.lower().removeprefix("*").strip(".")
    return bool(name) and (host.lower() == name or host.lower().endswith(f".{name}"))


def _with_port(entry: str) -> tuple[str, int | None]:
    """A name or address and the port after it; an IPv6 address has one only where it is in brackets."""
    if entry.startswith("["):
        name, _, rest = entry[1:].partition("]")
        port = rest.removeprefix(":")
    elif entry.count(":") == 1:
        name, _, port = entry.partition(":")
    else:
        return entry, None
    return name, int(port) if port.isascii() and port.isdigit() else None


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
