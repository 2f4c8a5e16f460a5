"""Proves that an implementation of the Osmosis rollout protocol conforms: a server, a controller, trajectory files.

It knows the contract alone, so that it can judge anyone's implementation; what it plays the other side with is its own.
"""

from importlib import metadata

__all__ = ["version"]


def version() -> str:
    """The version of the suite that is installed."""
    for name in ("osmosis-conformance", "osmosis-ai"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "unknown"
