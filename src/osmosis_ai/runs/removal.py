"""Removing a run from disk."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.lock import RunLock

__all__ = ["remove_run"]


def remove_run(folder: Path) -> None:
    """Removes a run's folder with all that is in it; links are removed and not followed.

    It is renamed first, so that no reader sees a part of it. Raises ConflictError when a process works on it,
    OsmosisError when it cannot be removed.
    """
    lock = RunLock(folder.parent, folder.name)
    lock.acquire()
    try:
        gone = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.removed")
        folder.rename(gone)
        shutil.rmtree(gone)
    except OSError as error:
        raise OsmosisError(
            f"{folder} cannot be removed: {error.strerror or error}", hint="Check the permissions of the folder."
        ) from None
    finally:
        lock.release()
