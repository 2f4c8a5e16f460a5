"""The folders that clients of podman use while they run, each with the record of its owner, and their reaper."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.base.cache import cache_root
from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder

__all__ = ["default_state_dir", "make_owned_folder", "owned_folder", "start_podman_reaper"]

_cleaned: set[tuple[int, str]] = set()


def default_state_dir() -> Path:
    """Where the folders are, unless a place is given."""
    return cache_root(os.environ) / "podman"


def start_podman_reaper(state_dir: Path) -> None:
    """Remove what dead processes left, once in this process, and have a reaper for what this one may leave."""
    state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = (os.getpid(), str(state_dir))
    if key not in _cleaned:
        _cleaned.add(key)
        reaper.reap_everything(state_dir, podman=True, old_images=True)
    reaper.start_reaper(state_dir, podman=True)


def make_owned_folder(state_dir: Path, name: str) -> Path:
    """A new folder of this process."""
    state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = state_dir.resolve() / f"{name}-{secrets.token_hex(4)}"
    reaper.make_folder(folder)
    return folder


@contextlib.contextmanager
def owned_folder(state_dir: Path, name: str) -> Iterator[Path]:
    """A folder of this process that is removed at the end."""
    folder = make_owned_folder(state_dir, name)
    try:
        yield folder
    finally:
        remove_folder(str(folder))
