"""Queries on the rows that name blobs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import Blob
from osmosis_ai.platform.store.unit import Unit

__all__ = ["blob", "blob_by_key", "delete_blob", "delete_by_key", "known_keys", "page_of_keys"]


async def blob(unit: Unit, scope: WorkspaceScope, blob_id: str) -> Blob | None:
    """The blob of that id."""
    return await unit.first(scope.select(Blob).where(Blob.id == blob_id))


async def blob_by_key(unit: Unit, scope: WorkspaceScope, key: str) -> Blob | None:
    """The blob of that key."""
    return await unit.first(scope.select(Blob).where(Blob.key == key))


async def delete_blob(unit: Unit, scope: WorkspaceScope, blob_id: str) -> bool:
    """Removes a row; False where there is none."""
    return await unit.change(scope.delete(Blob).where(Blob.id == blob_id)) == 1


async def delete_by_key(unit: Unit, scope: WorkspaceScope, key: str) -> bool:
    """Removes the row that names a key; False where there is none."""
    return await unit.change(scope.delete(Blob).where(Blob.key == key)) == 1


async def known_keys(unit: Unit, keys: Sequence[str]) -> set[str]:
    """Those of the keys that a row names."""
    statement = select(Blob.key).where(Blob.key.in_(keys))
    return {row[0] for row in await unit.rows(across_workspaces(statement, reason="the sweep looks for lost files"))}


async def page_of_keys(unit: Unit, after: str, limit: int) -> Sequence[str]:
    """The keys that rows name, in order, from the one after `after`."""
    statement = select(Blob.key).where(Blob.key > after).order_by(Blob.key).limit(limit)
    return [row[0] for row in await unit.rows(across_workspaces(statement, reason="the doctor looks for lost files"))]
