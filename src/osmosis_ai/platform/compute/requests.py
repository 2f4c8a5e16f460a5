"""What a launch may ask of a pool."""

from __future__ import annotations

from osmosis_ai.platform.compute.port import Health, Launch, RefusedError
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


def user_code_refusal(settings: PoolSettings, health: Health) -> str | None:
    """Why no user code is run on a pool, with what to do about it; None where it may run: isolated, or on a pool that
    the operator calls trusted."""
    if settings.trusted or health.isolation_problem is None:
        return None
    return (
        f"pool {settings.name} runs no user code: {health.isolation_problem}. Where everybody who submits may do what"
        f" its account may do there, set trusted = true in [pools.{settings.name}]"
    )
