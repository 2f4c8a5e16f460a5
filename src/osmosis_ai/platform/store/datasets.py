"""Queries on datasets and their logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, delete, func, or_, select, type_coerce

from osmosis_ai.platform.store.columns import WireTime
from osmosis_ai.platform.store.pages import Page, page_of_prepared
from osmosis_ai.platform.store.prepared import PreparedInWorkspace
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import Dataset, DatasetLogEntry, User
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "UNREAD",
    "DatasetRow",
    "ListedDataset",
    "abandoned",
    "add_log",
    "by_id_of_any_workspace",
    "change",
    "dataset",
    "file_keys",
    "holder",
    "listing",
    "log_page",
    "purgeable",
    "remove",
]

UNREAD = ("uploading", "pending", "processing")
"""The states in which no row of a file names what was sent."""


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """A dataset, and who made it."""

    row: Dataset
    creator_name: str | None
    creator_email: str | None


class ListedDataset(NamedTuple):
    """What a list says of a dataset. Times are as on the wire."""

    id: str
    name: str
    size: int
    status: str
    status_message: str | None
    format: str
    row_count: int | None
    creator_name: str | None
    creator_email: str | None
    created_at: str
    updated_at: str


def _listed(scope: WorkspaceScope) -> Select[*tuple[Any, ...]]:
    """Without the first rows of each, which a list does not show."""
    return (
        scope.select_columns(
            Dataset,
            Dataset.id,
            Dataset.name,
            Dataset.size,
            Dataset.status,
            Dataset.status_message,
            Dataset.format,
            Dataset.row_count,
            User.name,
            User.email,
            type_coerce(Dataset.created_at, WireTime()),
            type_coerce(Dataset.updated_at, WireTime()),
        )
        .outerjoin(User, User.id == Dataset.created_by)
        .where(Dataset.deleted_at.is_(None))
        .order_by(Dataset.created_at.desc(), Dataset.id.desc())
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
    )


_LISTED = PreparedInWorkspace(_listed)
_COUNTED = PreparedInWorkspace(
    lambda scope: scope.select_columns(Dataset, func.count()).where(Dataset.deleted_at.is_(None))
)


async def dataset(unit: Unit, scope: WorkspaceScope, name_or_id: str, *, lock: bool = False) -> DatasetRow | None:
    """The dataset of that id, or else the one that holds the name. None for one that was deleted."""
    matching = or_(Dataset.id == name_or_id, (Dataset.name == name_or_id) & Dataset.holds_name)
    statement = (
        scope.select_columns(Dataset, Dataset, User.name, User.email)
        .outerjoin(User, User.id == Dataset.created_by)
        .where(matching, Dataset.deleted_at.is_(None))
        .order_by((Dataset.id == name_or_id).desc())
        .limit(1)
        .execution_options(populate_existing=True)  # it may have been changed in this transaction
    )
    found = await unit.rows(statement.with_for_update(of=Dataset) if lock else statement)
    return DatasetRow(*found[0]) if found else None


async def holder(unit: Unit, scope: WorkspaceScope, name: str, *, lock: bool = False) -> Dataset | None:
    """The dataset that holds a name."""
    statement = scope.select(Dataset).where(Dataset.name == name, Dataset.holds_name)
    return await unit.first(statement.with_for_update() if lock else statement)


async def listing(unit: Unit, scope: WorkspaceScope, *, limit: int, offset: int) -> Page[ListedDataset]:
    """The datasets of a workspace, new ones first, without those that were deleted."""
    page = await page_of_prepared(unit, scope, _LISTED, _COUNTED, limit=limit, offset=offset)
    return page.map(ListedDataset._make)


async def change(unit: Unit, scope: WorkspaceScope, dataset_id: str, **values: Any) -> bool:
    """Sets columns of a dataset; False where there is none."""
    return await unit.change(scope.update(Dataset).where(Dataset.id == dataset_id).values(**values)) == 1


async def add_log(
    unit: Unit,
    scope: WorkspaceScope,
    dataset_id: str,
    message: str,
    *,
    step: str,
    level: str = "info",
    details: dict[str, Any] | None = None,
) -> None:
    """Adds a line to a dataset's log."""
    values = {"dataset_id": dataset_id, "at": unit.now, "level": level, "step": step, "message": message}
    await unit.insert(DatasetLogEntry, {**values, "details": details or {}}, scope=scope)


async def log_page(
    unit: Unit, scope: WorkspaceScope, dataset_id: str, *, limit: int, newer: bool, cursor: int | None
) -> Sequence[DatasetLogEntry]:
    """Lines beyond the cursor, or from the newest or oldest one on, in the direction that was asked for."""
    statement = scope.select(DatasetLogEntry).where(DatasetLogEntry.dataset_id == dataset_id)
    if cursor is not None:
        statement = statement.where(DatasetLogEntry.id > cursor if newer else DatasetLogEntry.id < cursor)
    order = DatasetLogEntry.id.asc() if newer else DatasetLogEntry.id.desc()
    return await unit.all(statement.order_by(order).limit(limit))


async def by_id_of_any_workspace(unit: Unit, dataset_id: str, *, lock: bool = False) -> Dataset | None:
    """A dataset by its id, deleted ones too, for work beside requests."""
    statement = select(Dataset).where(Dataset.id == dataset_id)
    marked = across_workspaces(statement, reason="the outbox names datasets by their ids")
    return await unit.first(marked.with_for_update() if lock else marked)


async def abandoned(unit: Unit, before: datetime, limit: int) -> Sequence[Dataset]:
    """Datasets whose upload could not be finished any more by then."""
    statement = select(Dataset).where(Dataset.status == "uploading", Dataset.upload_expires_at < before).limit(limit)
    return await unit.all(across_workspaces(statement, reason="uploads that were given up end").with_for_update())


async def purgeable(unit: Unit, before: datetime, limit: int) -> Sequence[Dataset]:
    """Datasets that were deleted before that time."""
    statement = select(Dataset).where(Dataset.deleted_at < before).limit(limit)
    return await unit.all(across_workspaces(statement, reason="files of deleted datasets are kept for a time"))


async def remove(unit: Unit, dataset_ids: Sequence[str]) -> int:
    """Removes datasets for good; how many."""
    statement = delete(Dataset).where(Dataset.id.in_(dataset_ids))
    return await unit.change(across_workspaces(statement, reason="files of deleted datasets are kept for a time"))


async def file_keys(unit: Unit, keys: Sequence[str]) -> set[str]:
    """Those of the keys that an upload, or a dataset whose rows were not read yet, names."""
    statement = select(Dataset.key, Dataset.upload_key).where(
        Dataset.status.in_(UNREAD), or_(Dataset.key.in_(keys), Dataset.upload_key.in_(keys))
    )
    rows = await unit.rows(across_workspaces(statement, reason="the sweep looks for lost files"))
    return {key for row in rows for key in row}
