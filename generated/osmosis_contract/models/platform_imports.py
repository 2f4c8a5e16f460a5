"""Imports of local runs. Generated from the specification; do not edit."""

from typing import Annotated, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field

from .platform_common import FilePath, ResourceName, Sha256, Timestamp, UploadInfo


class ImportedRollout(ContractModel):
    """The rollout of a local run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[ResourceName, Field(description="Its folder's name.")]
    source_digest: Annotated[Sha256, Field(description="Digest of its source.")]
    branch: Annotated[Maybe[str], Field(description="The branch.", max_length=255)] = None
    commit_sha: Annotated[Maybe[str], Field(description="The commit.", max_length=64)] = None


class ImportedDataset(ContractModel):
    """The dataset of a local run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[ResourceName, Field(description="Its name.")]
    sha256: Annotated[Sha256, Field(description="Digest of its bytes.")]
    selected_source_rows: Annotated[str, Field(description="The rows that were taken, as ranges.", max_length=1048576)]


class ImportedExperiment(ContractModel):
    """What a local run ran on what."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout: Annotated[ImportedRollout, Field(description="The rollout.")]
    entrypoint: Annotated[FilePath, Field(description="The file that was run.")]
    model_path: Annotated[str, Field(description="The model.", max_length=512, min_length=1)]
    dataset: Annotated[ImportedDataset, Field(description="The dataset.")]


class ImportedEvaluation(ContractModel):
    """How a local run evaluated."""

    model_config = ConfigDict(
        extra="forbid",
    )
    n: Annotated[Integer, Field(description="Attempts a row.", ge=1)]
    pass_threshold: Annotated[float, Field(description="The reward from which an attempt passes.")]


class ImportedRun(ContractModel):
    """A local run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[ResourceName, Field(description="Its name.")]
    started_at: Annotated[Timestamp, Field(description="When it began.")]
    completed_at: Annotated[Timestamp, Field(description="When it ended.")]
    experiment_config: Annotated[ImportedExperiment, Field(description="What it ran on what.")]
    evaluation_config: Annotated[ImportedEvaluation, Field(description="How it evaluated.")]


class ImportSchemaVersions(ContractModel):
    """The versions of what the run wrote."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_protocol: Annotated[str, Field(description="Of the protocol.", max_length=32)]
    dataset_normalization: Annotated[Integer, Field(description="Of the normal form of rows.", ge=0)]
    state_schema: Annotated[Integer, Field(description="Of the run's files.", ge=0)]


class ImportProvenance(ContractModel):
    """Where a local run comes from."""

    model_config = ConfigDict(
        extra="forbid",
    )
    sdk_version: Annotated[Maybe[str], Field(description="The SDK's version.", max_length=64)] = None
    git_head: Annotated[Maybe[str], Field(description="The commit of the workspace.", max_length=64)] = None
    git_branch: Annotated[Maybe[str], Field(description="Its branch.", max_length=255)] = None
    git_dirty: Annotated[Maybe[bool], Field(description="Whether it had changes that no commit has.")] = None
    config_branch: Annotated[Maybe[str], Field(description="The branch the configuration names.", max_length=255)] = (
        None
    )
    config_commit_sha: Annotated[Maybe[str], Field(description="The commit it names.", max_length=64)] = None
    config_path: Annotated[Maybe[str], Field(description="The configuration.", max_length=1024)] = None


class ImportedFile(ContractModel):
    """A file of a local run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Where it is in the run's directory.")]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    sha256: Annotated[Sha256, Field(description="Their digest; the platform verifies it.")]


class ImportRequest(ContractModel):
    """A local run to import. The same run and manifest again resumes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of this request.")]
    local_run_id: Annotated[str, Field(description="The run's id, 32 hexadecimal digits.", pattern="^[0-9a-f]{32}$")]
    manifest_digest: Annotated[Sha256, Field(description="Digest of the local manifest.")]
    run: Annotated[ImportedRun, Field(description="The run.")]
    schema_versions: Annotated[ImportSchemaVersions, Field(description="Versions of what it wrote.")]
    provenance: Annotated[Maybe[ImportProvenance], Field(description="Where it comes from.")] = None
    files: Annotated[
        list[ImportedFile], Field(description="Every file, ordered by path.", max_length=1000000, min_length=1)
    ]
    reimport: Annotated[bool, Field(description="Whether an import of the same run is replaced.")] = False


class ImportStatus(ContractEnum):
    """Where an import stands."""

    UPLOADING = "uploading"
    FINALIZED = "finalized"


class ImportFileState(ContractEnum):
    """Whether a file arrived."""

    PENDING = "pending"
    UPLOADED = "uploaded"


class ImportSessionFile(ContractModel):
    """A file of an import."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path.")]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    sha256: Annotated[Sha256, Field(description="Their digest.")]
    state: Annotated[ImportFileState, Field(description="Whether it arrived.")]


class ImportSession(ContractModel):
    """An import. A finalized one has every file and names its run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    session_id: Annotated[str, Field(description="Its id.", min_length=1)]
    status: Annotated[ImportStatus, Field(description="Where it stands.")]
    expected_files: Annotated[Integer, Field(description="How many files there are.", ge=0)]
    uploaded_files: Annotated[Integer, Field(description="How many arrived.", ge=0)]
    files: Annotated[list[ImportSessionFile], Field(description="Every file, paths unique.")]
    expires_at: Annotated[Timestamp | None, Field(description="When an unfinished import is dropped.")] = None
    eval_run_id: Annotated[str | None, Field(description="The run it became.")] = None
    eval_run_name: Annotated[str | None, Field(description="That run's name.")] = None
    platform_url: Annotated[str | None, Field(description="That run's page.")] = None


class ImportUploadsRequest(ContractModel):
    """Files to get URLs for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    paths: Annotated[list[FilePath], Field(description="1 to 100 paths of the import.", max_length=100, min_length=1)]


class ImportUpload(ContractModel):
    """How to send a file of an import."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path.")]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    sha256: Annotated[Sha256, Field(description="Their digest.")]
    upload: Annotated[UploadInfo, Field(description="How to send it.")]


class ImportUploads(ContractModel):
    """How to send those of the files that are still needed."""

    model_config = ConfigDict(
        extra="forbid",
    )
    files: Annotated[list[ImportUpload], Field(description="The files.")]


class ImportPart(ContractModel):
    """A part that was sent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    part_number: Annotated[Integer, Field(description="Which part, from 1.", ge=1, le=10000)]
    etag: Annotated[str, Field(description="The `ETag` of the PUT, without quotes.", max_length=255, min_length=1)]


class ImportFileComplete(ContractModel):
    """One file of an import was sent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path.")]
    parts: Annotated[
        Maybe[list[ImportPart]],
        Field(description="Every part, in order; for a multipart upload.", max_length=10000, min_length=1),
    ] = None
