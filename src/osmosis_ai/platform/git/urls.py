"""Addresses of repositories that a workspace may be connected to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

__all__ = ["FULL_NAME", "RepositoryUrl", "UrlProblemError", "parse_url"]

FULL_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}/[a-z0-9._-]{1,100}")
"""`owner/repo` as clients send it, in lower case."""

_SCP = re.compile(r"(?P<user>[A-Za-z0-9._-]+)@(?P<host>[A-Za-z0-9.-]+):(?P<path>[^:\\\s][^\\\s]*)")
_LONGEST = 1000


class UrlProblemError(ValueError):
    """The text cannot be the address of a repository; the message says why."""


@dataclass(frozen=True, slots=True)
class RepositoryUrl:
    """An address, as it is given to git."""

    text: str
    kind: Literal["folder", "https", "ssh"]
    full_name: str | None
    """`owner/repo` from the last two parts of its path, where they can be one."""


def parse_url(text: str, *, folders: Sequence[Path]) -> RepositoryUrl:
    """An https or ssh URL, `USER@HOST:PATH`, a `file:` URL or an absolute path.

    A folder has to be inside one of `folders`, symbolic links followed: else whoever may connect one could read
    every one that the server's account can. Credentials are not accepted in an address. Raises UrlProblemError.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST or any(ord(character) < 33 or ord(character) == 127 for character in text):  # noqa: PLR2004 - what is printable in ASCII
        raise UrlProblemError("it is empty, too long, or has spaces or control characters")
    if text.startswith("-"):
        raise UrlProblemError("it begins with a hyphen")
    if text.startswith("/"):
        return _folder(text, folders)
    if matched := _SCP.fullmatch(text):
        _check_host(matched["host"])
        return RepositoryUrl(text, "ssh", _full_name(matched["path"]))
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise UrlProblemError(f"it is not a URL: {error}") from None
    if parts.scheme == "file":
        if parts.netloc not in {"", "localhost"}:
            raise UrlProblemError("a file URL names no host")
        return _folder(parts.path, folders)
    if parts.scheme not in {"https", "http", "ssh"}:
        raise UrlProblemError("it is not an https or ssh URL, or the absolute path of a folder")
    if parts.password or (parts.username and parts.scheme != "ssh"):
        raise UrlProblemError("it holds credentials; store them as a secret and name that")
    if not parts.hostname or not parts.path.strip("/") or parts.query or parts.fragment:
        raise UrlProblemError("it names no repository")
    _check_host(parts.hostname)
    return RepositoryUrl(text, "ssh" if parts.scheme == "ssh" else "https", _full_name(parts.path))


def _check_host(host: str) -> None:
    if host.startswith("-"):
        raise UrlProblemError("its host begins with a hyphen")
    if host.startswith("169.254.") or host == "metadata.google.internal" or host.lower().startswith("fe80:"):
        raise UrlProblemError("its host is a link-local address")


def _folder(text: str, folders: Sequence[Path]) -> RepositoryUrl:
    path = Path(text).resolve()
    if not any(path.is_relative_to(folder.resolve()) for folder in folders):
        raise UrlProblemError("the folder is not inside one that the platform's operator allows ([git] folders)")
    return RepositoryUrl(str(path), "folder", _full_name(str(path)))


def _full_name(path: str) -> str | None:
    name = "/".join(path.strip("/").removesuffix(".git").lower().split("/")[-2:])
    return name if FULL_NAME.fullmatch(name) else None
