"""Room on the disk: what needs much is refused early, so that what needs little goes on.

A reserve, a file of nothing, is kept beside the data. When the disk is full all the same, it is given up, which lets
people sign in and the operator look; it is taken again when there is room.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.platform.errors import UnavailableError

__all__ = ["DISK_FULL", "Capacity", "disk_full"]

DISK_FULL = "DISK_FULL"
_RESERVE_BYTES = 8 * 1024 * 1024
_NEARLY_FULL = 1024 * 1024
_FULL_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT})


def disk_full() -> UnavailableError:
    """The error for a request that there is no room for."""
    return UnavailableError("The platform's disk is full. Its operator has to free some room.", code=DISK_FULL)


class Capacity:
    """The room on the disk of a folder, of which `watermark` bytes are kept for what needs little."""

    def __init__(self, folder: Path, watermark: int, *, reserve: int = _RESERVE_BYTES) -> None:
        self._folder = folder
        self._watermark = watermark
        self._reserve_bytes = reserve
        self._reserve = folder / "reserve"

    def free(self) -> int:
        """Free bytes, without the reserve."""
        return shutil.disk_usage(self._folder).free

    def is_low(self) -> bool:
        """Whether uploads and submissions are refused."""
        return self.free() < self._watermark

    def require_room(self) -> None:
        """Raises UnavailableError with code DISK_FULL below the watermark."""
        if self.is_low():
            raise disk_full()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Turns the disk's refusal of a write into UnavailableError, and gives the reserve up."""
        try:
            yield
        except OSError as error:
            if error.errno in _FULL_ERRORS:
                self.give_up_reserve()
                raise disk_full() from error
            raise

    def has_reserve(self) -> bool:
        """Whether the reserve is there whole."""
        try:
            return self._reserve.stat().st_blocks * 512 >= self._reserve_bytes
        except FileNotFoundError:
            return False

    def balance(self) -> None:
        """Takes the reserve where there is room for it, and gives it up where there is next to none."""
        free = self.free()
        if free < _NEARLY_FULL:
            self.give_up_reserve()
        elif not self.has_reserve() and free >= 4 * self._reserve_bytes:
            self._take_reserve()

    def give_up_reserve(self) -> None:
        """Frees the reserve's room."""
        self._reserve.unlink(missing_ok=True)

    def _take_reserve(self) -> None:
        descriptor = os.open(self._reserve, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with contextlib.suppress(OSError):
                os.posix_fallocate(descriptor, 0, self._reserve_bytes)
        finally:
            os.close(descriptor)
