"""Files that other processes hand over: read within bounds, written whole, and never through a symbolic link."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

__all__ = ["FileFaultError", "read_bounded", "replace_file", "replace_in"]


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
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow_links else os.O_NOFOLLOW)
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError) as error:
        raise _not_opened(path, error, follow_links=follow_links) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "a pipe, a socket or a device"
            raise FileFaultError(f"it is {kind}, not a file", "name a regular file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(at_most + 1)
    except FileFaultError:
        raise
    except OSError as error:
        raise FileFaultError(f"it cannot be read: {error.strerror or error}", "check the file and its disk") from None
    finally:
        os.close(descriptor)
    if len(content) > at_most:
        raise FileFaultError(
            f"it is larger than {_size(at_most)}", "check that it is the right file; no such file is so large"
        )
    return content


def replace_file(path: Path, content: bytes) -> None:
    """Puts the content in place under the path in one step: a reader sees the old file or the new, never a part.

    The directory must exist. Raises FileFaultError where it or the file is a symbolic link, OSError where the file
    system refuses; what was there is then unchanged.
    """
    directory = path.parent
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        if directory.is_symlink():
            raise FileFaultError(
                f"{directory} is a symbolic link", "name the real directory; files are written into no other"
            ) from None
        raise
    try:
        replace_in(descriptor, path.name, content)
    finally:
        os.close(descriptor)


def replace_in(directory: int, name: str, content: bytes) -> None:
    """As ``replace_file``, for a name in a directory that is open."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISLNK(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
            raise FileFaultError("it is a symbolic link", "remove the link to have the file written")
    temporary = f".{name}.{secrets.token_hex(8)}"
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666, dir_fd=directory)
    try:
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(file, left) :]
        finally:
            os.close(file)
        os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=directory)
        raise


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
