"""The files below a folder that hostile programs fill: any depth, any name, no link followed, few descriptors open."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["OpenFolder", "TreeEntry", "utf8_name", "walk_tree"]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class OpenFolder:
    """A folder, opened without following a link at its last name, for as long as it is entered. Raises OSError."""

    def __init__(self, path: str | Path, *, directory: int | None = None) -> None:
        self.descriptor = os.open(path, _FOLDER, dir_fd=directory)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One name in a folder. `directory` is the open folder, valid until the next entry is asked for.

    `folders` are the names that lead to it from the root.
    """

    directory: int
    folders: tuple[str, ...]
    name: str
    status: os.stat_result

    @property
    def kind(self) -> int:
        """The kind of file, as in its mode."""
        return stat.S_IFMT(self.status.st_mode)

    @property
    def path(self) -> str:
        """The path below the root."""
        return "/".join((*self.folders, self.name))


@dataclass(slots=True)
class _Level:
    """A folder on the way to the one that is open: its identity, and the folders in it that are still to be entered."""

    identity: tuple[int, int]
    waiting: list[TreeEntry] = field(default_factory=list)
    entered: TreeEntry | None = None


def walk_tree(
    root: int, failed: Callable[[OSError], object], *, deepest: int | None = None, most_entries: int | None = None
) -> Iterator[TreeEntry]:
    """Everything below the open folder `root`: the names of a folder in order, a folder after what is in it.

    `failed` gets the error of each folder that cannot be read; it and what is below it are left out. So are folders
    more than `deepest` levels down, and what is beyond `most_entries` names: `failed` is then called once for each
    reason. One descriptor is open, at any depth.
    """
    walk = _Walk(root, failed, deepest, most_entries)
    try:
        yield from walk.entries()
    except _EndedError:
        return
    finally:
        walk.close()


class _EndedError(Exception):
    """The rest of the tree is left out; `failed` knows why."""


class _Walk:
    """Where a walk is: the one folder that is open, and the levels above it."""

    def __init__(
        self, root: int, failed: Callable[[OSError], object], deepest: int | None, most_entries: int | None
    ) -> None:
        self._folder = os.dup(root)
        self._failed = failed
        self._deepest = deepest
        self._most = most_entries
        self._seen = 0
        self._too_deep = False
        self._levels: list[_Level] = []

    def close(self) -> None:
        os.close(self._folder)

    def entries(self) -> Iterator[TreeEntry]:
        yield from self._files()
        while self._levels:
            if self._levels[-1].waiting:
                if self._enter(self._levels[-1].waiting.pop()):
                    yield from self._files()
                continue
            self._levels.pop()
            if self._levels:
                yield self._leave(self._levels[-1])

    def _files(self) -> Iterator[TreeEntry]:
        """What is in the open folder but folders, which wait to be entered."""
        names = tuple(level.entered.name for level in self._levels if level.entered is not None)
        level = _Level(_identity(os.fstat(self._folder)))
        self._levels.append(level)
        for entry in _entries(self._folder, names, self._failed):
            self._seen += 1
            if self._most is not None and self._seen > self._most:
                self._failed(OSError(f"there are more than {self._most} files; the others are left out"))
                raise _EndedError
            if entry.kind == stat.S_IFDIR:
                level.waiting.append(entry)
            else:
                yield entry
        level.waiting.reverse()

    def _enter(self, entry: TreeEntry) -> bool:
        if self._deepest is not None and len(self._levels) > self._deepest:
            if not self._too_deep:
                what = f"folders are nested deeper than {self._deepest} levels; what is below is left out"
                self._failed(OSError(what))
            self._too_deep = True
            return False
        try:
            self._move(entry.name)
        except OSError as error:
            self._failed(error)
            return False
        self._levels[-1].entered = entry
        return True

    def _leave(self, level: _Level) -> TreeEntry:
        """The folder that all of was read, from the one above it, which is open now."""
        self._move("..")
        if _identity(os.fstat(self._folder)) != level.identity or level.entered is None:
            self._failed(OSError("a folder was moved while it was read; the rest is left out"))
            raise _EndedError
        left, level.entered = level.entered, None
        return TreeEntry(self._folder, left.folders, left.name, left.status)

    def _move(self, name: str) -> None:
        folder = os.open(name, _FOLDER, dir_fd=self._folder)
        os.close(self._folder)
        self._folder = folder


def _entries(folder: int, folders: tuple[str, ...], failed: Callable[[OSError], object]) -> Iterator[TreeEntry]:
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        failed(error)
        return
    for name in names:
        try:
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            continue  # its writer took it away
        except OSError as error:
            failed(error)
            continue
        yield TreeEntry(folder, folders, name, status)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def utf8_name(name: str) -> str:
    """A file's name as text that UTF-8 can hold: U+FFFD stands for bytes that are not UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")
