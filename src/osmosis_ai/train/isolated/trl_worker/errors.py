"""What the worker says went wrong."""

from __future__ import annotations


class WorkerError(Exception):
    """What happened, and in `hint` what to do about it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
