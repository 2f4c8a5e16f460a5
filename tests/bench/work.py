"""What is measured: one piece of work, and whoever can do it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tests.peers.command import CommandResult
from tests.peers.workspace import expected_mean

_TOLERANCE = 1e-9


class NotComparableError(Exception):
    """The figures would not be about the same work; the message says why."""


@dataclass(frozen=True, slots=True)
class Load:
    """So many rows, so many of them in flight."""

    rows: int
    in_flight: int


@dataclass(frozen=True, slots=True)
class Graded:
    """What a side's own files say of a run. `inputs` are those on record, empty where a side keeps none."""

    rows: int
    failed: int
    mean_reward: float | None
    inputs: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Side(Protocol):
    """A program that can do the work: call the model once about each row, and grade the answer."""

    @property
    def name(self) -> str:
        """What it is called in the tables."""

    @property
    def version(self) -> str:
        """Which one it is."""

    def command(self, load: Load, run: str) -> Sequence[str | Path]:
        """What does it, run in the workspace. `run` is a name that no other run has."""

    def graded(self, run: str) -> Graded:
        """What came of a run that has ended."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One run of one side. `dispatch_sec` is by the stub model's clock, from the first row's call to the last's."""

    side: str
    load: Load
    graded: Graded
    dispatch_sec: float
    command: CommandResult = field(repr=False)

    @property
    def per_second(self) -> float:
        """Rollouts per second while dispatching."""
        return (self.load.rows - 1) / self.dispatch_sec

    @property
    def per_second_in_all(self) -> float:
        """Rollouts per second of the whole command, from start to exit."""
        return self.load.rows / self.command.seconds


def check_complete(found: Measurement) -> None:
    """Raises NotComparableError unless every row was graded, none failed, and the rewards are the known ones."""
    graded, rows = found.graded, found.load.rows
    if graded.rows != rows or graded.failed:
        raise NotComparableError(
            f"{found.side}: {graded.rows} of {rows} rows graded, {graded.failed} failed or removed"
        )
    expected = expected_mean(rows)
    if graded.mean_reward is None or abs(graded.mean_reward - expected) > _TOLERANCE:
        raise NotComparableError(f"{found.side}: the mean reward is {graded.mean_reward}, not {expected}")


def check_comparable(measurements: Sequence[Measurement]) -> None:
    """Raises NotComparableError unless all were the same work: rows, rewards, width, and inputs that both keep."""
    first = measurements[0]
    for found in measurements[1:]:
        ours, theirs = first.graded, found.graded
        inputs = ours.inputs.keys() if theirs.inputs else ()
        for what, one, other in (
            ("rows graded", ours.rows, theirs.rows),
            ("mean reward", ours.mean_reward, theirs.mean_reward),
            ("in flight", first.load.in_flight, found.load.in_flight),
            *((f"input {key!r}", ours.inputs[key], theirs.inputs.get(key)) for key in inputs),
        ):
            if one != other:
                raise NotComparableError(f"{what}: {one} for {first.side}, {other} for {found.side}")
