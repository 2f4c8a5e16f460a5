"""The one way in which files are written: as a whole, so that a reader sees the old file or the new, never a part."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from osmosis_ai.base.files.no_follow import FileFaultError

__all__ = ["PRIVATE", "write_atomic", "write_atomic_in"]

PRIVATE = 0o600
"""The mode of a file that only its owner may read."""

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_atomic(
    path: Path,
    content: bytes | Iterable[bytes],
    *,
    mode: int = 0o666,
    durable: bool = False,
    overwrite: bool = True,
    follow_directory: bool = False,
) -> bool:
    """Write the file at ``path``, whose directory exists. False if it exists and ``overwrite`` is not set.

    ``mode`` is subject to the umask, unless it is ``PRIVATE``. ``durable``: the content is on the disk before the name
    is. Raises FileFaultError where the file is a symbolic link, or the directory is one and ``follow_directory`` is not
    set; OSError where the file system refuses. What was there is then unchanged. A crash leaves at most a
    ``.NAME.*.part`` beside the file.
    """
    try:
        directory = os.open(path.parent, _DIRECTORY | (0 if follow_directory else os.O_NOFOLLOW))
    except OSError:
        if not follow_directory and path.parent.is_symlink():
            raise FileFaultError(
                f"{path.parent} is a symbolic link", "name the real directory; files are written into no other"
            ) from None
        raise
    try:
        return write_atomic_in(directory, path.name, content, mode=mode, durable=durable, overwrite=overwrite)
    finally:
        os.close(directory)


def write_atomic_in(
    directory: int,
    name: str,
    content: bytes | Iterable[bytes],
    *,
    mode: int = 0o666,
    durable: bool = False,
    overwrite: bool = True,
) -> bool:
    """As ``write_atomic``, for a name in a directory that is open."""
    with contextlib.suppress(FileNotFoundError):
        found = os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode
        if not overwrite:
            return False
        if stat.S_ISLNK(found):
            raise FileFaultError("it is a symbolic link", "remove the link to have the file written")
    part = f".{name}.{secrets.token_hex(8)}.part"
    descriptor = os.open(part, _NEW, mode, dir_fd=directory)
    renamed = False
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode == PRIVATE:
                os.fchmod(descriptor, mode)
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            if durable:
                os.fsync(descriptor)
        if overwrite:
            os.rename(part, name, src_dir_fd=directory, dst_dir_fd=directory)
            renamed = True
        else:  # a link never replaces anything
            os.link(part, name, src_dir_fd=directory, dst_dir_fd=directory)
    except FileExistsError:
        if overwrite:
            raise
        return False
    finally:
        if not renamed:
            with contextlib.suppress(OSError):
                os.unlink(part, dir_fd=directory)
    return True
