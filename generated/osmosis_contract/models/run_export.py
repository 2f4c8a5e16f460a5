"""Exported results. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .run_events import RolloutOutcome, SampleMetrics


class ExportedRowState(ContractEnum):
    """The status of the result; `pending` where there is none."""

    SUCCESS = "success"
    FAILED = "failed"
    SKIPPED = "skipped"
    PENDING = "pending"


class ExportedRow(ContractModel):
    """Everything that is known of one row and run, whether it has a result or not."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    run: Annotated[Integer, Field(description="Which of the `n` attempts the config asks for, from 0.", ge=0)]
    state: Annotated[ExportedRowState, Field(description="The status of the result; `pending` where there is none.")]
    outcome: Annotated[
        Maybe[RolloutOutcome],
        Field(description="How the rollout ended. Left out for one that was never tried, or is running."),
    ] = None
    reward: Annotated[Maybe[float], Field(description="The reward.")] = None
    passed: Annotated[
        Maybe[bool],
        Field(description="Whether the reward reaches the run's pass threshold. Left out without a reward."),
    ] = None
    prompt: Annotated[Maybe[str], Field(description="The beginning of what the row asked.")] = None
    label: Annotated[Maybe[str], Field(description="The beginning of the reference answer.")] = None
    answer: Annotated[Maybe[str], Field(description="The beginning of the last answer of the assistant.")] = None
    metrics: Annotated[Maybe[SampleMetrics], Field(description="The metrics of the sample.")] = None
    error_type: Annotated[Maybe[str], Field(description="The kind of the failure.", min_length=1)] = None
    error: Annotated[Maybe[str], Field(description="The message of the failure.")] = None
    traceback: Annotated[
        Maybe[str], Field(description="The frames of the user's code in which the failure was raised.")
    ] = None
    tokens: Annotated[Maybe[Integer], Field(description="Tokens of all model calls together.", ge=0)] = None
    tokens_estimated: Annotated[
        Maybe[bool],
        Field(
            description="True when some of `tokens` were worked out from the texts, because the model's endpoint did not count them. Left out when all of them were counted, and by versions that did not write it."
        ),
    ] = None
    max_context_tokens: Annotated[Maybe[Integer], Field(description="Tokens of the largest model call.", ge=0)] = None
    cost_usd: Annotated[
        Maybe[float], Field(description="What the model calls of the attempt that counts cost, in US dollars.", ge=0.0)
    ] = None
    duration_ms: Annotated[
        Maybe[float], Field(description="Milliseconds from the dispatch of the rollout to its end.", ge=0.0)
    ] = None
    attempt: Annotated[
        Maybe[Integer], Field(description="How many attempts were started before the one that counts.", ge=0)
    ] = None
    rollout_id: Annotated[Maybe[str], Field(description="Identity of the rollout that counts.", min_length=1)] = None
    finished_at: Annotated[
        Maybe[str],
        Field(
            description="When the result was known, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ] = None
