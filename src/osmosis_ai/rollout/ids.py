"""Rollout ids: one segment of a URL path and of a file path."""

from __future__ import annotations

import uuid

from osmosis_ai.base.files.path_segments import is_single_path_segment

__all__ = ["ensure_single_path_segment", "is_single_path_segment", "new_rollout_id"]


def ensure_single_path_segment(value: str) -> str:
    """The value itself, or ValueError that says why it cannot name a rollout."""
    if not is_single_path_segment(value):
        raise ValueError(f"{value!r} is not one path segment: not empty, not '.' or '..', without '/', '\\' and NUL")
    return value


def new_rollout_id() -> str:
    """32 hexadecimal digits, never seen before."""
    return uuid.uuid4().hex
