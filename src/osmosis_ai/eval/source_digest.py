"""A digest of a rollout's source, so that a run cannot go on with other code than it began with."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError

__all__ = ["source_digest"]

_SKIPPED = frozenset(
    {"__pycache__", ".git", ".venv", "venv", "dist", "build", "node_modules", ".pytest_cache", ".ruff_cache"}
)
_CHUNK = 1 << 20


def source_digest(root: Path, *, exclude: Path | None = None) -> str:
    """SHA-256 over the sorted relative paths and the bytes of every file below `root`, 64 hexadecimal digits.

    For each file its path (UTF-8, `/` between the parts) and then its content, with nothing in between or after; files
    in the order of their paths' parts, so that `a/b` comes before `a-b`. This is the form of the published package, so
    that either side can go on with the other's runs. Without separators, content moved between a file's end and the
    next file's name goes unseen: the digest tells edits, not adversaries.

    Left out: what is made rather than written (caches, environments, builds, `uv.lock`, `*.egg-info`), and `exclude`.
    Links to files count by their content. Raises OsmosisError for a link to a directory and for a broken one, because
    what they stand for cannot be told.
    """
    digest = hashlib.sha256()
    for parts, path in sorted(_files(root, root, exclude)):
        digest.update("/".join(parts).encode(errors="surrogateescape"))
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
        except OSError as error:
            raise OsmosisError(
                f"{path} cannot be read: {error.strerror}", hint="Make it readable, or move it away."
            ) from None
    return digest.hexdigest()


def _files(root: Path, folder: Path, exclude: Path | None) -> Iterator[tuple[tuple[str, ...], Path]]:
    for entry in os.scandir(folder):
        path = Path(entry.path)
        if entry.name in _SKIPPED or entry.name == "uv.lock" or entry.name.endswith(".egg-info") or path == exclude:
            continue
        if entry.is_symlink() and not path.is_file():
            raise OsmosisError(
                f"{path} is a link to a directory, or broken",
                hint="Put the files themselves into the rollout's folder.",
            )
        if entry.is_dir(follow_symlinks=False):
            yield from _files(root, path, exclude)
        elif path.is_file():
            yield path.relative_to(root).parts, path
