"""What files there are below a folder that other programs fill."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["files_below"]


def files_below(folder: Path, *, at_most: int) -> Iterator[tuple[str, int]]:
    """The regular files below a folder as relative paths with `/`, in order, and their sizes; links are left out."""
    left = at_most
    waiting = [folder] if not folder.is_symlink() else []
    while waiting and left > 0:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            elif entry.is_file(follow_symlinks=False) and left > 0:
                left -= 1
                yield Path(entry.path).relative_to(folder).as_posix(), entry.stat(follow_symlinks=False).st_size
