"""One process at a time works on a run."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout

from osmosis_ai.base.errors import ConflictError, OsmosisError

__all__ = ["RunLock"]


class RunLock:
    """The lock of the run `name` below `root`. It is the operating system's: it ends with the process that holds it."""

    def __init__(self, root: Path, name: str) -> None:
        self._folder = root / ".locks"
        self._name = name
        self._lock: FileLock | None = None

    @property
    def held(self) -> bool:
        """True between `acquire` and `release`."""
        return self._lock is not None

    def acquire(self) -> None:
        """Takes the lock, unless it is held already.

        Raises ConflictError when another process has it, OsmosisError when it cannot be made."""
        if self._lock is not None:
            return
        path = self._folder / f"{self._name}.lock"
        lock = FileLock(path, mode=0o600)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
        except Timeout:
            raise ConflictError(
                f"the run {self._name!r} is being worked on by another process",
                hint="Wait for it to end, or choose another --name.",
            ) from None
        except OSError as error:
            raise OsmosisError(
                f"{path} cannot be made: {error.strerror or error}", hint="Choose another root with --output."
            ) from None
        os.chmod(path, 0o600)  # noqa: PTH101
        self._lock = lock

    def release(self) -> None:
        """Gives the lock back. The file stays, for its name is what others wait on."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()
