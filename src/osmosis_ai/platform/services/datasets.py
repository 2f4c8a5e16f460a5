"""Datasets: made, sent by the client itself, completed, and read by id or name. Reading rows is `dataset_reading`.

    uploading ── complete ──► pending ──► processing ──► uploaded
        │                                     └────────► error
        └── abort, or given up ──► cancelled

A file is sent to a separate key and moved to its final one when the upload is completed, so that a URL that is still
good cannot change what was completed. A name means one dataset at a time (`holds_name`); one that replaces another
takes it when its upload is completed, and the other is deleted: its row and file stay for as long as retention says.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, Part, PartsDifferError, SignsUrls
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import audit, blobs
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.services.transfers import store_answers
from osmosis_ai.platform.store import blobs as blob_rows
from osmosis_ai.platform.store import datasets as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.datasets import ListedDataset
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import Dataset, DatasetLogEntry
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "DISCARD",
    "PART_BYTES",
    "READ",
    "CurrentFile",
    "DatasetDetail",
    "LogPage",
    "PlannedPart",
    "Upload",
    "abort",
    "cancel_abandoned",
    "complete",
    "create",
    "current_file",
    "delete",
    "detail",
    "discard",
    "download",
    "listing",
    "log",
    "purge",
    "rename",
    "url_seconds",
]

READ = "dataset.read"
"""The kind of outbox entry that has a dataset's rows read; its payload is `dataset`."""

DISCARD = "dataset.discard"
"""The kind of outbox entry that removes an upload; its payload is `keys`, and `upload` for one in parts."""

PART_BYTES = 32 * 1024 * 1024
"""The bytes of a part. A file of at most as many is sent whole. S3 takes parts of 5 MiB to 5 GiB, at most 10,000."""

_SLOWEST = 1_000_000
"""Bytes a second of the slowest link that URLs are good for."""
_SHORTEST_URL = 3600
_GONE = "There is no such dataset."


@dataclass(frozen=True, slots=True)
class DatasetDetail:
    """A dataset, as members of its workspace see it."""

    id: str
    name: str
    size: int
    status: str
    status_message: str | None
    preview: Sequence[Mapping[str, Any]] | None
    format: str
    row_count: int | None
    creator_name: str | None
    creator_email: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """Where one part goes."""

    number: int
    url: str
    size: int


@dataclass(frozen=True, slots=True)
class Upload:
    """How a file is to be sent: whole to `url`, or in `parts`."""

    url: str | None
    parts: Sequence[PlannedPart]
    part_size: int
    expires_in: int


@dataclass(frozen=True, slots=True)
class CurrentFile:
    """The file of a dataset whose rows were read."""

    dataset_id: str
    name: str
    key: str
    """In the platform's store of files."""
    size: int
    sha256: str
    format: str
    """`csv`, `jsonl` or `parquet`."""
    row_count: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines from old to new, and the cursor of the next page in the direction that was asked for."""

    entries: Sequence[DatasetLogEntry]
    next_cursor: int | None


def url_seconds(size: int) -> int:
    """For how long URLs of a file are good: as long as a link of 1 MB/s needs for all of it, and at least an hour."""
    return max(_SHORTEST_URL, math.ceil(size / _SLOWEST))


async def create(
    database: Database,
    store: BlobStore,
    urls: SignsUrls,
    capacity: Capacity,
    member: Member,
    *,
    name: str,
    size: int,
    extension: str,
    overwrite: str | None = None,
) -> tuple[DatasetDetail, Upload]:
    """A new dataset, and how to send its file.

    Raises StateConflictError with `existing_dataset_id` for a name in use, ResourceNotFoundError for an `overwrite`
    that does not exist, InvalidRequestError for one of another name, UnavailableError without room.
    """
    member.require("dataset.write")
    capacity.require_room()
    async with database.read() as unit:  # nothing is begun in the store for what is refused
        await _check_name(unit, unit.in_workspace(member.workspace_id), name, overwrite)
    dataset_id = new_id("dst")
    key = f"{member.workspace_id}/{new_id('blb')}"
    with store_answers():
        upload_id = await store.start_multipart(key) if size > PART_BYTES else None
    seconds = url_seconds(size)
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        before = await _check_name(unit, scope, name, overwrite, lock=True)
        if before is not None and overwrite is None:
            await rows.change(unit, scope, before.id, holds_name=False)
        values = {
            "id": dataset_id,
            "name": name,
            "holds_name": overwrite is None,
            "status": "uploading",
            "status_message": None,
            "format": extension,
            "size": size,
            "sha256": None,
            "row_count": None,
            "preview": {},
            "key": key,
            "upload_key": f"{member.workspace_id}/{dataset_id}.upload",
            "upload_id": upload_id,
            "part_size": PART_BYTES,
            "upload_expires_at": unit.now + timedelta(seconds=seconds),
            "created_by": member.actor.user_id,
            "created_at": unit.now,
            "updated_at": unit.now,
            "deleted_at": None,
        }
        await unit.insert(Dataset, values, scope=scope)
        await rows.add_log(unit, scope, dataset_id, f"{size:,} bytes are expected.", step="upload")
        details = {"name": name, "size": size, "format": extension, "replaces": overwrite}
        await _record(unit, member, "dataset.create", dataset_id, details)
    row = Dataset(**values, workspace_id=member.workspace_id)
    with store_answers():
        upload = await _plan(urls, row, seconds)
    return _detail(rows.DatasetRow(row, member.actor.name, member.actor.email)), upload


async def complete(
    database: Database,
    store: BlobStore,
    member: Member,
    dataset_id: str,
    *,
    extension: str,
    parts: Sequence[Part] | None,
) -> DatasetDetail:
    """Says that the file was sent whole; its rows are read afterwards. Again, it changes nothing.

    Raises ResourceNotFoundError, InvalidRequestError for another format or for parts that do not fit the plan,
    StateConflictError for a cancelled upload, and with code UPLOAD_INCOMPLETE where not all that was announced arrived.
    """
    member.require("dataset.write")
    async with database.read() as unit:
        found = await _find(unit, member, dataset_id)
    row = found.row
    if row.status == "cancelled":
        raise StateConflictError(f"The upload was cancelled. {row.status_message or ''}".strip(), code="CANCELLED")
    if extension != row.format:
        issue = Issue("file_extension", f"has to be {row.format}, as when the dataset was created")
        raise InvalidRequestError("The format is not that of the dataset.", field="file_extension", issues=[issue])
    if row.status != "uploading":
        return _detail(found)
    with store_answers():
        await _gather(store, row, parts)
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        found = await _find(unit, member, dataset_id, lock=True)
        if found.row.status == "cancelled":
            await _discard(unit, row)
            cancelled = True
        else:
            cancelled = False
            if found.row.status == "uploading":
                await _completed(unit, scope, member, found.row)
                found = await _find(unit, member, dataset_id)
    if cancelled:
        raise StateConflictError("The upload was cancelled.", code="CANCELLED")
    return _detail(found)


async def abort(unit: Unit, member: Member, dataset_id: str) -> None:
    """Cancels an upload; what was sent is removed after the commit. Of a dataset that is complete, nothing is changed.

    Raises ResourceNotFoundError.
    """
    member.require("dataset.write")
    found = await _find(unit, member, dataset_id, lock=True)
    if found.row.status == "uploading":
        await _cancel(unit, found.row, "The client cancelled it.")
        await _record(unit, member, "dataset.abort", found.row.id, {"name": found.row.name})


async def detail(unit: Unit, member: Member, name_or_id: str) -> DatasetDetail:
    """A dataset. Raises ResourceNotFoundError."""
    member.require("dataset.read")
    return _detail(await _find(unit, member, name_or_id))


async def listing(unit: Unit, member: Member, *, limit: int, offset: int) -> Page[ListedDataset]:
    """The workspace's datasets, new ones first."""
    member.require("dataset.read")
    return await rows.listing(unit, unit.in_workspace(member.workspace_id), limit=limit, offset=offset)


async def download(database: Database, urls: SignsUrls, member: Member, name_or_id: str) -> tuple[str, int, str]:
    """A URL of the file, the seconds for which it is good, and the file's name.

    Raises ResourceNotFoundError; StateConflictError with code DATASET_NOT_READY for one that is not `uploaded`.
    """
    member.require("dataset.read")
    async with database.read() as unit:
        row = (await _find(unit, member, name_or_id)).row
    if row.status != "uploaded":
        raise StateConflictError(
            f"The dataset is {row.status}, and has no file yet." if row.status in rows.UNREAD else _not_usable(row),
            code="DATASET_NOT_READY",
        )
    seconds, file_name = url_seconds(row.size), f"{row.name}.{row.format}"
    with store_answers():
        return await urls.sign_get(row.key, seconds=seconds, file_name=file_name), seconds, file_name


async def current_file(unit: Unit, scope: WorkspaceScope, name_or_id: str) -> CurrentFile:
    """The file that a dataset of the workspace has now, for a run that reads it.

    Raises ResourceNotFoundError; StateConflictError with code DATASET_NOT_READY for one that is not `uploaded`.
    """
    found = await rows.dataset(unit, scope, name_or_id)
    if found is None:
        raise ResourceNotFoundError(_GONE, field="dataset")
    row = found.row
    if row.status != "uploaded" or row.sha256 is None or row.row_count is None:
        raise StateConflictError(f"The dataset is {row.status}, and not ready for runs.", code="DATASET_NOT_READY")
    return CurrentFile(row.id, row.name, row.key, row.size, row.sha256, row.format, row.row_count, row.updated_at)


async def log(
    unit: Unit, member: Member, name_or_id: str, *, limit: int, direction: str, cursor: int | None
) -> LogPage:
    """A page of a dataset's log. Raises ResourceNotFoundError."""
    member.require("dataset.read")
    scope = unit.in_workspace(member.workspace_id)
    row = (await _find(unit, member, name_or_id)).row
    newer = direction == "newer"
    found = list(await rows.log_page(unit, scope, row.id, limit=limit + 1, newer=newer, cursor=cursor))
    more, found = len(found) > limit, found[:limit]
    following = found[-1].id if more else None
    return LogPage(found if newer else found[::-1], following)


async def rename(unit: Unit, member: Member, name_or_id: str, name: str) -> DatasetDetail:
    """Gives a dataset another name. Raises ResourceNotFoundError, StateConflictError for a name in use."""
    member.require("dataset.write")
    scope = unit.in_workspace(member.workspace_id)
    row = (await _find(unit, member, name_or_id, lock=True)).row
    before = await rows.holder(unit, scope, name, lock=True)
    if before is not None and before.id != row.id:
        if before.status not in ("cancelled", "error"):
            raise _taken(before)
        await rows.change(unit, scope, before.id, holds_name=False)
    if name != row.name:
        await rows.change(unit, scope, row.id, name=name)
        await _record(unit, member, "dataset.rename", row.id, {"from": row.name, "to": name})
    return _detail(await _find(unit, member, row.id))


async def delete(unit: Unit, member: Member, name_or_id: str) -> None:
    """Deletes a dataset. Its file is kept as long as retention says. Raises ResourceNotFoundError."""
    member.require("dataset.write")
    row = (await _find(unit, member, name_or_id, lock=True)).row
    await _delete(unit, row)
    await _record(unit, member, "dataset.delete", row.id, {"name": row.name})


async def cancel_abandoned(unit: Unit, before: datetime, limit: int) -> int:
    """Ends uploads whose URLs were good until before that time; how many."""
    found = await rows.abandoned(unit, before, limit)
    for row in found:
        await _cancel(unit, row, "It was not finished in time.")
    return len(found)


async def purge(unit: Unit, before: datetime, limit: int) -> int:
    """Removes datasets that were deleted before that time, and after the commit their files; how many."""
    found = await rows.purgeable(unit, before, limit)
    for row in found:
        await blob_rows.delete_by_key(unit, unit.in_workspace(row.workspace_id), row.key)
        await enqueue(unit, blobs.DELETE, {"key": row.key})
    await rows.remove(unit, [row.id for row in found])
    return len(found)


async def discard(store: BlobStore, payload: Mapping[str, Any]) -> None:
    """The handler of DISCARD."""
    upload_key, key = payload["keys"]
    if payload["upload"]:
        await store.abort_multipart(key, payload["upload"])
    for each in (upload_key, key):
        await store.delete(each)


async def _plan(urls: SignsUrls, row: Dataset, seconds: int) -> Upload:
    if row.upload_id is None:
        url = await urls.sign_put(row.upload_key, seconds=seconds, size=row.size)
        return Upload(url, (), row.part_size, seconds)
    parts = []
    for number, (offset, size) in enumerate(_part_places(row), start=1):
        url = await urls.sign_part(row.key, row.upload_id, number, seconds=seconds, size=size, offset=offset)
        parts.append(PlannedPart(number, url, size))
    return Upload(None, parts, row.part_size, seconds)


def _part_places(row: Dataset) -> list[tuple[int, int]]:
    """Where each part begins, and its bytes."""
    return [(start, min(row.part_size, row.size - start)) for start in range(0, row.size, row.part_size)]


async def _check_name(
    unit: Unit, scope: WorkspaceScope, name: str, overwrite: str | None, *, lock: bool = False
) -> Dataset | None:
    """The dataset that holds the name, where it may be taken from it. Raises what `create` does."""
    if overwrite is not None:
        replaced = await rows.dataset(unit, scope, overwrite)
        if replaced is None or replaced.row.id != overwrite:
            raise ResourceNotFoundError("There is no such dataset to replace.")
        if replaced.row.name != name:
            issue = Issue("overwrite_dataset_id", f"is the dataset {replaced.row.name}, not {name}")
            raise InvalidRequestError("The dataset to replace has another name.", issues=[issue])
    before = await rows.holder(unit, scope, name, lock=lock)
    if overwrite is None and before is not None and before.status not in ("cancelled", "error"):
        raise _taken(before)
    return before


def _taken(holder: Dataset) -> StateConflictError:
    return StateConflictError(
        f"A dataset called {holder.name} exists. Replace it, or choose another name.",
        field="file_name",
        extra={"existing_dataset_id": holder.id},
    )


async def _gather(store: BlobStore, row: Dataset, parts: Sequence[Part] | None) -> None:
    """Brings what was sent to its final key, whole. Nothing happens where another request did it."""
    try:
        if row.upload_id is None:
            if parts:
                issue = Issue("parts", "the file is sent whole, not in parts")
                raise InvalidRequestError("The upload has no parts.", field="parts", issues=[issue])
            await _check_size(store, row)
            await store.keep(row.upload_key, row.key)
        else:
            _check_parts(row, parts or ())
            in_order = sorted(parts or (), key=lambda part: part.number)
            with contextlib.suppress(BlobMissingError):  # it may have been completed already
                await store.complete_multipart(row.key, row.upload_id, in_order)
            if await store.size(row.key) != row.size:
                raise _incomplete(f"The file that arrived does not have the {row.size} bytes that were announced.")
    except BlobMissingError:
        raise _incomplete("The file has not arrived. Send it, and complete the upload then.") from None
    except PartsDifferError as error:
        raise _incomplete(f"A part is missing or was changed ({error}). Send it again.") from None


async def _check_size(store: BlobStore, row: Dataset) -> None:
    try:
        size = await store.size(row.upload_key)
    except BlobMissingError:
        size = await store.size(row.key)  # it was moved by a request whose answer was lost
    if size != row.size:
        raise _incomplete(f"The file that arrived has {size} bytes, and {row.size} were announced. Send it again.")


def _check_parts(row: Dataset, parts: Sequence[Part]) -> None:
    total = len(_part_places(row))
    numbers = sorted(part.number for part in parts)
    if numbers != list(range(1, total + 1)):
        issue = Issue("parts", f"has to name each of the parts 1 to {total} once")
        raise InvalidRequestError("The parts are not those of the upload.", field="parts", issues=[issue])


def _incomplete(message: str) -> StateConflictError:
    return StateConflictError(message, code="UPLOAD_INCOMPLETE")


async def _completed(unit: Unit, scope: WorkspaceScope, member: Member, row: Dataset) -> None:
    if not row.holds_name:
        before = await rows.holder(unit, scope, row.name, lock=True)
        if before is not None:
            await _delete(unit, before)
            await _record(unit, member, "dataset.replace", before.id, {"name": row.name, "by": row.id})
    await rows.change(unit, scope, row.id, status="pending", holds_name=True, updated_at=unit.now)
    await rows.add_log(unit, scope, row.id, "The upload is complete.", step="upload")
    await enqueue(unit, READ, {"dataset": row.id})
    await _record(unit, member, "dataset.complete", row.id, {"name": row.name})


async def _delete(unit: Unit, row: Dataset) -> None:
    scope = unit.in_workspace(row.workspace_id)
    if row.status == "uploading":
        await _cancel(unit, row, "The dataset was deleted.")
    await rows.change(unit, scope, row.id, deleted_at=unit.now, holds_name=False)


async def _cancel(unit: Unit, row: Dataset, reason: str) -> None:
    """Ends an upload. What was sent of it is removed after the commit."""
    scope = unit.in_workspace(row.workspace_id)
    await rows.change(unit, scope, row.id, status="cancelled", status_message=reason)
    await rows.add_log(unit, scope, row.id, f"The upload was cancelled. {reason}", step="upload", level="warning")
    await _discard(unit, row)


async def _discard(unit: Unit, row: Dataset) -> None:
    """Has everything that was sent of an upload removed."""
    await enqueue(unit, DISCARD, {"keys": [row.upload_key, row.key], "upload": row.upload_id})


async def _find(unit: Unit, member: Member, name_or_id: str, *, lock: bool = False) -> rows.DatasetRow:
    found = await rows.dataset(unit, unit.in_workspace(member.workspace_id), name_or_id, lock=lock)
    if found is None:
        raise ResourceNotFoundError(_GONE)
    return found


async def _record(unit: Unit, member: Member, action: str, target: str, details: Mapping[str, Any]) -> None:
    await audit.record(unit, member.actor, action, workspace_id=member.workspace_id, target=target, details=details)


def _not_usable(row: Dataset) -> str:
    return f"The dataset is {row.status}. {row.status_message or ''}".strip()


def _detail(found: rows.DatasetRow) -> DatasetDetail:
    row = found.row
    return DatasetDetail(
        id=row.id,
        name=row.name,
        size=row.size,
        status=row.status,
        status_message=row.status_message,
        preview=row.preview.get("rows"),
        format=row.format,
        row_count=row.row_count,
        creator_name=found.creator_name,
        creator_email=found.creator_email,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
