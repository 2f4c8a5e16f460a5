"""Command results about managed evaluations. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .cli_results import GitContext, NamedWorkspace
from .platform_common import PlatformLogEntry, Timestamp


class EvalDownloadFailure(ContractModel):
    """A file that could not be fetched."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="Its path in the run.", min_length=1)]
    error: Annotated[str, Field(description="Why.", min_length=1)]


class EvalSubmitResult(ContractModel):
    """The resource of `eval.submit`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name, which the platform chose.", min_length=1)]
    status: Annotated[str, Field(description="Where it stands.", min_length=1)]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalStopResult(ContractModel):
    """The resource of `eval.stop`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    status: Annotated[
        str, Field(description="Where it stands now; it is `stopped` once its job has ended.", min_length=1)
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalRetryResult(ContractModel):
    """The resource of `eval.retry`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the run.", min_length=1)]
    name: Annotated[str, Field(description="Its name.", min_length=1)]
    status: Annotated[str, Field(description="Where it stands.", min_length=1)]
    workflow_id: Annotated[Maybe[str], Field(description="What the platform calls this retry.")] = None
    retryable_samples: Annotated[
        Integer, Field(description="Samples that are tried again; 0 where the whole run is.", ge=0)
    ]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalLogsData(ContractModel):
    """A page of the log of a run on a platform, from old to new."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    logs: Annotated[list[PlatformLogEntry], Field(description="The entries.")]
    next_cursor: Annotated[
        str | None, Field(description="For `--cursor`, to read the entries before these; null where there are none.")
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class EvalDownloadResult(ContractModel):
    """The resource of `eval.download`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The run, as it was named.", min_length=1)]
    output: Annotated[str, Field(description="The folder that the files are in.", min_length=1)]
    downloaded: Annotated[Integer, Field(description="Files that were fetched.", ge=0)]
    skipped: Annotated[Integer, Field(description="Files that were there with their size.", ge=0)]
    bytes: Annotated[Maybe[Integer], Field(description="Bytes that were fetched.", ge=0)] = None
    failed: Annotated[
        list[EvalDownloadFailure],
        Field(description="Files that could not be fetched; `status` of the envelope is then `partial`."),
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None
