"""Folders that only their owner may enter."""

from __future__ import annotations

import errno
import os
import stat

__all__ = ["PRIVATE_DIRECTORY", "make_private_directory"]

PRIVATE_DIRECTORY = 0o700
"""The mode of a folder that only its owner may enter."""


def make_private_directory(path: str) -> None:
    """Makes the directory, and those above it that are missing, for its owner alone, whatever the umask.

    One that exists keeps its mode. Raises OSError where that fails, or the path is a link or not a directory.
    """
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        make_private_directory(parent)
    try:
        os.mkdir(path, PRIVATE_DIRECTORY)
    except FileExistsError:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "a link or a file is in the place of a directory", path) from None
    else:
        os.chmod(path, PRIVATE_DIRECTORY)
