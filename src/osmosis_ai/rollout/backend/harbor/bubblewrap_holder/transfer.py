"""Files into and out of a sandbox, as archives through a pipe.

Both functions run in a process that has the sandbox's root folder and owners, so that a symbolic link in there leads
nowhere else.
"""

from __future__ import annotations

import os
import stat
import tarfile
from collections.abc import Callable

__all__ = ["read_tree", "write_tree"]


def write_tree(target: str, source: int) -> None:
    """Unpack the archive from the file descriptor `source` below the folder `target`, which is made; owner is root."""
    os.makedirs(target, exist_ok=True)
    with (
        open(source, "rb", closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="r|", errorlevel=1, format=tarfile.PAX_FORMAT) as archive,
    ):
        for member in archive:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            if not (member.isreg() or member.isdir() or member.issym()):
                continue
            path = os.path.join(target, member.name)
            if os.path.islink(path) or (os.path.lexists(path) and os.path.isdir(path) != member.isdir()):
                _remove(path)
            archive.extract(member, target, filter="fully_trusted", numeric_owner=True)


def _remove(path: str) -> None:
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    for folder, folders, files in os.walk(path, topdown=False):
        for name in files:
            os.unlink(os.path.join(folder, name))
        for name in folders:
            inner = os.path.join(folder, name)
            os.unlink(inner) if os.path.islink(inner) else os.rmdir(inner)
    os.rmdir(path)


def read_tree(source: str, target: int, limit: int, *, folder: bool) -> None:
    """Write an archive of what is in the folder `source`, or of one file as `file`, to the file descriptor `target`.

    Only files, folders and symbolic links are part of it. OSError where `source` does not exist or is something else;
    ValueError when its files have more than `limit` bytes together, holes included.
    """
    path = os.path.realpath(source)
    if folder and not os.path.isdir(path):
        raise NotADirectoryError(f"{source} is not a folder of the sandbox")
    if not folder and not os.path.isfile(path):
        raise FileNotFoundError(f"{source} is not a file of the sandbox")
    with (
        open(target, "wb", closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as archive,
    ):
        _add(archive, path, "." if folder else "file", [limit], top=True)


def _add(archive: tarfile.TarFile, path: str, name: str, left: list[int], *, top: bool = False) -> None:
    try:
        member = archive.gettarinfo(path, arcname=name)
    except OSError:
        if top:
            raise
        return  # removed since the folder was listed
    if member.islnk():  # the second name of a file: archived as a file, so that nothing depends on the order
        member.type, member.linkname = tarfile.REGTYPE, ""
        member.size = os.lstat(path).st_size
    if member.isdir():
        archive.addfile(member)
        for entry in _names(path):
            _add(archive, f"{path}/{entry}", f"{name}/{entry}", left)
    elif member.isreg():
        _add_file(archive, path, member, left, raises=top)
    elif member.issym():
        archive.addfile(member)


def _names(path: str) -> list[str]:
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def _add_file(archive: tarfile.TarFile, path: str, member: tarfile.TarInfo, left: list[int], *, raises: bool) -> None:
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        if raises:
            raise
        return
    with open(number, "rb") as file:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            return
        member.size = found.st_size
        left[0] -= member.size
        if left[0] < 0:
            raise ValueError(f"{path}: the files have more bytes together than the sandbox may hold")
        archive.addfile(member, _Padded(file.read, member.size))


class _Padded:
    """A file that is exactly as long as was said, filled up with zeros where it got shorter in the meantime."""

    def __init__(self, read: Callable[[int], bytes], size: int) -> None:
        self._read, self._left = read, size

    def read(self, count: int = -1, /) -> bytes:
        wanted = self._left if count < 0 else min(count, self._left)
        found = self._read(wanted)
        self._left -= wanted
        return found + b"\0" * (wanted - len(found))
