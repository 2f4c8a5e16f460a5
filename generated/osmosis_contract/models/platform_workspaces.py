"""Workspaces, members and tokens. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_auth import PlatformUser, WorkspaceRole
from .platform_common import ResourceName, Timestamp, WorkspaceName


class Workspace(ContractModel):
    """A workspace."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[WorkspaceName, Field(description="Its name.")]
    timezone: Annotated[str, Field(description="The time zone its pages show times in (IANA).")]
    role: Annotated[WorkspaceRole, Field(description="The caller's role in it.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    platform_url: Annotated[str, Field(description="Its page.")]


class WorkspaceCreateRequest(ContractModel):
    """A workspace to make. Its maker becomes its owner."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[WorkspaceName, Field(description="Its name.")]
    timezone: Annotated[
        Maybe[str], Field(description="Its time zone (IANA); `UTC` by default.", max_length=64, min_length=1)
    ] = None


class WorkspaceUpdateRequest(ContractModel):
    """What to change about a workspace; what is left out stays."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[Maybe[WorkspaceName], Field(description="Its name.")] = None
    timezone: Annotated[Maybe[str], Field(description="Its time zone (IANA).", max_length=64, min_length=1)] = None


class Member(ContractModel):
    """A member of a workspace."""

    model_config = ConfigDict(
        extra="forbid",
    )
    user: Annotated[PlatformUser, Field(description="The person.")]
    role: Annotated[WorkspaceRole, Field(description="What they may do.")]
    joined_at: Annotated[Timestamp, Field(description="Since when.")]


class MemberList(ContractModel):
    """A page of members, ordered by e-mail address."""

    model_config = ConfigDict(
        extra="forbid",
    )
    members: Annotated[list[Member], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class MemberUpdateRequest(ContractModel):
    """A member's new role."""

    model_config = ConfigDict(
        extra="forbid",
    )
    role: Annotated[WorkspaceRole, Field(description="What they may do.")]


class InvitationCreateRequest(ContractModel):
    """Someone to invite."""

    model_config = ConfigDict(
        extra="forbid",
    )
    email: Annotated[
        str,
        Field(
            description="Their e-mail address.", max_length=254, pattern="^[^@\\x00-\\x20\\x7f]+@[^@\\x00-\\x20\\x7f]+$"
        ),
    ]
    role: Annotated[WorkspaceRole, Field(description="The role they will have.")]


class Invitation(ContractModel):
    """An invitation that can be accepted."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    email: Annotated[str, Field(description="Who is invited.")]
    role: Annotated[WorkspaceRole, Field(description="The role they will have.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    expires_at: Annotated[Timestamp, Field(description="When it ends.")]
    url: Annotated[
        Maybe[str],
        Field(
            description="The one-time link to accept it by; only in the answer that made it. The platform sends no mail."
        ),
    ] = None


class InvitationList(ContractModel):
    """A page of invitations, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    invitations: Annotated[list[Invitation], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class InvitationAcceptRequest(ContractModel):
    """An invitation to accept as the caller."""

    model_config = ConfigDict(
        extra="forbid",
    )
    token: Annotated[str, Field(description="The last part of the invitation's link.", max_length=255, min_length=1)]


class AccessToken(ContractModel):
    """A personal access token, without its text."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id, safe in a URL.")]
    name: Annotated[str, Field(description="What its owner calls it.")]
    prefix: Annotated[str, Field(description="Its first characters, to recognise it by.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    expires_at: Annotated[Timestamp | None, Field(description="When it ends; null for one that does not.")]
    last_used_at: Annotated[Timestamp | None, Field(description="When it was last used, to the minute; null if never.")]


class AccessTokenList(ContractModel):
    """A page of the caller's tokens, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    tokens: Annotated[list[AccessToken], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class TokenCreateRequest(ContractModel):
    """A personal access token to make."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[ResourceName, Field(description="What to call it.")]
    expires_in_days: Annotated[
        Maybe[Integer], Field(description="Days until it ends; 90 by default.", ge=1, le=366)
    ] = None


class CreatedToken(ContractModel):
    """A personal access token, its text shown this once. The text is `osm_pat_`, 30 random letters and digits, and a
    checksum of 6: CRC-32 of what is before it in base 62. Secret scanners can use `osm_pat_[0-9A-Za-z]{36}`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="What its owner calls it.")]
    prefix: Annotated[str, Field(description="Its first characters.")]
    created_at: Annotated[Timestamp, Field(description="When it was made.")]
    expires_at: Annotated[Timestamp | None, Field(description="When it ends.")]
    last_used_at: Annotated[Timestamp | None, Field(description="Null: it was not used yet.")]
    token: Annotated[str, Field(description="The token. It cannot be shown again.")]
