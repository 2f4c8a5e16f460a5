"""Which version of this SDK a rollout's environment has."""

from __future__ import annotations

from importlib.metadata import distributions
from pathlib import Path

from osmosis_ai.hosting.sdk_wheel import DISTRIBUTION

__all__ = ["installed_sdk_version"]


def installed_sdk_version(python: Path) -> str | None:
    """The version in the environment of that interpreter, read from its packages' metadata; None if it cannot be told.

    No process is started, so it takes no time and cannot hang.
    """
    try:
        folders = [str(path) for path in python.parent.parent.glob("lib*/python3*/site-packages")]
        return next((found.version for found in distributions(name=DISTRIBUTION, path=folders)), None)
    except Exception:  # other people's files; the probe is a courtesy
        return None
