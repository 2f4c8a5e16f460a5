"""Rollouts of a repository. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import RepositoryName, Timestamp


class CatalogueRollout(ContractModel):
    """A rollout found under `rollouts/` of a branch."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id; the same on every branch that has a rollout of the name.")]
    name: Annotated[str, Field(description="The name of its folder.")] = ""
    description: Annotated[str | None, Field(description="What its project says of it.")] = None
    last_synced_at: Annotated[Timestamp | None, Field(description="When it was last read.")] = None
    last_synced_commit_sha: Annotated[str | None, Field(description="The commit it was read from.")] = None
    repo_full_name: Annotated[RepositoryName | None, Field(description="The repository.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was first seen.")]


class CatalogueRolloutList(ContractModel):
    """A page of the rollouts of a branch, ordered by name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollouts: Annotated[list[CatalogueRollout], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]
