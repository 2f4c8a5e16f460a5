"""Webhooks. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import NamedReference, Timestamp


class WebhookEventName(ContractEnum):
    """What is reported."""

    TRAINING_RUN_COMPLETED = "training_run.completed"
    EVAL_RUN_COMPLETED = "eval_run.completed"
    WEBHOOK_TEST = "webhook.test"


class WebhookRequest(ContractModel):
    """The workspace's webhook."""

    model_config = ConfigDict(
        extra="forbid",
    )
    url: Annotated[
        str,
        Field(
            description="Where to post: `https` on port 443 at a public address, unless the server's own configuration allows the host. Checked when it is saved and again at each delivery.",
            max_length=2048,
            min_length=1,
        ),
    ]
    enabled: Annotated[bool, Field(description="Whether events are delivered.")] = True


class Webhook(ContractModel):
    """A workspace's webhook."""

    model_config = ConfigDict(
        extra="forbid",
    )
    url: Annotated[str, Field(description="Where events go.")]
    enabled: Annotated[bool, Field(description="Whether they are delivered.")]
    paused_reason: Annotated[
        str | None,
        Field(
            description="Why the platform itself turned deliveries off: 20 of them failed in a row. Null where it did not. Saving the webhook turns them on again."
        ),
    ]
    created_at: Annotated[Timestamp, Field(description="When it was first saved.")]
    updated_at: Annotated[Timestamp, Field(description="When it last changed.")]
    secret: Annotated[
        Maybe[str],
        Field(
            description="What deliveries are signed with (Standard Webhooks); only in the answer that made or renewed it."
        ),
    ] = None


class WebhookDeliveryStatus(ContractEnum):
    """What became of a delivery."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookDelivery(ContractModel):
    """A delivery: at most three attempts with the same `webhook-id`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id, the header `webhook-id`.")]
    event: Annotated[WebhookEventName, Field(description="What it reports.")]
    status: Annotated[WebhookDeliveryStatus, Field(description="What became of it.")]
    attempts: Annotated[Integer, Field(description="How often it was tried.", ge=0)]
    created_at: Annotated[Timestamp, Field(description="When the event happened.")]
    last_attempt_at: Annotated[Timestamp | None, Field(description="When it was last tried.")]
    response_status: Annotated[
        Integer | None, Field(description="The status of the last answer; null when there was none.", ge=0)
    ]
    error: Annotated[str | None, Field(description="Why the last attempt failed.")]


class WebhookDeliveryList(ContractModel):
    """A page of deliveries, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    deliveries: Annotated[list[WebhookDelivery], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class WebhookRunData(ContractModel):
    """A finished run, as a webhook reports it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="The run.")]
    name: Annotated[str, Field(description="Its name.")]
    status: Annotated[str, Field(description="`finished`, `failed` or `stopped`.")]
    started_at: Annotated[Timestamp | None, Field(description="When it began.")]
    completed_at: Annotated[Timestamp, Field(description="When it ended.")]
    duration_seconds: Annotated[float | None, Field(description="Seconds from start to end.", ge=0.0)]
    model_name: Annotated[str | None, Field(description="The model.")]
    dataset: Annotated[NamedReference | None, Field(description="The dataset.")]
    rollout: Annotated[NamedReference | None, Field(description="The rollout.")]
    platform_url: Annotated[str, Field(description="The run's page.")]
    latest_metrics: Annotated[
        dict[str, Any],
        Field(
            description="For a training the latest value of each metric by key; for an evaluation its results, see EvalResults."
        ),
    ]


class WebhookTestData(ContractModel):
    """A test, sent on request."""

    model_config = ConfigDict(
        extra="forbid",
    )
    workspace: Annotated[str, Field(description="The workspace's name.")]
    message: Annotated[str, Field(description="A confirmation.")]


class WebhookRunEvent(ContractModel):
    """What is posted when a run finishes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[WebhookEventName, Field(description="What is reported.")]
    timestamp: Annotated[Timestamp, Field(description="When it happened.")]
    data: Annotated[WebhookRunData, Field(description="The run.")]


class WebhookTestEvent(ContractModel):
    """What is posted as a test."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["webhook.test"], Field(description="Always `webhook.test`.")]
    timestamp: Annotated[Timestamp, Field(description="When it was asked for.")]
    data: Annotated[WebhookTestData, Field(description="The confirmation.")]
