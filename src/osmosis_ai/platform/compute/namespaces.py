"""A PID namespace for a job of this machine: nothing below the job outlives it, whatever killed it.

Where bubblewrap does not work, the supervisor's own means are left, which do not reach at once what a job started when
the supervisor itself is killed with SIGKILL.
"""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass

from osmosis_ai.base.processes.isolation import REMEDY, problem_of

__all__ = ["Namespace", "pid_namespace"]

_BUBBLEWRAP = ("bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--")


@dataclass(frozen=True, slots=True)
class Namespace:
    """A command that runs another one in a PID namespace, as the namespace's second process; empty where none works."""

    wrapper: tuple[str, ...]
    warning: str | None


async def pid_namespace() -> Namespace:
    """The means that works on this machine. Found out once a process."""
    return await asyncio.to_thread(_find)


@functools.cache
def _find() -> Namespace:
    why = problem_of([*_BUBBLEWRAP, "true"])
    if why is None:
        return Namespace(_BUBBLEWRAP, None)
    return Namespace(
        (),
        f"bubblewrap does not work here ({why}): when a job's supervisor is killed with SIGKILL, what the job started"
        f" lives on until the platform asks for the job. To change that, {REMEDY}.",
    )
