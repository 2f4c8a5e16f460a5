"""What the first rollout of a process would import, imported before a rollout's time runs."""

from __future__ import annotations

import contextlib
import importlib

__all__ = ["preload_first_use"]

_OF_HTTPX = ("httpcore", "anyio._backends._asyncio", "certifi")
_OF_RESULTS = ("osmosis_ai.rollout.trajectory",)


def preload_first_use() -> None:
    """Imports what httpx imports when the first client is made and sends, and what saves a rollout: a tenth of a second
    of CPU, or much more on a busy machine. The first row of every process would pay for it out of its own time limit,
    and those beside it would wait."""
    for name in (*_OF_HTTPX, *_OF_RESULTS):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
