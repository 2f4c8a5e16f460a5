"""Trajectory. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field

from .sample import Message
from .trajectory_report import LlmCallMetrics, SampleReport


class AtifVersion(ContractEnum):
    """The versions of the format that are read. `ATIF-v1.7` is the one that is written."""

    ATIF_V1_0 = "ATIF-v1.0"
    ATIF_V1_1 = "ATIF-v1.1"
    ATIF_V1_2 = "ATIF-v1.2"
    ATIF_V1_3 = "ATIF-v1.3"
    ATIF_V1_4 = "ATIF-v1.4"
    ATIF_V1_5 = "ATIF-v1.5"
    ATIF_V1_6 = "ATIF-v1.6"
    ATIF_V1_7 = "ATIF-v1.7"


class TrajectoryAgent(ContractModel):
    """The agent that acted."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str,
        Field(description="Name of the agent. A rollout server that converts messages writes `osmosis-rollout-sdk`."),
    ]
    version: Annotated[
        str,
        Field(
            description="Version of the agent. A rollout server that converts messages writes the version of its SDK."
        ),
    ]
    model_name: Annotated[
        Maybe[str], Field(description="The model of every agent step that names none of its own.")
    ] = None
    tool_definitions: Annotated[Maybe[list[dict[str, Any]]], Field(description="The tools the agent could call.")] = (
        None
    )
    extra: Annotated[Maybe[dict[str, Any]], Field(description="Anything else about the agent.")] = None


class StepSource(ContractEnum):
    """Who a step comes from. `system`: instructions, or events of the surroundings. `user`: the user. `agent`: the
    model."""

    SYSTEM = "system"
    USER = "user"
    AGENT = "agent"


type ReasoningEffortWord = Annotated[str, Field(description="An effort as a word, such as `low`, `medium` or `high`.")]


type ReasoningEffortNumber = Annotated[float, Field(description="An effort as a number, on the provider's scale.")]


type TrajectoryText = Annotated[str, Field(description="Text content.")]


class ContentPartText(ContractModel):
    """A part that is text."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["text"], Field(description="Says that the part is text.")]
    text: Annotated[str, Field(description="The text.")]


class ImageMediaType(ContractEnum):
    """The kinds of image a content part can hold."""

    IMAGE_JPEG = "image/jpeg"
    IMAGE_PNG = "image/png"
    IMAGE_GIF = "image/gif"
    IMAGE_WEBP = "image/webp"


class TrajectoryToolCall(ContractModel):
    """A call of a tool by the model."""

    model_config = ConfigDict(
        extra="forbid",
    )
    tool_call_id: Annotated[
        str,
        Field(
            description="Identity of the call within its step. A call without one is written as `call_` and its zero-based index."
        ),
    ]
    function_name: Annotated[str, Field(description="Name of the tool. A call without one is written as `unknown`.")]
    arguments: Annotated[
        dict[str, Any],
        Field(
            description="The arguments by name. Text that is not a JSON object is kept under the single key `_raw`; no arguments are `{}`."
        ),
    ]
    extra: Annotated[Maybe[dict[str, Any]], Field(description="Anything else about the call.")] = None


class SubagentRef(ContractModel):
    """A reference to a subagent's trajectory. Also required: at least one of `trajectory_id` and `trajectory_path`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    trajectory_id: Annotated[
        Maybe[str], Field(description="The `trajectory_id` of a document embedded in `subagent_trajectories`.")
    ] = None
    session_id: Annotated[Maybe[str], Field(description="The session the subagent ran in.")] = None
    trajectory_path: Annotated[Maybe[str], Field(description="Path or address of the subagent's document.")] = None
    extra: Annotated[Maybe[dict[str, Any]], Field(description="Anything else about the reference.")] = None


class StepMetrics(ContractModel):
    """Figures of the model calls behind a step. What is not known is left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    prompt_tokens: Annotated[Maybe[Integer], Field(description="Tokens of the prompt, cached ones among them.")] = None
    completion_tokens: Annotated[Maybe[Integer], Field(description="Tokens the model wrote.")] = None
    cached_tokens: Annotated[Maybe[Integer], Field(description="Tokens of the prompt that came from a cache.")] = None
    cost_usd: Annotated[Maybe[float], Field(description="Cost in US dollars.")] = None
    prompt_token_ids: Annotated[
        Maybe[list[Integer]], Field(description="The prompt's tokens by their number in the model's vocabulary.")
    ] = None
    completion_token_ids: Annotated[
        Maybe[list[Integer]], Field(description="The tokens the model wrote, by their number in its vocabulary.")
    ] = None
    logprobs: Annotated[
        Maybe[list[float]],
        Field(description="The log-probability of each token the model wrote, in the order of `completion_token_ids`."),
    ] = None
    extra: Annotated[
        Maybe[dict[str, Any]],
        Field(description="Anything else. The detail objects of a usage report are kept here under their own names."),
    ] = None


class FinalMetrics(ContractModel):
    """Totals of a trajectory. A rollout server always writes `total_steps`; the others only from a trajectory
    report, never by adding up the usage of messages."""

    model_config = ConfigDict(
        extra="forbid",
    )
    total_prompt_tokens: Annotated[Maybe[Integer], Field(description="Prompt tokens of all model calls.")] = None
    total_completion_tokens: Annotated[Maybe[Integer], Field(description="Completion tokens of all model calls.")] = (
        None
    )
    total_cached_tokens: Annotated[Maybe[Integer], Field(description="Cached prompt tokens of all model calls.")] = None
    total_cost_usd: Annotated[Maybe[float], Field(description="Cost of all model calls in US dollars.")] = None
    total_steps: Annotated[Maybe[Integer], Field(description="Steps of the document.", ge=0)] = None
    extra: Annotated[Maybe[dict[str, Any]], Field(description="Anything else about the totals.")] = None


class ContentPartImageSource(ContractModel):
    """An image outside the document."""

    model_config = ConfigDict(
        extra="forbid",
    )
    media_type: Annotated[ImageMediaType, Field(description="The kind of image.")]
    path: Annotated[str, Field(description="Path, relative to the document, or address of the image.")]


class OsmosisExtra(ContractModel):
    """What a rollout server records about the rollout behind a trajectory. Members that are null or empty are left
    out. Other members may follow."""

    model_config = ConfigDict(
        extra="allow",
    )
    rollout_id: Annotated[str, Field(description="Identity of the rollout.", min_length=1)]
    messages_in_steps: Annotated[
        Maybe[Annotated[Literal[True], Only()]],
        Field(
            description="The sample's messages are the texts of the steps, each with its role and nothing else, so that the sample can be graded again."
        ),
    ] = None
    sample_messages: Annotated[
        Maybe[list[Message]],
        Field(
            description="The sample's messages as its grader read them, where the steps say less. Left out, as `messages_in_steps` is, by versions that did not keep them."
        ),
    ] = None
    sample_cut_off: Annotated[
        Maybe[Annotated[Literal[True], Only()]],
        Field(
            description="The workflow failed, was late or was cancelled; the steps are its conversation as far as it had come. Where its sample source gave none, they are its model calls, and `request_extra_fields` has `recorded_from: model_calls`."
        ),
    ] = None
    label: Annotated[Maybe[str], Field(description="The sample's label, else the request's.")] = None
    reward: Annotated[
        Maybe[float],
        Field(
            description="The reward as the grader left it, also where the wire withholds it: a failed grading, a sample that was removed."
        ),
    ] = None
    sample_metrics: Annotated[Maybe[dict[str, Any]], Field(description="The sample's `metrics`.")] = None
    sample_extra_fields: Annotated[Maybe[dict[str, Any]], Field(description="The sample's `extra_fields`.")] = None
    request_metadata: Annotated[Maybe[dict[str, Any]], Field(description="The request's `metadata`.")] = None
    request_extra_fields: Annotated[
        Maybe[dict[str, Any]],
        Field(description="The request's `extra_fields`. Local evaluation puts `row_index` and `run_index` here."),
    ] = None
    unmatched_llm_call_metrics: Annotated[
        Maybe[list[LlmCallMetrics]],
        Field(description="Metrics of model calls that could not be laid over agent steps, because the counts differ."),
    ] = None
    unmatched_sample_reports: Annotated[
        Maybe[dict[str, SampleReport]],
        Field(description="The sample reports of a trajectory report with several samples, by the reporter's keys."),
    ] = None


class ContentPartImage(ContractModel):
    """A part that is an image."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[Literal["image"], Field(description="Says that the part is an image.")]
    source: Annotated[ContentPartImageSource, Field(description="Where the image is.")]


class TrajectoryExtra(ContractModel):
    """Anything else about a trajectory. The key `osmosis` is ours, all others are free."""

    model_config = ConfigDict(
        extra="allow",
    )
    osmosis: Annotated[Maybe[OsmosisExtra], Field(description="What a rollout server records about the rollout.")] = (
        None
    )


type ContentPart = Annotated[
    ContentPartText | ContentPartImage,
    Field(description="A part of a content; `type` says which of the two forms it has.", discriminator="type"),
]


type ContentParts = Annotated[list[ContentPart], Field(description="Content in parts, in order.")]
"""
Content in parts, in order.
"""


class ObservationResult(ContractModel):
    """One result. Also required: `source_call_id`, when present, is the `tool_call_id` of a tool call of the same
    step. A tool message whose call id is not among them is written without it, and the id goes to
    `extra.tool_call_id`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source_call_id: Annotated[
        Maybe[str],
        Field(description="The tool call this is the result of. Left out for results no tool call asked for."),
    ] = None
    content: Annotated[
        Maybe[TrajectoryText | ContentParts], Field(description="The result itself. Left out when there is none.")
    ] = None
    subagent_trajectory_ref: Annotated[
        Maybe[list[SubagentRef]], Field(description="The trajectories of the subagents that produced the result.")
    ] = None
    extra: Annotated[Maybe[dict[str, Any]], Field(description="Anything else about the result.")] = None


class Observation(ContractModel):
    """What came back in a step."""

    model_config = ConfigDict(
        extra="forbid",
    )
    results: Annotated[list[ObservationResult], Field(description="The results, in the order they came.")]


class TrajectoryStep(ContractModel):
    """One step. Also required: `model_name`, `reasoning_effort`, `reasoning_content`, `tool_calls` and `metrics`
    only on steps whose source is `agent`; an agent step whose `llm_call_count` is 0 has neither `metrics` nor
    `reasoning_content`; `timestamp` parses as ISO 8601."""

    model_config = ConfigDict(
        extra="forbid",
    )
    step_id: Annotated[Integer, Field(description="Number of the step, from 1.", ge=1)]
    timestamp: Annotated[Maybe[str], Field(description="When the step happened, as ISO 8601.")] = None
    source: Annotated[StepSource, Field(description="Who the step comes from.")]
    model_name: Annotated[
        Maybe[str],
        Field(description="The model that wrote the step, where it differs from the agent's. Agent steps only."),
    ] = None
    reasoning_effort: Annotated[
        Maybe[ReasoningEffortWord | ReasoningEffortNumber],
        Field(
            description="How much reasoning the model was asked for, as its provider expresses it. Agent steps only."
        ),
    ] = None
    message: Annotated[
        TrajectoryText | ContentParts, Field(description="What was said. Empty text when the step only calls tools.")
    ]
    reasoning_content: Annotated[
        Maybe[str], Field(description="The model's reasoning, apart from its message. Agent steps only.")
    ] = None
    tool_calls: Annotated[
        Maybe[list[TrajectoryToolCall]], Field(description="The tools the model called in this step. Agent steps only.")
    ] = None
    observation: Annotated[
        Maybe[Observation], Field(description="What came back, from the called tools or from the surroundings.")
    ] = None
    metrics: Annotated[
        Maybe[StepMetrics], Field(description="Figures of the model calls behind the step. Agent steps only.")
    ] = None
    is_copied_context: Annotated[
        Maybe[bool],
        Field(
            description="True when the step repeats what an earlier document already has, so that it must not be counted or trained."
        ),
    ] = None
    llm_call_count: Annotated[
        Maybe[Integer], Field(description="Model calls behind the step. 0 says that no model was asked.", ge=0)
    ] = None
    extra: Annotated[
        Maybe[dict[str, Any]],
        Field(
            description="Anything else about the step. `original_role`: the role of a message that is none of the three sources. Reasoning and tool calls of a message that is not an agent's are kept here."
        ),
    ] = None


class Trajectory(ContractModel):
    """One trajectory document. Also required: `step_id` counts 1, 2, 3 … without gaps; `trajectory_id` of embedded
    subagent documents is present and unique among them; and what TrajectoryStep, ObservationResult and
    SubagentRef require."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[AtifVersion, Field(description="The version of the format.")]
    session_id: Annotated[
        Maybe[str | None], Field(description="Identity of the session. We write the rollout's id.")
    ] = None
    trajectory_id: Annotated[
        Maybe[str | None], Field(description="Identity of this document. We write the rollout's id.")
    ] = None
    agent: Annotated[TrajectoryAgent, Field(description="Which agent acted.")]
    steps: Annotated[list[TrajectoryStep], Field(description="What happened, in order.", min_length=1)]
    notes: Annotated[Maybe[str | None], Field(description="Remarks of whoever wrote the document.")] = None
    final_metrics: Annotated[Maybe[FinalMetrics | None], Field(description="Totals over the document.")] = None
    continued_trajectory_ref: Annotated[
        Maybe[str | None], Field(description="Where the trajectory goes on, when it was split over several documents.")
    ] = None
    extra: Annotated[Maybe[TrajectoryExtra | None], Field(description="Anything else about the trajectory.")] = None
    subagent_trajectories: Annotated[
        Maybe[list["Trajectory"] | None],
        Field(description="The trajectories of subagents, embedded as whole documents."),
    ] = None


Trajectory.model_rebuild()
