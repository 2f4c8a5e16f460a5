"""Token trajectory. Generated from the specification; do not edit."""

from typing import Annotated, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field


class UnscorableReason(ContractEnum):
    """The first seven are the outcome of the rollout, after as many tries as a run makes. `no_model_call`: it was
    scored without a call of the policy. `tokens_missing`: the endpoint did not give every token it sampled.
    `lengths_differ`: ids, log-probabilities and mask do not have one length. `sampled_otherwise`: the policy was
    not sampled as the run says. `not_one_sequence`: a later prompt does not begin with the tokens that were
    sampled before, and the trainer takes one sequence. `stale_policy`: an older version of the policy answered
    than is allowed. `too_long`: the prompt or the response has more tokens than the run allows."""

    INFRASTRUCTURE_FAILED = "infrastructure_failed"
    AGENT_FAILED = "agent_failed"
    GRADER_FAILED = "grader_failed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    REMOVED = "removed"
    UNGRADED = "ungraded"
    NO_MODEL_CALL = "no_model_call"
    TOKENS_MISSING = "tokens_missing"
    LENGTHS_DIFFER = "lengths_differ"
    SAMPLED_OTHERWISE = "sampled_otherwise"
    NOT_ONE_SEQUENCE = "not_one_sequence"
    STALE_POLICY = "stale_policy"
    TOO_LONG = "too_long"


type PromptId = Annotated[Integer, Field(ge=0)]


type SampledId = Annotated[Integer, Field(ge=0)]


type MaskItem = Annotated[Integer, Field(ge=0, le=1)]


type Logprob = Annotated[float, Field(le=0.0)]


class TokenSegment(ContractModel):
    """One sequence of tokens: a prompt and what followed. Also required: `sampled_ids`, `mask` and `logprobs` have
    one length."""

    model_config = ConfigDict(
        extra="forbid",
    )
    prompt_ids: Annotated[list[PromptId], Field(description="The tokens the policy was given first.", min_length=1)]
    sampled_ids: Annotated[
        list[SampledId],
        Field(
            description="The tokens after the prompt: those the policy sampled, its end-of-text token included, and between them those of the environment, such as the answers of tools.",
            min_length=1,
        ),
    ]
    mask: Annotated[
        list[MaskItem],
        Field(
            description="For each of `sampled_ids` 1 if the policy sampled it, 0 if the environment put it there.",
            min_length=1,
        ),
    ]
    logprobs: Annotated[
        list[Logprob],
        Field(
            description="For each of `sampled_ids` the natural logarithm of the probability with which the policy sampled it, under the softmax of its logits at temperature 1; 0 for a token of the environment.",
            min_length=1,
        ),
    ]
    policy_version: Annotated[
        Integer, Field(description="Which version of the policy sampled them; 0 is the base model.", ge=0)
    ]
    finish_reason: Annotated[
        str, Field(description="Why the last answer ended, such as `stop`, `length` or `tool_calls`.", min_length=1)
    ]


class ScoredTokenTrajectory(ContractModel):
    """A rollout with a reward and with all its tokens."""

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: Annotated[Literal["scored"], Field(description="Says that there is a reward.")]
    rollout_id: Annotated[str, Field(description="Identity of the rollout.", min_length=1)]
    reward: Annotated[float, Field(description="The reward, a finite number of any size.")]
    segments: Annotated[
        list[TokenSegment],
        Field(
            description="The token sequences of the rollout, in the order in which they began. A conversation whose every request begins with the tokens of the one before, answer included, is one segment.",
            min_length=1,
        ),
    ]


class UnscorableTokenTrajectory(ContractModel):
    """A rollout without a reward. A trainer leaves it out of the baseline and of the loss."""

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: Annotated[Literal["unscorable"], Field(description="Says that there is no reward.")]
    rollout_id: Annotated[
        Maybe[str], Field(description="Identity of the last attempt. Left out when none was made.", min_length=1)
    ] = None
    reason: Annotated[UnscorableReason, Field(description="Why there is none.")]
    message: Annotated[str, Field(description="The same in a sentence, with secrets replaced.", min_length=1)]


type TokenTrajectory = Annotated[
    ScoredTokenTrajectory | UnscorableTokenTrajectory,
    Field(
        description="One rollout as a trainer takes it; `kind` says which of the two forms it has. A rollout that could not be scored is never one with a reward of zero.",
        discriminator="kind",
    ),
]
