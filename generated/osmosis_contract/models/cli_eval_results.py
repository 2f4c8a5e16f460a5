"""Results of looking at runs. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .rollout import ErrorLocation, RolloutResultResponse
from .run_events import RolloutOutcome, SampleMetrics
from .run_export import ExportedRow
from .run_manifest import RunInputs
from .run_metrics import MetricsSummary, RunState
from .sample import SampleJudge


class EvalRowReference(ContractModel):
    """A row and run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts, from 0.", ge=0)]


class EvalRowResultState(ContractEnum):
    """The status of the result, or `running` or `pending` without one."""

    RUNNING = "running"
    PENDING = "pending"
    SUCCESS = "success"
    FAILED = "failed"
    SKIPPED = "skipped"


class EvalRewardBin(ContractModel):
    """Results whose reward is at least `low` and less than `high`; in the last bin, or when both are equal, at most
    `high`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    low: Annotated[float, Field(description="The least reward of the bin.")]
    high: Annotated[float, Field(description="Where the bin ends.")]
    count: Annotated[Integer, Field(description="How many results it has.", ge=0)]


class EvalSpread(ContractModel):
    """How the values of a non-empty set lie. Quantiles are interpolated between neighbours."""

    model_config = ConfigDict(
        extra="forbid",
    )
    count: Annotated[Integer, Field(description="How many values there are.", ge=1)]
    p50: Annotated[float, Field(description="The middle value.")]
    p95: Annotated[float, Field(description="The value that 95 of 100 do not exceed.")]
    max: Annotated[float, Field(description="The largest value.")]


type DifferingInput = Annotated[str, Field(description="One input that is not the same.", min_length=1)]


type Regression = Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]


type Improvement = Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]


type FailedRow = Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]


LeftOutAdditionalProperty = TypeAliasType(
    "LeftOutAdditionalProperty",
    Annotated[Integer, Field(description="How many rows are left out for this reason.", ge=1)],
)


class EvalComparedRows(ContractModel):
    """How many rows are compared."""

    model_config = ConfigDict(
        extra="forbid",
    )
    paired: Annotated[Integer, Field(description="Rows that both runs have a result for.", ge=0)]
    with_rewards: Annotated[Integer, Field(description="Paired rows with a reward in both.", ge=0)]
    left_out: Annotated[
        dict[str, LeftOutAdditionalProperty],
        Field(description="Rows that are not paired, by the reason, in words such as `not selected in B`."),
    ]
    without_rewards: Annotated[
        Integer,
        Field(description="Paired rows that lack a reward on either side and count for the pass rate alone.", ge=0),
    ]


class EvalDifference(ContractModel):
    """A mean difference with its confidence interval."""

    model_config = ConfigDict(
        extra="forbid",
    )
    mean: Annotated[float, Field(description="The mean of the differences of rows.")]
    low: Annotated[
        float | None, Field(description="Lower end of the interval. Null for a single pair, which has none.")
    ]
    high: Annotated[float | None, Field(description="Upper end of the interval. Null for a single pair.")]
    confidence: Annotated[float, Field(description="The interval's confidence, 0.95.", gt=0.0, lt=1.0)]
    pairs: Annotated[Integer, Field(description="How many rows it is over.", ge=1)]


class EvalRowDifference(ContractModel):
    """One row of the dataset in both runs."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    reward_a: Annotated[float | None, Field(description="Mean reward in A, or null without any.")]
    reward_b: Annotated[float | None, Field(description="Mean reward in B, or null without any.")]
    pass_a: Annotated[float, Field(description="Share of A's results that passed.", ge=0.0, le=1.0)]
    pass_b: Annotated[float, Field(description="Share of B's results that passed.", ge=0.0, le=1.0)]
    reward_difference: Annotated[
        float | None, Field(description="B's mean reward minus A's, or null when either has none.")
    ]
    pass_difference: Annotated[float, Field(description="B's share of passes minus A's.", ge=-1.0, le=1.0)]


class EvalViewResult(ContractModel):
    """The resource of `eval view`, printed before it serves."""

    model_config = ConfigDict(
        extra="forbid",
    )
    url: Annotated[
        str, Field(description="The address to open, on loopback, with the token of this start.", min_length=1)
    ]
    port: Annotated[Integer, Field(description="The port it serves.", ge=1, le=65535)]
    path: Annotated[str, Field(description="The run's directory, or the one that runs are kept in.", min_length=1)]


class EvalExportResultFormat(ContractEnum):
    """The form of the file."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"
    HTML = "html"


class EvalExportResult(ContractModel):
    """The resource of `eval export`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    format: Annotated[EvalExportResultFormat, Field(description="The form of the file.")]
    path: Annotated[str, Field(description="The file that was written.", min_length=1)]
    rows: Annotated[Integer, Field(description="How many rows it has, one for each row and run.", ge=0)]


class EvalRemoveResult(ContractModel):
    """The resource of `eval rm`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    removed: Annotated[list[str], Field(description="The folders that were removed.", min_length=1)]


class EvalInfoRun(ContractModel):
    """The identity and state of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", pattern="^[0-9a-f]{32}$")]
    name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    status: Annotated[
        RunState,
        Field(
            description="Where it stands now. `running` only while something works on it; a run whose program died is `incomplete`."
        ),
    ]
    model: Annotated[str, Field(description="The model under evaluation.")]
    dataset: Annotated[str | None, Field(description="The dataset's name, or null when it is not known.")]
    rollout: Annotated[str, Field(description="Name of the rollout.")]
    config_path: Annotated[
        str | None, Field(description="Path of the config, relative to the workspace, or null when it is not known.")
    ]
    created_at: Annotated[str, Field(description="When the run was created.")]
    started_at: Annotated[
        str | None, Field(description="When its latest invocation started, or null when that is not known.")
    ]
    completed_at: Annotated[str | None, Field(description="When its latest invocation ended, or null.")]
    duration_ms: Annotated[
        float | None,
        Field(
            description="Milliseconds its latest invocation took so far or in all, or null when that is not known.",
            ge=0.0,
        ),
    ]
    worked_on_by: Annotated[
        str | None,
        Field(description="The process that works on it, in words, or null when there is none or it is not known."),
    ]
    running_for_sec: Annotated[
        float | None, Field(description="Seconds for which it has been at work, or null when it is not.", ge=0.0)
    ]
    resume_command: Annotated[
        str | None,
        Field(description="What to type to go on with it. Null when it is finished, or when its config is not known."),
    ]


class EvalFailureGroup(ContractModel):
    """Rows and runs that failed, or that were tried and have no result, for the same reason."""

    model_config = ConfigDict(
        extra="forbid",
    )
    error_type: Annotated[
        str,
        Field(
            description="What kind of failure it was, in the words that RunEvent describes; `lost` for attempts never ended.",
            min_length=1,
        ),
    ]
    pending: Annotated[
        bool, Field(description="True when these have no result and are tried again by the next invocation.")
    ]
    count: Annotated[Integer, Field(description="How many there are.", ge=1)]
    exception: Annotated[
        Maybe[str],
        Field(
            description="The class of the exception that user code raised. Left out where there was none.", min_length=1
        ),
    ] = None
    location: Annotated[
        Maybe[ErrorLocation],
        Field(description="The place in the user's code where they were raised. Left out where there is none."),
    ] = None
    rows: Annotated[
        Maybe[str],
        Field(
            description="All rows of the dataset that they are of, as `--rows` takes them. Left out by earlier versions.",
            min_length=1,
        ),
    ] = None
    message: Annotated[str | None, Field(description="The message of the first of them, or null when it has none.")]
    examples: Annotated[list[EvalRowReference], Field(description="The first of them, by row and run.", min_length=1)]


class EvalRowResult(ContractModel):
    """What is known of one row and run. Null says that it is not known or that there is none."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts, from 0.", ge=0)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    state: Annotated[
        EvalRowResultState, Field(description="The status of the result, or `running` or `pending` without one.")
    ]
    outcome: Annotated[
        RolloutOutcome | None,
        Field(description="The outcome of the rollout. Null while there is none, and when the file does not say it."),
    ]
    reward: Annotated[float | None, Field(description="The reward.")]
    passed: Annotated[bool | None, Field(description="Whether the reward is at or above the threshold.")]
    tokens: Annotated[Integer | None, Field(description="Tokens of all model calls of the rollout together.", ge=0)]
    tokens_estimated: Annotated[
        Maybe[bool],
        Field(
            description="True when some of `tokens` were worked out from the texts, because the model's endpoint did not count them. Left out when all of them were counted, and by versions that did not write it."
        ),
    ] = None
    max_context_tokens: Annotated[
        Integer | None, Field(description="Prompt and completion tokens of the largest single model call.", ge=0)
    ]
    duration_ms: Annotated[
        float | None, Field(description="Milliseconds from the dispatch of the rollout to its result.", ge=0.0)
    ]
    cost_usd: Annotated[float | None, Field(description="Cost of all its attempts in US dollars.", ge=0.0)]
    attempts: Annotated[Integer, Field(description="How often it was attempted.", ge=0)]
    error_type: Annotated[
        str | None, Field(description="What kind of failure it was, in the words that RunEvent describes.")
    ]
    finished_at: Annotated[float | None, Field(description="When the result was known, in seconds since 1970.")]
    metrics: Annotated[
        Maybe[SampleMetrics], Field(description="The metrics of its sample. Left out when there are none.")
    ] = None


class EvalMetricDifference(ContractModel):
    """One metric in both runs, over the rows that have it in both."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rows: Annotated[Integer, Field(description="How many rows have it in both.", ge=1)]
    mean_a: Annotated[float, Field(description="Its mean in A; the attempts of a row are averaged first.")]
    mean_b: Annotated[float, Field(description="Its mean in B.")]
    difference: Annotated[EvalDifference, Field(description="B's mean minus A's, with its interval.")]


class EvalCompareSide(ContractModel):
    """One of two compared runs. Its means are over the paired rows."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    path: Annotated[str, Field(description="The run's directory.", min_length=1)]
    status: Annotated[RunState, Field(description="Where it stands.")]
    model: Annotated[str, Field(description="The model under evaluation.")]
    rollout: Annotated[str, Field(description="Name of the rollout.")]
    rows: Annotated[Integer, Field(description="How many rows the run has, with a result or without.", ge=0)]
    mean_reward: Annotated[
        float | None, Field(description="Mean reward over the paired rows with a reward in both. Null without any.")
    ]
    pass_rate: Annotated[
        float | None, Field(description="Mean share of passes over the paired rows. Null without any.", ge=0.0, le=1.0)
    ]
    failed: Annotated[Integer, Field(description="Results with status `failed`, on all rows.", ge=0)]
    failed_rows: Annotated[list[FailedRow], Field(description="The rows they are of.")]


class EvalListItem(ContractModel):
    """One run of `eval list`, as its small files say. Of a folder that cannot be read there are a name and a fault."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Name of the run and of its folder.", min_length=1)]
    fault: Annotated[str | None, Field(description="Why the run cannot be read, or null when it can.")]
    created_at: Annotated[str, Field(description="When the run was created; empty when that is not known.")]
    status: Annotated[Maybe[RunState], Field(description="Whether it is at work, finished or incomplete.")] = None
    model: Annotated[Maybe[str], Field(description="The model under evaluation.")] = None
    rollout: Annotated[Maybe[str], Field(description="Name of the rollout.")] = None
    dataset: Annotated[str | None, Field(description="The dataset's name, or null when it is not known.")] = None
    total: Annotated[Maybe[Integer], Field(description="How many results the complete run has.", ge=0)] = None
    settled: Annotated[Maybe[Integer], Field(description="How many results there are.", ge=0)] = None
    pass_rate: Annotated[float | None, Field(description="The share of results that passed, or null without any.")] = (
        None
    )
    mean_reward: Annotated[
        float | None, Field(description="The mean of the rewards there are, or null without any.")
    ] = None
    graded: Annotated[Maybe[Integer], Field(description="How many rewards the mean is over.", ge=0)] = None
    failed: Annotated[Maybe[Integer], Field(description="How many results are failures.", ge=0)] = None
    tokens: Annotated[Maybe[Integer], Field(description="Tokens of all model calls.", ge=0)] = None


class EvalShowResult(ContractModel):
    """The data of `eval show`, one row and run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    result: Annotated[ExportedRow, Field(description="What is known of the row and run.")]
    trajectory: Annotated[
        str | None, Field(description="The file with the whole conversation, or null when none was kept.")
    ]
    log_lines: Annotated[list[str], Field(description="The last lines of the run's log that speak of it.")]


class EvalInfoCounts(ContractModel):
    """How many results a run has, and which stand out. Also required: `settled` is `success`, `failed` and `skipped`
    together; it, `running` and `pending` add up to `total`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    total: Annotated[Integer, Field(description="Results the complete run has.", ge=0)]
    settled: Annotated[Integer, Field(description="Results there are.", ge=0)]
    running: Annotated[Integer, Field(description="Attempts in flight.", ge=0)]
    pending: Annotated[Integer, Field(description="Rows and runs without a result that nothing works on.", ge=0)]
    success: Annotated[Integer, Field(description="Results with status `success`.", ge=0)]
    failed: Annotated[Integer, Field(description="Results with status `failed`.", ge=0)]
    skipped: Annotated[Integer, Field(description="Results with status `skipped`.", ge=0)]
    attempts: Annotated[Integer, Field(description="Attempts in all.", ge=0)]
    retried: Annotated[Integer, Field(description="Rows and runs that were attempted more than once.", ge=0)]
    failures: Annotated[
        list[EvalFailureGroup], Field(description="What did not work, by kind, the most frequent first.")
    ]
    slowest: Annotated[list[EvalRowResult], Field(description="The results that took longest, the slowest first.")]
    rewards: Annotated[
        list[EvalRewardBin],
        Field(
            description="The distribution of the rewards, ascending. A bin a value where there are few different ones."
        ),
    ]
    duration_ms: Annotated[EvalSpread | None, Field(description="Milliseconds a result took. Null without results.")]
    tokens: Annotated[EvalSpread | None, Field(description="Tokens of a result. Null when none were counted.")]
    max_context_tokens: Annotated[
        EvalSpread | None,
        Field(description="Tokens of the largest single model call of a result. Null when none were counted."),
    ]


class EvalCompareResult(ContractModel):
    """The data of `eval compare`: two runs paired by the row of the dataset. The attempts of a row are averaged
    first. A row is paired when both runs have a result for it that is not skipped; failed ones have no reward and
    count as not passed. Differences are B's value minus A's. Also required: `wins`, `ties` and `losses` add up to
    the paired rows, and `row_differences` has each of them, ascending."""

    model_config = ConfigDict(
        extra="forbid",
    )
    a: Annotated[EvalCompareSide, Field(description="The run that is compared with.")]
    b: Annotated[EvalCompareSide, Field(description="The run that is compared.")]
    method: Annotated[str, Field(description="How the intervals are worked out, in a sentence.", min_length=1)]
    differing_inputs: Annotated[
        list[DifferingInput],
        Field(
            description="What else may be behind a difference, in words such as `the model`; empty when the inputs are equal."
        ),
    ]
    rows: Annotated[EvalComparedRows, Field(description="How many rows are paired, and why others are not.")]
    reward_difference: Annotated[
        EvalDifference | None,
        Field(
            description="The mean difference of rewards, over the paired rows with a reward in both. Null without any."
        ),
    ]
    pass_rate_difference: Annotated[
        EvalDifference | None,
        Field(description="The mean difference of the shares of passes, over the paired rows. Null without any."),
    ]
    metric_differences: Annotated[
        Maybe[dict[str, EvalMetricDifference]],
        Field(
            description="For each metric that both runs have, its mean in A and in B and the mean difference, over the paired rows that have it in both. Left out by earlier versions."
        ),
    ] = None
    wins: Annotated[
        Integer,
        Field(description="Paired rows in which B is better, by reward, or by passes where one has no reward.", ge=0),
    ]
    ties: Annotated[Integer, Field(description="Paired rows in which they are equal.", ge=0)]
    losses: Annotated[Integer, Field(description="Paired rows in which B is worse.", ge=0)]
    regressions: Annotated[list[Regression], Field(description="Rows of the dataset that passed more often in A.")]
    improvements: Annotated[list[Improvement], Field(description="Rows of the dataset that passed more often in B.")]
    tokens_ratio: Annotated[
        float | None,
        Field(
            description="Mean tokens of B's results over A's, on the paired rows. Null when either is not known.",
            ge=0.0,
        ),
    ]
    time_ratio: Annotated[
        float | None,
        Field(
            description="Mean duration of B's results over A's, on the paired rows. Null when either is not known.",
            ge=0.0,
        ),
    ]
    row_differences: Annotated[list[EvalRowDifference], Field(description="The paired rows.")]


class EvalDebugResult(ContractModel):
    """The data of `eval debug`, one row that was run in a process with the terminal."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    rollout: Annotated[str, Field(description="Name of the rollout.", min_length=1)]
    model: Annotated[str, Field(description="The model that answered.", min_length=1)]
    outcome: Annotated[RolloutOutcome, Field(description="How the rollout ended.")]
    result: Annotated[RolloutResultResponse, Field(description="The result as a rollout server would give it.")]


class EvalInfoResult(ContractModel):
    """The data of `eval info` for a local run. Also required: `model`, `dataset` and `rollout` equal those of
    `eval_run`, and `metrics` equals `summary`; they stand twice because published tools read them in both places."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_run: Annotated[EvalInfoRun, Field(description="What the run is and where it stands.")]
    summary: Annotated[MetricsSummary, Field(description="The figures over the results there are now.")]
    config: Annotated[RunInputs, Field(description="Everything the results depend on, as the manifest has it.")]
    results: Annotated[EvalInfoCounts, Field(description="How many results there are, and which stand out.")]
    judges: Annotated[
        Maybe[list[SampleJudge]],
        Field(
            description="The judges that graders of the run asked, each prompt of each; at most 64 of them. Left out by versions that did not record them."
        ),
    ] = None
    model: Annotated[str, Field(description="The model under evaluation.")]
    dataset: Annotated[str | None, Field(description="The dataset's name, or null when it is not known.")]
    rollout: Annotated[str, Field(description="Name of the rollout.")]
    entrypoint: Annotated[
        str, Field(description="The file that starts the rollout's server, relative to the rollout's directory.")
    ]
    commit_sha: Annotated[
        str | None, Field(description="The commit that was checked out or that the config names, or null.")
    ]
    branch: Annotated[
        str | None, Field(description="The branch that was checked out or that the config names, or null.")
    ]
    env_config: Annotated[dict[str, str], Field(description="The literal environment variables of the config.")]
    metrics: Annotated[
        MetricsSummary, Field(description="The figures again, under the name that published tools read.")
    ]
    metrics_available: Annotated[bool, Field(description="Whether there are figures. Always true for a local run.")]
    metrics_error: Annotated[str | None, Field(description="Why there are none. Always null for a local run.")]
    output_path: Annotated[
        str,
        Field(
            description="The run's directory, or the one that `--output` had `metrics.json` written to.", min_length=1
        ),
    ]
    save_warning: Annotated[str | None, Field(description="Why the figures could not be saved, or null.")]
