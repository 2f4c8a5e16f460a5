"""Trajectory report. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractModel, Integer
from pydantic import Field


class LlmCallMetrics(ContractModel):
    """Figures of one model call. Null and absent mean unknown. Unknown members are ignored."""

    prompt_tokens: Annotated[Integer | None, Field(description="Tokens of the prompt, cached ones among them.")] = None
    completion_tokens: Annotated[Integer | None, Field(description="Tokens the model wrote.")] = None
    cached_tokens: Annotated[Integer | None, Field(description="Tokens of the prompt that came from a cache.")] = None
    cost_usd: Annotated[float | None, Field(description="Cost of the call in US dollars.")] = None
    prompt_token_ids: Annotated[
        list[Integer] | None, Field(description="The prompt's tokens by their number in the model's vocabulary.")
    ] = None
    completion_token_ids: Annotated[
        list[Integer] | None, Field(description="The tokens the model wrote, by their number in its vocabulary.")
    ] = None
    logprobs: Annotated[
        list[float] | None,
        Field(description="The log-probability of each token the model wrote, in the order of `completion_token_ids`."),
    ] = None
    model_name: Annotated[str | None, Field(description="The model that answered this call.")] = None
    extra: Annotated[dict[str, Any] | None, Field(description="Anything else about the call.")] = None


class SampleReport(ContractModel):
    """A report on one sample. Unknown members are ignored."""

    model_name: Annotated[str | None, Field(description="The model that answered. Null and absent mean unknown.")] = (
        None
    )
    llm_call_metrics: Annotated[
        list[LlmCallMetrics],
        Field(
            description="One entry for each model call, in the order of the calls. If there are as many as the trajectory has agent steps, entry i becomes the metrics of agent step i; otherwise they are kept under `extra.osmosis.unmatched_llm_call_metrics`.",
            validate_default=True,
        ),
    ] = []
    final_metrics: Annotated[
        dict[str, Any] | None,
        Field(
            description="Totals for the trajectory, in the form of FinalMetrics. When it does not have that form it alone is ignored. Null and absent mean that totals are summed from `llm_call_metrics`."
        ),
    ] = None


class TrajectoryReport(ContractModel):
    """A report on one rollout. Unknown members are ignored. A report with exactly one sample is applied to the
    rollout's trajectory whatever the sample's key; with several none is applied, and all are kept in the document
    under `extra.osmosis.unmatched_sample_reports`."""

    model_name: Annotated[
        str | None,
        Field(description="The model that answered, for samples that do not name one. Null and absent mean unknown."),
    ] = None
    samples: Annotated[
        dict[str, SampleReport],
        Field(
            description="The reports on the rollout's samples. The keys are the reporter's own and carry no meaning.",
            validate_default=True,
        ),
    ] = {}
