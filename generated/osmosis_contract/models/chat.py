"""Chat completions. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .sample import Message


class ChatStreamOptions(ContractModel):
    """How a chat completion is streamed. Other members travel to the model's provider."""

    model_config = ConfigDict(
        extra="allow",
    )
    include_usage: Annotated[
        bool | None,
        Field(
            description="True asks for the usage in a chunk of its own, without choices, after all others. Otherwise it is in the last chunk that has a choice."
        ),
    ] = None


class ChatUsage(ContractModel):
    """Tokens of one model call."""

    model_config = ConfigDict(
        extra="allow",
    )
    prompt_tokens: Annotated[Integer, Field(description="Tokens read.", ge=0)]
    completion_tokens: Annotated[Integer, Field(description="Tokens written.", ge=0)]
    total_tokens: Annotated[Integer, Field(description="Tokens in all.", ge=0)]


class ChatChunkChoice(ContractModel):
    """A piece of the answer."""

    model_config = ConfigDict(
        extra="allow",
    )
    index: Annotated[Integer, Field(description="The answer's position; 0.", ge=0)]
    delta: Annotated[
        dict[str, Any],
        Field(
            description="What this piece adds to the assistant's message. Texts are appended; a tool call has an `index` that says which of the message's calls it goes on with. The first delta has the role."
        ),
    ]
    finish_reason: Annotated[
        str | None, Field(description="Why the model stopped, in the last piece; null in all others.")
    ]


class ChatCompletionChunk(ContractModel):
    """One event of a streamed answer. All chunks of an answer have the same id. Exactly one has a finish reason;
    after it there is at most the chunk with the usage, and then `data: [DONE]`."""

    model_config = ConfigDict(
        extra="allow",
    )
    id: Annotated[str, Field(description="The completion's id.")]
    object: Annotated[Literal["chat.completion.chunk"], Field(description="`chat.completion.chunk`.")]
    created: Annotated[Integer, Field(description="When the answer was begun, in seconds since 1970.")]
    model: Annotated[str | None, Field(description="The model named in the request.")]
    choices: Annotated[
        list[ChatChunkChoice],
        Field(
            description="A piece of the one answer; none in the chunk that holds the usage that was asked for.",
            max_length=1,
        ),
    ]
    usage: Annotated[
        Maybe[ChatUsage],
        Field(description="Tokens of this call, where the provider counted them; in the last chunk alone."),
    ] = None


class ChatErrorBody(ContractModel):
    """What went wrong with a model call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    message: Annotated[
        str,
        Field(
            description="What went wrong, on one line of at most 1,000 characters, without secrets.", max_length=1000
        ),
    ]
    type: Annotated[str, Field(description="`invalid_request_error` for a 400, `bridge_error` for everything else.")]
    code: Annotated[str | Integer | None, Field(description="The provider's code, or the status.")]


class ChatError(ContractModel):
    """The error answer of the model endpoint, in the form OpenAI's clients read, with `detail` for those that read
    that. A provider's 4xx keeps its status; every other fault of a provider is a 502."""

    model_config = ConfigDict(
        extra="forbid",
    )
    error: Annotated[ChatErrorBody, Field(description="The error.")]
    detail: Annotated[str, Field(description="The message again.")]


class ChatCompletionRequest(ContractModel):
    """A request for one answer of the policy model."""

    model_config = ConfigDict(
        extra="allow",
    )
    messages: Annotated[
        list[Message], Field(description="The conversation so far; at least one message.", min_length=1)
    ]
    model: Annotated[
        str | None,
        Field(
            description="Echoed back and otherwise ignored; the run decides which model answers. Usually `osmosis-rollout`."
        ),
    ] = None
    stream: Annotated[
        bool | None,
        Field(description="True asks for server-sent events, each a chunk of the answer as the model gives it."),
    ] = None
    stream_options: Annotated[
        ChatStreamOptions | None, Field(description="How to stream. Ignored where no stream is asked for.")
    ] = None
    n: Annotated[
        Integer | None, Field(description="How many answers; one rollout makes one sample, so only 1.", ge=1, le=1)
    ] = None
    extra_body: Annotated[
        Maybe[dict[str, Any]],
        Field(
            description="Members to be merged into the request, winning over those at the top level; absent where there are none. No further `extra_body` inside."
        ),
    ] = None


class ChatChoice(ContractModel):
    """The answer."""

    model_config = ConfigDict(
        extra="allow",
    )
    index: Annotated[Integer, Field(description="Its position; 0.", ge=0)]
    message: Annotated[
        Message,
        Field(
            description="The assistant's message, with tool calls, refusals and reasoning where the model gave them."
        ),
    ]
    finish_reason: Annotated[
        str | None,
        Field(description="Why the model stopped, such as `stop`, `length`, `tool_calls` or `content_filter`."),
    ]


class ChatCompletion(ContractModel):
    """The answer of the policy model."""

    model_config = ConfigDict(
        extra="allow",
    )
    id: Annotated[str, Field(description="The completion's id.")]
    object: Annotated[Literal["chat.completion"], Field(description="`chat.completion`.")]
    created: Annotated[Integer, Field(description="When it was made, in seconds since 1970.")]
    model: Annotated[str | None, Field(description="The model named in the request.")]
    choices: Annotated[
        list[ChatChoice],
        Field(description="One answer. An endpoint that has none answers with an error instead.", min_length=1),
    ]
    usage: Annotated[Maybe[ChatUsage], Field(description="Tokens of this call, where the provider counted them.")] = (
        None
    )
