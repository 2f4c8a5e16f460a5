"""Private files that are appended to, where a hostile program may have put something else."""

from __future__ import annotations

import errno
import os
import stat

from osmosis_ai.base.files.atomic import PRIVATE
from osmosis_ai.base.files.no_follow import FileFaultError

__all__ = ["open_to_append"]

_APPEND = os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def open_to_append(path: str | os.PathLike[str], access: int) -> int:
    """A descriptor of the regular file, made if it is missing, with mode 0600 whatever the umask.

    `access` is O_WRONLY or O_RDWR. Never waits for a pipe. Raises OSError; FileFaultError, which is one, for a link and
    whatever else is not a regular file.
    """
    try:
        descriptor = os.open(path, access | _APPEND, PRIVATE)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise FileFaultError("it is a symbolic link", "remove the link to have the file written") from None
        if error.errno == errno.ENXIO:
            raise _not_regular() from None
        raise
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise _not_regular()
    if stat.S_IMODE(status.st_mode) != PRIVATE:
        os.fchmod(descriptor, PRIVATE)
    return descriptor


def _not_regular() -> FileFaultError:
    return FileFaultError("it is a pipe, a socket or a device, not a file", "remove it to have the file written")
