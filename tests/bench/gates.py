"""What the figures must show. A missed bound fails the benchmark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tests.bench.first_rollout import FirstRollout
from tests.bench.live import LiveCost
from tests.bench.managed import ManagedCost
from tests.bench.platform_load import CLIENTS, PlatformFigures
from tests.bench.scale import Resumed, Scaled
from tests.bench.start_up import StartUp
from tests.bench.stored import Exported, Regraded
from tests.bench.throughput import Figures

_WIDE, _NARROW = 32, 1


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure and its bound. A goal is told, and decides nothing."""

    what: str
    measured: float
    sense: Literal["at least", "at most"]
    bound: float
    unit: str = "x"
    goal: float | None = None

    @property
    def held(self) -> bool:
        """Whether the figure is within its bound; the bound itself is."""
        return self.measured >= self.bound if self.sense == "at least" else self.measured <= self.bound


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many times the rollouts per second of another side ours must be, and what is aimed at."""

    published_wide: float = 10.0
    published_wide_goal: float | None = 20.0
    inspect_wide: float = 3.0
    published_narrow_time: float = 0.1


FULL = Bounds()
QUICK = Bounds(published_wide=2.0, published_wide_goal=None, inspect_wide=1.5, published_narrow_time=0.25)
"""What holds in a run of seconds, where beginning and ending count for as much as the work."""

MOST_MEMORY = 1.3
MOST_LIVE_COST = 1.05
MOST_FIRST_ROLLOUT = 0.4
MOST_RESUME_SEC = 5.0
GRADED_PER_SECOND = 1000.0
MOST_EXPORT_MEMORY = 1.3
FEWEST_READS, FEWEST_WRITES = 300.0, 100.0
MOST_P99_MS = 100.0
MOST_MANAGED_TIME = 1.3
MOST_PLATFORM_CPU = 0.2
MOST_READY_SEC = 3.0
MOST_PLATFORM_MB = 150.0


def throughput_gates(comparisons: Sequence[Sequence[Figures]], bounds: Bounds) -> Iterator[Gate]:
    """Ours is the first side of each comparison."""
    for ours, *others in comparisons:
        width = ours.load.in_flight
        for other in others:
            ratio = ours.per_second / other.per_second
            there = f"{other.side} {other.version}, {width} in flight, {ours.load.rows} rows"
            if width == _WIDE and other.side == "published":
                yield Gate(
                    f"rollouts/s, ours to {there}",
                    ratio,
                    "at least",
                    bounds.published_wide,
                    goal=bounds.published_wide_goal,
                )
            elif width == _WIDE:
                yield Gate(f"rollouts/s, ours to {there}", ratio, "at least", bounds.inspect_wide)
            elif width == _NARROW and other.side == "published":
                yield Gate(f"time a rollout, ours to {there}", 1 / ratio, "at most", bounds.published_narrow_time)


def first_rollout_gates(found: FirstRollout) -> Iterator[Gate]:
    """Both are ours to the published package."""
    what = "first rollout of a warm scaffold, ours to published"
    yield Gate(f"CPU until the {what}", found.cpu_ratio, "at most", MOST_FIRST_ROLLOUT)
    yield Gate(f"time until the {what}", found.ratio, "at most", MOST_FIRST_ROLLOUT)


def start_up_gates(found: Sequence[StartUp]) -> Iterator[Gate]:
    """Ours starts as fast, or faster."""
    for result in found:
        yield Gate(f"start-up of {result.command}, ours to published", result.ratio, "at most", 1.0)


def scale_gates(found: Scaled) -> Iterator[Gate]:
    """Memory does not grow with the rows."""
    there = f"{found.many.rows} rows to {found.few.rows}"
    yield Gate(f"peak memory of the orchestrator, {there}", found.own_ratio, "at most", MOST_MEMORY)
    yield Gate(f"peak memory of the rollout server, {there}", found.server_ratio, "at most", MOST_MEMORY)


def resume_gates(found: Resumed) -> Iterator[Gate]:
    """A finished run is resumed in no time."""
    yield Gate(f"resuming a finished run of {found.rows} rows", found.seconds, "at most", MOST_RESUME_SEC, unit=" s")


def live_gates(found: LiveCost) -> Iterator[Gate]:
    """Watching costs next to nothing."""
    yield Gate("CPU of a run watched on a terminal, to --json", found.cpu_ratio, "at most", MOST_LIVE_COST)


def grade_gates(found: Regraded) -> Iterator[Gate]:
    """Grading stored samples again is as good as free."""
    yield Gate(f"rows/s of eval grade, {found.rows} rows", found.per_second, "at least", GRADED_PER_SECOND, unit="/s")


def export_gates(found: Sequence[Exported]) -> Iterator[Gate]:
    """Memory does not grow with the rows, in any form."""
    for form in found:
        there = f"{form.many_rows} rows to {form.few_rows}"
        yield Gate(f"peak memory of eval export, {form.form}, {there}", form.ratio, "at most", MOST_EXPORT_MEMORY)


def platform_gates(found: PlatformFigures) -> Iterator[Gate]:
    """A platform on SQLite serves a team from two cores."""
    there = f"of a platform on SQLite, {CLIENTS} clients"
    yield Gate(f"reads {there}", found.reads.per_second, "at least", FEWEST_READS, unit="/s")
    yield Gate(f"writes {there}", found.writes.per_second, "at least", FEWEST_WRITES, unit="/s")
    yield Gate(f"p99 of reads {there}", found.reads.p99_ms, "at most", MOST_P99_MS, unit=" ms")
    yield Gate(f"p99 of writes {there}", found.writes.p99_ms, "at most", MOST_P99_MS, unit=" ms")
    yield Gate("start of a platform in an empty folder", found.ready_sec, "at most", MOST_READY_SEC, unit=" s")
    yield Gate("peak memory of a platform", found.peak_mb, "at most", MOST_PLATFORM_MB, unit=" MB")


def managed_gates(found: ManagedCost) -> Iterator[Gate]:
    """A managed run costs little more than a local one, and the platform little beside the run."""
    there = f"{found.rows} rows"
    yield Gate(f"time of a managed run to eval run, {there}", found.time_ratio, "at most", MOST_MANAGED_TIME)
    yield Gate(f"CPU of the platform to the run's, {there}", found.cpu_share, "at most", MOST_PLATFORM_CPU)
