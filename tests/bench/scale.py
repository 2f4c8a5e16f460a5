"""A run of very many rows: its memory beside that of a small one, and how soon it is resumed once it has finished."""

import statistics
from dataclasses import dataclass

from tests.bench.sides import EvalRun
from tests.bench.throughput import Throughput
from tests.bench.work import Load, Measurement, NotComparableError, check_complete

FEW_ROWS = 1000
_IN_FLIGHT = 32
_RESUMES = 3


@dataclass(frozen=True, slots=True)
class Peaks:
    """The kernel's high-water marks of one run, in MB, and what its command took."""

    rows: int
    own_mb: float
    server_mb: float
    per_second: float
    seconds: float
    cpu_sec: float


@dataclass(frozen=True, slots=True)
class Scaled:
    """A small run beside a large one."""

    few: Peaks
    many: Peaks

    @property
    def own_ratio(self) -> float:
        """Of the orchestrators."""
        return self.many.own_mb / self.few.own_mb

    @property
    def server_ratio(self) -> float:
        """Of the rollout servers."""
        return self.many.server_mb / self.few.server_mb


@dataclass(frozen=True, slots=True)
class Resumed:
    """The medians of the whole command, where nothing was left to do; CPU is that of its own process."""

    rows: int
    seconds: float
    cpu_sec: float
    peak_mb: float


def run_of(throughput: Throughput, side: EvalRun, rows: int, run: str) -> Peaks:
    """One run. Raises NotComparableError when it did not do all of the work."""
    load = Load(rows, _IN_FLIGHT)
    done, seconds = throughput.command(run, side.command(load, run), load)
    found = Measurement(run, load, side.graded(run), seconds, done)
    check_complete(found)
    return Peaks(rows, done.own.peak_mb, done.largest.peak_mb, found.per_second, done.seconds, done.own.cpu_sec)


def resume(throughput: Throughput, side: EvalRun, rows: int, run: str) -> Resumed:
    """Resumes a finished run. Raises NotComparableError when a model was called, or the results are others then."""
    load = Load(rows, _IN_FLIGHT)
    before = side.graded(run)
    taken = [throughput.command(f"resuming {run}", side.command(load, run), load, calls=0)[0] for _ in range(_RESUMES)]
    if side.graded(run) != before:
        raise NotComparableError(f"{run}: its results are others after it was resumed")
    return Resumed(
        rows,
        statistics.median(done.seconds for done in taken),
        statistics.median(done.own.cpu_sec for done in taken),
        statistics.median(done.own.peak_mb for done in taken),
    )
