"""Files that a platform has, fetched whole or not at all: to a partial file that is gone on with, then renamed."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path

from osmosis_ai.base.errors import ConflictError, FileUnwritableError, OsmosisError
from osmosis_ai.base.files.no_follow import FileFaultError
from osmosis_ai.base.files.write_back import WriteBack
from osmosis_ai.platform_client.transfers import Sent, TransferError, Transfers

__all__ = ["fetch_file"]

_OPEN = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
_DIGITS = 12


def fetch_file(
    transfers: Transfers,
    address: Callable[[], str],
    target: Path,
    *,
    version: str,
    size: int | None,
    received: Sent,
    overwrite: bool,
    mode: int = 0o666,
) -> int:
    """Fetch a file to ``target``, in a directory that exists; its bytes.

    What arrives is kept in ``.NAME.<digits>.partial`` beside it, where the digits follow from ``version``, so that only
    the same version is gone on with; partial files of other versions are removed. With ``size`` not None another number
    of bytes is refused. The target appears, or is replaced, once everything is on the disk. Raises TransferError,
    ConflictError where another process fetches the same file, FileUnwritableError.
    """
    digits = hashlib.sha256(version.encode()).hexdigest()[:_DIGITS]
    partial = target.with_name(f".{target.name}.{digits}.partial")
    _remove_others(partial, target.name)
    try:
        descriptor = os.open(partial, _OPEN, mode)
    except OSError as error:
        raise FileUnwritableError(partial, error) from error
    try:
        _lock(descriptor, target)
        have = os.fstat(descriptor).st_size
        if size is not None and have > size:
            have = 0
        received(have)
        arrived = _Arrived(descriptor, have, received, partial)
        if size is None or have < size:
            said = transfers.get(address, have, arrived.write)
            expected = said if size is None else size
        else:
            expected = size
        if expected is not None and arrived.end != expected:
            partial.unlink(missing_ok=True)
            raise TransferError(
                f"The store sent {arrived.end} bytes of {target.name}, and the platform says it has {expected}.",
                hint="Try again; if it happens again, tell the operator of the platform.",
            )
        try:
            os.ftruncate(descriptor, arrived.end)
            os.fsync(descriptor)
            _place(partial, target, overwrite=overwrite)
        except FileExistsError as error:
            raise OsmosisError(f"{target} exists already.", hint="Add --overwrite to replace it.") from error
        except OSError as error:
            raise FileUnwritableError(target, error) from error
        return arrived.end
    finally:
        os.close(descriptor)


class _Arrived:
    """The partial file as it grows."""

    def __init__(self, descriptor: int, end: int, received: Sent, path: Path) -> None:
        self.end = end
        self._descriptor, self._received, self._path = descriptor, received, path
        self._write_back = WriteBack(descriptor, end)

    def write(self, offset: int, piece: bytes) -> None:
        """A piece at its place; one before the end means that the file comes from there on again."""
        if offset != self.end:
            self._received(offset - self.end)
        view = memoryview(piece)
        try:
            while view:
                written = os.pwrite(self._descriptor, view, offset)
                view, offset = view[written:], offset + written
        except OSError as error:
            raise FileUnwritableError(self._path, error) from error
        self.end = offset
        self._received(len(piece))
        self._write_back.written(offset)


def _lock(descriptor: int, target: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConflictError(
            f"Another process is downloading {target}.", hint="Wait for it to end, or end it."
        ) from error
    except OSError:
        pass  # a file system without locks


def _place(partial: Path, target: Path, *, overwrite: bool) -> None:
    """Give the file its name. Raises FileExistsError, FileFaultError for a link in its place, OSError."""
    if target.is_symlink():
        raise FileFaultError("it is a symbolic link", "remove the link to have the file written")
    if overwrite:
        partial.replace(target)
        return
    os.link(partial, target)  # a link never replaces anything
    partial.unlink()


def _remove_others(partial: Path, name: str) -> None:
    pattern = re.compile(rf"\.{re.escape(name)}\.[0-9a-f]{{{_DIGITS}}}\.partial")
    with contextlib.suppress(OSError):
        for found in partial.parent.iterdir():
            if found != partial and pattern.fullmatch(found.name):
                found.unlink(missing_ok=True)
