"""Files that other processes hand over: read within bounds, and never through a symbolic link."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from osmosis_ai.base.files.path_segments import is_single_path_segment

__all__ = ["FileFaultError", "open_below", "open_regular", "read_at_most", "read_bounded"]

_PIECE = 1 << 20
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class FileFaultError(OSError):
    """A file that cannot be had as it should be. ``problem`` says what is wrong, ``remedy`` what to do about it."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}")
        self.problem = problem
        self.remedy = remedy


def read_bounded(path: Path, *, at_most: int, follow_links: bool = True) -> bytes:
    """The content of a regular file of no more than ``at_most`` bytes.

    Raises FileFaultError for everything else: a file that is missing, no regular file, too large, unreadable, or,
    unless links are followed, a symbolic link. Never waits for a pipe, and never reads more than it may.
    """
    try:
        file = open_regular(path, follow_links=follow_links)
    except FileFaultError:
        raise
    except (OSError, ValueError) as error:
        raise _not_opened(path, error, follow_links=follow_links) from None
    with file:
        try:
            content = read_at_most(file, at_most + 1)
        except OSError as error:
            reason = error.strerror or error
            raise FileFaultError(f"it cannot be read: {reason}", "check the file and its disk") from None
    if len(content) > at_most:
        raise FileFaultError(
            f"it is larger than {_size(at_most)}", "check that it is the right file; no such file is so large"
        )
    return content


def read_at_most(file: BinaryIO, limit: int) -> bytes:
    """What a file has from here on, `limit` bytes at most; memory is taken for what there is, not for the limit."""
    pieces: list[bytes] = []
    while limit and (piece := file.read(min(limit, _PIECE))):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def open_regular(path: str | Path, *, directory: int | None = None, follow_links: bool = False) -> BinaryIO:
    """Opens a regular file to read, below the open ``directory`` if one is given. Never waits for a pipe.

    Raises OSError where the file system refuses, and FileFaultError, which is one, for a directory, a special file, and
    unless links are followed a symbolic link.
    """
    try:
        descriptor = os.open(path, _READ | (0 if follow_links else os.O_NOFOLLOW), dir_fd=directory)
    except OSError as error:
        if error.errno == errno.ELOOP and not follow_links:
            raise FileFaultError("it is a symbolic link", "put the file itself there; links are not followed") from None
        if error.errno == errno.ENXIO:
            raise FileFaultError("it is a pipe, a socket or a device, not a file", "name a regular file") from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = "a directory" if stat.S_ISDIR(mode) else "a pipe, a socket or a device"
        raise FileFaultError(f"it is {kind}, not a file", "name a regular file")
    return os.fdopen(descriptor, "rb")


def open_below(root: Path, parts: Sequence[str]) -> BinaryIO:
    """Opens the regular file at `root` and the names below it, none of which may be a link.

    Raises FileNotFoundError for everything else: a name that is missing, is `..`, has a slash in it, or is a link.
    """
    if not parts or not all(map(is_single_path_segment, parts)):
        raise FileNotFoundError(f"{'/'.join(parts)!r} is not a path below {root}")
    try:
        folder = os.open(root, _DIRECTORY)
        try:
            for part in parts[:-1]:
                inner = os.open(part, _DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                os.close(folder)
                folder = inner
            return open_regular(parts[-1], directory=folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise FileNotFoundError(f"{root.joinpath(*parts)}: {error.strerror or error}") from None


def _not_opened(path: Path, error: OSError | ValueError, *, follow_links: bool) -> FileFaultError:
    if isinstance(error, FileNotFoundError):
        return FileFaultError("there is no such file", "check the path")
    if isinstance(error, ValueError):
        return FileFaultError("its path holds a NUL character", "check the path")
    if not follow_links and path.is_symlink():
        return FileFaultError("it is a symbolic link", "put the file itself there; links are not followed")
    return FileFaultError(f"it cannot be opened: {error.strerror or error}", "check the path and its permissions")


def _size(count: int) -> str:
    for unit, name in ((1024**2, "MiB"), (1024, "KiB")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"
