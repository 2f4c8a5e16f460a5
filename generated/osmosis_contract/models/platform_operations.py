"""Usage, audit and health. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import Timestamp


class UsageUnit(ContractEnum):
    """What usage is counted in."""

    SECONDS = "seconds"
    TOKENS = "tokens"
    BYTES = "bytes"
    COUNT = "count"
    USD = "usd"


class UsageEntry(ContractModel):
    """What one kind of thing used on one day."""

    model_config = ConfigDict(
        extra="forbid",
    )
    day: Annotated[str, Field(description="The day, in UTC.", pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    kind: Annotated[
        str, Field(description="What used it: `eval_run`, `training_run`, `benchmark_run`, `storage` or `inference`.")
    ]
    run_id: Annotated[str | None, Field(description="The run; null for what no run used.")]
    run_name: Annotated[
        str | None, Field(description="Its name; null for what no run used, and for a run that is gone.")
    ] = None
    quantity: Annotated[float, Field(description="How much.", ge=0.0)]
    unit: Annotated[UsageUnit, Field(description="Of what.")]


class Budget(ContractModel):
    """What the model calls of a workspace's runs may cost in a month, and have cost in this one."""

    model_config = ConfigDict(
        extra="forbid",
    )
    usd_per_month: Annotated[float | None, Field(description="The bound, in US dollars; null without one.", ge=0.0)]
    is_default: Annotated[
        bool, Field(description="Whether it is the operator's, because none was set for the workspace.")
    ]
    month: Annotated[str, Field(description="This month, in UTC.", pattern="^[0-9]{4}-[0-9]{2}$")]
    spent_usd: Annotated[
        float, Field(description="What the runs cost in it so far, as far as prices are known.", ge=0.0)
    ]


class BudgetRequest(ContractModel):
    """A budget for the workspace."""

    model_config = ConfigDict(
        extra="forbid",
    )
    usd_per_month: Annotated[
        float | None,
        Field(description="The bound, in US dollars; null has the operator's apply again.", ge=0.0, le=1000000000.0),
    ]


class UsageList(ContractModel):
    """A page of usage, new days first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    usage: Annotated[list[UsageEntry], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class AuditRecord(ContractModel):
    """Something that was done. Entries are appended and only removed by retention, which is an entry too."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id; later entries have higher ones.")]
    at: Annotated[Timestamp, Field(description="When.")]
    actor_id: Annotated[
        str | None,
        Field(description="The account that acted; null for the platform itself and for someone who is not signed in."),
    ]
    actor: Annotated[
        str, Field(description="The e-mail address of that account then, or `system`, `operator` or `anonymous`.")
    ]
    action: Annotated[str, Field(description="What was done, as `resource.verb`.")]
    target: Annotated[str | None, Field(description="The id of what it was done to.")]
    address: Annotated[str | None, Field(description="The address it came from; null for the platform itself.")]
    request_id: Annotated[str | None, Field(description="The request it came with.")]
    details: Annotated[dict[str, Any], Field(description="More about it. Never a secret.")]


class AuditPage(ContractModel):
    """A page of the audit trail, new entries first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    entries: Annotated[list[AuditRecord], Field(description="The entries.")]
    next_cursor: Annotated[str | None, Field(description="Where older entries begin; null when there are none.")]


class PlatformHealth(ContractModel):
    """The process answers."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[Literal["ok"], Field(description="Always `ok`.")]
    version: Annotated[str, Field(description="The version of the server.")]


class ReadinessCheck(ContractModel):
    """One thing the server needs."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="What it is: `database`, `migrations`, `blobs`, `clock`, `disk` or `key`.")]
    ok: Annotated[bool, Field(description="Whether it is well.")]
    detail: Annotated[str | None, Field(description="What is wrong, or a figure.")]


class Readiness(ContractModel):
    """Whether the server takes requests."""

    model_config = ConfigDict(
        extra="forbid",
    )
    ready: Annotated[bool, Field(description="Whether every check that blocks is well.")]
    checks: Annotated[list[ReadinessCheck], Field(description="Each check.")]
