"""What a launch may ask of a pool."""

from __future__ import annotations

from osmosis_ai.platform.compute.port import Launch, RefusedError
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["refuse_beyond", "user_code_refusal"]


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


def user_code_refusal(settings: PoolSettings) -> str | None:
    """Why no user code is run on a pool, with what to do about it; None on a pool that the operator calls trusted."""
    if settings.trusted:
        return None
    return (
        f"pool {settings.name} runs no code of the platform's people: it would have the files and the network of the"
        " account that jobs run as. Where everybody who may submit may do what that account may, set trusted = true in"
        f" [pools.{settings.name}]"
    )
