"""Rollouts per second of each side's own `eval run`, on one source, one dataset and one stub model.

The dispatch phase is measured by the stub model: its clock runs from the first row's call to the last row's, so N rows
are N - 1 intervals. It is the same witness for both sides, and it also says whether every row was asked for.
"""

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.peers.command import CommandResult, run_command
from tests.peers.published import Installation
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace, expected_mean

ROLLOUT = "peer"
_TOLERANCE = 1e-9


class NotComparableError(Exception):
    """The figures would not be about the same work; the message says why."""


@dataclass(frozen=True, slots=True)
class Load:
    """So many rows, so many of them in flight."""

    rows: int
    in_flight: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """One `eval run` of one side, as its own files and the stub tell it."""

    side: str
    load: Load
    graded: int
    failed: int
    mean_reward: float | None
    dispatch_sec: float
    command_sec: float
    peak_mb: float
    server_peak_mb: float
    inputs: Mapping[str, Any] = field(repr=False)

    @property
    def per_second(self) -> float:
        """Rollouts per second while dispatching."""
        return (self.load.rows - 1) / self.dispatch_sec

    @property
    def per_second_in_all(self) -> float:
        """Rollouts per second of the whole command, from start to exit."""
        return self.load.rows / self.command_sec


@dataclass(frozen=True, slots=True)
class Figures:
    """The medians of one side under one load."""

    side: str
    version: str
    load: Load
    graded: int
    runs: int
    per_second: float
    per_second_in_all: float
    peak_mb: float
    server_peak_mb: float


class Throughput:
    """Measures sides by turns: A B A B."""

    def __init__(
        self, sides: Sequence[Installation], workspace: PeerWorkspace, stub: StubModel, env: Mapping[str, str]
    ) -> None:
        self._sides = sides
        self._workspace = workspace
        self._stub = stub
        self._env = env
        self._runs = 0

    def warm_up(self) -> None:
        """One small run of each side, so that environments are made and code is compiled before anything counts."""
        for side in self._sides:
            self.measure(side, Load(4, 2))

    def compare(self, load: Load, repeats: int) -> list[Figures]:
        """Medians of each side, in the order of the sides. Raises NotComparableError."""
        taken: dict[str, list[Measurement]] = {side.name: [] for side in self._sides}
        for _ in range(repeats):
            for side in self._sides:
                taken[side.name].append(self.measure(side, load))
        check_comparable([found for measurements in taken.values() for found in measurements])
        return [_figures(side, taken[side.name]) for side in self._sides]

    def measure(self, side: Installation, load: Load) -> Measurement:
        """One run of one side. Raises NotComparableError when it did not do all of the work."""
        self._runs += 1
        name = f"{side.name}-{self._runs}"
        self._stub.reset()
        done = run_command(
            [
                side.osmosis,
                "--json",
                *("eval", "run", self._workspace.config(ROLLOUT)),
                *("--dataset-file", self._workspace.dataset),
                *("--rows", f"0-{load.rows - 1}"),
                *("--max-in-flight", str(load.in_flight)),
                *("--name", name),
                "--yes",
            ],
            cwd=self._workspace.root,
            env=self._env,
            timeout=120 + load.rows,
        )
        seen = self._stub.seen()
        if done.code != 0:
            raise NotComparableError(f"{side.name} {side.version}: eval run ended with {done.code}: {_said(done)}")
        if seen["calls"] != load.rows or seen["rows"] != load.rows:
            raise NotComparableError(
                f"{side.name} {side.version}: the model was called {seen['calls']} times about {seen['rows']} rows,"
                f" not once about each of {load.rows}"
            )
        measurement = _read(side, load, self._workspace.run_folder(name), done, seen["seconds"])
        check_complete(measurement)
        return measurement


def _read(side: Installation, load: Load, folder: Path, done: CommandResult, seconds: float) -> Measurement:
    events = {(event["row_index"], event["run_index"]): event for event in _lines(folder / "events.jsonl")}
    rewards = [event["reward"] for event in events.values() if event.get("reward") is not None]
    return Measurement(
        side=f"{side.name} {side.version}",
        load=load,
        graded=len(rewards),
        failed=sum(event["status"] != "success" for event in events.values()),
        mean_reward=statistics.fmean(rewards) if rewards else None,
        dispatch_sec=max(seconds, 1e-9),
        command_sec=done.seconds,
        peak_mb=done.peak_mb,
        server_peak_mb=done.server_peak_mb,
        inputs=json.loads((folder / "manifest.json").read_bytes())["inputs"],
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)


def _said(done: CommandResult) -> str:
    error = done.envelope.get("error")
    if isinstance(error, dict):
        return str(error.get("message"))
    return done.envelope.get("message") or "\n".join(done.stderr.strip().splitlines()[-5:]) or "nothing"


def check_complete(found: Measurement) -> None:
    """Raises NotComparableError unless every row was graded, none failed, and the rewards are the known ones."""
    if found.graded != found.load.rows or found.failed:
        raise NotComparableError(
            f"{found.side}: {found.graded} of {found.load.rows} rows graded, {found.failed} failed or removed"
        )
    expected = expected_mean(found.load.rows)
    if found.mean_reward is None or abs(found.mean_reward - expected) > _TOLERANCE:
        raise NotComparableError(f"{found.side}: the mean reward is {found.mean_reward}, not {expected}")


def check_comparable(measurements: Sequence[Measurement]) -> None:
    """Raises NotComparableError unless all were the same work: rows, mean reward, and the resolved inputs on record."""
    first = measurements[0]
    for found in measurements[1:]:
        for what, one, other in (
            ("rows graded", first.graded, found.graded),
            ("mean reward", first.mean_reward, found.mean_reward),
            ("in flight", first.load.in_flight, found.load.in_flight),
            *((f"input {key!r}", first.inputs.get(key), found.inputs.get(key)) for key in first.inputs),
        ):
            if one != other:
                raise NotComparableError(f"{what}: {one} for {first.side}, {other} for {found.side}")


def _figures(side: Installation, taken: Sequence[Measurement]) -> Figures:
    def median(name: str) -> float:
        return statistics.median(getattr(found, name) for found in taken)

    return Figures(
        side=side.name,
        version=side.version,
        load=taken[0].load,
        graded=taken[0].graded,
        runs=len(taken),
        per_second=median("per_second"),
        per_second_in_all=median("per_second_in_all"),
        peak_mb=median("peak_mb"),
        server_peak_mb=median("server_peak_mb"),
    )
