"""The pools of the settings."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from osmosis_ai.platform.compute.port import Pool
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["open_pools"]


@contextlib.asynccontextmanager
async def open_pools(settings: Sequence[PoolSettings], folder: Path) -> AsyncIterator[Mapping[str, Pool]]:
    """The pools by name, in their order, within the block; local ones keep their jobs below `folder`.

    Nothing is started or asked: a pool that cannot be used says so when it is.
    """
    async with contextlib.AsyncExitStack() as stack:
        yield {each.name: _open(each, folder, stack) for each in settings}


def _open(settings: PoolSettings, folder: Path, stack: contextlib.AsyncExitStack) -> Pool:
    """An engine is imported where the settings name it: the start of a platform without Ray needs no HTTP client."""
    match settings.engine:
        case "local":
            from osmosis_ai.platform.compute.local import LocalPool

            return LocalPool(settings, folder / settings.name)
        case "ray":
            from osmosis_ai.platform.compute.ray import RayPool

            pool = RayPool(settings)
            stack.push_async_callback(pool.aclose)
            return pool
        case "slurm":
            from osmosis_ai.platform.compute.slurm import SlurmPool

            return SlurmPool(settings)
