"""Command-line envelopes. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field


class ListEnvelope(ContractModel):
    """A list, or a page of one. Further members of a command's own stand beside the reserved ones and never replace
    them."""

    model_config = ConfigDict(
        extra="allow",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]
    items: Annotated[list[dict[str, Any]], Field(description="The items of this page, in order.")]
    total_count: Annotated[Integer, Field(description="Items there are in all.", ge=0)]
    has_more: Annotated[bool, Field(description="Whether items follow after this page.")]
    next_offset: Annotated[
        Integer | None, Field(description="Where the next page starts, or null when there is none.", ge=0)
    ]


class ListSection(ContractModel):
    """One of the lists of a SectionedListEnvelope."""

    model_config = ConfigDict(
        extra="forbid",
    )
    items: Annotated[list[dict[str, Any]], Field(description="The items of this page, in order.")]
    total_count: Annotated[Integer, Field(description="Items of the section there are in all.", ge=0)]
    has_more: Annotated[bool, Field(description="Whether items follow after this page.")]
    next_offset: Annotated[
        Integer | None, Field(description="Where the next page starts, or null when there is none.", ge=0)
    ]


class SectionedListEnvelope(ContractModel):
    """Several lists in one answer. Every section is a member named for it, such as `base_models`, and has the form
    of ListSection; further members of a command's own stand beside them. Also required: at least one section."""

    model_config = ConfigDict(
        extra="allow",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]


class DetailEnvelope(ContractModel):
    """One thing in detail."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]
    data: Annotated[dict[str, Any], Field(description="The thing, in the form of the command's record.")]


class NextStep(ContractModel):
    """A next step. The members beside `action` depend on it."""

    model_config = ConfigDict(
        extra="allow",
    )
    action: Annotated[
        str,
        Field(
            description="What to do, such as `eval_info`, `eval_list`, `train_info`, `train_list` or `open_url`.",
            min_length=1,
        ),
    ]
    name: Annotated[Maybe[str], Field(description="The thing to do it with, for actions on one thing.")] = None
    url: Annotated[Maybe[str], Field(description="The address to open, for `open_url`.")] = None


class ErrorCode(ContractEnum):
    """The kinds of error. `VALIDATION`: the input or the state it was used on is not right; also every error without
    a kind of its own, and a 400 from the platform. `AUTH_REQUIRED`: not logged in, or 401. `NOT_FOUND`,
    `CONFLICT`, `UPGRADE_REQUIRED`, `RATE_LIMITED`: 404, 409, 426, 429, or the same of a local thing.
    `BILLING_REQUIRED`, `SUBSCRIPTION_REQUIRED`: a 403 that says so. `PLATFORM_ERROR`: any other answer of the
    platform or a provider. `INTERNAL`: a fault of the program, with `details.exception_type`.
    `INTERACTIVE_REQUIRED`: a question would have to be asked and nobody can answer. `WORKSPACE_REQUIRED`: not
    inside a workspace. `NETWORK`: something could not be reached. The others concern stored credentials: keyring
    not usable; credentials not readable, not parsable or of another version; a token from the environment without
    the platform it belongs to or for another one; a token the platform does not know; a keyring entry that could
    not be removed; a token that could not be revoked."""

    VALIDATION = "VALIDATION"
    AUTH_REQUIRED = "AUTH_REQUIRED"
    NOT_FOUND = "NOT_FOUND"
    CONFLICT = "CONFLICT"
    UPGRADE_REQUIRED = "UPGRADE_REQUIRED"
    RATE_LIMITED = "RATE_LIMITED"
    PLATFORM_ERROR = "PLATFORM_ERROR"
    INTERNAL = "INTERNAL"
    INTERACTIVE_REQUIRED = "INTERACTIVE_REQUIRED"
    WORKSPACE_REQUIRED = "WORKSPACE_REQUIRED"
    NETWORK = "NETWORK"
    SUBSCRIPTION_REQUIRED = "SUBSCRIPTION_REQUIRED"
    BILLING_REQUIRED = "BILLING_REQUIRED"
    KEYRING_UNAVAILABLE = "KEYRING_UNAVAILABLE"
    CREDENTIALS_UNAVAILABLE = "CREDENTIALS_UNAVAILABLE"
    CREDENTIALS_PARSE_FAILED = "CREDENTIALS_PARSE_FAILED"
    CREDENTIALS_VERSION_CHANGED = "CREDENTIALS_VERSION_CHANGED"
    ENV_TOKEN_PLATFORM_REQUIRED = "ENV_TOKEN_PLATFORM_REQUIRED"
    ENV_TOKEN_PLATFORM_MISMATCH = "ENV_TOKEN_PLATFORM_MISMATCH"
    TOKEN_NOT_FOUND = "TOKEN_NOT_FOUND"
    KEYRING_CLEANUP_FAILED = "KEYRING_CLEANUP_FAILED"
    TOKEN_REVOKE_FAILED = "TOKEN_REVOKE_FAILED"


class WarningCode(ContractEnum):
    """The kinds of warning. `DEPRECATION`, `DEPRECATED`: something used will go away. `INSECURE_PLATFORM_URL`,
    `INSECURE_ADVERTISE_URL`: plain HTTP to an address that is not this machine. `ROLLOUT_SDK_VERSION_MISMATCH`:
    the rollout's environment has another SDK version than the program. `PARQUET_VALIDATION_SKIPPED`: no library
    to read Parquet with. `ABORT_FAILED`: an upload could not be taken back. `KEYRING_UNAVAILABLE`: credentials go
    to a file instead. `TOKEN_REVOKE_FAILED`: logged out here, but the token stays valid. `UPGRADE_AVAILABLE`:
    there is a newer version."""

    DEPRECATION = "DEPRECATION"
    DEPRECATED = "DEPRECATED"
    INSECURE_PLATFORM_URL = "INSECURE_PLATFORM_URL"
    INSECURE_ADVERTISE_URL = "INSECURE_ADVERTISE_URL"
    ROLLOUT_SDK_VERSION_MISMATCH = "ROLLOUT_SDK_VERSION_MISMATCH"
    PARQUET_VALIDATION_SKIPPED = "PARQUET_VALIDATION_SKIPPED"
    ABORT_FAILED = "ABORT_FAILED"
    KEYRING_UNAVAILABLE = "KEYRING_UNAVAILABLE"
    TOKEN_REVOKE_FAILED = "TOKEN_REVOKE_FAILED"
    UPGRADE_AVAILABLE = "UPGRADE_AVAILABLE"


class OperationEnvelope(ContractModel):
    """The result of a command that did something. Further members of a command's own stand beside the reserved ones
    and never replace them. Next steps meant for people never appear here."""

    model_config = ConfigDict(
        extra="allow",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]
    status: Annotated[
        str,
        Field(
            description="How it went: `success`; `partial` when something is left to do, with exit code 1; `cancelled` when the user declined; `noop` or `no_update` when there was nothing to do; or a word of the command's own.",
            min_length=1,
        ),
    ]
    operation: Annotated[
        str, Field(description="What was done, as `group.command` or the command alone.", min_length=1)
    ]
    resource: Annotated[
        Maybe[dict[str, Any]],
        Field(description="What it was done to, or what came of it, in the form of the command's result."),
    ] = None
    message: Annotated[Maybe[str], Field(description="The same in a sentence.")] = None
    next_steps_structured: Annotated[Maybe[list[NextStep]], Field(description="What a program may do next.")] = None


class ErrorBody(ContractModel):
    """What went wrong, and what to do about it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    code: Annotated[ErrorCode, Field(description="The kind of error.")]
    message: Annotated[str, Field(description="What went wrong and where, for people. Secrets are replaced.")]
    details: Annotated[
        dict[str, Any], Field(description="What a program needs to know of it; empty when there is nothing.")
    ]
    hint: Annotated[
        Maybe[str], Field(description="What to do about it. Left out when there is nothing to advise.", min_length=1)
    ] = None


class WarningBody(ContractModel):
    """A warning."""

    model_config = ConfigDict(
        extra="forbid",
    )
    code: Annotated[WarningCode | None, Field(description="The kind of warning, or null when it has none of its own.")]
    message: Annotated[str, Field(description="The warning itself, for people.")]


class ErrorEnvelope(ContractModel):
    """A command failed. Printed as one line on standard error."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]
    command: Annotated[
        str,
        Field(
            description="The command that failed, as its path of words; `<root>` when none was reached.", min_length=1
        ),
    ]
    cli_version: Annotated[str, Field(description="Version of the command-line program.", min_length=1)]
    error: Annotated[ErrorBody, Field(description="What went wrong.")]


class WarningEnvelope(ContractModel):
    """Something worth knowing that stops nothing. Printed as one line on standard error."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the envelopes.")]
    cli_version: Annotated[str, Field(description="Version of the command-line program.", min_length=1)]
    warning: Annotated[WarningBody, Field(description="The warning.")]
