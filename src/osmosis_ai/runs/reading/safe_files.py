"""Files below a folder that other programs fill: no link is followed on the way, and nothing but a file is opened."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

__all__ = ["files_below", "open_below"]

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def open_below(root: Path, parts: Sequence[str]) -> BinaryIO:
    """Opens the regular file at `root` and the names below it.

    Raises FileNotFoundError for everything else: a name that is missing, is `..`, has a slash in it, or is a link.
    """
    if not parts or any(part in {"", ".", ".."} or "/" in part or "\0" in part for part in parts):
        raise FileNotFoundError(f"{'/'.join(parts)!r} is not a path below {root}")
    try:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for part in parts[:-1]:
                inner = os.open(part, _DIRECTORY, dir_fd=folder)
                os.close(folder)
                folder = inner
            descriptor = os.open(parts[-1], _FILE, dir_fd=folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise FileNotFoundError(f"{root.joinpath(*parts)}: {error.strerror or error}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileNotFoundError(f"{root.joinpath(*parts)} is not a regular file")
    return os.fdopen(descriptor, "rb")


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
