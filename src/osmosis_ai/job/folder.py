"""The folder of a job, which goes with the job; where the job was killed, with the next that begins or ends there.

A pool of child processes gives every job a place of its own and removes it. On a cluster's node jobs share one for
temporary files, and nobody else knows what a job has left there.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["job_folder"]

_PREFIX = "osmosis-job-"
_NEW_PREFIX = "osmosis-new-job-"
_LOCK = ".lock"
_UNLOCKED_SEC = 3600.0
"""For how long a folder may be one that its job is making, where the file system does not tell."""


@contextlib.contextmanager
def job_folder() -> Iterator[Path]:
    """A new folder that this process alone may enter, locked as long as the process lives, and removed at the end.

    Those of jobs that were killed are removed before, and at the end those of jobs that have been killed meanwhile.
    """
    home = Path(tempfile.gettempdir())
    _remove_abandoned(home)
    with _held(home, fcntl.LOCK_SH):
        new = Path(tempfile.mkdtemp(prefix=_NEW_PREFIX))
        folder = new.with_name(new.name.replace(_NEW_PREFIX, _PREFIX))
        lock = os.open(new / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            new.rename(folder)  # under its name it is locked from the first moment on
        except BaseException:
            os.close(lock)  # the next job removes it
            raise
    try:
        yield folder
    finally:
        os.close(lock)
        shutil.rmtree(folder, ignore_errors=True)
        _remove_abandoned(home)


@contextlib.contextmanager
def _held(home: Path, how: int) -> Iterator[bool]:
    """A lock on the place of all jobs: shared by those that make a folder, and nobody makes one while it is exclusive.

    Whether it was had: some file systems have none for folders.
    """
    with contextlib.ExitStack() as stack:
        try:
            descriptor = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, how)
            had = True
        except OSError:
            had = False
        yield had


def _remove_abandoned(home: Path) -> None:
    with _held(home, fcntl.LOCK_EX | fcntl.LOCK_NB) as none_is_made:  # for the list alone: a removal may take long
        new = [each for each in home.glob(f"{_NEW_PREFIX}*") if _is_mine(each) and (none_is_made or _is_old(each))]
    made = (each for each in home.glob(f"{_PREFIX}*") if _is_mine(each) and _is_abandoned(each))
    for folder in (*new, *made):
        shutil.rmtree(folder, ignore_errors=True)


def _is_mine(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return not folder.is_symlink() and folder.stat().st_uid == os.getuid()
    return False


def _is_old(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return folder.stat().st_mtime < time.time() - _UNLOCKED_SEC
    return False


def _is_abandoned(folder: Path) -> bool:
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:  # its removal has begun: it was locked before it had its name
        return True
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # its job holds it
        return False
    finally:
        os.close(lock)
    return True
