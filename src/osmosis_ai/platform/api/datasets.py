"""Datasets."""

from __future__ import annotations

from osmosis_ai.base.numbers import short_number
from osmosis_ai.platform.api.base import ApiPart, paging
from osmosis_ai.platform.blobs.port import Part
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError, Issue
from osmosis_ai.platform.services import datasets
from osmosis_ai.platform.services.page_paths import dataset_page
from osmosis_ai.platform.store.datasets import ListedDataset
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["DatasetsApi"]


class DatasetsApi(ApiPart):
    """Handlers of datasets."""

    async def create_dataset(self, request: stub.CreateDatasetRequest) -> stub.CreateDatasetResponse:
        given, platform = request.body, self.platform
        made, upload = await datasets.create(
            platform.database,
            platform.blobs,
            platform.transfers,
            platform.capacity,
            self.member,
            name=given.file_name,
            size=given.file_size,
            extension=given.extension.value,
            overwrite=given.overwrite_dataset_id,
        )
        body = self._dataset(made)
        body.upload = _upload(upload)
        return stub.CreateDataset201(body=body)

    async def list_datasets(self, request: stub.ListDatasetsRequest) -> stub.ListDatasetsResponse:
        async with self.platform.read() as unit:
            page = await datasets.listing(unit, self.member, limit=request.limit, offset=request.offset)
        items, counts = paging(page, self._listed)
        return stub.ListDatasets200(body=models.PlatformDatasetList(datasets=items, **counts))

    async def get_dataset(self, request: stub.GetDatasetRequest) -> stub.GetDatasetResponse:
        async with self.platform.read() as unit:
            found = await datasets.detail(unit, self.member, request.name_or_id)
        return stub.GetDataset200(body=self._dataset(found, whole=True))

    async def complete_dataset(self, request: stub.CompleteDatasetRequest) -> stub.CompleteDatasetResponse:
        given = request.body
        parts = None if given.parts is None else [Part(each.PartNumber, each.ETag) for each in given.parts]
        completed = await datasets.complete(
            self.platform.database,
            self.platform.blobs,
            self.member,
            request.id,
            extension=given.file_extension.value,
            parts=parts,
        )
        return stub.CompleteDataset200(body=self._dataset(completed))

    async def abort_dataset(self, request: stub.AbortDatasetRequest) -> stub.AbortDatasetResponse:
        async with self.platform.write() as unit:
            await datasets.abort(unit, self.member, request.id)
        return stub.AbortDataset200(body=models.Empty())

    async def download_dataset(self, request: stub.DownloadDatasetRequest) -> stub.DownloadDatasetResponse:
        platform = self.platform
        url, seconds, name = await datasets.download(
            platform.database, platform.transfers, self.member, request.name_or_id
        )
        return stub.DownloadDataset200(
            body=models.DatasetDownload(presigned_url=url, expires_in=seconds, file_name=name)
        )

    async def list_dataset_logs(self, request: stub.ListDatasetLogsRequest) -> stub.ListDatasetLogsResponse:
        cursor = None
        if request.cursor is not None:
            cursor = short_number(request.cursor)
            if cursor is None:
                issue = Issue("query.cursor", "is not a cursor of this log")
                raise InvalidRequestError("The cursor is not one of this log.", issues=[issue])
        async with self.platform.read() as unit:
            page = await datasets.log(
                unit, self.member, request.name_or_id, limit=request.limit, direction=request.direction, cursor=cursor
            )
        entries = [
            models.PlatformLogEntry(
                timestamp=wire_time(entry.at),
                level=entry.level,
                step=entry.step,
                message=entry.message,
                details=entry.details or None,
            )
            for entry in page.entries
        ]
        following = None if page.next_cursor is None else str(page.next_cursor)
        return stub.ListDatasetLogs200(body=models.LogPage(logs=entries, next_cursor=following))

    async def rename_dataset(self, request: stub.RenameDatasetRequest) -> stub.RenameDatasetResponse:
        async with self.platform.write() as unit:
            renamed = await datasets.rename(unit, self.member, request.name_or_id, request.body.name)
        return stub.RenameDataset200(body=self._dataset(renamed))

    async def delete_dataset(self, request: stub.DeleteDatasetRequest) -> stub.DeleteDatasetResponse:
        async with self.platform.write() as unit:
            await datasets.delete(unit, self.member, request.name_or_id)
        return stub.DeleteDataset204()

    def _dataset_address(self, dataset_id: str) -> str:
        return self.platform.link(dataset_page(self.member.workspace_name, dataset_id))

    def _dataset(self, found: datasets.DatasetDetail, *, whole: bool = False) -> models.PlatformDataset:
        """A dataset; its first rows only where it is asked for by itself."""
        known = models.DatasetFormat(found.format)
        preview = [dict(row) for row in found.preview] if whole and found.preview is not None else None
        return models.PlatformDataset(
            id=found.id,
            file_name=found.name,
            file_size=found.size,
            status=models.DatasetStatus(found.status),
            status_message=found.status_message,
            data_preview=preview,
            file_format=known,
            original_file_format=known,
            row_count=found.row_count,
            original_file_size=found.size,
            creator_name=found.creator_name,
            creator_email=found.creator_email,
            created_at=wire_time(found.created_at),
            updated_at=wire_time(found.updated_at),
            platform_url=self._dataset_address(found.id),
        )

    def _listed(self, listed: ListedDataset) -> models.PlatformDataset:
        return models.PlatformDataset.trusted(
            id=listed.id,
            file_name=listed.name,
            file_size=listed.size,
            status=listed.status,
            status_message=listed.status_message,
            data_preview=None,
            file_format=listed.format,
            original_file_format=listed.format,
            row_count=listed.row_count,
            original_file_size=listed.size,
            creator_name=listed.creator_name,
            creator_email=listed.creator_email,
            created_at=listed.created_at,
            updated_at=listed.updated_at,
            platform_url=self._dataset_address(listed.id),
            is_internal_user=False,
            upload=None,
        )


def _upload(upload: datasets.Upload) -> models.UploadInfo:
    if upload.url is not None:
        return models.UploadInfo(
            method=models.UploadMethod.SIMPLE, presigned_url=upload.url, expires_in=upload.expires_in
        )
    return models.UploadInfo(
        method=models.UploadMethod.MULTIPART,
        part_size=upload.part_size,
        total_parts=len(upload.parts),
        presigned_urls=[
            models.UploadPart(part_number=part.number, presigned_url=part.url, size=part.size) for part in upload.parts
        ],
        expires_in=upload.expires_in,
    )
