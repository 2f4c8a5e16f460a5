"""What git knows of a workspace. Nothing here needs git: without it, nothing is known."""

import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

TIMEOUT_S = 5.0


def worktree_root(start: Path) -> Path | None:
    """The nearest directory upwards that holds ``.git``, or None."""
    start = start.resolve()
    return next((at for at in (start, *start.parents) if (at / ".git").exists()), None)


def describe(root: Path) -> dict[str, object] | None:
    """``{identity, remote_url[, warning]}`` of the worktree holding ``root``; None outside any.

    ``identity`` is the ``owner/repo`` the origin remote names, if any. Credentials in its URL are left out.
    """
    if worktree_root(root) is None:
        return None
    url, warning = _origin(root)
    facts: dict[str, object] = {"identity": identity(url), "remote_url": url}
    return facts if warning is None else {**facts, "warning": warning}


def _origin(root: Path) -> tuple[str | None, str | None]:
    """The origin's URL, or None and why it is not known."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "remote", "get-url", "origin"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except FileNotFoundError:
        return None, "git is not installed, so the origin remote is not known."
    except (OSError, subprocess.TimeoutExpired):
        return None, "git gave no answer about the origin remote."
    url = done.stdout.strip()
    if done.returncode != 0 or not url:
        return None, "The repository has no origin remote."
    return without_credentials(url), None


def without_credentials(url: str) -> str:
    """The URL without a user name and password; ssh's user, which is no secret, stays."""
    if "://" not in url:
        return url
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if not at or (parts.scheme == "ssh" and ":" not in user):
        return url
    return urlunsplit(parts._replace(netloc=host))


def identity(url: str | None) -> str | None:
    """``owner/repo`` of a remote URL in any of git's forms; None for a path or anything else."""
    if url is None:
        return None
    scp = re.fullmatch(r"(?:[^@/]+@)?[^:/]+:(?!//)(.+)", url)
    if scp:
        path = scp[1]
    elif "://" in url and not url.startswith("file:"):
        path = urlsplit(url).path
    else:
        return None
    parts = path.strip("/").removesuffix(".git").split("/")
    return "/".join(parts) if len(parts) == 2 and all(parts) else None  # noqa: PLR2004 - owner and repo
