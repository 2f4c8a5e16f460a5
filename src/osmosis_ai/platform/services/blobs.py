"""Files of workspaces: written before the row that names them, removed after it, and swept when either was missed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.blobs.port import BlobStore, StoredBlob
from osmosis_ai.platform.errors import InvalidRequestError, ResourceNotFoundError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.store import blobs as rows
from osmosis_ai.platform.store import datasets as dataset_rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import Blob

__all__ = ["DELETE", "GRACE", "Sweep", "delete", "put", "sweep"]

DELETE = "blob.delete"
"""The kind of outbox entry that removes a file; its payload is `key`."""

GRACE = timedelta(hours=24)
"""For how long a file without a row may still be one whose row is about to be written."""

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a sweep found and did."""

    removed: int
    """Files that no row named, and partial files."""
    missing: Sequence[str]
    """Keys of rows whose file is gone: reported, and left for a person to decide about."""
    unnamed: int
    """Files that no row names and that are too young to be removed."""
    failed: int
    """Files that could not be removed; the next sweep tries again."""


async def put(
    database: Database,
    store: BlobStore,
    capacity: Capacity,
    member: Member,
    content: AsyncIterator[bytes],
    *,
    at_most: int,
) -> Blob:
    """Stores a file of the workspace; its row. Raises UnavailableError where the disk has no room for it,
    InvalidRequestError for more than `at_most` bytes."""
    capacity.require_room()
    blob_id = new_id("blb")
    key = f"{member.workspace_id}/{blob_id}"
    try:
        with capacity.writing():
            written = await store.put(key, content, at_most=at_most)
    except ValueError:
        raise InvalidRequestError(f"The file has more than {at_most} bytes.") from None
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        values = {"id": blob_id, "key": key, "size": written.size, "sha256": written.sha256, "created_at": unit.now}
        await unit.insert(Blob, values, scope=scope)
    return Blob(**values, workspace_id=member.workspace_id)


async def delete(database: Database, member: Member, blob_id: str) -> None:
    """Removes a row, and after the commit its file. Raises ResourceNotFoundError."""
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        found = await rows.blob(unit, scope, blob_id)
        if found is None:
            raise ResourceNotFoundError("There is no such file.")
        await rows.delete_blob(unit, scope, blob_id)
        await enqueue(unit, DELETE, {"key": found.key})


async def sweep(database: Database, store: BlobStore, *, remove: bool = True) -> Sweep:
    """Compares files with rows, both ways. With `remove`, files that no row has named for a day are removed.

    A file that is missing, or cannot be removed, is counted and the sweep goes on.
    """
    stored = [blob async for blob in store.listing()]
    present = {blob.key for blob in stored}
    removed, unnamed, failed = 0, 0, 0
    async with database.read() as unit:
        before = unit.now - GRACE
    for start in range(0, len(stored), _BATCH):
        batch = stored[start : start + _BATCH]
        for blob in await _unnamed(database, batch):
            if blob.modified_at >= before or not remove:
                unnamed += 1
                continue
            try:
                removed += await store.delete(blob.key)
            except OSError:
                failed += 1
    if remove:
        removed += await store.remove_partial(before)
    return Sweep(removed, await _missing(database, present), unnamed, failed)


async def _unnamed(database: Database, batch: Sequence[StoredBlob]) -> list[StoredBlob]:
    async with database.read() as unit:
        keys = [blob.key for blob in batch]
        named = await rows.known_keys(unit, keys) | await dataset_rows.file_keys(unit, keys)
    return [blob for blob in batch if blob.key not in named]


async def _missing(database: Database, present: set[str]) -> list[str]:
    missing: list[str] = []
    after = ""
    while True:
        async with database.read() as unit:
            keys = await rows.page_of_keys(unit, after, _BATCH)
        if not keys:
            return missing
        missing += [key for key in keys if key not in present]
        after = keys[-1]
