"""A dataset file whose columns have the names they are read by, kept in the cache until it has been sent."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError
from osmosis_ai.datasets.convert import convert_dataset
from osmosis_ai.datasets.dataset import open_dataset

__all__ = ["mapped_copy", "remove_mapped_copies"]


def mapped_copy(file: Path, columns: Mapping[str, str], cache: Path) -> Path:
    """The rows of `file` in its own format, with the columns that are read by the names that `columns` gives them.

    The same file as before while `file` and `columns` are the same. Raises DatasetError for a row at fault,
    FileUnwritableError for a cache that cannot be written.
    """
    status = file.stat()
    identity = [status.st_size, status.st_mtime_ns, status.st_ino, sorted(columns.items())]
    copy = _copies_of(file, cache) / _digest(identity) / file.name
    if copy.is_file():
        return copy
    remove_mapped_copies(file, cache)
    try:
        copy.parent.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise FileUnwritableError(copy.parent, error, what="The copy with other names of columns") from error
    convert_dataset(open_dataset(file, columns), copy)
    return copy


def remove_mapped_copies(file: Path, cache: Path) -> None:
    """Removes what `mapped_copy` made of a file."""
    shutil.rmtree(_copies_of(file, cache), ignore_errors=True)


def _copies_of(file: Path, cache: Path) -> Path:
    return cache / "mapped" / _digest(os.fspath(file.absolute()))


def _digest(identity: object) -> str:
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
