"""The environment of user code, made fit for an address on loopback."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from osmosis_ai.base.http.loopback_environment import PROXY_VARIABLES, for_loopback

__all__ = ["compiling_into", "unusable_variables", "usable_environment"]

_SOCKS_SCHEMES = frozenset({"socks4", "socks4a", "socks5", "socks5h"})
_PROXY_SCHEMES = _SOCKS_SCHEMES | {"http", "https"}
_NO_BYTECODE, _BYTECODE_FOLDER = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def usable_environment(
    environment: Mapping[str, str], *, socks: bool, program: str, warn: Callable[[str, str], object]
) -> dict[str, str]:
    """The environment for a program, without what would keep its HTTP clients from loopback.

    `socks` is whether the program can use a SOCKS proxy. `warn` gets a code and a sentence for each variable that is
    left out.
    """
    made = for_loopback(environment)
    for name, problem in list(unusable_variables(made, socks=socks)):
        del made[name]
        code = "PROXY_UNUSABLE" if "proxy" in name.lower() else "CERTIFICATES_MISSING"
        warn(code, f"{name} {problem}; {program} runs without {name}")
    return made


def compiling_into(environment: Mapping[str, str], environment_folder: Path) -> Mapping[str, str]:
    """The environment for a Python program that keeps compiled code in the folder of its own Python environment.

    So that a person who wants no such files beside their sources does not wait at each start until all that is
    imported is compiled again. Where Python may write them anyway, and where they have a place, nothing changes.
    """
    if not environment.get(_NO_BYTECODE) or environment.get(_BYTECODE_FOLDER):
        return environment
    kept = {name: value for name, value in environment.items() if name != _NO_BYTECODE}
    return {**kept, _BYTECODE_FOLDER: str(environment_folder / "bytecode")}


def unusable_variables(environment: Mapping[str, str], *, socks: bool = True) -> Iterator[tuple[str, str]]:
    """The variables about certificates and proxies that cannot be used, each with what is wrong with it.

    Most HTTP clients fail with such a variable as soon as they are made, also those that only talk to loopback. Without
    `socks`, a SOCKS proxy is one of them.
    """
    problems: dict[str, str | None] = {}  # by path: several variables name one bundle, and reading it takes long
    for name in _CERTIFICATES:
        if not (path := environment.get(name)):
            continue
        if path not in problems:
            problems[path] = _problem_of_certificates(path)
        if problem := problems[path]:
            yield name, f"names {path}, {problem}"
    for name in PROXY_VARIABLES:
        if not (proxy := environment.get(name, "").strip()):
            continue
        if not _may_be_a_proxy(proxy):
            yield name, "does not hold the address of a proxy"
        elif not socks and urlsplit(proxy).scheme in _SOCKS_SCHEMES:
            yield name, "holds a SOCKS proxy, for which the rollout's dependencies need httpx[socks]"


def _problem_of_certificates(path: str) -> str | None:
    if not Path(path).exists():
        return "which does not exist"
    if Path(path).is_dir():
        return None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=path)
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        return "which holds no certificates in PEM form"
    return None


def _may_be_a_proxy(text: str) -> bool:
    """Whether some HTTP client can make something of it; a host alone is taken for one of http."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return (
            parts.scheme in _PROXY_SCHEMES
            and bool(parts.hostname)
            and not any(sign.isspace() for sign in text)
            and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        return False
