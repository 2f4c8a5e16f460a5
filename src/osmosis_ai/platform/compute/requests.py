"""What a launch may ask of a pool."""

from __future__ import annotations

import asyncio
import json

from osmosis_ai.base.processes.isolation import ISOLATION_PROBE, REMEDY, problem_of
from osmosis_ai.platform.compute.namespaces import pid_namespace
from osmosis_ai.platform.compute.port import Launch, RefusedError
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["isolation_variable", "refuse_beyond", "unisolated", "user_code_refusal"]

_isolating: set[tuple[str, ...]] = set()
"""The commands of local pools below which bubblewrap worked: a machine that can isolate does not cease to."""


def refuse_beyond(launch: Launch, settings: PoolSettings) -> None:
    """Raises RefusedError for a launch that asks for more than the pool gives."""
    limits = settings.limits
    asked: tuple[tuple[str, float, float], ...] = (
        ("CPUs", launch.cpus, limits.cpus),
        ("bytes of memory", launch.memory, limits.memory_bytes),
        ("GPUs", launch.gpus, limits.gpus),
        ("seconds", launch.wall, limits.wall_seconds),
    )
    for what, wanted, most in asked:
        if wanted > most:
            raise RefusedError(
                f"{wanted:.12g} {what} are asked for, and pool {settings.name} gives {most:.12g} at the most: ask for"
                f" less, or raise the limit in [pools.{settings.name}.limits]"
            )


def isolation_variable(settings: PoolSettings) -> str:
    """What a job is told about isolation, in the variable `JOB_ISOLATION`."""
    if settings.trusted:
        return "off"
    limits = settings.limits
    told = {
        "network": settings.network,
        "sync_network": settings.sync_network,
        "file_bytes": limits.file_bytes,
        "memory_bytes": limits.memory_bytes,
        "disk_bytes": limits.disk_bytes,
    }
    return json.dumps(told)


async def user_code_refusal(settings: PoolSettings) -> str | None:
    """Why no user code is run on a pool, with what to do about it; None where it is isolated or the pool trusted.

    Bubblewrap is run where jobs of a local pool run. Of a cluster nothing is known here: a job that cannot isolate ends
    its run without having run any code.
    """
    if settings.trusted or settings.engine != "local":
        return None
    if settings.command in _isolating:
        return None
    namespace = await pid_namespace()
    problem = await asyncio.to_thread(problem_of, [*namespace.wrapper, *settings.command, *ISOLATION_PROBE])
    if problem is None:
        _isolating.add(settings.command)
        return None
    return unisolated(settings, f"bubblewrap does not work there ({problem}): {REMEDY}")


def unisolated(settings: PoolSettings, problem: str) -> str:
    """What is said of a pool that is not trusted and cannot isolate."""
    return (
        f"pool {settings.name} runs no code of the platform's people, because it cannot isolate it: {problem}. Or,"
        " where everybody who may submit may do what the account may that jobs run as, set trusted = true in"
        f" [pools.{settings.name}]"
    )
