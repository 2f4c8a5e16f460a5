"""What user code's first request would import, imported before a rollout's time runs."""

from __future__ import annotations

import contextlib
import importlib

__all__ = ["preload_http_client"]

_IMPORTED_AT_FIRST_USE = ("httpcore", "anyio._backends._asyncio", "certifi")


def preload_http_client() -> None:
    """Imports what httpx imports when the first client is made and sends: a tenth of a second of CPU, or much more on a
    busy machine. The first row of every process would pay for it out of its own time limit."""
    for name in _IMPORTED_AT_FIRST_USE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
