"""The source of a run: a commit of its workspace's mirror."""

from __future__ import annotations

import re
from pathlib import Path

from osmosis_ai.platform.git.command import GitCommand, GitError
from osmosis_ai.platform.settings import Settings

__all__ = ["Sources"]

_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = 1024


class Sources:
    """Commits of the mirrors of one platform."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._mirrors = settings.mirrors
        self._largest = limits.run_file_bytes
        self._git = GitCommand(settings.mirrors, seconds=limits.git_seconds, largest_file=limits.git_repository_bytes)

    async def commit(self, connection_id: str, abbreviated: str) -> str | None:
        """The full id of a commit, or None where the mirror has none that begins so, or several."""
        try:
            output = await self._git.read(
                ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{abbreviated.lower()}^{{commit}}"],
                cwd=self._mirror(connection_id),
                at_most=_SHORT,
            )
        except (GitError, OSError):
            return None
        found = output.decode("ascii", "replace").strip()
        return found if _SHA.fullmatch(found) else None

    async def has_file(self, connection_id: str, commit: str, path: str) -> bool:
        """Whether the commit has a file of that path."""
        try:
            output = await self._git.read(
                ["cat-file", "-t", f"{commit}:{path}"], cwd=self._mirror(connection_id), at_most=_SHORT
            )
        except (GitError, OSError):
            return False
        return output.strip() == b"blob"

    async def archive(self, connection_id: str, commit: str) -> bytes:
        """The commit's tree as a tar archive. Raises GitError where the mirror lacks it, or it is too large."""
        try:
            return await self._git.read(
                ["archive", "--format=tar", commit], cwd=self._mirror(connection_id), at_most=self._largest
            )
        except OSError as error:
            raise GitError(f"the mirror cannot be read: {error.strerror}") from None

    def _mirror(self, connection_id: str) -> Path:
        return self._mirrors / f"{connection_id}.git"
