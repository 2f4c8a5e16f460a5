"""The data of files with holes, so that a hole costs neither time nor room."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

__all__ = ["data_of"]


def data_of(descriptor: int, chunk: int) -> Iterator[tuple[int, bytes]]:
    """The bytes of a file outside its holes, in pieces of at most `chunk` bytes, each with its offset.

    Where the file system knows no holes, all bytes. A file that grows meanwhile is read to the end it has then. Raises
    OSError.
    """
    at = 0
    while True:
        begin, end = _next_data(descriptor, at)
        if begin is None:
            return
        at = begin
        while end is None or at < end:
            piece = os.pread(descriptor, chunk if end is None else min(chunk, end - at), at)
            if not piece:
                return
            yield at, piece
            at += len(piece)


def _next_data(descriptor: int, at: int) -> tuple[int | None, int | None]:
    """Where the next data begins and ends. No beginning: there is none. No end: the rest of the file."""
    if not hasattr(os, "SEEK_DATA"):
        return at, None
    try:
        begin = os.lseek(descriptor, at, os.SEEK_DATA)
        return begin, os.lseek(descriptor, begin, os.SEEK_HOLE)
    except OSError as error:
        if error.errno == errno.ENXIO:
            return None, None
        if error.errno in {errno.EINVAL, errno.ENOTSUP}:
            return at, None
        raise
