"""One process at a time works on a run."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.runs.ownership import Ownership, being_worked_on

__all__ = ["RunLock"]

_NO_FLOCK = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
_OPEN = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
_BUSY_HINT = "Wait for it to end, or choose another --name."


class RunLock:
    """The lock of the run `name` below `root`: flock(2) on a file, as published versions have it, and an owner record.

    The first is the operating system's and ends with the process that holds it. Where the file system refuses it, or it
    reaches no further than this machine, the record decides (`ownership.py`).
    """

    def __init__(self, root: Path, name: str) -> None:
        self._folder = root / ".locks"
        self._name = name
        self._path = self._folder / f"{name}.lock"
        self._descriptor: int | None = None
        self._owner = Ownership(self._folder, name)

    @property
    def held(self) -> bool:
        """True between `acquire` and `release`."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Takes the lock, unless it is held already.

        Raises ConflictError when another process has it, OsmosisError when it cannot be made."""
        if self._descriptor is not None:
            return
        try:
            make_private_directory(os.fspath(self._folder))
            descriptor = os.open(self._path, _OPEN | os.O_CREAT, 0o600)
            try:
                os.fchmod(descriptor, 0o600)
                self._flock(descriptor)
                self._owner = Ownership(self._folder, self._name)
                self._owner.claim()
            except BaseException:
                os.close(descriptor)
                raise
        except OSError as error:
            raise OsmosisError(
                f"{self._path} cannot be made: {error.strerror or error}", hint="Choose another root with --output."
            ) from None
        self._descriptor = descriptor

    def refuse_if_taken(self) -> None:
        """Raises ConflictError when another process has the lock at this moment. Makes no file."""
        if self._descriptor is not None:
            return
        try:
            self._owner.refuse_if_owned()
            descriptor = os.open(self._path, _OPEN)
        except OSError:
            return  # no process ever had it, or `acquire` will say what is wrong
        try:
            self._flock(descriptor)
        finally:
            os.close(descriptor)

    def identify(self, local_run_id: str) -> None:
        """Records which run it is, for whoever looks."""
        self._owner.identify(local_run_id)

    def check(self) -> None:
        """Returns while the lock is held; to be called before anything is written. Raises LeaseLostError."""
        self._owner.check()

    def on_lost(self, callback: Callable[[], object]) -> None:
        """`callback` is called, from another thread, when the run is found to have been taken over."""
        self._owner.on_lost(callback)

    def release(self) -> None:
        """Gives the lock back. The file stays, for its name is what others wait on; the record goes."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            self._owner.release()
            os.close(descriptor)

    def _flock(self, descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
                raise being_worked_on(self._name, self._owner.owner(), _BUSY_HINT) from None
            if error.errno not in _NO_FLOCK:
                raise
