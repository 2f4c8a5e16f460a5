"""How long a command takes until it has said what it can do: paired runs, ours and the published one by turns."""

import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, run

from tests.bench.work import NotComparableError
from tests.peers.published import Installation

COMMANDS = (("--version",), ("--help",), ("eval", "run", "--help"))


@dataclass(frozen=True, slots=True)
class StartUp:
    """Median seconds of both, and the median of the ratios of the pairs (ours to theirs)."""

    command: str
    ours_sec: float
    theirs_sec: float
    ratio: float
    pairs: int


def compare_start_up(
    ours: Installation, theirs: Installation, *, pairs: int, cwd: Path, env: Mapping[str, str]
) -> list[StartUp]:
    """One result a command. Raises NotComparableError when a command does not work."""
    found = []
    for arguments in COMMANDS:
        _timed(ours, arguments, cwd, env)  # compiles what is not compiled yet
        _timed(theirs, arguments, cwd, env)
        taken = []
        for pair in range(pairs):  # who goes first changes, so that neither always finds the caches warmer
            one, other = (ours, theirs) if pair % 2 == 0 else (theirs, ours)
            times = {side.name: _timed(side, arguments, cwd, env) for side in (one, other)}
            taken.append((times[ours.name], times[theirs.name]))
        found.append(
            StartUp(
                command=" ".join(("osmosis", *arguments)),
                ours_sec=statistics.median(mine for mine, _ in taken),
                theirs_sec=statistics.median(yours for _, yours in taken),
                ratio=statistics.median(mine / yours for mine, yours in taken),
                pairs=pairs,
            )
        )
    return found


def _timed(side: Installation, arguments: tuple[str, ...], cwd: Path, env: Mapping[str, str]) -> float:
    began = time.perf_counter()
    done = run(
        [side.osmosis, *arguments],
        cwd=cwd,
        env=dict(env),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        timeout=120,
        check=False,
    )
    seconds = time.perf_counter() - began
    if done.returncode:
        raise NotComparableError(
            f"{side.name} {side.version}: osmosis {' '.join(arguments)} ended with {done.returncode}"
        )
    return seconds
