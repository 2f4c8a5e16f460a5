"""Datasets. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import ResourceName, Timestamp, UploadInfo


class DatasetStatus(ContractEnum):
    """Where a dataset stands: `uploading`, `pending` and `processing` lead to `uploaded` (ready), `error` or
    `cancelled`."""

    UPLOADING = "uploading"
    PENDING = "pending"
    PROCESSING = "processing"
    UPLOADED = "uploaded"
    ERROR = "error"
    CANCELLED = "cancelled"


class DatasetFormat(ContractEnum):
    """The format of a dataset's file."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


class PlatformDataset(ContractModel):
    """A dataset."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    file_name: Annotated[str, Field(description="Its name: that of the file, without the extension.")] = ""
    file_size: Annotated[Integer, Field(description="The bytes that a download has.", ge=0)] = 0
    status: Annotated[DatasetStatus, Field(description="Where it stands.")] = DatasetStatus.PENDING
    status_message: Annotated[
        str | None, Field(description="Why it is in `error`, with the numbers of rows, or why it was cancelled.")
    ] = None
    data_preview: Annotated[
        list[dict[str, Any]] | None, Field(description="The first rows; null until they were read.")
    ] = None
    file_format: Annotated[
        DatasetFormat | None, Field(description="The format of the file that can be downloaded.")
    ] = None
    original_file_format: Annotated[
        DatasetFormat | None, Field(description="The format of the file that was sent.")
    ] = None
    row_count: Annotated[Integer | None, Field(description="How many rows it has.", ge=0)] = None
    original_file_size: Annotated[Integer | None, Field(description="The bytes that were sent.", ge=0)] = None
    creator_name: Annotated[str | None, Field(description="Who sent it.")] = None
    creator_email: Annotated[str | None, Field(description="Their e-mail address.")] = None
    created_at: Annotated[Timestamp, Field(description="When it was created.")]
    updated_at: Annotated[Timestamp, Field(description="When its bytes last changed; it changes only then.")]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    is_internal_user: Annotated[bool, Field(description="Whether tables should show raw ids.")] = False
    upload: Annotated[
        Maybe[UploadInfo], Field(description="How to send the file; only in the answer that created the record.")
    ] = None


class PlatformDatasetList(ContractModel):
    """A page of datasets, new ones first."""

    model_config = ConfigDict(
        extra="forbid",
    )
    datasets: Annotated[list[PlatformDataset], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]


class DatasetCreateRequest(ContractModel):
    """A dataset that is going to be sent. 1 byte to 5 GiB."""

    model_config = ConfigDict(
        extra="forbid",
    )
    file_name: Annotated[ResourceName, Field(description="Its name: that of the file, without the extension.")]
    file_size: Annotated[Integer, Field(description="The bytes that will be sent.", ge=1, le=5368709120)]
    extension: Annotated[DatasetFormat, Field(description="The file's format.")]
    overwrite_dataset_id: Annotated[
        Maybe[str],
        Field(description="The dataset of the same name that this one replaces.", max_length=64, min_length=1),
    ] = None


class DatasetPart(ContractModel):
    """A part that was sent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    PartNumber: Annotated[Integer, Field(description="Which part, from 1.", ge=1, le=10000)]
    ETag: Annotated[
        str,
        Field(description="The `ETag` that the PUT was answered with, without quotes.", max_length=255, min_length=1),
    ]


class DatasetCompleteRequest(ContractModel):
    """The file was sent whole."""

    model_config = ConfigDict(
        extra="forbid",
    )
    file_extension: Annotated[DatasetFormat, Field(description="The file's format.")]
    parts: Annotated[
        Maybe[list[DatasetPart]],
        Field(description="Every part, in order; for a multipart upload.", max_length=10000, min_length=1),
    ] = None


class DatasetDownload(ContractModel):
    """Where to get a dataset's file."""

    model_config = ConfigDict(
        extra="forbid",
    )
    presigned_url: Annotated[str, Field(description="Where to GET it. The URL alone authorises.")]
    expires_in: Annotated[Integer | None, Field(description="Seconds for which the URL can be used.", ge=1)] = None
    file_name: Annotated[str | None, Field(description="A name for the file, with its extension.")] = None


class DatasetRenameRequest(ContractModel):
    """A new name for a dataset."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[ResourceName, Field(description="The name.")]
