"""Results of commands about training on one machine. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_training_runs import TrainingRunMetrics, TrainingRunStatus

type Checkpoint = Annotated[Integer, Field(ge=1)]


class TrainRunResult(ContractModel):
    """The resource of `train.run`. The operation's status is `success` when every step is done, `partial` otherwise."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    local_run_id: Annotated[str, Field(description="Identity of the run.", pattern="^[0-9a-f]{32}$")]
    output_path: Annotated[str, Field(description="The run's directory.", min_length=1)]
    steps: Annotated[Integer, Field(description="The last step that is done.", ge=0)]
    total_steps: Annotated[Integer, Field(description="The steps the run is to have.", ge=1)]
    rewards: Annotated[
        list[float], Field(description="Mean reward of the scored rollouts of each step, from the first.")
    ]
    validation_rewards: Annotated[
        dict[str, float],
        Field(
            description="Mean reward of the held-out rows, by the step after which they were evaluated; 0 is the base model."
        ),
    ]
    unscorable: Annotated[Integer, Field(description="Rollouts of all steps that have no reward.", ge=0)]
    checkpoints: Annotated[list[Checkpoint], Field(description="The steps whose checkpoints are kept.")]


class LocalTrainingCheckpoint(ContractModel):
    """A checkpoint that is kept."""

    model_config = ConfigDict(
        extra="forbid",
    )
    step: Annotated[Integer, Field(description="The step after which it was saved.", ge=1)]
    reward: Annotated[float | None, Field(description="Mean reward of that step, or null where none was scored.")]
    model_path: Annotated[str, Field(description="What serves it in an evaluation config.", min_length=1)]
    path: Annotated[str, Field(description="Its folder, relative to the run's directory.", min_length=1)]


class TrainViewResult(ContractModel):
    """The resource of `train view`, printed before it serves."""

    model_config = ConfigDict(
        extra="forbid",
    )
    url: Annotated[
        str, Field(description="The address to open, on loopback, with the token of this start.", min_length=1)
    ]
    port: Annotated[Integer, Field(description="The port it serves.", ge=1, le=65535)]
    path: Annotated[str, Field(description="The run's directory, or the one that runs are kept in.", min_length=1)]


class ModelExportFormat(ContractEnum):
    """`peft`: a folder with the adapter as peft has it. `gguf`: one file, the base model with the adapter merged
    into it, 16-bit weights. `hub`: a peft folder with the adapter in GGUF too, ready for a model repository of a
    hub."""

    PEFT = "peft"
    GGUF = "gguf"
    HUB = "hub"


class ModelExportFile(ContractModel):
    """A file of an export."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.", min_length=1)]
    size: Annotated[Integer, Field(description="Its size in bytes.", ge=0)]
    sha256: Annotated[
        str, Field(description="SHA-256 of its bytes, in lower-case hexadecimal digits.", pattern="^[0-9a-f]{64}$")
    ]


class ModelExportResult(ContractModel):
    """The resource of `model.export`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The model, by run and step.", min_length=1)]
    format: Annotated[ModelExportFormat, Field(description="The form in which it was written.")]
    base_model: Annotated[str, Field(description="What the export calls the base model.", min_length=1)]
    path: Annotated[str, Field(description="The file, or the folder.", min_length=1)]
    files: Annotated[list[ModelExportFile], Field(description="What was written.", min_length=1)]
    uploaded_to: Annotated[
        Maybe[str],
        Field(
            description="The address of the repository it was uploaded to. Left out without an upload.", min_length=1
        ),
    ] = None


class LocalLoraModel(ContractModel):
    """A model that a training run of this machine has saved."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="What a config names it by.", min_length=1)]
    base_model: Annotated[str, Field(description="The model it was trained from.", min_length=1)]
    training_run: Annotated[str, Field(description="The run that saved it.", min_length=1)]
    checkpoint_step: Annotated[Integer, Field(description="The step after which it was saved.", ge=1)]
    reward: Annotated[float | None, Field(description="Mean reward of that step, or null where it is not known.")]
    created_at: Annotated[str | None, Field(description="When it was saved, or null where that is not known.")]


class LocalTrainingItem(ContractModel):
    """A training run of this machine in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.", min_length=1)]
    id: Annotated[str, Field(description="Its identity.", pattern="^[0-9a-f]{32}$")]
    status: Annotated[TrainingRunStatus, Field(description="Where it stands.")]
    current_step: Annotated[Integer, Field(description="The last step that is done.", ge=0)]
    total_steps: Annotated[Integer, Field(description="The steps it is to have; 0 before it has started.", ge=0)]
    reward: Annotated[float | None, Field(description="Mean reward of the last step, or null before the first.")]
    model: Annotated[str, Field(description="The base model.", min_length=1)]
    rollout: Annotated[str, Field(description="The rollout.", min_length=1)]
    dataset: Annotated[str, Field(description="The dataset.", min_length=1)]
    created_at: Annotated[str, Field(description="When it was created.")]


class LocalTrainingInfo(ContractModel):
    """The data of `train info` for a run of this machine."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run: Annotated[LocalTrainingItem, Field(description="The run as lists have it.")]
    message: Annotated[str | None, Field(description="Why it ended, where there is more to say than its status.")]
    output_path: Annotated[str, Field(description="The run's directory.", min_length=1)]
    checkpoints: Annotated[list[LocalTrainingCheckpoint], Field(description="Its checkpoints, by step.")]
    metrics: Annotated[TrainingRunMetrics, Field(description="Its metrics.")]
