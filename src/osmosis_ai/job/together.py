"""Work that is done at the same time and given up together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["together"]


@asynccontextmanager
async def together() -> AsyncIterator[asyncio.TaskGroup]:
    """A group of tasks, all of which have ended afterwards: where one fails, the others are cancelled.

    The first failure is raised by itself, as if there had been no group.
    """
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
