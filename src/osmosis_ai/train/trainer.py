"""What turns the rollouts of a step into a better model, behind one small interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, UnscorableTokenTrajectory

__all__ = ["OpenTrainer", "Trainer", "TrainerInfo", "TrainerSettings", "TrainingRow", "Update"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerSettings:
    """How a model is trained. A step has `prompts` times `samples` rows; lengths are in tokens."""

    prompts: int
    samples: int
    lr: float
    lora_rank: int
    lora_alpha: int
    temperature: float
    max_response_length: int
    seed: int
    threads: int


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """One rollout of a step. `prompt_ids` are those of a sibling, or empty, where it has none of its own."""

    trajectory: ScoredTokenTrajectory | UnscorableTokenTrajectory
    prompt_ids: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class TrainerInfo:
    """What a trainer has loaded. `served` is the base model's file that an adapter of it belongs to."""

    served: Path
    parameters: int
    trained_parameters: int
    versions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """What an update did: figures by the trainer's own names, and the SHA-256 of the adapter's file."""

    figures: Mapping[str, float]
    adapter_sha256: str


class Trainer(Protocol):
    """A model that is being trained. Everything raises OsmosisError for what went wrong."""

    @property
    def info(self) -> TrainerInfo:
        """What was loaded."""

    async def step(self, step: int, rows: Sequence[TrainingRow], adapter: Path) -> Update:
        """Updates the model once by the rows of a step, then writes its adapter in GGUF to `adapter`, as a whole.

        A row that could not be scored is left out of the baseline and of the loss. There are as many rows as a step
        has, those of a prompt in a row.
        """

    async def save(self, folder: Path) -> None:
        """Writes all that another process needs to go on exactly here into a folder that exists."""

    async def write_adapter(self, path: Path) -> str:
        """Writes the adapter as it is; the SHA-256 of the file."""


class OpenTrainer(Protocol):
    """Starts a trainer: from the base model, or where `resume` was saved."""

    def __call__(
        self, base: Path, settings: TrainerSettings, *, resume: Path | None
    ) -> AbstractAsyncContextManager[Trainer]:
        """Open while the context lasts. Raises OsmosisError."""
