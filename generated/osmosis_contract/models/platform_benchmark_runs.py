"""Benchmark runs. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .platform_benchmarks import BenchmarkPassAtK, ConfidenceEstimate
from .platform_common import ResourceName, SecretName, Timestamp
from .platform_submissions import SubmittedSecrets


class BenchmarkRunStatus(ContractEnum):
    """Where a benchmark run stands."""

    PENDING = "pending"
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"


ExtraHeadersAdditionalProperty = TypeAliasType("ExtraHeadersAdditionalProperty", Annotated[str, Field(max_length=4096)])


EnvAdditionalProperty = TypeAliasType("EnvAdditionalProperty", Annotated[str, Field(max_length=65536)])


type TaskName = Annotated[str, Field(max_length=512)]


type Category = Annotated[str, Field(max_length=512)]


class SubmittedTasks(ContractModel):
    """Which of its tasks; all of them when nothing is said."""

    model_config = ConfigDict(
        extra="forbid",
    )
    task_names: Annotated[Maybe[list[TaskName]], Field(description="By name.", max_length=10000)] = None
    categories: Annotated[Maybe[list[Category]], Field(description="By category.", max_length=1000)] = None
    task_set: Annotated[
        Maybe[str],
        Field(description="By the name of a choice; an unknown one is refused with an issue.", max_length=128),
    ] = None


EnvConfigAdditionalProperty = TypeAliasType("EnvConfigAdditionalProperty", Annotated[str, Field(max_length=65536)])


class BenchmarkRunConfiguration(ContractModel):
    """What a benchmark run runs."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark_id: Annotated[str | None, Field(description="The benchmark.")] = None
    benchmark_name: Annotated[str | None, Field(description="Its name.")] = None
    source_type: Annotated[str | None, Field(description="Where its tasks come from.")] = None
    source_ref: Annotated[str | None, Field(description="Its key.")] = None
    resolved_version: Annotated[str | None, Field(description="The version that was taken.")] = None
    resolved_digest: Annotated[str | None, Field(description="Its digest.")] = None
    task_filters: Annotated[dict[str, Any] | None, Field(description="Which tasks.")] = None
    config: Annotated[dict[str, Any] | None, Field(description="How they are run.")] = None
    resolved_secret_scopes: Annotated[
        dict[str, Any] | None, Field(description="Which stored secret each name stood for.")
    ] = None


class AgentAggregates(ContractModel):
    """What an agent used."""

    model_config = ConfigDict(
        extra="forbid",
    )
    reported_cost_usd: Annotated[float | None, Field(description="US dollars in total.", ge=0.0)] = None
    mean_duration_seconds: Annotated[float | None, Field(description="Seconds a task.", ge=0.0)] = None
    tokens_per_task: Annotated[float | None, Field(description="Tokens a task.", ge=0.0)] = None


class BenchmarkRunAgent(ContractModel):
    """An agent of a benchmark run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    agent_index: Annotated[Integer, Field(description="Its place in the submission, from 0.", ge=0)]
    harness: Annotated[str | None, Field(description="Its harness.")] = None
    model_display_name: Annotated[str | None, Field(description="Its model, for people.")] = None
    model: Annotated[str | None, Field(description="Its model's path.")] = None
    model_ref: Annotated[str | None, Field(description="What the model was called in the submission.")] = None
    status: Annotated[str, Field(description="Where it stands.")] = ""
    environment_variables: Annotated[dict[str, Any] | None, Field(description="Its environment variables.")] = None
    aggregates: Annotated[AgentAggregates | None, Field(description="What it used.")] = None


class BenchmarkRunProgress(ContractModel):
    """How far a benchmark run is."""

    model_config = ConfigDict(
        extra="forbid",
    )
    ingested: Annotated[Integer, Field(description="Results so far.", ge=0)]
    expected: Annotated[Integer, Field(description="Results the whole run has.", ge=0)]


class BenchmarkRunTotals(ContractModel):
    """A benchmark run in numbers."""

    model_config = ConfigDict(
        extra="forbid",
    )
    passed: Annotated[Integer, Field(description="Attempts that passed.", ge=0)] = 0
    failed: Annotated[Integer, Field(description="Attempts that did not.", ge=0)] = 0
    errored: Annotated[Integer, Field(description="Attempts that broke.", ge=0)] = 0
    cancelled: Annotated[Integer, Field(description="Attempts that were stopped.", ge=0)] = 0
    total_input_tokens: Annotated[Integer | None, Field(description="Tokens read.", ge=0)] = None
    total_output_tokens: Annotated[Integer | None, Field(description="Tokens written.", ge=0)] = None
    total_cost_usd: Annotated[float | None, Field(description="US dollars.", ge=0.0)] = None


class ProviderAgentModel(ContractModel):
    """A model of a provider, called with a stored key."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["provider"], Field(description="Always `provider`.")]
    model: Annotated[str, Field(description="The model's path.", max_length=512, min_length=1)]
    api_key_secret: Annotated[SecretName, Field(description="The secret that holds the key.")]


class EndpointAgentModel(ContractModel):
    """A model behind an endpoint that speaks chat completions."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["endpoint"], Field(description="Always `endpoint`.")]
    base_url: Annotated[str, Field(description="Where it is.", max_length=2048, min_length=1)]
    model: Annotated[str, Field(description="What it calls the model.", max_length=512, min_length=1)]
    api_key_secret: Annotated[SecretName, Field(description="The secret that holds the key.")]
    extra_headers: Annotated[
        Maybe[dict[str, ExtraHeadersAdditionalProperty]],
        Field(description="Headers to send; `Authorization` is refused."),
    ] = None


class HostedAgentModel(ContractModel):
    """A LoRA model that the platform serves."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["hosted"], Field(description="Always `hosted`.")]
    base_model: Annotated[str, Field(description="The base model's path.", max_length=512, min_length=1)]
    lora_model_name: Annotated[ResourceName, Field(description="The LoRA model's name.")]


type BenchmarkAgentModel = Annotated[
    ProviderAgentModel | EndpointAgentModel | HostedAgentModel,
    Field(
        description="The model of an agent: of a provider, behind an endpoint, or served by the platform.",
        discriminator="type",
    ),
]


class SubmittedAgent(ContractModel):
    """An agent of a benchmark run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    harness: Annotated[
        Maybe[str], Field(description="The harness that drives the model.", max_length=128, min_length=1)
    ] = None
    harness_api_key_secret: Annotated[
        Maybe[SecretName], Field(description="The secret with the harness's own key; only for a harness that has one.")
    ] = None
    model: Annotated[BenchmarkAgentModel, Field(description="The model.")]
    env: Annotated[dict[str, EnvAdditionalProperty], Field(description="Environment variables for it.")] = {}


class SubmittedBenchmark(ContractModel):
    """Which benchmark."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark: Annotated[ResourceName, Field(description="Its key, name or id.")]


class SubmittedExecution(ContractModel):
    """How the tasks are run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    attempts_per_task: Annotated[Maybe[Integer], Field(description="Attempts a task; 1 by default.", ge=1, le=10)] = (
        None
    )
    max_concurrent_attempts: Annotated[
        Maybe[Integer], Field(description="Attempts in flight; 4 by default.", ge=1, le=64)
    ] = None
    timeout_multiplier: Annotated[
        Maybe[float], Field(description="Factor on every time limit; 1 by default.", gt=0.0, le=10.0)
    ] = None
    max_retries: Annotated[
        Maybe[Integer], Field(description="Times a failing infrastructure is tried again; 0 by default.", ge=0, le=5)
    ] = None
    pass_threshold: Annotated[
        Maybe[float], Field(description="The reward from which a task passes.", ge=0.0, le=1.0)
    ] = None
    judge_model: Annotated[Maybe[str], Field(description="The judge.", max_length=512, min_length=1)] = None
    judge_api_key_secret: Annotated[Maybe[SecretName], Field(description="The secret that holds the judge's key.")] = (
        None
    )
    verifier_secrets: Annotated[
        Maybe[list[SecretName]], Field(description="Secrets the verifiers get.", max_length=16)
    ] = None


class BenchmarkSubmitRequest(ContractModel):
    """A benchmark run to start."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment_config: Annotated[SubmittedBenchmark, Field(description="Which benchmark.")]
    agents: Annotated[list[SubmittedAgent], Field(description="1 to 8 agents.", max_length=8, min_length=1)]
    tasks_config: Annotated[Maybe[SubmittedTasks], Field(description="Which tasks.")] = None
    execution_config: Annotated[Maybe[SubmittedExecution], Field(description="How they are run.")] = None
    env_config: Annotated[
        Maybe[dict[str, EnvConfigAdditionalProperty]], Field(description="Environment variables by name.")
    ] = None
    secrets: Annotated[Maybe[SubmittedSecrets], Field(description="The secrets; at most 16.")] = None


class SubmittedBenchmarkRun(ContractModel):
    """A benchmark run was accepted."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[BenchmarkRunStatus, Field(description="Where it stands.")]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    workflow_id: Annotated[str, Field(description="The work that was started.")]
    task_count: Annotated[Integer, Field(description="How many tasks it runs.", ge=0)]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None


class BenchmarkRunItem(ContractModel):
    """A benchmark run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[BenchmarkRunStatus, Field(description="Where it stands.")] = BenchmarkRunStatus.PENDING
    benchmark_name: Annotated[str, Field(description="The benchmark's name.")]
    benchmark_id: Annotated[str | None, Field(description="The benchmark's id.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")] = None
    completed_at: Annotated[Timestamp | None, Field(description="When it ended.")] = None
    creator_name: Annotated[str | None, Field(description="Who started it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    agent_count: Annotated[Integer, Field(description="How many agents it has.", ge=0)] = 0
    best_pass_at_1: Annotated[float | None, Field(description="The best agent's pass@1.", ge=0.0, le=1.0)] = None
    ingested_results: Annotated[Integer, Field(description="Results so far.", ge=0)] = 0
    expected_results: Annotated[Integer, Field(description="Results the whole run has.", ge=0)] = 0


class BenchmarkRunList(ContractModel):
    """A page of benchmark runs, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark_runs: Annotated[list[BenchmarkRunItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class AgentMetrics(ContractModel):
    """An agent's figures."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark_run_agent_id: Annotated[str, Field(description="The agent.")]
    rank: Annotated[Integer | None, Field(description="Its place among the agents.", ge=1)] = None
    n_tasks: Annotated[Integer, Field(description="Tasks it has results of.", ge=0)]
    pass_at_1: Annotated[ConfidenceEstimate | None, Field(description="pass@1.")] = None
    pass_at_k: Annotated[list[BenchmarkPassAtK], Field(description="The curve.", validate_default=True)] = []


class BenchmarkRunResponse(ContractModel):
    """A benchmark run with everything around it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark_run: Annotated[BenchmarkRunItem, Field(description="The run.")]
    configuration: Annotated[BenchmarkRunConfiguration | None, Field(description="What it runs.")] = None
    agents: Annotated[list[BenchmarkRunAgent] | None, Field(description="Its agents.")] = None
    progress: Annotated[BenchmarkRunProgress | None, Field(description="How far it is.")] = None
    totals: Annotated[BenchmarkRunTotals | None, Field(description="In numbers.")] = None
    agent_metrics: Annotated[list[AgentMetrics] | None, Field(description="The agents' figures.")] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False
