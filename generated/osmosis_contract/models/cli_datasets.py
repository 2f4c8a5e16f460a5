"""Datasets of a platform, on this machine. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field

from .cli_results import GitContext, NamedWorkspace
from .platform_common import Timestamp, UploadInfo
from .platform_datasets import DatasetFormat, DatasetStatus


class UploadedFile(ContractModel):
    """What tells that a file is still the one that parts were sent of."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="Its absolute path.", min_length=1)]
    size: Annotated[Integer, Field(description="Its bytes.", ge=1)]
    modified_ns: Annotated[Integer, Field(description="When it last changed, in nanoseconds since 1970.")]
    inode: Annotated[Integer, Field(description="Its number in the file system.", ge=0)]


class DatasetRecord(ContractModel):
    """A dataset of a platform."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the dataset.", min_length=1)]
    file_name: Annotated[str, Field(description="Its name.")]
    file_size: Annotated[Integer, Field(description="The bytes that a download has.", ge=0)]
    status: Annotated[DatasetStatus, Field(description="Where it stands.")]
    file_format: Annotated[
        DatasetFormat | None,
        Field(description="The format of the file that can be downloaded. Null before that is known."),
    ]
    original_file_format: Annotated[DatasetFormat | None, Field(description="The format of the file that was sent.")]
    row_count: Annotated[Integer | None, Field(description="How many rows it has. Null until they were counted.", ge=0)]
    original_file_size: Annotated[Integer | None, Field(description="The bytes that were sent.", ge=0)]
    creator_name: Annotated[str | None, Field(description="Who sent it.")]
    created_at: Annotated[Timestamp, Field(description="When it was created.")]
    updated_at: Annotated[Timestamp, Field(description="When its bytes last changed.")]
    platform_url: Annotated[
        Maybe[str], Field(description="Its page. Left out when the platform does not name one.", min_length=1)
    ] = None


class DatasetInContext(ContractModel):
    """A dataset of a platform, with the context of the call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the dataset.", min_length=1)]
    file_name: Annotated[str, Field(description="Its name.")]
    file_size: Annotated[Integer, Field(description="The bytes that a download has.", ge=0)]
    status: Annotated[DatasetStatus, Field(description="Where it stands.")]
    file_format: Annotated[
        DatasetFormat | None,
        Field(description="The format of the file that can be downloaded. Null before that is known."),
    ]
    original_file_format: Annotated[DatasetFormat | None, Field(description="The format of the file that was sent.")]
    row_count: Annotated[Integer | None, Field(description="How many rows it has. Null until they were counted.", ge=0)]
    original_file_size: Annotated[Integer | None, Field(description="The bytes that were sent.", ge=0)]
    creator_name: Annotated[str | None, Field(description="Who sent it.")]
    created_at: Annotated[Timestamp, Field(description="When it was created.")]
    updated_at: Annotated[Timestamp, Field(description="When its bytes last changed.")]
    platform_url: Annotated[
        Maybe[str], Field(description="Its page. Left out when the platform does not name one.", min_length=1)
    ] = None
    status_message: Annotated[
        Maybe[str],
        Field(
            description="Why it is in `error` or `cancelled`. Left out when the platform does not say.", min_length=1
        ),
    ] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class DatasetDownloadResult(ContractModel):
    """The resource of `dataset.download`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the dataset.", min_length=1)]
    file_name: Annotated[str, Field(description="Its name.")]
    file_size: Annotated[Integer, Field(description="The bytes that a download has.", ge=0)]
    status: Annotated[DatasetStatus, Field(description="Where it stands.")]
    file_format: Annotated[
        DatasetFormat | None,
        Field(description="The format of the file that can be downloaded. Null before that is known."),
    ]
    original_file_format: Annotated[DatasetFormat | None, Field(description="The format of the file that was sent.")]
    row_count: Annotated[Integer | None, Field(description="How many rows it has. Null until they were counted.", ge=0)]
    original_file_size: Annotated[Integer | None, Field(description="The bytes that were sent.", ge=0)]
    creator_name: Annotated[str | None, Field(description="Who sent it.")]
    created_at: Annotated[Timestamp, Field(description="When it was created.")]
    updated_at: Annotated[Timestamp, Field(description="When its bytes last changed.")]
    platform_url: Annotated[
        Maybe[str], Field(description="Its page. Left out when the platform does not name one.", min_length=1)
    ] = None
    output_path: Annotated[
        str,
        Field(
            description="The file that was written, as it was named; absolute where no place was named.", min_length=1
        ),
    ]
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class PlatformDatasetPreview(ContractModel):
    """The data of `dataset preview` for the name of a dataset of a platform. A file has `DatasetPreviewResult`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    dataset: Annotated[DatasetRecord, Field(description="The dataset.")]
    rows: Annotated[
        list[dict[str, Any]] | None,
        Field(
            description="The first rows, with their columns as they are in the file. Null where there is no preview."
        ),
    ]
    requested_rows: Annotated[Integer, Field(description="How many rows were asked for.", ge=1)]
    returned_rows: Annotated[Integer, Field(description="How many there are in `rows`.", ge=0)]
    available: Annotated[bool, Field(description="Whether there is a preview.")]
    message: Annotated[
        Maybe[str], Field(description="Why there is none. Left out where there is one.", min_length=1)
    ] = None
    workspace: Annotated[Maybe[NamedWorkspace], Field(description="The workspace, where it was named.")] = None
    git: Annotated[Maybe[GitContext], Field(description="The repository, where it names the workspace.")] = None
    workspace_directory: Annotated[
        Maybe[str],
        Field(description="The workspace's directory, where its repository names the workspace.", min_length=1),
    ] = None


class CachedDataset(ContractModel):
    """`metadata.json` of a folder `datasets/<id>` of the cache. The file beside it is `<sha256>.<extension>`.
    Published versions read and write the same form."""

    model_config = ConfigDict(
        extra="forbid",
    )
    dataset_id: Annotated[str, Field(description="Identity of the dataset.", min_length=1)]
    dataset_name: Annotated[str, Field(description="Its name when it was downloaded.")]
    version: Annotated[str, Field(description="The dataset's `updated_at`. Another one means other bytes.")]
    sha256: Annotated[str, Field(description="SHA-256 of the file.", pattern="^[0-9a-f]{64}$")]
    extension: Annotated[DatasetFormat, Field(description="Its format, which is its extension too.")]
    file_size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    cached_at: Annotated[Timestamp, Field(description="When it was downloaded.")]


class UnfinishedUpload(ContractModel):
    """The first line of a file `uploads/<key>.jsonl` of the cache: an upload in parts that can go on. Each line
    after it is a `DatasetPart` that the store has. The file has mode 600, because the addresses alone authorise;
    it is removed when the upload ends. A last line that is not whole does not count."""

    model_config = ConfigDict(
        extra="forbid",
    )
    version: Annotated[Annotated[Literal[1], Only()], Field(description="Version of the file's form.")]
    dataset_id: Annotated[str, Field(description="The dataset that the platform made for the upload.", min_length=1)]
    file: Annotated[UploadedFile, Field(description="The file that is sent.")]
    upload: Annotated[UploadInfo, Field(description="How it is sent.")]
    expires_at: Annotated[Timestamp, Field(description="When the addresses end, by this machine's clock.")]
