"""Samples and rewards. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractModel
from pydantic import ConfigDict, Field

type Message = dict[str, Any]
"""
One entry of a conversation. Its members are those of the framework or the model that made it (chat completions, content
blocks, response items); the protocol carries them as they are and inspects none.
"""


type Reward = Annotated[
    float,
    Field(
        description="What a grader gives a sample: any finite number. Nothing clamps it to a range. NaN and the infinities are refused where the reward is assigned, so they never reach a wire or a file."
    ),
]


class RolloutSample(ContractModel):
    """The single sample of one rollout as the process that made it holds it, and as `sample.json` stores it. A
    rollout has at most one. Graders read `messages`; the trajectory is made from `trajectory_messages`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    messages: Annotated[
        list[Message], Field(description="The conversation in the form the agent framework keeps it. May be empty.")
    ] = []
    trajectory_messages: Annotated[
        list[Message] | None,
        Field(
            description="The same conversation in chat-completions form, from which the trajectory is written. When absent, `messages` serves. An explicit null means that no trajectory is to be saved for this sample."
        ),
    ] = None
    label: Annotated[
        str | None, Field(description="The reference answer of the dataset row, null when the row has none.")
    ] = None
    reward: Annotated[Reward | None, Field(description="The reward, null until a grader sets it.")] = None
    remove_sample: Annotated[
        bool,
        Field(
            description="True asks that the sample be kept out of every count and every training batch. The rollout still succeeded."
        ),
    ] = False
    metrics: Annotated[
        dict[str, Any],
        Field(description="Measurements the workflow wants kept beside the sample, by name. Any JSON value."),
    ] = {}
    extra_fields: Annotated[
        dict[str, Any],
        Field(description="Anything else the workflow or the grader wants kept beside the sample. Any JSON value."),
    ] = {}


class ResultSample(ContractModel):
    """The sample as a server delivers it: every member present, without `trajectory_messages`. What could not be
    written as JSON has been mended, never silently lost: in messages NaN and the infinities are null, a lone
    surrogate is U+FFFD, an object that is no JSON value is its text; a metric or extra field that cannot be
    carried is left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    messages: Annotated[
        list[Message], Field(description="The conversation in the form the agent framework keeps it. May be empty.")
    ]
    label: Annotated[
        str | None, Field(description="The reference answer of the dataset row, null when the row has none.")
    ]
    reward: Annotated[
        Reward | None,
        Field(
            description="The reward. A number only where the rollout succeeded, was graded and `remove_sample` is false; null otherwise."
        ),
    ]
    remove_sample: Annotated[
        bool, Field(description="True when the sample must be kept out of every count and every training batch.")
    ]
    metrics: Annotated[dict[str, Any], Field(description="Measurements by name. Values are finite; keys are strings.")]
    extra_fields: Annotated[
        dict[str, Any],
        Field(
            description="Further values by name. Values are finite; keys are strings. `osmosis_judges`, when present, lists the first eight judges that the grader asked, each a SampleJudge."
        ),
    ]


class SampleJudge(ContractModel):
    """A language model that a grader asked for a verdict, and by which prompt."""

    model_config = ConfigDict(
        extra="forbid",
    )
    model: Annotated[
        str, Field(description="The judge, as an eval config names a model.", max_length=200, min_length=1)
    ]
    prompt_digest: Annotated[
        str,
        Field(
            description="SHA-256, in lower-case hexadecimal digits, of the prompt without what differs from sample to sample: the instructions, the rubric, the form of the verdict and the grader's own system prompt.",
            pattern="^[0-9a-f]{64}$",
        ),
    ]


class RewardFile(ContractModel):
    """The content of `reward.json`, by which a grader that runs in a process of its own hands its reward over."""

    model_config = ConfigDict(
        extra="forbid",
    )
    reward: Annotated[Reward, Field(description="The reward of the rollout's one sample.")]
