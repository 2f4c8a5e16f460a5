"""Command results about managed evaluations. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .cli_results import GitContext, NamedWorkspace
from .platform_common import NamedReference, PlatformLogEntry, Timestamp
from .platform_eval_runs import EvalResults, EvalRunModel, EvalRunStatus


class EvalDownloadFailure(ContractModel):
    """A file that could not be fetched."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="Its path in the run.", min_length=1)]
    error: Annotated[str, Field(description="Why.", min_length=1)]


class EvalManagedProgress(ContractModel):
    """How far a run is."""

    model_config = ConfigDict(
        extra="forbid",
    )
    completed: Annotated[Integer | None, Field(description="Samples with a result.", ge=0)]
    total: Annotated[Integer | None, Field(description="Samples in all.", ge=0)]
    unit: Annotated[Literal["samples"], Field(description="What is counted.")]


class EvalManagedSummary(ContractModel):
    """The figures of a run that people look at first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    avg_reward: Annotated[float | None, Field(description="Mean reward over the graded samples.")]
    pass_rate: Annotated[float | None, Field(description="Share of the scored samples that passed.", ge=0.0, le=1.0)]
    graded: Annotated[Integer | None, Field(description="Samples with a reward.", ge=0)]
    passed: Annotated[Integer | None, Field(description="Samples at or above the threshold.", ge=0)]
    failed: Annotated[Integer | None, Field(description="Samples below it, or that failed.", ge=0)]
    skipped: Annotated[Integer | None, Field(description="Samples that were removed.", ge=0)]
    progress: Annotated[EvalManagedProgress, Field(description="How far it is.")]


class EvalManagedFigures(ContractModel):
    """The figures of one run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    avg_reward: Annotated[float | None, Field(description="Mean reward over the graded samples.")]
    pass_rate: Annotated[float | None, Field(description="Share of the scored samples that passed.", ge=0.0, le=1.0)]
    graded: Annotated[Integer | None, Field(description="Samples with a reward.", ge=0)]
    passed: Annotated[Integer | None, Field(description="Samples at or above the threshold.", ge=0)]
    failed: Annotated[Integer | None, Field(description="Samples below it, or that failed.", ge=0)]
    skipped: Annotated[Integer | None, Field(description="Samples that were removed.", ge=0)]
    progress: Annotated[EvalManagedProgress, Field(description="How far it is.")]
    pass_threshold: Annotated[float | None, Field(description="The reward from which a sample passes.")]
    total_tokens: Annotated[Integer | None, Field(description="Tokens used.", ge=0)]
    dataset_rows: Annotated[Integer | None, Field(description="Rows of the dataset.", ge=0)]


class EvalSubmitResult(ContractModel):
    """The resource of `eval.submit`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name, which the platform chose.", min_length=1)]
    status: Annotated[str, Field(description="Where it stands.", min_length=1)]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalStopResult(ContractModel):
    """The resource of `eval.stop`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    status: Annotated[
        str, Field(description="Where it stands now; it is `stopped` once its job has ended.", min_length=1)
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalRetryResult(ContractModel):
    """The resource of `eval.retry`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name.", min_length=1)]
    status: Annotated[str, Field(description="Where it stands.", min_length=1)]
    workflow_id: Annotated[Maybe[str], Field(description="What the platform calls this retry.")] = None
    retryable_samples: Annotated[
        Integer, Field(description="Samples that are tried again; 0 where the whole run is.", ge=0)
    ]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalLogsData(ContractModel):
    """A page of the log of a run on a platform, from old to new."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    logs: Annotated[list[PlatformLogEntry], Field(description="The entries.")]
    next_cursor: Annotated[
        str | None, Field(description="For `--cursor`, to read the entries before these; null where there are none.")
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalDownloadResult(ContractModel):
    """The resource of `eval.download`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    output: Annotated[str, Field(description="The folder that the files are in.", min_length=1)]
    downloaded: Annotated[Integer, Field(description="Files that were fetched.", ge=0)]
    skipped: Annotated[Integer, Field(description="Files that were there with their size.", ge=0)]
    bytes: Annotated[Maybe[Integer], Field(description="Bytes that were fetched.", ge=0)] = None
    failed: Annotated[
        list[EvalDownloadFailure],
        Field(description="Files that could not be fetched; `status` of the envelope is then `partial`."),
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalManagedItem(ContractModel):
    """An evaluation on a platform, in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began. Null before that.")]
    completed_at: Annotated[Timestamp | None, Field(description="When it ended. Null before that.")]
    model: Annotated[str | None, Field(description="The model.")]
    dataset: Annotated[str | None, Field(description="Name of the dataset.")]
    rollout: Annotated[str | None, Field(description="Name of the rollout.")]
    creator_name: Annotated[str | None, Field(description="Who submitted it.")]
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")]
    results: Annotated[EvalResults | None, Field(description="The results so far. Null where there are none.")]
    config: Annotated[dict[str, Any] | None, Field(description="The configuration it runs with.")]
    summary: Annotated[EvalManagedSummary, Field(description="The figures that people look at first.")]


class EvalManagedRun(ContractModel):
    """An evaluation on a platform itself."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began. Null before that.")]
    completed_at: Annotated[Timestamp | None, Field(description="When it ended. Null before that.")]
    model: Annotated[str | None, Field(description="The model.")]
    dataset: Annotated[str | None, Field(description="Name of the dataset.")]
    rollout: Annotated[str | None, Field(description="Name of the rollout.")]
    creator_name: Annotated[str | None, Field(description="Who submitted it.")]
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")]
    results: Annotated[EvalResults | None, Field(description="The results so far. Null where there are none.")]
    config: Annotated[dict[str, Any] | None, Field(description="The configuration it runs with.")]


class EvalManagedInfo(ContractModel):
    """The data of `eval info` for an evaluation on a platform."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_run: Annotated[EvalManagedRun, Field(description="The evaluation.")]
    summary: Annotated[EvalManagedFigures, Field(description="Its figures.")]
    config: Annotated[dict[str, Any] | None, Field(description="The configuration it runs with.")]
    results: Annotated[EvalResults | None, Field(description="The results so far. Null where there are none.")]
    model: Annotated[EvalRunModel | None, Field(description="The model.")]
    dataset: Annotated[NamedReference | None, Field(description="The dataset.")]
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")]
    entrypoint: Annotated[str | None, Field(description="The file that is run.")]
    commit_sha: Annotated[str | None, Field(description="The commit it runs.")]
    branch: Annotated[str | None, Field(description="The branch that was asked for.")]
    env_config: Annotated[dict[str, Any] | None, Field(description="Plain settings of the rollout.")]
    resolved_secret_scopes: Annotated[dict[str, Any] | None, Field(description="Where each secret comes from.")]
    dataset_df_stats: Annotated[dict[str, Any] | None, Field(description="What the platform says of the dataset.")]
    metrics: Annotated[dict[str, Any] | None, Field(description="The metrics so far, as the platform gives them.")]
    metrics_available: Annotated[bool, Field(description="Whether the platform gave metrics.")]
    metrics_error: Annotated[str | None, Field(description="Why it did not.")]
    output_path: Annotated[str | None, Field(description="The file that the metrics were written to.")]
    save_warning: Annotated[str | None, Field(description="Why they were not written.")]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None
