"""Command results about managed evaluations. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .cli_results import GitContext, NamedWorkspace
from .platform_common import NamedReference, Timestamp
from .platform_eval_runs import EvalResults, EvalRunModel, EvalRunStatus


class EvalSubmittedConfig(ContractModel):
    """What a submitted config names."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout: Annotated[str, Field(description="Name of the rollout.", min_length=1)]
    entrypoint: Annotated[str, Field(description="The file that is run, in the rollout's folder.", min_length=1)]
    model: Annotated[str, Field(description="The model.", min_length=1)]
    dataset: Annotated[str, Field(description="Name of the dataset.", min_length=1)]
    branch: Annotated[str | None, Field(description="The branch whose newest commit is run. Null where none is named.")]
    commit_sha: Annotated[str | None, Field(description="The commit that is run. Null where none is named.")]


ManifestTotalsAdditionalProperty = TypeAliasType("ManifestTotalsAdditionalProperty", Annotated[Integer, Field(ge=0)])


class EvalOutputType(ContractEnum):
    """A kind of files of a run. With the `journal`, the folder is one that commands on runs of this machine take."""

    METRICS = "metrics"
    TRAJECTORIES = "trajectories"
    ARTIFACTS = "artifacts"
    LOGS = "logs"
    JOURNAL = "journal"


class EvalOutputCount(ContractModel):
    """Files of one kind."""

    model_config = ConfigDict(
        extra="forbid",
    )
    files: Annotated[Integer, Field(description="How many there are.", ge=0)]
    bytes: Annotated[Integer, Field(description="Their bytes.", ge=0)]


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


class EvalStopResult(ContractModel):
    """The resource of `eval.stop`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run. Its status is `stopped` once its job has ended.", min_length=1)]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalUploadedRun(ContractModel):
    """The resource of `eval.upload`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    session_id: Annotated[str, Field(description="Identity of the upload.", min_length=1)]
    local_run_id: Annotated[str, Field(description="Identity of the run on this machine.", pattern="^[0-9a-f]{32}$")]
    local_run_path: Annotated[str, Field(description="Its folder.", min_length=1)]
    eval_run_id: Annotated[str, Field(description="Identity of the run on the platform.", min_length=1)]
    eval_run_name: Annotated[
        str, Field(description="Its name there; with a number where another run has the name.", min_length=1)
    ]
    status: Annotated[str, Field(description="Where the upload stands; `finalized`.", min_length=1)]
    expected_files: Annotated[Integer, Field(description="Files the upload has.", ge=0)]
    uploaded_files: Annotated[Integer, Field(description="Files that arrived, now or earlier.", ge=0)]
    platform_url: Annotated[str | None, Field(description="The run's page.")] = None
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
    eval_run: Annotated[NamedReference, Field(description="The run.")]
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    selected_types: Annotated[
        list[EvalOutputType], Field(description="The kinds of files that were asked for.", min_length=1)
    ]
    files_downloaded: Annotated[Integer, Field(description="Files that were fetched.", ge=0)]
    files_skipped: Annotated[Integer, Field(description="Files that were there with their size.", ge=0)]
    files_failed: Annotated[
        list[EvalDownloadFailure],
        Field(description="Files that could not be fetched; `status` of the envelope is then `partial`."),
    ]
    bytes_downloaded: Annotated[Integer, Field(description="Bytes of the files that were fetched.", ge=0)]
    total_files: Annotated[
        Integer,
        Field(
            description="Files of these kinds and rows that the run has; one whose path no file of a run may have is not counted.",
            ge=0,
        ),
    ]
    total_bytes: Annotated[Integer, Field(description="Their bytes.", ge=0)]
    breakdown: Annotated[
        dict[str, EvalOutputCount], Field(description="Both by kind, without the kinds that the run has no files of.")
    ]
    manifest_totals: Annotated[
        dict[str, ManifestTotalsAdditionalProperty],
        Field(description="How many files and bytes the platform said there are."),
    ]
    output_path: Annotated[
        str, Field(description="The folder that the files are in, as `--output` named it.", min_length=1)
    ]
    rows: Annotated[str | None, Field(description="What `--rows` chose. Null for every row.")]
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
    platform_url: Annotated[
        Maybe[str], Field(description="Its page. Left out where the platform has none.", min_length=1)
    ] = None
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
    platform_url: Annotated[
        Maybe[str], Field(description="Its page. Left out where the platform has none.", min_length=1)
    ] = None
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
    output_path: Annotated[
        str | None,
        Field(description="The file that the metrics were written to, below the folder as `--output` named it."),
    ]
    save_warning: Annotated[str | None, Field(description="Why they were not written.")]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalSubmitResult(ContractModel):
    """The resource of `eval.submit`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name, which the platform chose.", min_length=1)]
    status: Annotated[str, Field(description="Where it stands.", min_length=1)]
    model_name: Annotated[str, Field(description="The model, as the config names it.", min_length=1)]
    dataset_name: Annotated[str, Field(description="The dataset, as the config names it.", min_length=1)]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    url: Annotated[Maybe[str], Field(description="Its page. Left out where the platform has none.", min_length=1)] = (
        None
    )
    config: Annotated[EvalSubmittedConfig, Field(description="What was submitted.")]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[
        Maybe[GitContext], Field(description="The repository of the config. Left out where there is none.")
    ] = None
    workspace_directory: Annotated[
        Maybe[str], Field(description="The workspace's directory, which the config is in.", min_length=1)
    ] = None
    run: Annotated[
        Maybe[EvalManagedInfo],
        Field(description="The run once it was over, as `eval info` shows it. Left out without `--watch`."),
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
    run: Annotated[
        Maybe[EvalManagedInfo],
        Field(description="The run once it was over, as `eval info` shows it. Left out without `--watch`."),
    ] = None
