"""Where what can be fetched or built again is kept between commands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_cache_path

__all__ = ["CACHE_VARIABLE", "cache_root"]

CACHE_VARIABLE = "OSMOSIS_CACHE_DIR"


def cache_root(env: Mapping[str, str]) -> Path:
    """The folder that `$OSMOSIS_CACHE_DIR` names, else the user's cache folder for Osmosis. It may not exist yet."""
    named = env.get(CACHE_VARIABLE, "").strip()
    return Path(named) if named else user_cache_path("osmosis")
