"""Execution backends: what runs a workflow and its grader."""

from osmosis_ai.rollout.backend.base import ExecutionBackend
from osmosis_ai.rollout.backend.local import LocalBackend

__all__ = ["ExecutionBackend", "LocalBackend"]
