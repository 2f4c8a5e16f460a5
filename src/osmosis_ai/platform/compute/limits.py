"""What a pool gives a job at the most."""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.platform.compute.port import Launch, RefusedError

__all__ = ["PoolLimits", "refuse_beyond"]

_GIB = 1024**3


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """Bounds that no launch may pass; the table `limits` of a pool."""

    cpus: float = 64.0
    memory: int = 256 * _GIB
    """Bytes."""
    gpus: int = 0
    processes: int = 4096
    """How many processes a job may have at a time. Only the local engine counts them."""
    file_bytes: int = 64 * _GIB
    """The largest file that a job may write. Only the local engine holds jobs to it."""
    wall_seconds: int = 7 * 24 * 3600


def refuse_beyond(launch: Launch, limits: PoolLimits, pool: str) -> None:
    """Raises RefusedError for a launch that asks for more than the pool gives."""
    asked: tuple[tuple[str, float, float], ...] = (
        ("CPUs", launch.cpus, limits.cpus),
        ("bytes of memory", launch.memory, limits.memory),
        ("GPUs", launch.gpus, limits.gpus),
        ("seconds", launch.wall, limits.wall_seconds),
    )
    for what, wanted, most in asked:
        if wanted > most:
            raise RefusedError(f"{wanted:g} {what} are asked for, and pool {pool} gives {most:g} at the most")
