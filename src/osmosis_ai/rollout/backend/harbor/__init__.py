"""Rollouts as trials of Harbor: tasks in sandboxes. Needs the extra `harbor`, and is imported where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from osmosis_ai.rollout.backend.harbor.backend import HarborBackend
    from osmosis_ai.rollout.backend.harbor.tasks import TaskMode

__all__ = ["HarborBackend", "TaskMode"]


def __getattr__(name: str) -> Any:
    """`HarborBackend` and `TaskMode`, loaded when they are first asked for; AttributeError for every other name.

    Raises ModuleNotFoundError, which says what to install, where Harbor is not there.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        if name == "TaskMode":
            from osmosis_ai.rollout.backend.harbor.tasks import TaskMode

            return TaskMode
        from osmosis_ai.rollout.backend.harbor.backend import HarborBackend
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "harbor":
            raise
        raise ModuleNotFoundError(
            "HarborBackend needs the package 'harbor', which is not installed: pip install 'osmosis-ai[harbor]', or "
            "name osmosis-ai[harbor] among the dependencies of the rollout's pyproject.toml",
            name=error.name,
            path=error.path,
        ) from None
    return HarborBackend
