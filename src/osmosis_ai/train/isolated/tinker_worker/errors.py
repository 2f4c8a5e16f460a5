"""What the worker says went wrong."""

from __future__ import annotations


class WorkerError(Exception):
    """What happened, and in `hint` what to do about it. `kind` says where: `request`, `connection` or `server`."""

    def __init__(self, message: str, hint: str | None = None, kind: str = "server") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.kind = kind
