"""How a program that wants one row run, and no server, gets an entrypoint's backend."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

__all__ = ["BackendCaptured", "capturing"]

capturing: ContextVar[bool] = ContextVar("osmosis_capturing", default=False)
"""Whether `create_rollout_server` hands its backend over instead of making a server."""


class BackendCaptured(BaseException):
    """The entrypoint has made its backend."""

    def __init__(self, backend: Any) -> None:
        super().__init__("the entrypoint's backend was captured")
        self.backend = backend
