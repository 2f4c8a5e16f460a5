"""Secrets. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import SecretName, Timestamp


class SecretScope(ContractEnum):
    """Whose a secret is: `workspace` for everyone in it, `user` for one person in that workspace. At run time the
    person's own wins."""

    WORKSPACE = "workspace"
    USER = "user"


class EnvironmentSecret(ContractModel):
    """A secret, without its value."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")] = ""
    created_at: Annotated[Timestamp, Field(description="When it was first stored.")]
    updated_at: Annotated[Timestamp, Field(description="When its value was last written.")]
    creator_name: Annotated[str | None, Field(description="Who stored it first.")] = None
    updater_name: Annotated[str | None, Field(description="Who wrote its value last.")] = None
    scope: Annotated[SecretScope | None, Field(description="Whose it is.")] = None
    platform_url: Annotated[str | None, Field(description="The page of the workspace's secrets.")] = None


class EnvironmentSecretList(ContractModel):
    """A page of secrets, ordered by name, then scope."""

    model_config = ConfigDict(
        extra="forbid",
    )
    environment_secrets: Annotated[list[EnvironmentSecret], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]
    platform_url: Annotated[str | None, Field(description="The page of the workspace's secrets.")] = None


class SecretUpsertRequest(ContractModel):
    """A secret to store, or a new value for it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[SecretName, Field(description="Its name.")]
    value: Annotated[
        str,
        Field(
            description="Its value. It appears in no answer, log, error or audit entry.", max_length=65536, min_length=1
        ),
    ]
    scope: Annotated[SecretScope, Field(description="Whose it is.")]


class SecretDeleteRequest(ContractModel):
    """A secret to delete."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[SecretName, Field(description="Its name.")]
    scope: Annotated[SecretScope, Field(description="Whose it is.")]
