"""What files there are below a folder that other programs fill."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.base.files.tree import OpenFolder, utf8_name, walk_tree

__all__ = ["files_below"]

_DEEPEST = 128
_MOST_NAMES = 100_000


def files_below(folder: Path, *, at_most: int) -> Iterator[tuple[str, int]]:
    """The regular files below a folder as relative paths with `/`, and their sizes; links are left out.

    Of a name that is not UTF-8 the odd bytes are shown as U+FFFD.
    """
    try:
        opened = OpenFolder(folder)
    except OSError:
        return
    left = at_most
    with opened:
        for entry in walk_tree(opened.descriptor, lambda _: None, deepest=_DEEPEST, most_entries=_MOST_NAMES):
            if entry.kind != stat.S_IFREG:
                continue
            if left == 0:
                return
            left -= 1
            yield utf8_name(entry.path), entry.status.st_size
