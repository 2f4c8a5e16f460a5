"""Run events and attempts. Generated from the specification; do not edit."""

from typing import Annotated, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .rollout import ErrorLocation, ErrorTraceback
from .sample import SampleJudge


class RolloutOutcome(ContractEnum):
    """How a rollout ended; one closed list, used wherever a rollout ends. `scored`: graded with a finite reward, the
    only outcome that has a number. `ungraded`: the workflow succeeded and nothing scored it, because no grading
    was asked for, there is no grader, the row has neither label nor metadata, or the grader set no reward.
    `removed`: the grader asked for the sample to be left out. `agent_failed`: the workflow raised, or returned
    what is no result. `grader_failed`: the grader raised. `timed_out`: the workflow or the grader ran past its
    time limit. `cancelled`: someone asked for it to stop. `infrastructure_failed`: the server or sandbox died, a
    lease lapsed, or the model provider failed under the agent; it says nothing about the model, is outside every
    denominator, and the row is tried again a bounded number of times."""

    SCORED = "scored"
    UNGRADED = "ungraded"
    REMOVED = "removed"
    AGENT_FAILED = "agent_failed"
    GRADER_FAILED = "grader_failed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    INFRASTRUCTURE_FAILED = "infrastructure_failed"


class RowStatus(ContractEnum):
    """The coarser result that published readers know. `success` stands for the outcomes scored and ungraded,
    `failed` for agent_failed, grader_failed and timed_out, `skipped` for removed. The outcomes cancelled and
    infrastructure_failed have no status: the row has no event and stays pending."""

    SUCCESS = "success"
    FAILED = "failed"
    SKIPPED = "skipped"


type SampleMetrics = dict[str, float]
"""
Numbers by name, all finite.
"""


class AttemptStarted(ContractModel):
    """An attempt is about to be sent to the rollout server. The record is written before the request is, so that no
    rollout can run unknown."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["started"], Field(description="Says that the attempt starts.")]
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts the config asks for, from 0.", ge=0)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    attempt: Annotated[
        Integer, Field(description="Number of this attempt at the same row and run, from 0 and without gaps.", ge=0)
    ]
    rollout_id: Annotated[
        str,
        Field(
            description="Identity of the rollout, new for each attempt. One path segment.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ]
    at: Annotated[
        str,
        Field(
            description="When it started, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]


class AttemptErrorCategory(ContractEnum):
    """The kind of a failure. The first six are the rollout server's own words. `rollout_protocol_error`: the server
    refused the rollout or answered outside the protocol. `supervisor_error`: a fault in the evaluating program
    itself."""

    TIMEOUT = "timeout"
    LEASE_EXPIRED = "lease_expired"
    VALIDATION_ERROR = "validation_error"
    HTTP_ERROR = "http_error"
    AGENT_ERROR = "agent_error"
    INTERNAL_ERROR = "internal_error"
    ROLLOUT_PROTOCOL_ERROR = "rollout_protocol_error"
    SUPERVISOR_ERROR = "supervisor_error"


class RunEvent(ContractModel):
    """The result of one row and run: a line of `events.jsonl`. For the same `row_index` and `run_index` a later line
    supersedes an earlier one. A file written by another tool may lack `outcome`, `attempt`, `err_message` and
    `finished_at`. Also required: `reward` only with status `success`, and with outcome `scored` always;
    `error_type` only with status `failed`; `outcome`, when present, fits `status` as RowStatus describes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts the config asks for, from 0.", ge=0)]
    source_row_index: Annotated[
        Maybe[Integer], Field(description="Zero-based offset of the row in the dataset file.", ge=0)
    ] = None
    rollout_id: Annotated[
        str,
        Field(
            description="Identity of the rollout that gave this result, and name of its directory in `rollout_trials/`. One path segment: not empty, not `.` or `..`, without slash, backslash or NUL. Ours are 32 lower-case hexadecimal digits.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ]
    status: Annotated[RowStatus, Field(description="The result in the words published readers know.")]
    reward: Annotated[
        Maybe[float], Field(description="The reward, a finite number of any size. Nothing clamps it to 0..1.")
    ] = None
    tokens: Annotated[
        Maybe[Integer],
        Field(
            description="Tokens of all model calls of the rollout together, prompts and completions. Left out when none was counted.",
            ge=0,
        ),
    ] = None
    tokens_estimated: Annotated[
        Maybe[bool],
        Field(
            description="True when some of `tokens` were worked out from the texts, because the model's endpoint did not count them. Left out when all of them were counted, and by versions that did not write it."
        ),
    ] = None
    duration_ms: Annotated[
        Maybe[float], Field(description="Milliseconds from the dispatch of the rollout to its result.", ge=0.0)
    ] = None
    error_type: Annotated[
        Maybe[str],
        Field(
            description="What kind of failure it was: `timeout`, `validation_error`, `http_error`, `agent_error`, `lease_expired`, `internal_error` as the rollout server said; `rollout_protocol_error` when the server refused the rollout; `supervisor_error` for a fault in the evaluating program; else the failure's message; else `rollout_failed`.",
            min_length=1,
        ),
    ] = None
    outcome: Annotated[Maybe[RolloutOutcome], Field(description="The outcome of the rollout.")] = None
    attempt: Annotated[
        Maybe[Integer],
        Field(
            description="How many attempts at this row and run had been started before the one that gave this result. 0 is the first; more means that earlier attempts were lost to the infrastructure, cancelled, or retried on request.",
            ge=0,
        ),
    ] = None
    err_message: Annotated[Maybe[str], Field(description="The message of the failure, with secrets replaced.")] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised. Left out when the failure has no such place, and by versions that did not write it."
        ),
    ] = None
    err_traceback: Annotated[
        Maybe[ErrorTraceback],
        Field(
            description="The traceback of the exception, frames of the user's code alone, with secrets replaced. Left out when there is none, and by versions that did not write it."
        ),
    ] = None
    metrics: Annotated[
        Maybe[SampleMetrics],
        Field(
            description="The numbers among the `metrics` of the sample, by name: the first 32 whose name has at most 100 characters; true is 1 and false 0. Left out when there are none."
        ),
    ] = None
    answer: Annotated[
        Maybe[str],
        Field(
            description="The text of the last message of the assistant in the sample, shortened, with secrets replaced. Left out when there is none.",
            max_length=500,
            min_length=1,
        ),
    ] = None
    finished_at: Annotated[
        Maybe[str],
        Field(
            description="When the result was known, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ] = None


class AttemptEnded(ContractModel):
    """An attempt has ended. Also required: a started record of the same `rollout_id`, row, run and attempt stands
    before it; `reward` is present exactly when `outcome` is `scored`; `err_category`, `err_message`,
    `err_location` and `err_traceback` only with the outcomes agent_failed, grader_failed, timed_out, cancelled
    and infrastructure_failed."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["ended"], Field(description="Says that the attempt has ended.")]
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts the config asks for, from 0.", ge=0)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    attempt: Annotated[
        Integer, Field(description="Number of this attempt at the same row and run, from 0 and without gaps.", ge=0)
    ]
    rollout_id: Annotated[
        str,
        Field(
            description="Identity of the rollout, as in the started record. One path segment.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ]
    at: Annotated[
        str,
        Field(
            description="When it ended, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    outcome: Annotated[RolloutOutcome, Field(description="How it ended.")]
    reward: Annotated[
        Maybe[float],
        Field(description="The reward, a finite number of any size. Present exactly when the outcome is `scored`."),
    ] = None
    err_category: Annotated[
        Maybe[AttemptErrorCategory], Field(description="The kind of failure. Left out when the server named none.")
    ] = None
    err_message: Annotated[Maybe[str], Field(description="The message of the failure, with secrets replaced.")] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised. Left out when the failure has no such place, and by versions that did not write it."
        ),
    ] = None
    err_traceback: Annotated[
        Maybe[ErrorTraceback],
        Field(
            description="The traceback of the exception, frames of the user's code alone, with secrets replaced. Left out when there is none, and by versions that did not write it."
        ),
    ] = None
    metrics: Annotated[
        Maybe[SampleMetrics],
        Field(
            description="The numbers among the `metrics` of the sample, by name: the first 32 whose name has at most 100 characters; true is 1 and false 0. Left out when there are none."
        ),
    ] = None
    answer: Annotated[
        Maybe[str],
        Field(
            description="The text of the last message of the assistant in the sample, shortened, with secrets replaced. Left out when there is none.",
            max_length=500,
            min_length=1,
        ),
    ] = None
    judges: Annotated[
        Maybe[list[SampleJudge]],
        Field(
            description="The judges that the grader asked, in the order it first asked each. Left out when it asked none, and by versions that did not write it.",
            max_length=8,
            min_length=1,
        ),
    ] = None
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
        Maybe[Integer], Field(description="Prompt and completion tokens of the largest single model call.", ge=0)
    ] = None
    cost_usd: Annotated[
        Maybe[float],
        Field(
            description="What the model calls of the rollout cost, in US dollars. Left out when no price of the model is known.",
            ge=0.0,
        ),
    ] = None
    duration_ms: Annotated[
        float, Field(description="Milliseconds from the dispatch of the rollout to its end.", ge=0.0)
    ]
    trajectory: Annotated[
        Maybe[str],
        Field(
            description="Path of the attempt's trajectory document, relative to the run's directory, with forward slashes. Left out when there is none, or none that names this rollout.",
            min_length=1,
        ),
    ] = None
    trajectory_sha256: Annotated[
        Maybe[str],
        Field(
            description="SHA-256 of the trajectory document as it was collected, in lower-case hexadecimal digits. Present exactly when `trajectory` is, but for records of versions that did not write it.",
            pattern="^[0-9a-f]{64}$",
        ),
    ] = None


type AttemptRecord = Annotated[
    AttemptStarted | AttemptEnded,
    Field(
        description="A line of `attempts.jsonl`; `event` says which of the two forms it has. Together the lines are the authority on what the run has done: `events.jsonl` and every other file can be made from them again. An attempt that has started and never ended was lost with the program that ran it, and counts as infrastructure_failed.",
        discriminator="event",
    ),
]
