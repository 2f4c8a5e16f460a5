"""Where a rollout's files live on the server's disk."""

from __future__ import annotations

import logging
import os
from pathlib import Path

__all__ = ["ARTIFACT_ROOT_VARIABLE", "create_rollout_artifacts_dir", "default_artifact_root"]

logger = logging.getLogger(__name__)

ARTIFACT_ROOT_VARIABLE = "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT"
_MARKER = ".osmosis-health-check"
_MARKER_TEXT = b"osmosis-health-check"


def default_artifact_root() -> Path:
    """The folder that holds a folder a rollout: `_OSMOSIS_ROLLOUT_ARTIFACT_ROOT`, else `~/.osmosis`."""
    configured = os.environ.get(ARTIFACT_ROOT_VARIABLE)
    return Path(configured) if configured else Path.home() / ".osmosis"


def create_rollout_artifacts_dir(root: Path, rollout_id: str) -> Path | None:
    """`<root>/<rollout_id>/artifacts`, made and shown to be writable, or None (with a warning) where that fails.

    The proof is the 20-byte marker `.osmosis-health-check` beside `artifacts/`.
    """
    home = root / rollout_id
    artifacts = home / "artifacts"
    try:
        artifacts.mkdir(parents=True, exist_ok=True)
        (home / _MARKER).write_bytes(_MARKER_TEXT)
    except (OSError, ValueError) as error:
        logger.warning("rollout %r has no artifacts directory: %s", rollout_id, error)
        return None
    return artifacts
