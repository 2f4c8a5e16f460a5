"""Copies of what attempts leave: regular files alone, private, sparse, and no more than a run can bear."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Container

from osmosis_ai.base.files.no_follow import FileFaultError, open_regular
from osmosis_ai.base.files.private import PRIVATE_DIRECTORY
from osmosis_ai.base.files.sparse import data_of
from osmosis_ai.base.files.tree import OpenFolder, TreeEntry, utf8_name, walk_tree

__all__ = ["DISK_FAULTS", "copy_tree", "remove_tree"]

DISK_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS})
"""Errors that are the disk's and not the attempt's: results cannot be kept either."""

_MODE = 0o600
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1 << 20
_DEEPEST = 64
_MOST_FILES = 10_000
_MOST_BYTES = 1 << 30
_LONGEST_NAME = 255


def copy_tree(
    source: int,
    name: str,
    target: int,
    new_name: str,
    failed: Callable[[OSError], object],
    *,
    skip: Container[str] = (),
) -> None:
    """Copies the folder `name` of the open folder `source` to `new_name` in the open folder `target`.

    Regular files and the folders that hold some, nothing else; links and special files are left out, and in the folder
    itself the names in `skip`. Files are copied with their holes. At most 64 levels, 10,000 names and 1 GiB of data are
    copied; `failed` gets an error about the rest, and about each file that cannot be copied. A name that is not UTF-8
    has U+FFFD in place of the odd bytes. Raises OSError when the disk is full or broken.
    """
    try:
        opened = OpenFolder(name, directory=source)
    except FileNotFoundError:
        return
    except OSError:
        failed(FileFaultError(f"{name} is not a folder any more", "what it held is left out"))
        return
    left = _MOST_BYTES
    with opened:
        for entry in walk_tree(opened.descriptor, failed, deepest=_DEEPEST, most_entries=_MOST_FILES):
            if entry.kind != stat.S_IFREG or (not entry.folders and entry.name in skip):
                continue
            try:
                left -= _copy_entry(entry, target, new_name, left)
            except FileNotFoundError:
                continue  # its writer took it away
            except OSError as error:
                if error.errno in DISK_FAULTS:
                    raise
                failed(error)


def remove_tree(name: str, folder: int | None = None) -> None:
    """Removes the folder `name`, below the open `folder` if one is given, of any depth. Raises the first OSError."""
    failures: list[OSError] = []
    with OpenFolder(name, directory=folder) as opened:
        for entry in walk_tree(opened.descriptor, failures.append):
            if entry.kind == stat.S_IFDIR:
                os.rmdir(entry.name, dir_fd=entry.directory)
            else:
                os.unlink(entry.name, dir_fd=entry.directory)
    if failures:
        raise failures[0]
    os.rmdir(name, dir_fd=folder)


def _copy_entry(entry: TreeEntry, target: int, root: str, at_most: int) -> int:
    """Copies a file; how many bytes of data it had. Raises OSError, FileFaultError for more data than `at_most`."""
    with open_regular(entry.name, directory=entry.directory) as original:
        folder = _folder(target, (root, *map(utf8_name, entry.folders)))
        try:
            return _copy_data(original.fileno(), folder, _free_name(utf8_name(entry.name), folder), at_most)
        finally:
            os.close(folder)


def _copy_data(original: int, folder: int, name: str, at_most: int) -> int:
    copied = 0
    size = os.fstat(original).st_size
    with os.fdopen(os.open(name, _NEW, _MODE, dir_fd=folder), "wb") as file:
        os.fchmod(file.fileno(), _MODE)
        for at, piece in data_of(original, _CHUNK):
            copied += len(piece)
            if copied > at_most:
                break
            file.seek(at)
            file.write(piece)
        else:
            file.truncate(max(size, file.tell()))
    if copied > at_most:
        os.unlink(name, dir_fd=folder)
        raise FileFaultError(
            f"{name} and what was copied before are more than {_MOST_BYTES >> 30} GiB", "it is left out"
        )
    return copied


def _folder(target: int, names: tuple[str, ...]) -> int:
    """The open folder of those names below `target`, made where it is missing."""
    folder = os.dup(target)
    os.set_inheritable(folder, False)
    for name in names:
        try:
            os.mkdir(name, PRIVATE_DIRECTORY, dir_fd=folder)
            os.chmod(name, PRIVATE_DIRECTORY, dir_fd=folder)
        except FileExistsError:
            pass
        except OSError:
            os.close(folder)
            raise
        try:
            inner = OpenFolder(name, directory=folder).descriptor
        finally:
            os.close(folder)
        folder = inner
    return folder


def _free_name(name: str, folder: int) -> str:
    """The name, shortened to what file systems take, with a number after it where it is taken."""
    short = name.encode()[:_LONGEST_NAME].decode("utf-8", "ignore")
    number, free = 1, short
    while True:
        try:
            os.stat(free, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return free
        number += 1
        free = f"{short.encode()[: _LONGEST_NAME - 8].decode('utf-8', 'ignore')}-{number}"
