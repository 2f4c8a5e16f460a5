"""Test report. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .run_events import RolloutOutcome


class TestSummary(ContractModel):
    """The rows that were run, counted."""

    model_config = ConfigDict(
        extra="forbid",
    )
    total: Annotated[Integer, Field(description="How many rows were run.", ge=0)]
    passed: Annotated[
        Integer, Field(description="How many of them ended without an error, whatever their reward.", ge=0)
    ]
    failed: Annotated[Integer, Field(description="How many of them ended with an error.", ge=0)]
    total_duration_ms: Annotated[
        float, Field(description="How long all of it took on the clock, in milliseconds.", ge=0.0)
    ]
    total_tokens: Annotated[
        Integer, Field(description="Tokens of all model calls, those of failed rows included.", ge=0)
    ]
    stopped_early: Annotated[
        bool,
        Field(
            description="Whether rows were left because no row could have an answer, or somebody interrupted the test."
        ),
    ]
    stop_reason: Annotated[str | None, Field(description="Why rows were left; null where none were.")]
    graded: Annotated[Integer, Field(description="How many passed rows have a reward.", ge=0)]
    mean_reward: Annotated[float | None, Field(description="The mean of those rewards; null without one.")]


class TestConfigAgentKind(ContractEnum):
    """Whether it is a `RolloutAgentLoop` or an `AgentWorkflow`."""

    LOOP = "loop"
    WORKFLOW = "workflow"


class TestConfig(ContractModel):
    """What was tested, and with what. Without keys."""

    model_config = ConfigDict(
        extra="forbid",
    )
    agent: Annotated[str, Field(description="The agent, as `module:attribute`.", min_length=1)]
    agent_kind: Annotated[
        TestConfigAgentKind, Field(description="Whether it is a `RolloutAgentLoop` or an `AgentWorkflow`.")
    ]
    model: Annotated[str, Field(description="The model with its provider.", min_length=1)]
    dataset: Annotated[str, Field(description="The path of the dataset, as it was given.", min_length=1)]
    offset: Annotated[Integer, Field(description="The number of the first row.", ge=0)]
    limit: Annotated[Integer | None, Field(description="The most rows that were to be run; null for all.", ge=1)]
    concurrency: Annotated[Integer, Field(description="How many rows were run at a time.", ge=1)]
    max_turns: Annotated[Integer, Field(description="The number of turns that loops were asked to keep to.", ge=1)]
    max_tokens: Annotated[
        Integer | None,
        Field(description="The tokens of an answer that loops were asked to keep to; null for the model's own.", ge=1),
    ]
    temperature: Annotated[
        float | None, Field(description="The temperature that loops were asked to use; null for the model's own.")
    ]
    grader: Annotated[
        str | None, Field(description="The grader of a workflow, as `module:attribute`; null without one.")
    ]
    config: Annotated[
        str | None, Field(description="The config of a workflow, as `module:attribute`; null without one.")
    ]


class TestTokenUsage(ContractModel):
    """What the model calls of a row used. All zero for a row without an answered call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    prompt_tokens: Annotated[Integer, Field(description="Tokens read.", ge=0)]
    completion_tokens: Annotated[Integer, Field(description="Tokens written.", ge=0)]
    total_tokens: Annotated[Integer, Field(description="Both together, as the provider counts them.", ge=0)]
    num_llm_calls: Annotated[Integer, Field(description="Calls that were answered.", ge=0)]


class TestRowResult(ContractModel):
    """One row."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="The row's number in the file, from 0.", ge=0)]
    success: Annotated[bool, Field(description="Whether it ended without an error.")]
    outcome: Annotated[RolloutOutcome, Field(description="How it ended.")]
    error: Annotated[str | None, Field(description="The error; null for a success.")]
    duration_ms: Annotated[float, Field(description="How long it took, in milliseconds.", ge=0.0)]
    token_usage: Annotated[TestTokenUsage, Field(description="What its model calls used, also where it failed.")]
    reward: Annotated[
        float | None,
        Field(description="The reward that the loop or the grader gave; null without one, and for every failure."),
    ]
    finish_reason: Annotated[
        str | None,
        Field(description="Why the agent stopped, such as `stop`, `max_turns` or `error`; null where it did not say."),
    ]
    cost_usd: Annotated[
        float | None,
        Field(description="What its model calls cost in US dollars; null where no price is known.", ge=0.0),
    ]
    metrics: Annotated[dict[str, float], Field(description="Numbers of the run by name, such as `tool_latency_ms`.")]


class TestReport(ContractModel):
    """What came of a test of an agent loop or a workflow."""

    model_config = ConfigDict(
        extra="forbid",
    )
    summary: Annotated[TestSummary, Field(description="All rows together.")]
    config: Annotated[TestConfig, Field(description="What was tested, and with what.")]
    results: Annotated[
        list[TestRowResult],
        Field(
            description="The rows that were run, in the order of their numbers. Rows that were not run, because the test was stopped, are not here."
        ),
    ]
