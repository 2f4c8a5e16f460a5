"""What turns the rollouts of a step into a better model, behind one small interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from osmosis_ai.models.policy import PolicyModel
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, UnscorableTokenTrajectory

__all__ = ["ADAPTER", "TrainedPolicy", "Trainer", "TrainerInfo", "TrainerSettings", "TrainingRow", "Update"]

ADAPTER = "adapter.gguf"
"""The adapter of a checkpoint as llama.cpp loads it."""


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
    """What a trainer has loaded. `served` is the base model's file that an adapter of it belongs to.

    What a server has loaded for it is not known here.
    """

    served: Path | None
    parameters: int | None
    trained_parameters: int | None
    versions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """What an update did: figures by the trainer's own names."""

    figures: Mapping[str, float]


class Trainer(Protocol):
    """A model that is being trained. Everything raises OsmosisError for what went wrong."""

    @property
    def info(self) -> TrainerInfo:
        """What was loaded."""

    async def step(self, step: int, rows: Sequence[TrainingRow], adapter: Path) -> Update:
        """Updates the model once by the rows of a step.

        Then writes its adapter in GGUF to `adapter`, as a whole, if that is what the policy serves.

        A row that could not be scored is left out of the baseline and of the loss. There are as many rows as a step
        has, those of a prompt in a row.
        """

    async def save(self, folder: Path, served: Path) -> None:
        """Writes all that another process needs to go on exactly here into a folder that exists.

        So the adapter: peft's in `adapter/`, and what llama.cpp loads as `adapter.gguf`, unless the base model is not
        of this machine. `served` is what the last step wrote, if it did.
        """


class TrainedPolicy(PolicyModel, Protocol):
    """The model that rollouts call, whose weights are replaced between steps. Version 0 is the base model."""

    @property
    def version(self) -> int:
        """How many updates it has had."""

    async def serve(self, adapter: Path | None, version: int) -> None:
        """Answers with the model of this version from now on. Raises OsmosisError; nothing is served then."""
