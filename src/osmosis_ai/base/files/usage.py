"""How much of a disk is taken by folders that others write, however they try to hide it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

__all__ = ["TOO_DEEP", "disk_usage"]

TOO_DEEP = 1 << 62
"""What is said of folders that are nested more deeply than anybody needs."""

_BLOCK = 512
_DEEPEST = 200
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def disk_usage(paths: Iterable[Path]) -> int:
    """The bytes of disk that files and folders below these take; links are not followed, and what goes meanwhile is not
    counted. TOO_DEEP where folders are nested more than 200 deep."""
    seen: set[tuple[int, int]] = set()
    total = 0
    for path in paths:
        with suppress(OSError):
            folder = os.open(path, _FOLDER)
            try:
                total += _below(folder, seen, 0)
            finally:
                os.close(folder)
    return min(total, TOO_DEEP)


def _below(folder: int, seen: set[tuple[int, int]], depth: int) -> int:
    """By descriptors, because a path that is too long cannot be opened."""
    if depth > _DEEPEST:
        return TOO_DEEP
    total = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if (status.st_dev, status.st_ino) in seen:
                    continue  # a link to the same file
                if status.st_nlink > 1 or entry.is_dir(follow_symlinks=False):
                    seen.add((status.st_dev, status.st_ino))
                total += status.st_blocks * _BLOCK
                if entry.is_dir(follow_symlinks=False):
                    inner = os.open(entry.name, _FOLDER, dir_fd=folder)
                    try:
                        total += _below(inner, seen, depth + 1)
                    finally:
                        os.close(inner)
    return total
