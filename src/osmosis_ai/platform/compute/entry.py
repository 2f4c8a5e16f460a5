"""What a cluster's engine is given to execute, so that a launch keeps its wall and grace, and leaves no process behind.

coreutils' `timeout` holds the launch to both, and passes SIGTERM on; util-linux's `setpriv` ends the command with it.
Both are on every Linux node.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from osmosis_ai.platform.compute.port import Launch

__all__ = ["SIGNALLED", "TIMED_OUT", "held", "why_ended"]

SIGNALLED = 128
TIMED_OUT = 124
"""The exit status of `timeout` when the wall was reached."""
_SIGKILL, _SIGTERM = 9, 15


def held(launch: Launch, command: Sequence[str]) -> list[str]:
    """The arguments that run the launch behind the pool's own command."""
    grace, wall = max(1, math.ceil(launch.grace)), math.ceil(launch.wall)
    timeout = ["timeout", "--foreground", f"--kill-after={grace}", str(wall)]
    return [*timeout, "setpriv", "--pdeathsig", "KILL", "--", *command, *launch.argv]


def why_ended(status: int | None) -> str:
    """In words."""
    match status:
        case None:
            return "the engine does not say how"
        case 124:
            return "stopped: it ran longer than it may"
        case _ if status == SIGNALLED + _SIGKILL:
            return "killed by SIGKILL"
        case _ if status == SIGNALLED + _SIGTERM:
            return "killed by SIGTERM"
        case _ if status > SIGNALLED:
            return f"killed by signal {status - SIGNALLED}"
        case _:
            return f"exit status {status}"
