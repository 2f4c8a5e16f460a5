"""A PID namespace for a job of this machine: nothing below the job outlives it, whatever killed it.

Tried once a process: bubblewrap, or util-linux's unshare. Where neither works, the supervisor's own means are left,
which do not reach what a job started once the supervisor itself is killed with SIGKILL.
"""

from __future__ import annotations

import asyncio
import functools
import subprocess
from dataclasses import dataclass

__all__ = ["REMEDY", "Namespace", "pid_namespace"]

_TRY_SECONDS = 10.0
REMEDY = (
    "install bubblewrap; on Ubuntu 24.04 and later also allow it user namespaces: an AppArmor profile for"
    " /usr/bin/bwrap with `userns,`, or sysctl kernel.apparmor_restrict_unprivileged_userns=0"
)


@dataclass(frozen=True, slots=True)
class Namespace:
    """A command that runs another one in a PID namespace, as the namespace's second process; empty where none works."""

    wrapper: tuple[str, ...]
    warning: str | None


_BUBBLEWRAP = (
    "bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--",
)  # fmt: skip


async def pid_namespace() -> Namespace:
    """The means that works on this machine. Found out once a process."""
    return await asyncio.to_thread(_find)


@functools.cache
def _find() -> Namespace:
    why = _try(_BUBBLEWRAP)
    if why is None:
        return Namespace(_BUBBLEWRAP, None)
    return Namespace(
        (),
        f"bubblewrap does not work here ({why}): what a job started may outlive it for a while when the job's"
        f" supervisor is killed with SIGKILL. To change that, {REMEDY}.",
    )


def _try(wrapper: tuple[str, ...]) -> str | None:
    """Why the command does not run another one, or None."""
    try:
        done = subprocess.run([*wrapper, "true"], capture_output=True, timeout=_TRY_SECONDS, check=False)
    except FileNotFoundError:
        return "it is not installed"
    except OSError as error:
        return error.strerror or str(error)
    except subprocess.TimeoutExpired:
        return "it does not answer"
    if done.returncode == 0:
        return None
    return done.stderr.decode("utf-8", "replace").strip()[-200:] or f"exit status {done.returncode}"
