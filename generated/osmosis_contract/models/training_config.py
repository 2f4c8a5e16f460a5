"""Training config. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .eval_config import AdvancedSection, EnvSection, ExperimentSection, SecretsSection


class TrainingSection(ContractModel):
    """The `[training]` table. Every key is optional. A boolean is never taken for a number."""

    model_config = ConfigDict(
        extra="forbid",
    )
    lr: Annotated[Maybe[float], Field(description="Learning rate, above zero. A usual value is 1e-6.", gt=0.0)] = None
    total_epochs: Annotated[
        Maybe[Integer],
        Field(description="How many times the training passes over the dataset. A usual value is 1.", ge=1, le=1000000),
    ] = None
    n_samples_per_prompt: Annotated[
        Maybe[Integer],
        Field(
            description="Rollouts generated for each prompt and compared with one another. A usual value is 8.",
            ge=1,
            le=10000,
        ),
    ] = None
    rollout_batch_size: Annotated[
        Maybe[Integer], Field(description="Prompts of one rollout batch. A usual value is 32.", ge=1, le=100000)
    ] = None
    max_prompt_length: Annotated[
        Maybe[Integer],
        Field(description="The most tokens a prompt may have. A usual value is 8192.", ge=1, le=100000000),
    ] = None
    max_response_length: Annotated[
        Maybe[Integer],
        Field(description="The most tokens a response may have. A usual value is 8192.", ge=1, le=100000000),
    ] = None
    agent_workflow_timeout_s: Annotated[
        Maybe[float],
        Field(
            description="Seconds the workflow of one rollout may take. Zero or a negative number leaves no time at all. A usual value is 450."
        ),
    ] = None
    grader_timeout_s: Annotated[
        Maybe[float],
        Field(
            description="Seconds the grading of one rollout may take. Zero or a negative number leaves no time at all. A usual value is 150."
        ),
    ] = None


class SamplingSection(ContractModel):
    """The `[sampling]` table. Every key is optional."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_temperature: Annotated[
        Maybe[float],
        Field(
            description="Sampling temperature of the model during rollouts, 0 or above. A usual value is 1.0.", ge=0.0
        ),
    ] = None
    rollout_top_p: Annotated[
        Maybe[float],
        Field(
            description="Nucleus sampling: the share of probability mass the next token is drawn from, above 0 and at most 1. A usual value is 1.0.",
            gt=0.0,
            le=1.0,
        ),
    ] = None


class CheckpointsSection(ContractModel):
    """The `[checkpoints]` table. Every key is optional."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_interval: Annotated[
        Maybe[Integer],
        Field(description="Evaluate each time this many rollout steps have passed.", ge=1, le=1000000000),
    ] = None
    checkpoint_save_freq: Annotated[
        Maybe[Integer],
        Field(description="Save a LoRA checkpoint each time this many rollout steps have passed.", ge=1, le=1000000000),
    ] = None


class TrainingConfig(ContractModel):
    """One training config. Sections and keys that are not described here are refused, except inside `[advanced]` and
    `[env]`. Also required: no name may be both a key of `[env]` and listed in `[secrets].required`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment: Annotated[
        ExperimentSection, Field(description="What is trained, on which rollout, base model and dataset.")
    ]
    training: Annotated[Maybe[TrainingSection], Field(description="Settings of the optimisation.")] = None
    sampling: Annotated[
        Maybe[SamplingSection], Field(description="How the model is sampled while rollouts are generated.")
    ] = None
    checkpoints: Annotated[
        Maybe[CheckpointsSection], Field(description="When the model is evaluated and saved on the way.")
    ] = None
    env: Annotated[
        Maybe[EnvSection],
        Field(description="Environment variables, given literally, for the processes that run the rollout."),
    ] = None
    secrets: Annotated[
        Maybe[SecretsSection], Field(description="The names of the secrets the rollout needs. Left out, it needs none.")
    ] = None
    advanced: Annotated[Maybe[AdvancedSection], Field(description="Settings passed on without being read.")] = None
