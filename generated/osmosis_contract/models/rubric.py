"""Rubric judging. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field


class RubricCriterionType(ContractEnum):
    """What the judge answers with."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"


class RubricCriterion(ContractModel):
    """One thing the judge decides. Also required: `minimum` is less than `maximum`, and `choices` is there exactly
    when the type is `choice`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str, Field(description="What it is called, in the prompt and in the reply. Unique in a list.", min_length=1)
    ]
    type: Annotated[RubricCriterionType, Field(description="What the judge answers with.")]
    description: Annotated[Maybe[str], Field(description="What the judge is told about it.")] = None
    minimum: Annotated[float, Field(description="The least number, inclusive. For the type `number`.")] = 0.0
    maximum: Annotated[float, Field(description="The greatest number, inclusive. For the type `number`.")] = 1.0
    choices: Annotated[
        Maybe[dict[str, float]], Field(description="The allowed answers and the value of each. For the type `choice`.")
    ] = None
    weight: Annotated[
        float, Field(description="Its share in the score, relative to the weights of the others.", gt=0.0)
    ] = 1.0


class RubricCriteria(ContractModel):
    """A file of criteria, for `eval rubric --criteria`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    criteria: Annotated[
        list[RubricCriterion], Field(description="The criteria, in the order the judge reads them.", min_length=1)
    ]


class RubricLabel(ContractModel):
    """One line of a labels file, what a person gave a record."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[
        str, Field(description="The record's label, its `id` or `conversation_id` or `record[N]`.", min_length=1)
    ]
    score: Annotated[float, Field(description="The person's score, on the scale of the judge's.")]


class RubricErrorCode(ContractEnum):
    """Why a call gave no score. The first group is about the reply, the second about the call; those of the second
    that are not `prompt_too_long`, `content_filter` or `unsupported_output` are the kinds of a provider's
    failure."""

    EMPTY_REPLY = "empty_reply"
    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    REPEATED_KEY = "repeated_key"
    MISSING_KEY = "missing_key"
    UNEXPECTED_KEY = "unexpected_key"
    SCORE_BOOLEAN = "score_boolean"
    SCORE_STRING = "score_string"
    SCORE_NULL = "score_null"
    SCORE_NOT_FINITE = "score_not_finite"
    SCORE_WRONG_TYPE = "score_wrong_type"
    SCORE_OUT_OF_RANGE = "score_out_of_range"
    UNKNOWN_CHOICE = "unknown_choice"
    INVALID_EXPLANATION = "invalid_explanation"
    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    UNEXPECTED_FINISH = "unexpected_finish"
    SEVERAL_CHOICES = "several_choices"
    NO_TOOL_CALL = "no_tool_call"
    UNEXPECTED_TOOL_CALL = "unexpected_tool_call"
    PROMPT_TOO_LONG = "prompt_too_long"
    CONTENT_FILTER = "content_filter"
    UNSUPPORTED_OUTPUT = "unsupported_output"
    AUTHENTICATION = "authentication"
    PERMISSION = "permission"
    BUDGET = "budget"
    NOT_FOUND = "not_found"
    ENDPOINT = "endpoint"
    PROXY = "proxy"
    BAD_REQUEST = "bad_request"
    UNSUPPORTED = "unsupported"
    UNPROCESSABLE = "unprocessable"
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    SERVER = "server"
    INVALID_RESPONSE = "invalid_response"


class RubricSampleError(ContractModel):
    """Why a call gave no score."""

    model_config = ConfigDict(
        extra="forbid",
    )
    code: Annotated[RubricErrorCode, Field(description="The kind of error.")]
    message: Annotated[str, Field(description="The error in words.", min_length=1)]


class RubricOutputMode(ContractEnum):
    """How the judge was made to answer in JSON, by a schema, by a forced tool, or by JSON mode."""

    JSON_SCHEMA = "json_schema"
    TOOL = "tool"
    JSON_OBJECT = "json_object"


class RubricAttempt(ContractModel):
    """One request to the judge's provider."""

    model_config = ConfigDict(
        extra="forbid",
    )
    output_mode: Annotated[RubricOutputMode, Field(description="How this request asked for JSON.")]
    temperature: Annotated[
        float | None, Field(description="The temperature that was sent, or null when it was left out.")
    ]
    error: Annotated[
        RubricSampleError | None, Field(description="What the provider refused it with, or null when it answered.")
    ]
    status: Annotated[Integer | None, Field(description="The HTTP status of a refusal, or null.")]
    prompt_tokens: Annotated[Integer, Field(description="Tokens read, 0 when the provider reported none.", ge=0)]
    completion_tokens: Annotated[Integer, Field(description="Tokens written, 0 when the provider reported none.", ge=0)]
    cost_usd: Annotated[float | None, Field(description="US dollars, or null when they are not known.", ge=0.0)]


type RubricValues = dict[str, float | bool | str]
"""
Values by criterion; the criterion of a rubric without criteria is `score` or `choice`.
"""


class RubricStatistics(ContractModel):
    """Figures over the scores there are; every one but the counts is null when there is no score."""

    model_config = ConfigDict(
        extra="forbid",
    )
    valid: Annotated[Integer, Field(description="Scores.", ge=0)]
    asked: Annotated[Integer, Field(description="Verdicts that were asked for.", ge=0)]
    average: Annotated[float | None, Field(description="Their mean.")]
    variance: Annotated[float | None, Field(description="Their variance, of the population.", ge=0.0)]
    stdev: Annotated[float | None, Field(description="Their standard deviation, of the population.", ge=0.0)]
    min: Annotated[float | None, Field(description="The least.")]
    max: Annotated[float | None, Field(description="The greatest.")]
    agreement: Annotated[
        float | None,
        Field(description="The share of pairs of scores that are equal, or null with fewer than two.", ge=0.0, le=1.0),
    ]


class RubricMessageRole(ContractEnum):
    """Whose message it is."""

    SYSTEM = "system"
    USER = "user"


class RubricMessage(ContractModel):
    """A message of the prompt."""

    model_config = ConfigDict(
        extra="forbid",
    )
    role: Annotated[RubricMessageRole, Field(description="Whose message it is.")]
    content: Annotated[str, Field(description="Its text.")]


class RubricLabelAgreement(ContractModel):
    """How the judge's scores compare with a person's."""

    model_config = ConfigDict(
        extra="forbid",
    )
    labels: Annotated[Integer, Field(description="Labels in the file.", ge=0)]
    compared: Annotated[Integer, Field(description="Labels of records that have a score.", ge=0)]
    exact: Annotated[
        float | None,
        Field(
            description="The share of compared records whose scores are equal, or null when none is compared.",
            ge=0.0,
            le=1.0,
        ),
    ]
    mean_absolute_error: Annotated[
        float | None, Field(description="The mean distance, or null when none is compared.", ge=0.0)
    ]
    pearson: Annotated[
        float | None, Field(description="Pearson's correlation, or null when either side does not vary.")
    ]
    kappa: Annotated[
        float | None,
        Field(description="Cohen's kappa with every distinct score as a category, or null when it is not defined."),
    ]


class RubricCost(ContractModel):
    """What the judge used, failed and refused requests included. Never part of the evaluated model's cost."""

    model_config = ConfigDict(
        extra="forbid",
    )
    requests: Annotated[Integer, Field(description="Requests made.", ge=0)]
    prompt_tokens: Annotated[Integer, Field(description="Tokens read.", ge=0)]
    completion_tokens: Annotated[Integer, Field(description="Tokens written.", ge=0)]
    usd: Annotated[
        float | None,
        Field(description="US dollars, or null when the price of an answered request is not known.", ge=0.0),
    ]


class RubricSample(ContractModel):
    """One verdict of the judge. Also required: exactly one of `score` and `error` is null; `values` and
    `explanation` are null with an error."""

    model_config = ConfigDict(
        extra="forbid",
    )
    score: Annotated[float | None, Field(description="The score, or null.")]
    error: Annotated[RubricSampleError | None, Field(description="Why there is no score, or null.")]
    values: Annotated[RubricValues | None, Field(description="What the judge answered for each criterion, or null.")]
    explanation: Annotated[str | None, Field(description="The judge's reasons, or null.")]
    reply: Annotated[str | None, Field(description="The judge's reply as it came, or null when none came.")]
    finish_reason: Annotated[str | None, Field(description="Why the judge stopped, or null when it is not known.")]
    output_mode: Annotated[RubricOutputMode, Field(description="How the last request asked for JSON.")]
    temperature_left_out: Annotated[
        bool, Field(description="Whether the provider refused a temperature, so that none was sent.")
    ]
    attempts: Annotated[
        list[RubricAttempt], Field(description="Every request that was made for it, in order.", min_length=0)
    ]


class RubricRecord(ContractModel):
    """One record and what the judge said of it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    index: Annotated[Integer, Field(description="Position in the data, from 1.", ge=1)]
    label: Annotated[str, Field(description="The record's `id` or `conversation_id`, else `record[N]`.", min_length=1)]
    score: Annotated[
        float | None, Field(description="The mean of its scores, or null when fewer than `min_valid` are valid.")
    ]
    statistics: Annotated[RubricStatistics, Field(description="Figures over its scores.")]
    messages: Annotated[list[RubricMessage], Field(description="The prompt as it was sent.")]
    samples: Annotated[list[RubricSample], Field(description="The verdicts.")]


class RubricReport(ContractModel):
    """The file that `eval rubric --output` writes and `--resume` reads."""

    model_config = ConfigDict(
        extra="forbid",
    )
    generated_at: Annotated[str, Field(description="When it was written, ISO 8601 in UTC.", min_length=1)]
    model: Annotated[str, Field(description="The judge.", min_length=1)]
    rubric: Annotated[str, Field(description="The rubric's text.", min_length=1)]
    data_path: Annotated[str, Field(description="The records' file.", min_length=1)]
    number: Annotated[Integer, Field(description="Verdicts asked for a record.", ge=1)]
    min_valid: Annotated[Integer, Field(description="Scores a record needs.", ge=1)]
    score_min: Annotated[float, Field(description="The least score.")]
    score_max: Annotated[float, Field(description="The greatest score.")]
    inputs_digest: Annotated[
        str,
        Field(
            description="SHA-256 of everything a verdict depends on, the records included. Equal ones may be resumed.",
            pattern="^[0-9a-f]{64}$",
        ),
    ]
    prompt_digest: Annotated[
        str, Field(description="SHA-256 of the prompt without a record's fields.", pattern="^[0-9a-f]{64}$")
    ]
    overall_statistics: Annotated[
        RubricStatistics, Field(description="Figures over the scores of records; `asked` counts records.")
    ]
    judge_cost: Annotated[RubricCost, Field(description="What the judge used.")]
    label_agreement: Annotated[
        RubricLabelAgreement | None, Field(description="Agreement with `--labels`, or null without it.")
    ]
    records: Annotated[list[RubricRecord], Field(description="The records, in the data's order.")]


class EvalRubricResult(ContractModel):
    """The resource of `eval.rubric`, and the details of its error. Exactly one of `records` and `output_path` is
    there."""

    model_config = ConfigDict(
        extra="forbid",
    )
    model: Annotated[str, Field(description="The judge.", min_length=1)]
    data_path: Annotated[str, Field(description="The records' file.", min_length=1)]
    number: Annotated[Integer, Field(description="Verdicts asked for a record.", ge=1)]
    statistics: Annotated[
        RubricStatistics, Field(description="Figures over the scores of records; `asked` counts records.")
    ]
    record_count: Annotated[Integer, Field(description="Records.", ge=0)]
    error_count: Annotated[Integer, Field(description="Calls that gave no score.", ge=0)]
    judge_cost: Annotated[RubricCost, Field(description="What the judge used.")]
    label_agreement: Annotated[
        RubricLabelAgreement | None, Field(description="Agreement with `--labels`, or null without it.")
    ]
    records: Annotated[Maybe[list[RubricRecord]], Field(description="The records, when no file was asked for.")] = None
    output_path: Annotated[Maybe[str], Field(description="The report's file.", min_length=1)] = None
