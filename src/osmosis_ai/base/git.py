"""What git knows of a folder. Nothing here needs git: without it, nothing is known."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

__all__ = [
    "ask_git",
    "describe_worktree",
    "find_worktree",
    "folder_identity",
    "remote_identity",
    "without_credentials",
]

_TIMEOUT_SEC = 10.0


def ask_git(folder: Path, *arguments: str) -> str | None:
    """What ``git -C folder ARGUMENTS`` prints; None where it fails, is not installed or takes over 10 seconds."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_SEC,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def find_worktree(start: Path) -> Path | None:
    """The nearest directory upwards that holds ``.git``, or None."""
    start = start.resolve()
    return next((at for at in (start, *start.parents) if (at / ".git").exists()), None)


def describe_worktree(folder: Path) -> dict[str, object] | None:
    """``{identity, remote_url[, warning]}`` of the worktree that holds ``folder``; None outside any.

    ``identity`` is the ``owner/repo`` of the origin remote, if it has one. Credentials in its URL are left out.
    """
    if find_worktree(folder) is None:
        return None
    if shutil.which("git") is None:
        return {"identity": None, "remote_url": None, "warning": "git is not installed: the origin is not known."}
    url = ask_git(folder, "remote", "get-url", "origin")
    if not url:
        return {"identity": None, "remote_url": None, "warning": "The repository has no origin remote."}
    shown = without_credentials(url)
    return {"identity": remote_identity(shown), "remote_url": shown}


def without_credentials(url: str) -> str:
    """The URL without a user name and password; ssh's user, which is not a secret, stays."""
    if "://" not in url:
        return url
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if not at or (parts.scheme == "ssh" and ":" not in user):
        return url
    return urlunsplit(parts._replace(netloc=host))


def remote_identity(url: str) -> str | None:
    """``owner/repo`` of a remote URL in any of git's forms; None for a path or anything else."""
    scp = re.fullmatch(r"(?:[^@/]+@)?[^:/]+:(?!//)(.+)", url)
    if scp:
        path = scp[1]
    elif "://" in url and not url.startswith("file:"):
        path = urlsplit(url).path
    else:
        return None
    parts = path.strip("/").removesuffix(".git").split("/")
    return "/".join(parts) if len(parts) == 2 and all(parts) else None  # noqa: PLR2004 - owner and repo


def folder_identity(url: str) -> str | None:
    """The last two parts of a remote that is a folder: the name under which a platform connects it. None for others."""
    path = url.removeprefix("file://")
    if not path.startswith("/"):
        return None
    parts = path.rstrip("/").removesuffix(".git").split("/")[-2:]
    return "/".join(parts) if all(parts) else None
