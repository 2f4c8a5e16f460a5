"""Models. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import Timestamp


class DeploymentStatus(ContractEnum):
    """Whether a LoRA model is deployed."""

    ACTIVE = "active"
    INACTIVE = "inactive"


class BaseModelItem(ContractModel):
    """A base model in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    model_name: Annotated[str, Field(description="Its name.")] = ""
    base_model: Annotated[str | None, Field(description="Its path on the hub.")] = None
    creator_name: Annotated[str | None, Field(description="Who added it.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was added.")]
    updated_at: Annotated[Timestamp, Field(description="When it last changed.")]


class BaseModelList(ContractModel):
    """A page of base models, ordered by name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    models: Annotated[list[BaseModelItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class BaseModelDetail(ContractModel):
    """A base model."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    model_name: Annotated[str, Field(description="Its name.")] = ""
    base_model: Annotated[str | None, Field(description="Its path on the hub.")] = None
    creator_name: Annotated[str | None, Field(description="Who added it.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was added.")]
    updated_at: Annotated[Timestamp, Field(description="When it last changed.")]
    namespace: Annotated[str, Field(description="Who publishes it.")] = ""
    parameters: Annotated[Integer | None, Field(description="How many parameters it has.", ge=0)] = None
    context_window: Annotated[Integer | None, Field(description="Tokens it reads.", ge=0)] = None
    hf_url: Annotated[str | None, Field(description="Its page on the hub.")] = None
    inference_input_usd_per_million_tokens: Annotated[
        float | None, Field(description="Price of a million tokens read.", ge=0.0)
    ] = None
    inference_cached_input_usd_per_million_tokens: Annotated[
        float | None, Field(description="Price of a million tokens read from the cache.", ge=0.0)
    ] = None
    inference_output_usd_per_million_tokens: Annotated[
        float | None, Field(description="Price of a million tokens written.", ge=0.0)
    ] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False


class LoraModelItem(ContractModel):
    """A LoRA model in a list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    model_name: Annotated[str, Field(description="Its name.")] = ""
    base_model: Annotated[str | None, Field(description="The base model's path.")] = None
    training_run_name: Annotated[str | None, Field(description="The training it came from.")] = None
    checkpoint_step: Annotated[Integer | None, Field(description="The step it was saved at.", ge=0)] = None
    reward: Annotated[float | None, Field(description="The reward at that step.")] = None
    deployment_status: Annotated[
        Maybe[DeploymentStatus],
        Field(
            description="Whether it is deployed. Left out where the platform cannot serve models at all: clients then hide everything about deployments."
        ),
    ] = None
    deployed_at: Annotated[Timestamp | None, Field(description="When it was deployed.")] = None
    deployed_by: Annotated[str | None, Field(description="Who deployed it.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was made.")]


class LoraModelList(ContractModel):
    """A page of LoRA models, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    models: Annotated[list[LoraModelItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]
    active_deployments: Annotated[
        Maybe[Integer],
        Field(description="How many models are deployed. Left out where the platform cannot serve models.", ge=0),
    ] = None
    max_active_deployments: Annotated[Maybe[Integer], Field(description="How many may be.", ge=0)] = None


class LoraModelDetail(ContractModel):
    """A LoRA model."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    model_name: Annotated[str, Field(description="Its name.")] = ""
    base_model: Annotated[str | None, Field(description="The base model's path.")] = None
    training_run_name: Annotated[str | None, Field(description="The training it came from.")] = None
    checkpoint_step: Annotated[Integer | None, Field(description="The step it was saved at.", ge=0)] = None
    reward: Annotated[float | None, Field(description="The reward at that step.")] = None
    deployment_status: Annotated[
        Maybe[DeploymentStatus],
        Field(
            description="Whether it is deployed. Left out where the platform cannot serve models at all: clients then hide everything about deployments."
        ),
    ] = None
    deployed_at: Annotated[Timestamp | None, Field(description="When it was deployed.")] = None
    deployed_by: Annotated[str | None, Field(description="Who deployed it.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    hf_upload_status: Annotated[
        str, Field(description="Where its upload to the hub stands; empty when there is none.")
    ] = ""
    hf_url: Annotated[str | None, Field(description="Its page on the hub.")] = None
    uploaded_by: Annotated[str | None, Field(description="Who sent it there.")] = None
    inference_model: Annotated[str | None, Field(description="What to call it in a chat completion.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False


class DeploymentResponse(ContractModel):
    """A model's deployment after the call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="The model's id.")]
    model_name: Annotated[str, Field(description="Its name.")] = ""
    status: Annotated[str, Field(description="Whether it is deployed.")] = ""
