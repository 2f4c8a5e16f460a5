"""Where a rollout's files live on the server's disk."""

from __future__ import annotations

import errno
import logging
import os
from pathlib import Path
from time import sleep

from osmosis_ai.base import variables
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic_in
from osmosis_ai.base.files.private import make_private_directory

__all__ = ["create_rollout_artifacts_dir", "default_artifact_root"]

logger = logging.getLogger(__name__)

_MARKER = ".osmosis-health-check"
_PAUSES_SEC = (0.5, 1.0)
_HOPELESS = frozenset({errno.ENAMETOOLONG, errno.ENOTDIR, errno.EROFS, errno.EACCES, errno.EPERM})
_MARKER_TEXT = b"osmosis-health-check"


def default_artifact_root() -> Path:
    """The folder that holds a folder a rollout: `_OSMOSIS_ROLLOUT_ARTIFACT_ROOT`, else `~/.osmosis`."""
    configured = os.environ.get(variables.ROLLOUT_ARTIFACT_ROOT)
    return Path(configured) if configured else Path.home() / ".osmosis"


def create_rollout_artifacts_dir(root: Path, rollout_id: str) -> Path | None:
    """`<root>/<rollout_id>/artifacts`, made and shown to be writable, or None (with a warning) where that fails.

    Tried three times, with pauses of 0.5 and 1 second, because shared disks have bad moments; call it off the event
    loop. The proof of writing is the 20-byte marker `.osmosis-health-check` beside `artifacts/`.
    """
    for pause in (*_PAUSES_SEC, None):
        try:
            return _made(os.path.join(root, rollout_id))
        except ValueError as error:  # no path at all
            failure: Exception = error
            break
        except OSError as error:
            failure = error
            if pause is None or error.errno in _HOPELESS:
                break
            sleep(pause)
    logger.warning("rollout %r has no artifacts directory: %s", rollout_id, failure)
    return None


def _made(home: str) -> Path:
    make_private_directory(home)
    artifacts = os.path.join(home, "artifacts")
    make_private_directory(artifacts)
    directory = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        write_atomic_in(directory, _MARKER, _MARKER_TEXT, mode=PRIVATE)
    finally:
        os.close(directory)
    return Path(artifacts)
