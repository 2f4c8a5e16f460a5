"""What the journal of a training run says: the one place that decides which record counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from osmosis_contract.models.local_training import (
    TrainingCheckpointPruned,
    TrainingCheckpointSaved,
    TrainingEnded,
    TrainingEvaluation,
    TrainingStarted,
    TrainingStep,
)

__all__ = ["Record", "TrainingState", "fold"]

type Record = (
    TrainingStarted
    | TrainingStep
    | TrainingEvaluation
    | TrainingCheckpointSaved
    | TrainingCheckpointPruned
    | TrainingEnded
)


@dataclass(slots=True)
class TrainingState:
    """How far a run is. Each step that counts is there once, whatever was killed and done again."""

    steps: dict[int, TrainingStep] = field(default_factory=dict)
    evaluations: dict[int, TrainingEvaluation] = field(default_factory=dict)
    checkpoints: dict[int, TrainingCheckpointSaved] = field(default_factory=dict)
    """Those that are kept."""
    started: TrainingStarted | None = None
    """The last invocation."""
    first_started_at: str | None = None
    ended: TrainingEnded | None = None
    """How the last invocation ended; None while it works, and for one that was killed."""

    def add(self, record: Record) -> None:
        """Takes the next record."""
        match record:
            case TrainingStarted():
                self.started, self.ended = record, None
                self.first_started_at = self.first_started_at or record.at
                last = record.from_step
                self.steps = {step: each for step, each in self.steps.items() if step <= last}
                self.evaluations = {step: each for step, each in self.evaluations.items() if step <= last}
                self.checkpoints = {step: each for step, each in self.checkpoints.items() if step <= last}
            case TrainingStep():
                self.steps[record.step] = record
            case TrainingEvaluation():
                self.evaluations[record.step] = record
            case TrainingCheckpointSaved():
                self.checkpoints[record.step] = record
            case TrainingCheckpointPruned():
                self.checkpoints.pop(record.step, None)
            case TrainingEnded():
                self.ended = record

    @property
    def last_step(self) -> int:
        """The last step that is done; 0 before the first."""
        return max(self.steps, default=0)

    @property
    def resume_step(self) -> int:
        """The step after whose checkpoint a run can go on; 0 for its beginning."""
        return max(self.checkpoints, default=0)

    @property
    def total_steps(self) -> int:
        """The steps that the last invocation was to do."""
        return 0 if self.started is None else self.started.total_steps


def fold(records: Iterable[Record]) -> TrainingState:
    """What all the records say together."""
    state = TrainingState()
    for record in records:
        state.add(record)
    return state
