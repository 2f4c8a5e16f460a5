"""Evaluation runs. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .platform_common import NamedReference, Timestamp
from .run_metrics import PassAtK


class EvalRunStatus(ContractEnum):
    """Where an evaluation stands: `pending`, then `running`, then `finished`, `failed` or `stopped`."""

    PENDING = "pending"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"


class EvalRunModel(ContractModel):
    """The model of an evaluation."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its path.")]


class RewardDistribution(ContractModel):
    """Statistics of rewards; a member is null while there are none."""

    model_config = ConfigDict(
        extra="forbid",
    )
    mean: Annotated[float | None, Field(description="Arithmetic mean.")] = None
    median: Annotated[float | None, Field(description="The middle reward.")] = None
    std: Annotated[float | None, Field(description="Standard deviation of the population.")] = None
    min: Annotated[float | None, Field(description="The smallest.")] = None
    max: Annotated[float | None, Field(description="The largest.")] = None


class ResultRewardStats(ContractModel):
    """The reward distribution inside results, with pass@k by k as text."""

    model_config = ConfigDict(
        extra="forbid",
    )
    mean: Annotated[float | None, Field(description="Arithmetic mean.")] = None
    median: Annotated[float | None, Field(description="The middle reward.")] = None
    std: Annotated[float | None, Field(description="Standard deviation of the population.")] = None
    min: Annotated[float | None, Field(description="The smallest.")] = None
    max: Annotated[float | None, Field(description="The largest.")] = None
    pass_at_k: Annotated[dict[str, Any] | None, Field(description="Estimated pass@k by k.")] = None


class EvalResults(ContractModel):
    """The aggregate results of an evaluation. Progress is `total_runs` of `sampled_rows` times `n`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    score: Annotated[float | None, Field(description="Mean reward.")] = None
    total_runs: Annotated[Integer | None, Field(description="Completed attempts.", ge=0)] = None
    sampled_rows: Annotated[Integer | None, Field(description="Rows taken from the dataset.", ge=0)] = None
    graded: Annotated[Integer | None, Field(description="Attempts with a reward.", ge=0)] = None
    passed: Annotated[Integer | None, Field(description="Attempts at or above the threshold.", ge=0)] = None
    failed: Annotated[Integer | None, Field(description="Attempts below it, or that failed.", ge=0)] = None
    skipped: Annotated[Integer | None, Field(description="Attempts that were removed.", ge=0)] = None
    pass_rate: Annotated[
        float | None, Field(description="Share of the scored attempts that passed.", ge=0.0, le=1.0)
    ] = None
    pass_threshold: Annotated[float | None, Field(description="The reward from which an attempt passes.")] = None
    total_tokens: Annotated[Integer | None, Field(description="Tokens used.", ge=0)] = None
    total_dataset_rows: Annotated[Integer | None, Field(description="Rows of the dataset.", ge=0)] = None
    resumed_count: Annotated[Integer | None, Field(description="Attempts carried over from before a retry.", ge=0)] = (
        None
    )
    total_duration_ms: Annotated[Integer | None, Field(description="Milliseconds from start to end.", ge=0)] = None
    reward_stats: Annotated[ResultRewardStats | None, Field(description="The reward distribution.")] = None


class EvalRunItem(ContractModel):
    """An evaluation in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")] = None
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")] = None
    creator_name: Annotated[str | None, Field(description="Who started it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    model: Annotated[EvalRunModel | None, Field(description="The model.")] = None
    dataset: Annotated[NamedReference | None, Field(description="The dataset.")] = None
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")] = None
    results: Annotated[EvalResults | None, Field(description="The results so far.")] = None
    config: Annotated[dict[str, Any] | None, Field(description="The configuration it runs with.")] = None


class EvalRunList(ContractModel):
    """A page of evaluations, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_runs: Annotated[list[EvalRunItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class EvalRunDetail(ContractModel):
    """An evaluation itself."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")] = ""
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")] = EvalRunStatus.PENDING
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")] = None
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")] = None
    creator_name: Annotated[str | None, Field(description="Who started it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    reason: Annotated[
        str | None,
        Field(description="Why it stands where it does, when there is something to say: a word in capitals."),
    ] = None


class EvalRunResponse(ContractModel):
    """An evaluation with everything around it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_run: Annotated[EvalRunDetail, Field(description="The evaluation.")]
    config: Annotated[
        dict[str, Any] | None,
        Field(description="The configuration it runs with; of a run that jobs work on, also the `pool` of these."),
    ] = None
    dataset: Annotated[NamedReference | None, Field(description="The dataset.")] = None
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")] = None
    results: Annotated[EvalResults | None, Field(description="The results so far.")] = None
    entrypoint: Annotated[str | None, Field(description="The file that is run.")] = None
    branch: Annotated[str | None, Field(description="The branch that was asked for.")] = None
    commit_sha: Annotated[str | None, Field(description="The commit it runs.")] = None
    env_config: Annotated[dict[str, Any] | None, Field(description="Environment variables by name.")] = None
    resolved_secret_scopes: Annotated[
        dict[str, Any] | None, Field(description="Which stored secret each name stood for.")
    ] = None
    dataset_df_stats: Annotated[dict[str, Any] | None, Field(description="Figures about the dataset's columns.")] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False


class EvalMetricsOverview(ContractModel):
    """The figures of an evaluation."""

    model_config = ConfigDict(
        extra="forbid",
    )
    duration_ms: Annotated[Integer | None, Field(description="Milliseconds from start to end.", ge=0)] = None
    total_samples: Annotated[Integer | None, Field(description="Attempts the whole run has.", ge=0)] = None
    completed_samples: Annotated[Integer | None, Field(description="Attempts that are complete.", ge=0)] = None
    graded: Annotated[Integer | None, Field(description="With a reward.", ge=0)] = None
    passed: Annotated[Integer | None, Field(description="At or above the threshold.", ge=0)] = None
    failed: Annotated[Integer | None, Field(description="Below it, or failed.", ge=0)] = None
    skipped: Annotated[Integer | None, Field(description="Removed.", ge=0)] = None
    pass_rate: Annotated[
        float | None, Field(description="Share of the scored attempts that passed.", ge=0.0, le=1.0)
    ] = None
    pass_threshold: Annotated[float | None, Field(description="The reward from which an attempt passes.")] = None
    tokens_used: Annotated[Integer | None, Field(description="Tokens used.", ge=0)] = None


class RunStopResponse(ContractModel):
    """A stop was asked for. The status moves once what the run held is cleaned up."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="The run's id.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[str, Field(description="Where it stands now.")]


SecretsAdditionalProperty = TypeAliasType(
    "SecretsAdditionalProperty", Annotated[str, Field(max_length=65536, min_length=1)]
)


class EvalRetryRequest(ContractModel):
    """Run again what failed or was skipped."""

    model_config = ConfigDict(
        extra="forbid",
    )
    secrets: Annotated[
        Maybe[dict[str, SecretsAdditionalProperty]],
        Field(description="Values of the secrets that `run_secret_names` asked for."),
    ] = None


class EvalRetryResponse(ContractModel):
    """The run continues."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    workflow_id: Annotated[str, Field(description="The work that was started.")]
    retryable_samples: Annotated[
        Integer, Field(description="How many attempts are run again; 0 when the whole run is.", ge=0)
    ] = 0
    platform_url: Annotated[str | None, Field(description="Its page.")] = None


class EvalRunMetrics(ContractModel):
    """The figures of an evaluation in full."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[EvalRunStatus, Field(description="Where it stands.")]
    overview: Annotated[EvalMetricsOverview, Field(description="The figures.")]
    reward_stats: Annotated[RewardDistribution | None, Field(description="The reward distribution.")] = None
    pass_at_k: Annotated[list[PassAtK], Field(description="Points of the pass@k curve.", validate_default=True)] = []
