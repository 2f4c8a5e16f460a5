"""A small launch that finds out about a node of a pool: it is reached at all, and user code can be isolated there.

What it found is in its output and is its exit status too, because either may not be had: a pool may keep no output, and
a Ray whose nodes run with the raylet as subreaper calls every end a success.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass

from osmosis_ai.base.processes.isolation import ISOLATION_PROBE, REMEDY
from osmosis_ai.platform.compute.port import Chunk, ComputeError, Ended, Launch, Pool, Ref, Running, UnsureError

__all__ = ["OWNER", "NodeReport", "probe_node"]

OWNER = "osmosis-check-"
"""What the ids of probes begin with."""
RAY_SUBREAPER = "RAY_kill_child_processes_on_worker_exit_with_raylet_subreaper"

_FOUND, _NO_ISOLATION, _NO_SUBREAPER = 40, 1, 2
_MARK = "osmosis-probe: "
_MARKED = re.compile(rf"{_MARK}(\d+)")
_WAIT_SECONDS, _ASK_SECONDS = 45.0, 0.2
_CPUS, _MEMORY, _WALL = 0.1, 64 * 1024 * 1024, 30
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class NodeReport:
    """What one node said."""

    node: str
    """Its name or address; empty where the engine did not say."""
    isolation_problem: str | None
    has_raylet_subreaper: bool


def _script() -> str:
    isolation = shlex.join(ISOLATION_PROBE)
    return (
        f"found={_FOUND}\n"
        f'said=$({isolation} 2>&1) || {{ found=$((found + {_NO_ISOLATION})); echo "isolation: $said"; }}\n'
        f'[ "${RAY_SUBREAPER}" = true ] || [ "${RAY_SUBREAPER}" = 1 ] || found=$((found + {_NO_SUBREAPER}))\n'
        f"echo {_MARK}$found\nexit $found\n"
    )


async def probe_node(
    pool: Pool, *, seconds: float = _WAIT_SECONDS, clock: Callable[[], float] = time.monotonic
) -> NodeReport:
    """Runs the probe on one node, and forgets it. Raises UnsureError where no node runs it in time, RefusedError."""
    await _forget_earlier(pool)
    launch = Launch(
        id=OWNER + secrets.token_hex(8), argv=("sh", "-c", _script()), cpus=_CPUS, memory=_MEMORY, grace=1, wall=_WALL
    )
    ref = await pool.submit(launch)
    node, deadline = "", clock() + seconds
    try:
        while True:
            state = await pool.state(ref)
            match state:
                case Running():
                    node = state.node
                case Ended():
                    return await _report(pool, ref, node, state)
                case _ if clock() > deadline:
                    raise UnsureError(f"pool {pool.name}: no node ran a small job within {seconds:g} s ({state})")
                case _:
                    pass
            await asyncio.sleep(_ASK_SECONDS)
    finally:
        with contextlib.suppress(ComputeError):
            await pool.stop(ref)
            await pool.forget(ref)


async def _report(pool: Pool, ref: Ref, node: str, ended: Ended) -> NodeReport:
    output = await pool.logs(ref)
    said = output.text if isinstance(output, Chunk) else ""
    marked = _MARKED.search(said)
    status = int(marked[1]) if marked else ended.exit
    found = -1 if status is None else status - _FOUND
    if not 0 <= found <= _NO_ISOLATION + _NO_SUBREAPER:
        raise UnsureError(f"pool {pool.name}: a small job did not run on a node as it should: {ended.reason}")
    problem = None
    if found & _NO_ISOLATION:
        why = said.partition("isolation: ")[2].partition(_MARK)[0].strip()[-_SHOWN:] or "its command failed"
        problem = f"bubblewrap does not work on node {node or 'of the pool'} ({why}): {REMEDY}"
    return NodeReport(node, problem, not found & _NO_SUBREAPER)


async def _forget_earlier(pool: Pool) -> None:
    """Removes probes whose platform was killed."""
    with contextlib.suppress(ComputeError):
        for ref, state in await pool.list(OWNER):
            if isinstance(state, Ended):
                await pool.forget(ref)
