"""What live progress costs: the same run with its bar on a terminal, and with `--json` for nobody, by turns."""

import statistics
from dataclasses import dataclass

from tests.bench.sides import EvalRun
from tests.bench.throughput import Throughput
from tests.bench.work import Load, NotComparableError


@dataclass(frozen=True, slots=True)
class LiveCost:
    """Medians of the ratios of the pairs, watched to unwatched.

    CPU is that of the command's own process, which draws; time is that of the dispatch phase.
    """

    load: Load
    pairs: int
    cpu_ratio: float
    time_ratio: float


def live_cost(throughput: Throughput, side: EvalRun, load: Load, pairs: int) -> LiveCost:
    """Measures so many pairs. Raises NotComparableError when a run did not do its work, or no bar was drawn."""
    taken: list[dict[bool, tuple[float, float]]] = []
    for pair in range(pairs):
        found: dict[bool, tuple[float, float]] = {}
        for watched in (True, False) if pair % 2 else (False, True):
            run = f"live-{pair}-{'watched' if watched else 'json'}"
            command = side.command(load, run, json_output=not watched)
            done, seconds = throughput.command(run, command, load, terminal=watched)
            if watched and f"{load.rows}/{load.rows}" not in done.stdout:
                raise NotComparableError(f"{run}: no progress was drawn on the terminal")
            found[watched] = (done.own.cpu_sec, seconds)
        taken.append(found)
    cpu, time = (statistics.median(found[True][which] / found[False][which] for found in taken) for which in (0, 1))
    return LiveCost(load, pairs, cpu, time)
