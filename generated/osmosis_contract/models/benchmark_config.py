"""Benchmark config. Generated from the specification; do not edit."""

from typing import Annotated, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .eval_config import EnvSection


class BenchmarkExperimentSection(ContractModel):
    """The `[experiment]` table of a benchmark config."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark: Annotated[
        str,
        Field(
            description="A benchmark that has been added to the workspace, by its key, its name or its id; each compared exactly, upper and lower case apart."
        ),
    ]


type TaskName = Annotated[str, Field(description="The name of one task, not blank.", pattern="[^ \\t\\r\\n\\f\\v]")]


type Category = Annotated[str, Field(description="The name of one category, not blank.", pattern="[^ \\t\\r\\n\\f\\v]")]


class BenchmarkTaskSet(ContractEnum):
    """The named samples of tasks. `parity`: the tasks for which the benchmark's authors published results to compare
    with."""

    PARITY = "parity"


class ProviderModel(ContractModel):
    """A model of a provider whose address is known from the model's name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["provider"], Field(description="Says that this is a provider's model.")]
    model: Annotated[str, Field(description="The model, as `provider/model`.")]
    api_key_secret: Annotated[
        str,
        Field(
            description="Name of the secret with the provider's key. Also required: none of the names reserved for the runner, `HF_TOKEN`, `DAYTONA_API_KEY`, `DAYTONA_API_URL`, `SKYPILOT_SERVICE_ACCOUNT_TOKEN` and `SKYPILOT_API_SERVER_ENDPOINT`.",
            pattern="^[A-Z][A-Z0-9_]*$",
        ),
    ]


class EndpointModel(ContractModel):
    """A model behind any endpoint that speaks OpenAI's chat completions."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[
        Literal["endpoint"], Field(description="Says that this is a model behind an endpoint of the user's choice.")
    ]
    base_url: Annotated[str, Field(description="The address to which `/chat/completions` is appended.")]
    model: Annotated[str, Field(description="The model's name at that endpoint.")]
    api_key_secret: Annotated[
        str,
        Field(
            description="Name of the secret with the endpoint's key. Also required: none of the names reserved for the runner, `HF_TOKEN`, `DAYTONA_API_KEY`, `DAYTONA_API_URL`, `SKYPILOT_SERVICE_ACCOUNT_TOKEN` and `SKYPILOT_API_SERVER_ENDPOINT`.",
            pattern="^[A-Z][A-Z0-9_]*$",
        ),
    ]
    extra_headers: Annotated[
        Maybe[dict[str, str]],
        Field(
            description="Further HTTP headers of every request, by name. Also required: none is called `Authorization`, in whatever upper or lower case. They are kept in the clear, so nothing secret belongs here."
        ),
    ] = None


class HostedModel(ContractModel):
    """A LoRA model trained on this platform and deployed there. It needs no key. A run with one that is not
    deployed, or with another base than it was trained on, is refused by the platform."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["hosted"], Field(description="Says that the platform itself serves the model.")]
    base_model: Annotated[str, Field(description="The base model it was trained on.")]
    lora_model_name: Annotated[str, Field(description="The name of the LoRA model.")]


class BenchmarkExecutionSection(ContractModel):
    """The `[execution]` table. Every key is optional. A boolean is never taken for a number."""

    model_config = ConfigDict(
        extra="forbid",
    )
    attempts_per_task: Annotated[
        Integer, Field(description="Attempts for each selected task and agent, 1 to 10.", ge=1, le=10)
    ] = 1
    max_concurrent_attempts: Annotated[
        Integer, Field(description="The most attempts running at once, 1 to 64.", ge=1, le=64)
    ] = 4
    timeout_multiplier: Annotated[
        float,
        Field(
            description="What the benchmark's own time limits are multiplied with, above 0 and at most 10.",
            gt=0.0,
            le=10.0,
        ),
    ] = 1.0
    max_retries: Annotated[
        Integer,
        Field(description="How often an attempt lost to the infrastructure is tried again, 0 to 5.", ge=0, le=5),
    ] = 0
    pass_threshold: Annotated[
        Maybe[float],
        Field(
            description="The score at or above which an attempt passes, 0 to 1. Left out, the benchmark's own.",
            ge=0.0,
            le=1.0,
        ),
    ] = None
    judge_model: Annotated[
        Maybe[str],
        Field(
            description="The model that judges, for benchmarks that have a judge; others refuse it. Left out, the benchmark's own."
        ),
    ] = None
    judge_api_key_secret: Annotated[
        Maybe[str],
        Field(
            description="Name of the secret with the judge's key. Benchmarks with a judge require it, others refuse it.",
            pattern="^[A-Z][A-Z0-9_]*$",
        ),
    ] = None


type RequiredItem = Annotated[
    str,
    Field(
        description="The name of a secret, a capital letter first, then capital letters, digits and underscores.",
        pattern="^[A-Z][A-Z0-9_]*$",
    ),
]


class BenchmarkSecretNames(ContractModel):
    """A table that lists names of secrets."""

    model_config = ConfigDict(
        extra="forbid",
    )
    required: Annotated[
        list[RequiredItem],
        Field(
            description="Names of the secrets without which the run must not start, at most 16. Also required: no name twice.",
            max_length=16,
        ),
    ]


class BenchmarkTasksSection(ContractModel):
    """The `[tasks]` table. With `task_set` the published sample of that name is run and the two lists are not looked
    at; otherwise the tasks are the union of `task_names` and those of `categories`. An empty table selects every
    task."""

    model_config = ConfigDict(
        extra="forbid",
    )
    task_names: Annotated[
        Maybe[list[TaskName]], Field(description="Names of tasks, as the benchmark's manifest has them.")
    ] = None
    categories: Annotated[Maybe[list[Category]], Field(description="Categories of which every task is run.")] = None
    task_set: Annotated[
        Maybe[BenchmarkTaskSet], Field(description="A named sample of tasks that the benchmark publishes.")
    ] = None


type BenchmarkModel = Annotated[
    ProviderModel | EndpointModel | HostedModel,
    Field(description="The model of an agent. `type` says which of the three forms it has.", discriminator="type"),
]


class BenchmarkAgent(ContractModel):
    """One agent: a harness, the model behind it, and the environment it gets. Also required:
    `harness_api_key_secret` is present, and exactly `CURSOR_API_KEY`, with the harness `cursor-cli`; it may be
    present, and is then exactly `MSWEA_API_KEY`, with `mini-swe-agent`; with any other harness, or none, it is
    absent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    harness: Annotated[
        Maybe[str],
        Field(
            description="The agent harness. The benchmark decides which it offers; among the managed ones are `claude-code`, `codex`, `cursor-cli`, `gemini-cli`, `mini-swe-agent`, `openhands`, `opencode` and `terminus-2`. Left out, the benchmark's official scaffold runs, where it has one.",
            min_length=1,
        ),
    ] = None
    harness_api_key_secret: Annotated[
        Maybe[str],
        Field(
            description="Name of the secret with the harness's own credential, apart from that of the model. Only for harnesses that have one.",
            pattern="^[A-Z][A-Z0-9_]*$",
        ),
    ] = None
    model: Annotated[BenchmarkModel, Field(description="The model the agent uses.")]
    env: Annotated[
        Maybe[EnvSection], Field(description="Environment variables, given literally, for this agent alone.")
    ] = None


class BenchmarkConfig(ContractModel):
    """One benchmark config. Keys that are not described here are refused at every level; there is no `[advanced]`
    section. Also required, per agent, where the agent's effective environment is top-level `[env]` overlaid with
    its own `env`: the `api_key_secret` of its model, `judge_api_key_secret`, every name in `[verifier].required`
    and the variable its harness credential owns (`CURSOR_API_KEY`, `MSWEA_API_KEY`) must not be a literal
    variable there; `HF_TOKEN` must not be a literal variable anywhere. The secrets a run needs are the union, in
    this order and without repeats, of the agents' model secrets, their harness secrets, the judge's, the
    verifier's and those of `[secrets]`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment: Annotated[BenchmarkExperimentSection, Field(description="Which benchmark is run.")]
    tasks: Annotated[Maybe[BenchmarkTasksSection], Field(description="Which of its tasks. Left out, all of them.")] = (
        None
    )
    agents: Annotated[
        list[BenchmarkAgent],
        Field(
            description="The agents to compare, one to eight. Each runs every selected task.",
            max_length=8,
            min_length=1,
        ),
    ]
    execution: Annotated[
        Maybe[BenchmarkExecutionSection],
        Field(description="How the attempts are run and judged. Left out, every setting has its default."),
    ] = None
    verifier: Annotated[
        Maybe[BenchmarkSecretNames], Field(description="Secrets that only the verifier of a task receives.")
    ] = None
    secrets: Annotated[Maybe[BenchmarkSecretNames], Field(description="Further secrets that every agent receives.")] = (
        None
    )
    env: Annotated[
        Maybe[EnvSection],
        Field(
            description="Environment variables, given literally, for every agent. A variable of the same name in an agent's own `env` wins."
        ),
    ] = None
