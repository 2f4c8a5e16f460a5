"""Bare git repositories for tests, written by `git fast-import`: whatever a commit can hold, odd or hostile."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

__all__ = ["Repository"]

_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "HOME": "/nonexistent",
}

MAIN = b"from osmosis_ai import AgentWorkflow\n"


class Repository:
    """A bare repository in a folder. Content is bytes, or a pair of a mode and bytes (a hash for a submodule)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        self.git("init", "--quiet", "--bare", "--initial-branch=main")

    def git(self, *arguments: str, stdin: bytes = b"") -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, input=stdin, capture_output=True, check=True, env=_ENVIRONMENT
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def commit(
        self,
        files: Mapping[str | bytes, bytes | tuple[str, bytes]],
        *,
        branch: str = "main",
        message: str = "A change",
        author: str = "Ann Author <ann@example.org>",
        onto: str | None = None,
    ) -> str:
        """A commit of exactly these files on the branch; its hash. `onto` is its parent, none for a new history."""
        parts = [f"commit refs/heads/{branch}\n".encode()]
        parts.append(f"author {author} 1767225600 +0000\ncommitter {author} 1767225600 +0000\n".encode())
        parts.append(f"data {len(message.encode())}\n{message}\n".encode())
        if onto is not None:
            parts.append(f"from {onto}\n".encode())
        parts.append(b"deleteall\n")
        for path, content in files.items():
            mode, data = content if isinstance(content, tuple) else ("100644", content)
            name = path if isinstance(path, bytes) else path.encode()
            quoted = b'"' + b"".join(b"\\%03o" % byte for byte in name) + b'"'
            if mode == "160000":
                parts.append(b"M 160000 " + data + b" " + quoted + b"\n")
            else:
                parts.append(b"M %s inline %s\ndata %d\n%s\n" % (mode.encode(), quoted, len(data), data))
        self.git("fast-import", "--quiet", "--force", stdin=b"".join(parts))
        return self.git("rev-parse", f"refs/heads/{branch}")
