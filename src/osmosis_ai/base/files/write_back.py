"""Files whose bytes go to the disk while more of them arrive, so that the flush at the end has little left to do."""

from __future__ import annotations

import contextlib
import os

__all__ = ["WriteBack"]

_STEP = 4 * 1024 * 1024


class WriteBack:
    """A file that is written from `start` on. Without it the system keeps what is written until it is flushed, and
    then the disk works while nothing arrives."""

    def __init__(self, descriptor: int, start: int = 0) -> None:
        self._descriptor, self._started = descriptor, start

    def written(self, end: int) -> None:
        """Everything before `end` is written: now and then the disk is set to work on it.

        Linux does that when it is advised that the bytes are not needed. A hint: what cannot be done is left out.
        """
        if abs(end - self._started) < _STEP:
            return
        if end > self._started and hasattr(os, "posix_fadvise"):
            with contextlib.suppress(OSError):
                os.posix_fadvise(self._descriptor, self._started, end - self._started, os.POSIX_FADV_DONTNEED)
        self._started = end
