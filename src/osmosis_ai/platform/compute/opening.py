"""The pools of the settings."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from osmosis_ai.platform.compute.local import LocalPool
from osmosis_ai.platform.compute.port import Pool
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["open_pools"]


@contextlib.asynccontextmanager
async def open_pools(settings: Sequence[PoolSettings], folder: Path) -> AsyncIterator[Mapping[str, Pool]]:
    """The pools by name, in their order, within the block; local ones keep their jobs below `folder`.

    Nothing is started or asked: a pool that cannot be used says so when it is.
    """
    async with contextlib.AsyncExitStack() as stack:
        yield {each.name: await _open(each, folder, stack) for each in settings}


async def _open(settings: PoolSettings, folder: Path, stack: contextlib.AsyncExitStack) -> Pool:
    match settings.engine:
        case "local":
            return LocalPool(settings, folder / settings.name)
        case _:
            raise NotImplementedError(settings.engine)
