"""How long a warm workspace takes from Enter to its first rollout: paired runs, ours and the published one by turns.

The clock stops when the stub model gets the row's call, and the CPU is what the command and all below it have used by
then. What is compared has been run before, so that environments are made and code is compiled.
"""

import json
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import psutil

from tests.bench.sides import EvalRun
from tests.bench.work import Load, NotComparableError
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace

_ONE_ROW = Load(1, 1)
_LOOK_SEC = 0.01
_LONGEST_SEC = 300.0


@dataclass(frozen=True, slots=True)
class FirstRollout:
    """Medians of both, and the medians of the ratios of the pairs (ours to theirs)."""

    ours_sec: float
    theirs_sec: float
    ratio: float
    ours_cpu_sec: float
    theirs_cpu_sec: float
    cpu_ratio: float
    pairs: int


@dataclass(frozen=True, slots=True)
class _Taken:
    seconds: float
    cpu_sec: float


def compare_first_rollout(
    ours: EvalRun, theirs: EvalRun, *, pairs: int, stub: StubModel, workspace: PeerWorkspace, env: Mapping[str, str]
) -> FirstRollout:
    """Raises NotComparableError when a run fails or does not call the model once."""
    sides = (ours, theirs)
    for number, side in enumerate(sides):
        _first_call(side, f"{side.name}-warm-{number}", stub, workspace, env)
    taken: list[tuple[_Taken, _Taken]] = []
    for pair in range(pairs):  # who goes first changes, so that neither always finds the caches warmer
        found = {
            side.name: _first_call(side, f"{side.name}-first-{pair}", stub, workspace, env)
            for side in (sides if pair % 2 == 0 else sides[::-1])
        }
        taken.append((found[ours.name], found[theirs.name]))
    return FirstRollout(
        ours_sec=_median([mine.seconds for mine, _ in taken]),
        theirs_sec=_median([other.seconds for _, other in taken]),
        ratio=_median([mine.seconds / other.seconds for mine, other in taken]),
        ours_cpu_sec=_median([mine.cpu_sec for mine, _ in taken]),
        theirs_cpu_sec=_median([other.cpu_sec for _, other in taken]),
        cpu_ratio=_median([mine.cpu_sec / other.cpu_sec for mine, other in taken]),
        pairs=pairs,
    )


def _median(values: Sequence[float]) -> float:
    return statistics.median(values)


def _first_call(side: EvalRun, run: str, stub: StubModel, workspace: PeerWorkspace, env: Mapping[str, str]) -> _Taken:
    stub.reset()
    began = time.perf_counter()
    with subprocess.Popen(
        [str(part) for part in side.command(_ONE_ROW, run)],
        cwd=workspace.root,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        root, taken = psutil.Process(process.pid), None
        while process.poll() is None and time.perf_counter() - began < _LONGEST_SEC:
            if stub.seen()["calls"]:
                taken = _Taken(time.perf_counter() - began, _cpu_of(root))
                break
            time.sleep(_LOOK_SEC)
        printed, _ = process.communicate(timeout=_LONGEST_SEC)
    calls = stub.seen()["calls"]
    if process.returncode or taken is None or calls != 1:
        shown = json.dumps(printed[-1000:])
        raise NotComparableError(f"{side.name} {side.version}: code {process.returncode}, {calls} model calls: {shown}")
    return taken


def _cpu_of(root: psutil.Process) -> float:
    """User and system time of a process, of those below it, and of those that it has waited for."""
    total = 0.0
    for process in (root, *root.children(recursive=True)):
        with suppress(psutil.Error):
            total += sum(process.cpu_times()[:4])
    return total
