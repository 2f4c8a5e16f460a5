"""Run index. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .rollout import ErrorLocation
from .run_events import RolloutOutcome, RowStatus, SampleMetrics


class IndexRow(ContractModel):
    """The current result of one row and run. Null members are left out. A file written by another tool may lack
    `max_context_tokens`, `outcome` and `attempt`. Also required: `reward` only with status `success`,
    `error_type` only with status `failed`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts the config asks for, from 0.", ge=0)]
    rollout_id: Annotated[
        str,
        Field(
            description="Identity of the rollout, and name of its directory in `rollout_trials/`. One path segment: not empty, not `.` or `..`, without slash, backslash or NUL.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ]
    trajectory_filename: Annotated[
        Maybe[str],
        Field(
            description="Name of the trajectory document in the rollout's directory, always `trajectory.json`. Present only when the file parses and names this rollout: by `extra.osmosis.rollout_id`, else by `session_id`, else by `trajectory_id` up to its first slash.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ] = None
    status: Annotated[RowStatus, Field(description="The result in the words published readers know.")]
    reward: Annotated[Maybe[float], Field(description="The reward, a finite number of any size.")] = None
    tokens: Annotated[
        Maybe[Integer],
        Field(description="Tokens of all model calls of the rollout together, prompts and completions.", ge=0),
    ] = None
    tokens_estimated: Annotated[
        Maybe[bool],
        Field(
            description="True when some of `tokens` were worked out from the texts, because the model's endpoint did not count them. Left out when all of them were counted, and by versions that did not write it."
        ),
    ] = None
    max_context_tokens: Annotated[
        Maybe[Integer],
        Field(
            description="Prompt and completion tokens of the largest single model call: the context window a model needs for this row. Total tokens overstate it, an average understates it.",
            ge=0,
        ),
    ] = None
    duration_ms: Annotated[
        Maybe[float], Field(description="Milliseconds from the dispatch of the rollout to its result.", ge=0.0)
    ] = None
    error_type: Annotated[
        Maybe[str],
        Field(description="What kind of failure it was, in the words that RunEvent describes.", min_length=1),
    ] = None
    resumed: Annotated[
        Maybe[bool],
        Field(
            description="True when the result was carried over from an earlier invocation of the run. Left out when it was not."
        ),
    ] = None
    outcome: Annotated[Maybe[RolloutOutcome], Field(description="The outcome of the rollout.")] = None
    attempt: Annotated[
        Maybe[Integer],
        Field(
            description="How many attempts at this row and run had been started before the one that gave this result.",
            ge=0,
        ),
    ] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised. Left out when the failure has no such place."
        ),
    ] = None
    metrics: Annotated[
        Maybe[SampleMetrics],
        Field(description="The numbers among the metrics of the sample, as RunEvent describes them."),
    ] = None
    answer: Annotated[
        Maybe[str],
        Field(
            description="The text of the last message of the assistant, as RunEvent describes it.",
            max_length=500,
            min_length=1,
        ),
    ] = None
