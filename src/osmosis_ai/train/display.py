"""What a training asks a person, and what it shows while it goes on. The command line implements it."""

from __future__ import annotations

from typing import Protocol

from osmosis_ai.eval.display import Prompter
from osmosis_ai.runs.log import Watcher
from osmosis_contract.models.local_training import TrainingEvaluation, TrainingStep

__all__ = ["TrainDisplay"]


class TrainDisplay(Prompter, Watcher, Protocol):
    """Asks before a training and watches it."""

    def step_done(self, record: TrainingStep, total: int, seconds_left: float | None) -> None:
        """A step is complete; `seconds_left` is what the rest takes if it goes on like the last ones."""

    def evaluated(self, record: TrainingEvaluation) -> None:
        """The held-out rows were evaluated."""
