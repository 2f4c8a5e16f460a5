"""Training runs. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import NamedReference, Timestamp


class TrainingRunStatus(ContractEnum):
    """Where a training stands. Only `pending`, `queued` and `running` are not final."""

    PENDING = "pending"
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CRASHED = "crashed"
    STOPPED = "stopped"
    KILLED = "killed"
    UNKNOWN = "unknown"


class TrainingListModel(ContractModel):
    """The model of a training in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    model_name: Annotated[str, Field(description="Its name.")]


class TrainingListDataset(ContractModel):
    """The dataset of a training in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    file_name: Annotated[str, Field(description="Its name.")]


class TrainingRunItem(ContractModel):
    """A training in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str | None, Field(description="Its name.")] = None
    status: Annotated[TrainingRunStatus, Field(description="Where it stands.")] = TrainingRunStatus.UNKNOWN
    model: Annotated[TrainingListModel | None, Field(description="The model.")] = None
    dataset: Annotated[TrainingListDataset | None, Field(description="The dataset.")] = None
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")] = None
    current_step: Annotated[Integer | None, Field(description="The step it is at.", ge=0)] = None
    total_steps: Annotated[Integer | None, Field(description="The steps it will have.", ge=0)] = None
    reward: Annotated[float | None, Field(description="The latest training reward.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")] = None
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")] = None
    creator_name: Annotated[str | None, Field(description="Who started it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None


class TrainingRunList(ContractModel):
    """A page of trainings, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    training_runs: Annotated[list[TrainingRunItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class TrainingRunDetail(ContractModel):
    """A training itself."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str | None, Field(description="Its name.")] = None
    status: Annotated[TrainingRunStatus, Field(description="Where it stands.")] = TrainingRunStatus.UNKNOWN
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")] = None
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")] = None
    creator_name: Annotated[str | None, Field(description="Who started it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    current_step: Annotated[Integer | None, Field(description="The step it is at.", ge=0)] = None
    total_steps: Annotated[Integer | None, Field(description="The steps it will have.", ge=0)] = None
    reward: Annotated[float | None, Field(description="The latest training reward.")] = None
    examples_processed_count: Annotated[Integer | None, Field(description="Rollouts trained on.", ge=0)] = None
    notes: Annotated[str | None, Field(description="What someone wrote about it.")] = None


class TrainingRunResponse(ContractModel):
    """A training with everything around it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    training_run: Annotated[TrainingRunDetail, Field(description="The training.")]
    model: Annotated[NamedReference | None, Field(description="The model.")] = None
    dataset: Annotated[NamedReference | None, Field(description="The dataset.")] = None
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")] = None
    config: Annotated[dict[str, Any] | None, Field(description="The configuration it runs with.")] = None
    entrypoint: Annotated[str | None, Field(description="The file that is run.")] = None
    branch: Annotated[str | None, Field(description="The branch that was asked for.")] = None
    commit_sha: Annotated[str | None, Field(description="The commit it runs.")] = None
    env_config: Annotated[dict[str, Any] | None, Field(description="Environment variables by name.")] = None
    resolved_secret_scopes: Annotated[
        dict[str, Any] | None, Field(description="Which stored secret each name stood for.")
    ] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False


class MetricSummary(ContractModel):
    """One metric in short."""

    model_config = ConfigDict(
        extra="forbid",
    )
    key: Annotated[str, Field(description="Its key.")]
    title: Annotated[str, Field(description="What people call it.")]
    initial: Annotated[float | None, Field(description="Its first value.")] = None
    latest: Annotated[float | None, Field(description="Its latest value.")] = None
    delta: Annotated[float | None, Field(description="Latest less first.")] = None
    min: Annotated[float | None, Field(description="The smallest.")] = None
    max: Annotated[float | None, Field(description="The largest.")] = None


class TrainingMetricsOverview(ContractModel):
    """A training's figures in short."""

    model_config = ConfigDict(
        extra="forbid",
    )
    duration_ms: Annotated[Integer | None, Field(description="Milliseconds so far.", ge=0)] = None
    metric_summaries: Annotated[
        list[MetricSummary], Field(description="Every metric in short.", validate_default=True)
    ] = []
    examples_processed_count: Annotated[Integer | None, Field(description="Rollouts trained on.", ge=0)] = None
    latest_step: Annotated[Integer | None, Field(description="The latest step.", ge=0)] = None
    total_steps: Annotated[Integer | None, Field(description="The steps it will have.", ge=0)] = None


class MetricPoint(ContractModel):
    """One value of a metric."""

    model_config = ConfigDict(
        extra="forbid",
    )
    step: Annotated[Integer, Field(description="The step.", ge=0)]
    value: Annotated[float, Field(description="The value.")]
    timestamp: Annotated[Integer, Field(description="When, in milliseconds since 1970 (UTC).", ge=0)]


class MetricSeries(ContractModel):
    """The values of one metric."""

    model_config = ConfigDict(
        extra="forbid",
    )
    metric_key: Annotated[str, Field(description="Its key.")]
    title: Annotated[str, Field(description="What people call it.")]
    data_points: Annotated[list[MetricPoint], Field(description="Its values, by step.", validate_default=True)] = []


class TrainingRunMetrics(ContractModel):
    """A training's metrics."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[TrainingRunStatus, Field(description="Where it stands.")]
    overview: Annotated[TrainingMetricsOverview, Field(description="In short.")]
    metrics: Annotated[list[MetricSeries], Field(description="In full.", validate_default=True)] = []


class TrainingCheckpoint(ContractModel):
    """A checkpoint that can be deployed."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    checkpoint_step: Annotated[Integer, Field(description="The step it was saved at.", ge=0)] = 0
    status: Annotated[str, Field(description="Where it stands.")] = ""
    checkpoint_name: Annotated[str, Field(description="The name of the LoRA model it became.")] = ""
    created_at: Annotated[Timestamp, Field(description="When it was saved.")]


class TrainingCheckpointList(ContractModel):
    """The checkpoints of a training, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    training_run_name: Annotated[str, Field(description="The training's name.")] = ""
    checkpoints: Annotated[list[TrainingCheckpoint], Field(description="The checkpoints.", validate_default=True)] = []
