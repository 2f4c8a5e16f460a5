"""Run metrics. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field


class RunState(ContractEnum):
    """Where a run stands. `running`: an invocation is at work, or died without a word. `finished`: every row and run
    has a result. `incomplete`: an invocation ended and left some pending."""

    RUNNING = "running"
    FINISHED = "finished"
    INCOMPLETE = "incomplete"


class RewardStats(ContractModel):
    """Statistics of a non-empty set of rewards. All are finite."""

    model_config = ConfigDict(
        extra="forbid",
    )
    mean: Annotated[float, Field(description="Arithmetic mean.")]
    median: Annotated[
        float, Field(description="The middle reward; of an even number, the mean of the two in the middle.")
    ]
    std: Annotated[
        float,
        Field(
            description="Standard deviation of the population (divided by the number of rewards, not by one less).",
            ge=0.0,
        ),
    ]
    min: Annotated[float, Field(description="The smallest reward.")]
    max: Annotated[float, Field(description="The largest reward.")]


class MetricStats(ContractModel):
    """Statistics of one metric over the results that have it, skipped ones not among them."""

    model_config = ConfigDict(
        extra="forbid",
    )
    count: Annotated[Integer, Field(description="How many results have the metric.", ge=1)]
    mean: Annotated[float, Field(description="Arithmetic mean.")]
    std: Annotated[
        float,
        Field(
            description="Standard deviation of the population (divided by the number of values, not by one less).",
            ge=0.0,
        ),
    ]


class PassAtK(ContractModel):
    """One point of the pass@k curve: the mean over the rows with at least k results that are not skipped of 1 − C(n
    − c, k) / C(n, k), where n is the number of those results and c how many of them passed (1 where n − c < k)."""

    model_config = ConfigDict(
        extra="forbid",
    )
    k: Annotated[Integer, Field(description="Number of attempts.", ge=1)]
    value: Annotated[
        float, Field(description="Estimated chance that at least one of k attempts passes.", ge=0.0, le=1.0)
    ]


class MetricsEvalRun(ContractModel):
    """The identity and state of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[
        str,
        Field(description="Identity of the run, equal to `local_run_id` of its manifest.", pattern="^[0-9a-f]{32}$"),
    ]
    status: Annotated[RunState, Field(description="Where the run stands.")]
    name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    dataset_name: Annotated[
        str, Field(description="The dataset the config names, also when another file was read instead. May be empty.")
    ]
    model_name: Annotated[str, Field(description="The config's `model_path`.")]
    rollout_name: Annotated[str, Field(description="Name of the rollout.")]
    duration_ms: Annotated[
        float, Field(description="Milliseconds the latest invocation of the run took so far or in all.", ge=0.0)
    ]
    started_at: Annotated[
        str,
        Field(
            description="When the latest invocation started, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    completed_at: Annotated[
        Maybe[str],
        Field(
            description="When it ended, in UTC, ending in `Z`. Left out while the run is running.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ] = None


class MetricsSummary(ContractModel):
    """The figures of a run. Also required: `completed_samples` is `total_samples` minus `skipped`; `passed` is at
    most `graded`, and `graded` at most `completed_samples`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    total_samples: Annotated[Integer, Field(description="Results there are.", ge=0)]
    completed_samples: Annotated[
        Integer, Field(description="Results that are not skipped. Failed ones are among them.", ge=0)
    ]
    graded: Annotated[Integer, Field(description="Results that are not skipped and have a reward.", ge=0)]
    passed: Annotated[Integer, Field(description="Graded results whose reward is at or above the threshold.", ge=0)]
    failed: Annotated[Integer, Field(description="Results with status `failed`.", ge=0)]
    skipped: Annotated[Integer, Field(description="Results with status `skipped`.", ge=0)]
    pass_rate: Annotated[
        float, Field(description="`passed` divided by `completed_samples`; 0 when there are none.", ge=0.0, le=1.0)
    ]
    pass_threshold: Annotated[float, Field(description="The reward at or above which a result passes.")]
    tokens_used: Annotated[
        Integer, Field(description="Sum of the results' tokens, failed and skipped ones among them.", ge=0)
    ]
    tokens_estimated: Annotated[
        Maybe[Integer],
        Field(
            description="How many of the results have tokens that were worked out from the texts, because the model's endpoint did not count them. Left out when there are none, and by versions that did not write it.",
            ge=1,
        ),
    ] = None
    cost_usd: Annotated[
        Maybe[float],
        Field(
            description="What the model calls of all attempts cost, in US dollars, those of attempts without a result among them. Left out when no price of the model is known.",
            ge=0.0,
        ),
    ] = None
    reward_stats: Annotated[
        Maybe[RewardStats],
        Field(description="Statistics of the rewards of the graded results. Left out when there are none."),
    ] = None
    metrics: Annotated[
        Maybe[dict[str, MetricStats]],
        Field(
            description="Statistics of the metrics of the samples, by name: of the first 32 names that the run met. Left out when there are none."
        ),
    ] = None
    n_runs: Annotated[
        Maybe[Integer], Field(description="The largest `run_index` plus one. Left out unless it is 2 or more.", ge=2)
    ] = None
    pass_at_k: Annotated[
        Maybe[list[PassAtK]],
        Field(
            description="The estimated chance of passing within k attempts, for k = 1, 2, 4 and so on up to `n_runs`, ascending. Left out unless there are two points or more.",
            min_length=2,
        ),
    ] = None


class RunMetrics(ContractModel):
    """The run and its figures."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_run: Annotated[MetricsEvalRun, Field(description="What the run is and where it stands.")]
    summary: Annotated[MetricsSummary, Field(description="The figures.")]
