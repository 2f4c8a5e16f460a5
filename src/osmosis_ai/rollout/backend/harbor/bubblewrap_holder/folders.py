"""The removal of a folder whose record says whose it is."""

from __future__ import annotations

import contextlib
import os
import shutil

__all__ = ["RECORD", "remove_folder"]

RECORD = "owner.json"
"""The file in a sandbox's folder that says whose it is."""


def remove_folder(folder: str) -> bool:
    """Remove a folder, its record last, so that who stops halfway leaves something that a reaper recognizes.

    False where something is left; more than one process may do it at a time.
    """
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name == RECORD:
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
        if os.listdir(folder) == [RECORD]:
            os.unlink(f"{folder}/{RECORD}")
    with contextlib.suppress(OSError):
        os.rmdir(folder)
    return not os.path.lexists(folder)
