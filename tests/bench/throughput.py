"""Rollouts per second of each side, on one dataset and one stub model.

The dispatch phase is measured by the stub model: its clock runs from the first row's call to the last row's, so N rows
are N - 1 intervals. It is the same witness for all sides, and it also says whether every row was asked for.
"""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.bench.work import Load, Measurement, NotComparableError, Side, check_comparable, check_complete
from tests.peers.command import CommandResult, run_command
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace

_MS = 1000


@dataclass(frozen=True, slots=True)
class Figures:
    """The medians of one side under one load. CPU is in milliseconds a rollout, starting and ending included."""

    side: str
    version: str
    load: Load
    graded: int
    runs: int
    per_second: float
    per_second_in_all: float
    own_peak_mb: float
    own_cpu_ms: float
    server_peak_mb: float
    server_cpu_ms: float


class Throughput:
    """Measures sides by turns: A B C A B C."""

    def __init__(self, workspace: PeerWorkspace, stub: StubModel, env: Mapping[str, str]) -> None:
        self.sides: Sequence[Side] = []
        self.env = env
        self._workspace = workspace
        self._stub = stub
        self._runs = 0

    def warm_up(self) -> None:
        """One small run of each side, so that environments are made and code is compiled before anything counts."""
        for side in self.sides:
            self.measure(side, Load(4, 2))

    def compare(self, load: Load, repeats: int) -> list[Figures]:
        """Medians of each side, in the order of the sides. Raises NotComparableError."""
        taken: dict[str, list[Measurement]] = {side.name: [] for side in self.sides}
        for _ in range(repeats):
            for side in self.sides:
                taken[side.name].append(self.measure(side, load))
        check_comparable([found for measurements in taken.values() for found in measurements])
        return [_figures(side, taken[side.name]) for side in self.sides]

    def measure(self, side: Side, load: Load) -> Measurement:
        """One run of one side. Raises NotComparableError when it did not do all of the work."""
        self._runs += 1
        run = f"{side.name}-{self._runs}"
        done, seconds = self.command(f"{side.name} {side.version}", side.command(load, run), load)
        measurement = Measurement(f"{side.name} {side.version}", load, side.graded(run), seconds, done)
        check_complete(measurement)
        return measurement

    def command(
        self, who: str, command: Sequence[object], load: Load, *, terminal: bool = False, calls: int | None = None
    ) -> tuple[CommandResult, float]:
        """What a command took, and the seconds of its dispatch phase.

        Raises NotComparableError unless it called the model once about each row, or `calls` times where that is given.
        """
        self._stub.reset()
        done = run_command(
            [str(part) for part in command],
            cwd=self._workspace.root,
            env=self.env,
            timeout=300 + load.rows,
            terminal=terminal,
        )
        seen = self._stub.seen()
        if done.code != 0:
            raise NotComparableError(f"{who}: the command ended with {done.code}: {_said(done)}")
        expected = load.rows if calls is None else calls
        if seen["calls"] != expected or seen["rows"] != expected:
            raise NotComparableError(
                f"{who}: the model was called {seen['calls']} times about {seen['rows']} rows,"
                f" not once about each of {expected}"
            )
        return done, max(seen["seconds"], 1e-9)


def _said(done: CommandResult) -> str:
    error = done.envelope.get("error")
    if isinstance(error, dict):
        return str(error.get("message"))
    printed = done.stderr.strip() or done.stdout.strip()
    return done.envelope.get("message") or "\n".join(printed.splitlines()[-5:]) or "nothing"


def _figures(side: Side, taken: Sequence[Measurement]) -> Figures:
    def median(value: Callable[[Measurement], float]) -> float:
        return statistics.median(value(found) for found in taken)

    load = taken[0].load
    return Figures(
        side=side.name,
        version=side.version,
        load=load,
        graded=taken[0].graded.rows,
        runs=len(taken),
        per_second=median(lambda found: found.per_second),
        per_second_in_all=median(lambda found: found.per_second_in_all),
        own_peak_mb=median(lambda found: found.command.own.peak_mb),
        own_cpu_ms=median(lambda found: found.command.own.cpu_sec) / load.rows * _MS,
        server_peak_mb=median(lambda found: found.command.largest.peak_mb),
        server_cpu_ms=median(lambda found: found.command.largest.cpu_sec) / load.rows * _MS,
    )
