"""Sign-in, workspaces and the start of work. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import RepositoryName, Timestamp


class PlatformUser(ContractModel):
    """A person with an account."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.", min_length=1)]
    email: Annotated[str, Field(description="Its e-mail address, by which the person signs in.", min_length=1)]
    name: Annotated[str | None, Field(description="What the person is called.")] = None


class WorkspaceRole(ContractEnum):
    """What a member may do in a workspace. `owner`: everything, deleting it and making owners included. `admin`:
    settings, members, secrets of the workspace, git and webhooks. `member`: work in it."""

    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


class ScopedWorkspace(ContractModel):
    """The workspace that the request's scope headers name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")] = ""
    role: Annotated[WorkspaceRole | None, Field(description="The caller's role in it.")] = None


class DeviceAuthorizeRequest(ContractModel):
    """A device that wants to log in."""

    model_config = ConfigDict(
        extra="forbid",
    )
    deviceName: Annotated[
        str,
        Field(
            description="What the person will recognise the device by, usually its host name. Shown as text on the page that asks.",
            max_length=255,
        ),
    ] = ""


class DeviceAuthorizeResponse(ContractModel):
    """A device login that waits for a person (RFC 8628)."""

    model_config = ConfigDict(
        extra="forbid",
    )
    device_code: Annotated[str, Field(description="What the device polls with. Secret.")]
    user_code: Annotated[str, Field(description="What the person types or compares.")]
    verification_uri: Annotated[str, Field(description="The page on which it is typed.")]
    verification_uri_complete: Annotated[
        str | None, Field(description="The same page with the code filled in; it still asks.")
    ] = None
    expires_in: Annotated[Integer, Field(description="Seconds until the login ends by itself.", ge=1)]
    interval: Annotated[Integer, Field(description="Seconds between polls.", ge=1)]


class DeviceTokenRequest(ContractModel):
    """A poll of a device login."""

    model_config = ConfigDict(
        extra="forbid",
    )
    device_code: Annotated[str, Field(description="The code the login was started with.", max_length=255, min_length=1)]


class QuickstartIntent(ContractEnum):
    """What the person wants to do first."""

    TRAIN = "train"
    EVAL = "eval"
    BENCHMARK = "benchmark"
    EXPLORE = "explore"


class QuickstartRequest(ContractModel):
    """The first steps are done."""

    model_config = ConfigDict(
        extra="forbid",
    )
    organizationId: Annotated[str, Field(description="The workspace's id.", max_length=64, min_length=1)]
    intent: Annotated[QuickstartIntent, Field(description="What comes next.")]


class VerifyResponse(ContractModel):
    """Who the bearer is."""

    model_config = ConfigDict(
        extra="forbid",
    )
    user: Annotated[PlatformUser, Field(description="The person.")]
    expires_at: Annotated[Timestamp | None, Field(description="When the token ends; null for one that does not.")] = (
        None
    )
    token_id: Annotated[str | None, Field(description="The token's id, to revoke it by.")] = None
    workspace: Annotated[
        ScopedWorkspace | None, Field(description="The workspace of the request's git header; null without one.")
    ] = None


class DeviceTokenResponse(ContractModel):
    """The person agreed: a personal access token, shown once."""

    model_config = ConfigDict(
        extra="forbid",
    )
    token: Annotated[str, Field(description="The bearer for every later call.")]
    token_id: Annotated[str | None, Field(description="Its id.")] = None
    expires_at: Annotated[Timestamp | None, Field(description="When it ends.")] = None
    user: Annotated[PlatformUser, Field(description="The person.")]


class ConnectedRepository(ContractModel):
    """The repository a workspace is connected to."""

    model_config = ConfigDict(
        extra="forbid",
    )
    repo_full_name: Annotated[RepositoryName | None, Field(description="The repository as `owner/name`.")] = None


class WorkspaceSummary(ContractModel):
    """A workspace the caller is a member of."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")] = ""
    name: Annotated[str, Field(description="Its name.")] = ""
    connected_repo: Annotated[
        ConnectedRepository | None, Field(description="Its repository; null when there is none.")
    ] = None


class WorkspaceList(ContractModel):
    """The caller's workspaces, ordered by name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    workspaces: Annotated[list[WorkspaceSummary], Field(description="The workspaces.")]


class QuickstartRepository(ContractModel):
    """Whether a workspace has a repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    connected: Annotated[bool, Field(description="Whether one is connected.")] = False
    full_name: Annotated[RepositoryName | None, Field(description="The repository as `owner/name`.")] = None


class QuickstartState(ContractModel):
    """How far the first steps with a workspace are."""

    model_config = ConfigDict(
        extra="forbid",
    )
    repo: Annotated[QuickstartRepository | None, Field(description="The repository.")] = None
    billing_ready: Annotated[
        bool,
        Field(
            description="Whether work that costs money can start. A self-hosted platform bills nothing and says true."
        ),
    ] = False
    completed: Annotated[bool, Field(description="Whether the steps were finished before.")] = False
